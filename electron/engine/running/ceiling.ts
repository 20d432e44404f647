/** Keeps requests below so many a second. Times are ticks in milliseconds. */
export type Ceiling = {
  /** Milliseconds until a request may leave; 0: now. */
  readonly wait: (ticks: number) => number
  /** A request leaves now. */
  readonly leave: (ticks: number) => void
  /** Null: no ceiling. */
  readonly set: (perSecond: number | null) => void
}

/** Requests bunch up on their way, so we stay this much below. */
const margin = 1.05

/** Milliseconds of requests that may be made up for when a timer came late. */
const catchUp = 10

const second = 1000

/**
 * Spreads requests evenly, and never lets more leave within any second than the ceiling says, however late timers are.
 */
export function createCeiling(perSecond: number | null): Ceiling {
  let ceiling = perSecond
  let next = -Infinity
  /** When the requests of the last second left, oldest first, from `head` on. */
  let left: number[] = []
  let head = 0

  const forget = (ticks: number) => {
    while (head < left.length && (left[head] ?? 0) <= ticks - second) head += 1
    if (head < 1000 || head * 2 < left.length) return
    left = left.slice(head)
    head = 0
  }

  return {
    wait: (ticks) => {
      if (ceiling === null) return 0
      forget(ticks)
      const most = Math.max(1, Math.floor(ceiling / margin))
      const blocking = left.length - head < most ? undefined : left[left.length - most]
      return Math.max(0, next - ticks, blocking === undefined ? 0 : blocking + second - ticks)
    },
    leave: (ticks) => {
      if (ceiling === null) return
      forget(ticks)
      left.push(ticks)
      next = Math.max(next, ticks - catchUp) + (second * margin) / ceiling
    },
    set: (next) => {
      ceiling = next
    },
  }
}
