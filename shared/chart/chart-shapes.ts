import { axisFigure } from '../format.ts'

/** The role of a line, a word or a mark of the chart; the renderer gives each its color. */
export type ChartRole =
  | 'users'
  | 'p50'
  | 'p99'
  | 'at-once'
  | 'set-aside'
  | 'grid'
  | 'pause'
  | 'silence'
  | 'edge'
  | 'title'
  | 'label'
  | 'band'

/** One thing to draw, in pixels from the upper left corner. */
export type ChartShape =
  | { readonly kind: 'path'; readonly role: ChartRole; readonly d: string }
  | {
      readonly kind: 'rect'
      readonly role: ChartRole
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
    }
  | {
      readonly kind: 'text'
      readonly role: ChartRole
      readonly x: number
      readonly y: number
      readonly anchor: 'start' | 'middle' | 'end'
      readonly text: string
    }

/** The smallest of 1, 2, 5, 10, 20, ... that is not below `value`; 1 for nothing at all. */
export function niceMax(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

/** A reply time: `480 ms`, `1.2 s`. */
export function replyText(ms: number): string {
  return ms >= 1000 ? `${axisFigure(ms / 1000)} s` : `${axisFigure(ms)} ms`
}
