import { axisFigure } from '../format.ts'

/** The smallest of 1, 2, 5, 10, 20, ... that is not below `value`; 1 for nothing at all. */
export function niceMax(value: number): number {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const steps = [1, 2, 5, 10, 15, 30]
  .flatMap((n) => [n * second, n * minute])
  .concat([1, 2, 5, 10, 24, 48].map((n) => n * hour))

/** Where a time axis of so many milliseconds is marked: at whole seconds, minutes or hours, at most `most` marks behind zero. */
export function timeMarks(length: number, most: number): readonly number[] {
  const ordered = steps.toSorted((a, b) => a - b)
  const step = ordered.find((one) => length / one <= most) ?? Math.ceil(length / most / hour) * hour
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, n) => n * step)
}

/** `40 s`, `15 min`, `2 h`; marks are whole in their unit. */
export function markText(ms: number): string {
  if (ms >= hour && ms % hour === 0) return `${ms / hour} h`
  if (ms >= minute && ms % minute === 0) return `${ms / minute} min`
  return `${ms / second} s`
}

/** A reply time: `480 ms`, `1.2 s`. */
export function replyText(ms: number): string {
  return ms >= 1000 ? `${axisFigure(ms / 1000)} s` : `${axisFigure(ms)} ms`
}
