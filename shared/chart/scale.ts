import { axisFigure } from '../format.ts'

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
