/** Time as a run sees it; a parameter, so that tests need not wait. */
export type Clock = {
  /** Unix epoch, milliseconds. */
  readonly now: () => number
  /** Calls `wake` once after `ms` milliseconds; the answer takes that back. */
  readonly later: (ms: number, wake: () => void) => () => void
}

/** Longer waits would overflow the timer of the runtime and end at once. */
const longestTimer = 2 ** 31 - 1

export const systemClock: Clock = {
  now: Date.now,
  later: (ms, wake) => {
    const timer = setTimeout(wake, Math.min(ms, longestTimer))
    return () => clearTimeout(timer)
  },
}
