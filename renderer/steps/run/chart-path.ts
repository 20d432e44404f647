export type Point = { readonly at: number; readonly value: number }

/** The part of time and value that is drawn, onto a box of `width` by `height`. */
export type Plane = {
  readonly from: number
  readonly to: number
  readonly max: number
  readonly width: number
  readonly height: number
}

/** Seconds without a point after which the line is broken: nothing was measured then. */
const gap = 5_000

/**
 * An SVG path through `points`, oldest first. Points outside the plane's time are left out, values above `max` are drawn at
 * the top, and the line is broken where nothing was measured.
 */
export function linePath(points: readonly Point[], { from, to, max, width, height }: Plane): string {
  let path = ''
  let before: number | null = null
  for (const { at, value } of points) {
    if (at < from || at > to) continue
    const x = ((at - from) / (to - from)) * width
    const y = height - (Math.min(Math.max(value, 0), max) / max) * height
    path += `${before === null || at - before > gap ? 'M' : 'L'}${round(x)} ${round(y)}`
    before = at
  }
  return path
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** How many minutes the chart shows: as few of 1, 2, 5 and 10 as hold what was measured. */
export function minutesShown(points: readonly { readonly at: number }[]): number {
  const first = points[0]?.at ?? 0
  const last = points.at(-1)?.at ?? 0
  return [1, 2, 5].find((minutes) => last - first <= minutes * 60_000) ?? 10
}

/** The smallest of 1, 2, 5, 10, 20, ... that is not below `value`; 1 for nothing at all. */
export function niceMax(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

/** Averages neighbouring points so that at most `most` remain: more than the screen's pixels would only flicker. */
export function thinned(points: readonly Point[], most: number): readonly Point[] {
  const size = Math.ceil(points.length / most)
  if (size <= 1) return points
  const thin: Point[] = []
  for (let start = 0; start < points.length; start += size) {
    const bunch = points.slice(start, start + size)
    const last = bunch.at(-1)
    if (last) thin.push({ at: last.at, value: bunch.reduce((sum, point) => sum + point.value, 0) / bunch.length })
  }
  return thin
}
