/** The clock that a sender needs; a parameter, so that tests need not wait. Times in milliseconds. */
type SenderClock = { readonly now: () => number; readonly setTimer: (ms: number, work: () => void) => void }

export type ConflatingSender<T> = {
  /** A newer value replaces one that still waits. */
  readonly send: (value: T) => void
  /** The receiver took the last value and is ready for another. */
  readonly acknowledge: () => void
}

const realClock: SenderClock = {
  now: () => performance.now(),
  setTimer: (ms, work) => void setTimeout(work, ms),
}

/**
 * Throttle for snapshots on their way to a receiver that acknowledges them: one value is under way at a time, a newer one
 * replaces the one that waits, and the last value always leaves. `everyMs`: the shortest time between two values; 150 makes
 * seven in any second, however unevenly they come.
 */
export function createConflatingSender<T>(
  deliver: (value: T) => void,
  everyMs = 150,
  clock: SenderClock = realClock,
): ConflatingSender<T> {
  let waiting: { readonly value: T } | null = null
  let underWay = false
  let timer = false
  let next = Number.NEGATIVE_INFINITY

  const pump = (): void => {
    if (waiting === null || underWay || timer) return
    const waitMs = next - clock.now()
    if (waitMs > 0) {
      timer = true
      clock.setTimer(waitMs, () => {
        timer = false
        pump()
      })
      return
    }
    const { value } = waiting
    waiting = null
    underWay = true
    next = clock.now() + everyMs
    deliver(value)
  }

  return {
    send: (value) => {
      waiting = { value }
      pump()
    },
    acknowledge: () => {
      underWay = false
      pump()
    },
  }
}
