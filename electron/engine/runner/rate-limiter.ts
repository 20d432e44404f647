/** Sliding-window rate limiter, in requests per second. Times are ticks in milliseconds. */
export type RateLimiter = {
  /** Milliseconds until a request may leave; 0: now. Infinity: one that is under way has to end first. */
  readonly wait: (ticks: number) => number
  /** A request leaves now. */
  readonly leave: (ticks: number) => void
  /** A request that had left ended: answered, or given up. `sent` is false when it did not leave after all. */
  readonly end: (ticks: number, sent: boolean) => void
  /** Another ceiling from now on; null: none. */
  readonly set: (perSecond: number | null) => void
}

/** A second by whatever clock counts the requests at the other end. */
const span = 1005

/** Milliseconds of requests that may be made up for when a timer came late. */
const catchUp = 10

/**
 * Spreads requests evenly and never lets more arrive within any second than the limit, however long they travel: the
 * arrival is unknown, except that it lies between leaving and the reply. So a slot is free again a second after the
 * reply. That costs a little: at a core that takes 100 ms, a tenth of the limit.
 *
 * The first second is silent, because another client may have used the core just before: a check, or the paused run.
 */
export function createRateLimiter(perSecond: number | null, startTicks: number): RateLimiter {
  let perSecondLimit = perSecond ?? Infinity
  let next = startTicks + span
  let underWay = 0
  /** When the requests of the last second ended, oldest first, from `head` on. */
  let ended: number[] = []
  let head = 0

  const forget = (ticks: number) => {
    while (head < ended.length && (ended[head] ?? 0) <= ticks - span) head += 1
    if (head < 1000 || head * 2 < ended.length) return
    ended = ended.slice(head)
    head = 0
  }

  /** Milliseconds until one more place is free. */
  const untilFree = (ticks: number): number => {
    const tooMany = underWay + ended.length - head - perSecondLimit
    if (tooMany < 0) return 0
    const freeing = ended[head + tooMany]
    return freeing === undefined ? Infinity : freeing + span - ticks
  }

  return {
    wait: (ticks) => {
      if (perSecondLimit === Infinity) return 0
      forget(ticks)
      return Math.max(0, next - ticks, untilFree(ticks))
    },
    leave: (ticks) => {
      underWay += 1
      next = Math.max(next, ticks - catchUp) + 1000 / perSecondLimit
    },
    end: (ticks, sent) => {
      underWay -= 1
      if (sent) ended.push(ticks)
      forget(ticks)
    },
    set: (perSecond) => {
      perSecondLimit = perSecond ?? Infinity
    },
  }
}
