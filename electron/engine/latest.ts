/** The clock a lane needs; a parameter so that tests need not wait. Times in milliseconds. */
export type LaneClock = { readonly now: () => number; readonly later: (ms: number, work: () => void) => void }

export type Latest<T> = {
  /** A newer value replaces one that still waits. */
  readonly offer: (value: T) => void
  /** The receiver took the last value and is ready for another. */
  readonly taken: () => void
}

const realClock: LaneClock = {
  now: () => performance.now(),
  later: (ms, work) => void setTimeout(work, ms),
}

/**
 * A lane for snapshots: one value under way at a time, the latest wins, nothing queues up, and the last value
 * offered always leaves in the end. `everyMs` is the least time between two values; 150 makes seven in any second, however
 * unevenly they arrive.
 */
export function createLatest<T>(send: (value: T) => void, everyMs = 150, clock: LaneClock = realClock): Latest<T> {
  let waiting: { readonly value: T } | null = null
  let underWay = false
  let timer = false
  let next = Number.NEGATIVE_INFINITY

  const pump = (): void => {
    if (waiting === null || underWay || timer) return
    const rest = next - clock.now()
    if (rest > 0) {
      timer = true
      clock.later(rest, () => {
        timer = false
        pump()
      })
      return
    }
    const { value } = waiting
    waiting = null
    underWay = true
    next = clock.now() + everyMs
    send(value)
  }

  return {
    offer: (value) => {
      waiting = { value }
      pump()
    },
    taken: () => {
      underWay = false
      pump()
    },
  }
}
