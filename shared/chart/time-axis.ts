import type { Sample } from './sample-schema.ts'

/** A stretch of time on the axis, and where it is drawn, from 0 to 1. */
export type AxisPart = {
  /** `run`: users were sent. `pause`: no run. `silence`: a run without any answer. */
  readonly kind: 'run' | 'pause' | 'silence'
  /** Unix epoch, milliseconds. */
  readonly from: number
  readonly to: number
  readonly start: number
  readonly end: number
  /** Drawn shorter than it was, because it would have taken more than a third of the axis. */
  readonly shortened: boolean
  readonly samples: readonly Sample[]
}

type Stretch = Pick<AxisPart, 'kind' | 'from' | 'to' | 'samples'>

/** A run without any answer for longer than this is silent; slower cores than that are none. */
const silenceMs = 15_000

/**
 * The share of the axis that a shortened part takes; several take half as much as the rest together, which is a third
 * of the whole.
 */
const shortShare = (parts: number) => Math.min(0.22, 0.5 / parts)

/** Lays samples along wall-clock time. `until`: no answer came from the last sample to this moment. */
export function timeAxis(samples: readonly Sample[], until: number | null = null): readonly AxisPart[] {
  const stretches = stretchesOf(samples, until)
  const lengths = stretches.map(({ from, to }) => Math.max(1, to - from))
  const short = shortenedOf(stretches, lengths)
  const rest = lengths.reduce((sum, length, index) => (short.has(index) ? sum : sum + length), 0)
  const shown = lengths.map((length, index) => (short.has(index) ? Math.max(1, rest * shortShare(short.size)) : length))
  const total = shown.reduce((sum, length) => sum + length, 0)
  let start = 0
  return stretches.map((stretch, index) => {
    const end = index === stretches.length - 1 ? 1 : start + (shown[index] ?? 0) / total
    const part = { ...stretch, start, end, shortened: short.has(index) }
    start = end
    return part
  })
}

function stretchesOf(samples: readonly Sample[], until: number | null): readonly Stretch[] {
  const stretches: Stretch[] = []
  let current: Sample[] = []
  const close = () => {
    const [first, last] = [current[0], current.at(-1)]
    if (first !== undefined && last !== undefined)
      stretches.push({ kind: 'run', from: first.at, to: last.at + last.ms, samples: current })
    current = []
  }
  for (const sample of samples) {
    const before = current.at(-1)
    if (before !== undefined && (sample.begins === true || sample.at - (before.at + before.ms) > silenceMs)) {
      const from = before.at + before.ms
      close()
      const to = sample.begins === true ? Math.min(sample.at, silentTo(before)) : sample.at
      addGap('silence', from, to)
      addGap('pause', to, sample.at)
    }
    current.push(sample)
  }
  const last = current.at(-1)
  close()
  if (last !== undefined) {
    const end = last.at + last.ms
    addGap('silence', end, Math.max(silentTo(last), until !== null && until - end > 1000 ? until : end))
  }
  return stretches

  function addGap(kind: 'silence' | 'pause', from: number, to: number): void {
    if (to > from) stretches.push({ kind, from, to, samples: [] })
  }
}

/** Until when no answer came after a sample; its end where the answers went on, or were missed for a second only. */
function silentTo({ at, ms, silentMs = 0 }: Sample): number {
  return at + ms + (silentMs > 1000 ? silentMs : 0)
}

/** Parts longer than a third of the axis, and the longest pauses where all of them are; when they are shortened, others may be. */
function shortenedOf(stretches: readonly Stretch[], lengths: readonly number[]): ReadonlySet<number> {
  const short = new Set<number>()
  for (;;) {
    const rest = lengths.reduce((sum, length, index) => (short.has(index) ? sum : sum + length), 0)
    const taken = short.size === 0 ? 0 : short.size * shortShare(short.size)
    const total = rest * (1 + taken)
    const whole = [...lengths.keys()].filter((index) => !short.has(index) && stretches[index]?.kind !== 'run')
    const longest = whole.toSorted((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))[0]
    if (longest === undefined) return short
    const pauses = whole.filter((index) => stretches[index]?.kind === 'pause')
    const paused = pauses.reduce((sum, index) => sum + (lengths[index] ?? 0), 0) + rest * taken
    const isLong = (lengths[longest] ?? 0) > total / 3
    if (!isLong && (pauses.length === 0 || paused <= total / 3 + 1)) return short
    short.add(isLong ? longest : (pauses.toSorted((a, b) => (lengths[b] ?? 0) - (lengths[a] ?? 0))[0] ?? longest))
  }
}

/** Where a moment is drawn, from 0 to 1. */
export function positionOf(parts: readonly AxisPart[], at: number): number {
  const part = parts.find(({ to }) => at <= to) ?? parts.at(-1)
  if (part === undefined) return 0
  const within = Math.min(1, Math.max(0, (at - part.from) / Math.max(1, part.to - part.from)))
  return part.start + within * (part.end - part.start)
}

const second = 1000
const minute = 60 * second
const steps = [1, 2, 5, 10, 15, 30]
  .flatMap((n) => [n * second, n * minute])
  .concat([1, 2, 3, 6, 12, 24, 48, 168].map((n) => n * 60 * minute))
  .toSorted((a, b) => a - b)

/**
 * Moments to be written under the axis: whole ones, at least `apart` (from 0 to 1) from one another, and the end of every
 * shortened part, so that the clock is right behind it. `step`: null where only ends of parts are marked.
 */
export function axisMarks(
  parts: readonly AxisPart[],
  apart: number,
): { readonly step: number; readonly marks: readonly number[] } {
  const shown = parts.filter(({ shortened }) => !shortened)
  const span = shown.reduce((sum, { from, to }) => sum + to - from, 0)
  const share = shown.reduce((sum, { start, end }) => sum + end - start, 0)
  const step = steps.find((one) => (one / Math.max(1, span)) * share >= apart) ?? 168 * 60 * minute
  const first = parts[0]
  const fixed = [
    ...(first === undefined ? [] : [first.from]),
    ...parts.flatMap(({ shortened, to }, index) => (shortened && index < parts.length - 1 ? [to] : [])),
  ]
  const whole = shown.flatMap(({ from, to }) => {
    const begin = Math.ceil(from / step) * step
    return Array.from({ length: Math.max(0, Math.floor((to - begin) / step) + 1) }, (_, n) => begin + n * step)
  })
  const marks = fixed.filter(
    (at, index) =>
      index === 0 || fixed.slice(0, index).every((other) => positionOf(parts, at) - positionOf(parts, other) >= apart),
  )
  // The first one is written from the edge on, the others to both sides of their place.
  const room = (other: number) => (positionOf(parts, other) === 0 ? 1 : 0.9) * apart
  for (const at of whole) {
    if (marks.every((other) => Math.abs(positionOf(parts, other) - positionOf(parts, at)) >= room(other)))
      marks.push(at)
  }
  return { step, marks: marks.toSorted((a, b) => a - b) }
}
