import { axisFigure, count } from '../format.ts'
import { type ChartRole, type ChartShape, niceMax, replyText } from './chart-shapes.ts'
import { thinSamples } from './sample.ts'
import type { Sample } from './sample-schema.ts'
import { axisMarks, type AxisPart, positionOf, timeAxis } from './time-axis.ts'

/** Pixels above the panels, for the names. */
const bandHeight = 20

/** From where to where something is drawn, in pixels. */
type Extent = { readonly top: number; readonly bottom: number }

/** Runs and what lies between them, each with its name where there is room for it. Titles of panels stand on no band. */
function bands(
  parts: readonly AxisPart[],
  xOf: (share: number) => number,
  panels: readonly Extent[],
  clock: ChartClock,
  isUnreachable: boolean,
): readonly ChartShape[] {
  const shapes: ChartShape[] = []
  const last = parts.at(-1)
  const several = parts.some(({ kind }) => kind === 'pause')
  let run = 0
  let begins = true
  for (const part of parts) {
    const { kind, from, to, start, end, shortened } = part
    const [x, right] = [xOf(start), xOf(end)]
    const width = round(right - x)
    if (kind === 'run') {
      if (begins) run += 1
      if (begins && several && width >= 40)
        shapes.push({ kind: 'text', role: 'label', x: x + 4, y: 13, anchor: 'start', text: nameOf(part, run) })
      begins = false
      continue
    }
    begins = kind === 'pause'
    for (const { top, bottom } of panels) {
      const [y, end] = [round(top), round(bottom)]
      shapes.push({ kind: 'rect', role: kind, x, y, width, height: round(end - y) })
      shapes.push({ kind: 'path', role: 'edge', d: `M${x} ${y}V${end}M${right} ${y}V${end}` })
    }
    const isNow = isUnreachable && part === last
    const pause = shortened ? `No run for ${spanText(to - from)}` : 'Paused'
    const name = isNow || kind === 'silence' ? 'Unreachable' : pause
    const [began, ended] = [clock(from, false), clock(to, false)]
    const text = [
      ...(began === ended ? [] : [`${name} ${began}–${ended}`]),
      name,
      ...(shortened ? ['Paused'] : []),
    ].find((words) => words.length * 6.4 <= width)
    if (text !== undefined)
      shapes.push({ kind: 'text', role: 'band', x: round((x + right) / 2), y: 13, anchor: 'middle', text })
    // The current state is named however narrow it still is.
    else if (isNow) shapes.push({ kind: 'text', role: 'band', x: right, y: 13, anchor: 'end', text: name })
  }
  return shapes
}

function nameOf({ samples }: AxisPart, run: number): string {
  return samples[0]?.pilot === true ? 'Pilot' : `Run ${run}`
}

/** `7 min`, `14 h`, `3 days` */
function spanText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1000)} s`
  if (minutes < 90) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}

/** The sample at one place of the axis. */
export type ChartPoint = { readonly x: number; readonly sample: Sample }

export type RunChart = {
  readonly width: number
  readonly height: number
  /** Between the lines and the axis: from where to where a readout may stand. */
  readonly top: number
  readonly bottom: number
  readonly shapes: readonly ChartShape[]
  /** Every sample that is drawn, from left to right. */
  readonly points: readonly ChartPoint[]
  /** The whole chart in a few sentences. */
  readonly words: string
}

type ChartOptions = {
  /** Formats a moment in the viewer's time zone; `seconds`: with seconds. */
  readonly clock: ChartClock
  /** Until this moment no answer has come since the last sample; null: nothing is awaited. */
  readonly until?: number | null
  /** Two panels, for a table that stands below: speed, and users set aside where there are any, else reply times. */
  readonly compact?: boolean
  /** Runs that sent for less than this many milliseconds are not drawn. */
  readonly minMs?: number
}

type Line = {
  readonly role: ChartRole
  readonly name: string
  readonly valueOf: (sample: Sample) => number | null
}

type Panel = {
  readonly title: string
  readonly lines: readonly Line[]
  readonly share: number
  readonly words: (value: number) => string
}

const usersPanel: Panel = {
  title: 'Users per second',
  share: 0.4,
  words: axisFigure,
  lines: [{ role: 'users', name: '', valueOf: usersPerSecond }],
}
const replyPanel: Panel = {
  title: 'Reply time',
  share: 0.36,
  words: replyText,
  lines: [
    { role: 'p99', name: 'p99', valueOf: ({ p99 }) => p99 },
    { role: 'p50', name: 'p50', valueOf: ({ p50 }) => p50 },
  ],
}
const parallelPanel: Panel = {
  title: 'Parallel users',
  share: 0.24,
  words: axisFigure,
  lines: [{ role: 'at-once', name: '', valueOf: ({ atOnce }) => atOnce }],
}
const asidePanel: Panel = {
  title: 'Set aside',
  share: 0.4,
  words: axisFigure,
  lines: [{ role: 'set-aside', name: '', valueOf: ({ setAside = 0 }) => setAside }],
}

function panelsOf(samples: readonly Sample[], compact: boolean): readonly Panel[] {
  if (!compact) return [usersPanel, replyPanel, parallelPanel]
  return [
    { ...usersPanel, share: 0.6 },
    samples.some(({ setAside = 0 }) => setAside > 0) ? asidePanel : { ...replyPanel, share: 0.4 },
  ]
}

/** A second that has just begun counts as a whole one. */
function usersPerSecond({ users, ms }: Sample): number {
  return (users * 1000) / Math.max(1000, ms)
}

/** Fewer points make no line; the numbers of a shorter run suffice. */
const minPoints = 5
const minChartMs = 30_000

/** Whether a run sent long enough to be drawn. */
export function isWorthDrawing(samples: readonly Sample[], minMs = minChartMs): boolean {
  return samples.length >= minPoints && samples.reduce((sum, { ms }) => sum + ms, 0) >= minMs
}

const left = 56

const titleHeight = 20

const footHeight = 20

const panelGap = 10

/**
 * Throughput, reply times and concurrency along the clock, one below the other on one axis. Pauses are bands with their
 * name; they never take more than a third of the axis. Null for a short run. The same drawing stands on the screen and in the
 * printed report.
 */
export function drawRunChart(
  samples: readonly Sample[],
  width: number,
  height: number,
  { clock, until = null, compact = false, minMs = minChartMs }: ChartOptions,
): RunChart | null {
  if (!isWorthDrawing(samples, minMs)) return null
  const panels = panelsOf(samples, compact)
  const parts = timeAxis(thinSamples(samples, Math.max(20, Math.floor((width - left) / 3))), until)
  const xOf = (share: number) => round(left + share * (width - left))
  const room = height - bandHeight - footHeight - panels.length * titleHeight - (panels.length - 1) * panelGap
  const bottom = round(height - footHeight)
  let top = bandHeight
  const boxes = panels.map((panel) => {
    const box = { panel, top: top + titleHeight, height: panel.share * room }
    top = box.top + box.height + panelGap
    return box
  })
  const extents = boxes.map((box) => ({ top: box.top, bottom: box.top + box.height }))
  const shapes: ChartShape[] = [
    ...bands(parts, xOf, extents, clock, until !== null),
    ...boxes.flatMap(({ panel, ...box }) => drawPanel(panel, parts, box, width, xOf)),
  ]
  const { step, marks } = axisMarks(parts, 84 / Math.max(1, width - left))
  for (const at of marks) {
    const x = xOf(positionOf(parts, at))
    // A word at the very edge would be cut off.
    const anchor = x < left + 24 ? 'start' : x > width - 24 ? 'end' : 'middle'
    const text = clock(at, step < 60_000)
    shapes.push({ kind: 'text', role: 'label', x, y: round(bottom + 15), anchor, text })
  }
  const points = parts.flatMap((part) =>
    part.samples.map((sample) => ({ x: xOf(positionOf(parts, sample.at + sample.ms / 2)), sample })),
  )
  return { width, height, top: bandHeight, bottom, shapes, points, words: inText(samples, parts) }
}

type Box = { readonly top: number; readonly height: number }

function drawPanel(
  { title, lines, words }: Panel,
  parts: readonly AxisPart[],
  box: Box,
  width: number,
  xOf: (share: number) => number,
): readonly ChartShape[] {
  const samples = parts.flatMap((part) => part.samples)
  const values = lines.flatMap(({ valueOf }) => samples.map((sample) => valueOf(sample) ?? 0))
  const max = niceMax(Math.max(0, ...values))
  const bottom = round(box.top + box.height)
  const middle = round(box.top + box.height / 2)
  const shapes: ChartShape[] = [
    { kind: 'path', role: 'grid', d: [round(box.top), middle, bottom].map((y) => `M${left} ${y}H${width}`).join('') },
    { kind: 'text', role: 'title', x: left, y: round(box.top - 7), anchor: 'start', text: title },
  ]
  for (const [value, y] of [
    [max, round(box.top)],
    [max / 2, middle],
    [0, bottom],
  ] as const) {
    // Users are whole numbers.
    if (words === axisFigure && !Number.isInteger(value)) continue
    shapes.push({ kind: 'text', role: 'label', x: left - 8, y: y + 4, anchor: 'end', text: words(value) })
  }
  let x = left + title.length * 6.6 + 16
  for (const { role, name, valueOf } of lines) {
    const yOf = (value: number) => round(bottom - (Math.min(Math.max(value, 0), max) / max) * box.height)
    for (const part of parts) {
      const d = linePath(parts, part, valueOf, xOf, yOf)
      if (d !== '') shapes.push({ kind: 'path', role, d })
    }
    if (name === '') continue
    // The name carries a piece of its line, so that it is known without colour too.
    shapes.push({ kind: 'path', role, d: `M${round(x)} ${round(box.top - 11)}h14` })
    shapes.push({ kind: 'text', role: 'label', x: round(x + 19), y: round(box.top - 7), anchor: 'start', text: name })
    x += 40 + name.length * 6.4
  }
  return shapes
}

/** Through the middle of every sample of one run, broken where nothing was measured; a lone sample is a level line. */
function linePath(
  parts: readonly AxisPart[],
  { samples }: AxisPart,
  valueOf: (sample: Sample) => number | null,
  xOf: (share: number) => number,
  yOf: (value: number) => number,
): string {
  let path = ''
  let open = false
  for (const [index, sample] of samples.entries()) {
    const value = valueOf(sample)
    if (value === null) {
      open = false
      continue
    }
    const y = yOf(value)
    const middle = xOf(positionOf(parts, sample.at + sample.ms / 2))
    path += open ? `L${middle} ${y}` : `M${xOf(positionOf(parts, sample.at))} ${y}L${middle} ${y}`
    const next = samples[index + 1]
    if (next === undefined || valueOf(next) === null) path += `L${xOf(positionOf(parts, sample.at + sample.ms))} ${y}`
    open = true
  }
  return path
}

function inText(samples: readonly Sample[], parts: readonly AxisPart[]): string {
  const users = samples.reduce((sum, sample) => sum + sample.users, 0)
  const ms = samples.reduce((sum, sample) => sum + sample.ms, 0)
  const fastest = Math.max(...samples.map(usersPerSecond))
  const times = samples.flatMap(({ p99 }) => (p99 === null ? [] : [p99]))
  const most = Math.max(...samples.map(({ atOnce }) => atOnce))
  const pauses = parts.filter(({ kind }) => kind === 'pause').length
  const silences = parts.filter(({ kind }) => kind === 'silence').length
  return [
    `${count(Math.round(users))} users sent, those who were retried each time, ${axisFigure((users * 1000) / Math.max(1, ms))} per second on average and at most ${axisFigure(fastest)}.`,
    times.length === 0 ? 'No reply came.' : `The slowest replies (p99) took at most ${replyText(Math.max(...times))}.`,
    `At most ${axisFigure(most)} users were sent in parallel.`,
    ...(pauses > 0 ? [`${pauses === 1 ? 'One pause is' : `${pauses} pauses are`} marked.`] : []),
    ...(silences > 0 ? [`${silences === 1 ? 'Once' : `${silences} times`} no answers came for a while.`] : []),
  ].join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A time of day, with or without seconds. */
type ChartClock = (at: number, seconds: boolean) => string
