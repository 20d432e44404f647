import { axisFigure, count } from '../format.ts'
import { isPausedBetween, thinSamples, type Sample } from './sample.ts'
import { markText, niceMax, replyText, timeMarks } from './scale.ts'

/** What a line, a word or a mark of the chart is; whoever draws it gives each its colour. */
export type ChartRole = 'users' | 'p50' | 'p99' | 'at-once' | 'grid' | 'pause' | 'title' | 'label'

/** One thing to draw, in pixels from the upper left corner. */
export type ChartShape =
  | { readonly kind: 'path'; readonly role: ChartRole; readonly d: string }
  | {
      readonly kind: 'text'
      readonly role: ChartRole
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
    }

export type RunChart = {
  readonly width: number
  readonly height: number
  readonly shapes: readonly ChartShape[]
  /** The whole chart in a few sentences. */
  readonly words: string
}

type Line = {
  readonly role: ChartRole
  readonly name: string
  readonly valueOf: (sample: Sample) => number | null
}
type Panel = {
  readonly lines: readonly Line[]
  readonly share: number
  readonly words: (value: number) => string
}

const panels: readonly Panel[] = [
  {
    share: 0.4,
    words: axisFigure,
    lines: [{ role: 'users', name: 'users per second', valueOf: ({ users, ms }) => (users * 1000) / ms }],
  },
  {
    share: 0.36,
    words: replyText,
    lines: [
      { role: 'p50', name: 'reply time, p50', valueOf: ({ p50 }) => p50 },
      { role: 'p99', name: 'p99', valueOf: ({ p99 }) => p99 },
    ],
  },
  {
    share: 0.24,
    words: axisFigure,
    lines: [{ role: 'at-once', name: 'users at once', valueOf: ({ atOnce }) => atOnce }],
  },
]

const left = 56
const titleHeight = 22
const footHeight = 20
const panelGap = 10

/**
 * Throughput, reply times and concurrency over the time that a run was sending, one below the other on one axis; pauses
 * are cut out and marked. Null without a sample. The same drawing stands on the run screen and in the printed report.
 */
export function drawRunChart(samples: readonly Sample[], width: number, height: number): RunChart | null {
  if (samples.length === 0) return null
  const placed = alongTime(thinSamples(samples, Math.max(20, Math.floor((width - left) / 3))))
  const length = Math.max(1, ...placed.map(({ to }) => to))
  const xOf = (ms: number) => left + (ms / length) * (width - left)
  const room = height - footHeight - panels.length * titleHeight - (panels.length - 1) * panelGap
  const shapes: ChartShape[] = []
  let top = 0
  for (const panel of panels) {
    const box = { top: top + titleHeight, height: panel.share * room }
    shapes.push(...drawPanel(panel, placed, box, width, xOf))
    top = box.top + box.height + panelGap
  }
  const bottom = top - panelGap
  for (const { from } of placed.filter(({ afterPause }) => afterPause)) {
    shapes.push({ kind: 'path', role: 'pause', d: `M${round(xOf(from))} ${titleHeight}V${round(bottom)}` })
  }
  const marks = timeMarks(length, Math.max(2, Math.floor((width - left) / 110)))
  for (const at of marks) {
    const x = round(xOf(at))
    // A word at the very edge would be cut off.
    const anchor = at === 0 ? 'start' : x > width - 24 ? 'end' : 'middle'
    shapes.push({ kind: 'text', role: 'label', x, y: round(bottom + 15), anchor, text: markText(at) })
  }
  return { width, height, shapes, words: inText(samples) }
}

type Placed = { readonly sample: Sample; readonly from: number; readonly to: number; readonly afterPause: boolean }

/** Samples along the time that was spent sending. */
function alongTime(samples: readonly Sample[]): readonly Placed[] {
  const placed: Placed[] = []
  let from = 0
  let before: Sample | null = null
  for (const sample of samples) {
    const afterPause: boolean = before !== null && isPausedBetween(before, sample)
    placed.push({ sample, from, to: from + sample.ms, afterPause })
    from += sample.ms
    before = sample
  }
  return placed
}

type Box = { readonly top: number; readonly height: number }

function drawPanel(
  { lines, words }: Panel,
  placed: readonly Placed[],
  box: Box,
  width: number,
  xOf: (ms: number) => number,
): readonly ChartShape[] {
  const values = lines.flatMap(({ valueOf }) => placed.map(({ sample }) => valueOf(sample) ?? 0))
  const max = niceMax(Math.max(...values))
  const bottom = round(box.top + box.height)
  const middle = round(box.top + box.height / 2)
  const shapes: ChartShape[] = [
    { kind: 'path', role: 'grid', d: [round(box.top), middle, bottom].map((y) => `M${left} ${y}H${width}`).join('') },
  ]
  for (const [value, y] of [
    [max, round(box.top)],
    [max / 2, middle],
    [0, bottom],
  ] as const) {
    shapes.push({ kind: 'text', role: 'label', x: left - 8, y: y + 4, anchor: 'end', text: words(value) })
  }
  let x = left
  for (const { role, name, valueOf } of lines) {
    const yOf = (value: number) => bottom - (Math.min(Math.max(value, 0), max) / max) * box.height
    shapes.push({ kind: 'path', role, d: linePath(placed, valueOf, xOf, yOf) })
    // The name carries a piece of its line, so that it is known without colour too.
    shapes.push({ kind: 'path', role, d: `M${x} ${round(box.top - 12)}h14` })
    shapes.push({ kind: 'text', role: 'title', x: x + 20, y: round(box.top - 8), anchor: 'start', text: name })
    x += 44 + name.length * 6.4
  }
  return shapes
}

/** Through the middle of every stretch, broken at pauses and where nothing was measured; a lone stretch is a level line. */
function linePath(
  placed: readonly Placed[],
  valueOf: (sample: Sample) => number | null,
  xOf: (ms: number) => number,
  yOf: (value: number) => number,
): string {
  const last = placed.at(-1)
  let path = ''
  let open = false
  for (const one of placed) {
    const value = valueOf(one.sample)
    if (value === null) {
      open = false
      continue
    }
    const y = round(yOf(value))
    const middle = round(xOf((one.from + one.to) / 2))
    if (!open || one.afterPause) path += `M${round(xOf(one.from))} ${y}L${middle} ${y}`
    else path += `L${middle} ${y}`
    if (one === last) path += `L${round(xOf(one.to))} ${y}`
    open = true
  }
  return path
}

function inText(samples: readonly Sample[]): string {
  const users = samples.reduce((sum, sample) => sum + sample.users, 0)
  const ms = samples.reduce((sum, sample) => sum + sample.ms, 0)
  const fastest = Math.max(...samples.map((sample) => (sample.users * 1000) / sample.ms))
  const slowest = Math.max(...samples.map(({ p99 }) => p99 ?? 0))
  const most = Math.max(...samples.map(({ atOnce }) => atOnce))
  const pauses = samples.filter((sample, index) => {
    const before = samples[index - 1]
    return before !== undefined && isPausedBetween(before, sample)
  }).length
  return [
    `${count(users)} users sent, those who were retried each time, ${axisFigure((users * 1000) / Math.max(1, ms))} per second on average and at most ${axisFigure(fastest)}.`,
    `The slowest replies (p99) took at most ${replyText(slowest)}.`,
    `At most ${axisFigure(most)} users were sent at once.`,
    ...(pauses > 0 ? [`${pauses === 1 ? 'One pause is' : `${pauses} pauses are`} cut out.`] : []),
  ].join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
