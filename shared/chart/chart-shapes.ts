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

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** A time of day, with or without seconds. */
export type ChartClock = (at: number, seconds: boolean) => string
