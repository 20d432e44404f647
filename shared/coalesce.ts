/** Time as a parameter, so that tests need not wait. */
export type TimerClock = {
  /** Milliseconds since some moment. Never jumps; may stand still while the machine sleeps. */
  readonly ticks: () => number
  /** Calls `wake` once after `ms`; returns a cancel function. */
  readonly setTimer: (ms: number, wake: () => void) => () => void
}

export type Coalesced = {
  readonly request: () => void
  /** The same without the gap: at once, or as soon as the run under way has ended. */
  readonly requestNow: () => void
  readonly stop: () => void
}

/**
 * Runs `work` when asked, never twice at once and at most once in `gap` milliseconds. Asks that come in between
 * become one more run at the end.
 */
export function coalesce(work: () => Promise<void>, gap: number | (() => number), clock: TimerClock): Coalesced {
  let running = false
  let again = false
  let isUrgent = false
  let stopped = false
  let lastStart = Number.NEGATIVE_INFINITY
  let cancelTimer: (() => void) | null = null

  function request(): void {
    if (stopped || cancelTimer) return
    if (running) {
      again = true
      return
    }
    const wait = lastStart + (typeof gap === 'number' ? gap : gap()) - clock.ticks()
    if (wait > 0) cancelTimer = clock.setTimer(wait, start)
    else start()
  }

  function requestNow(): void {
    if (stopped) return
    again = running
    isUrgent = running
    if (running) return
    cancelTimer?.()
    start()
  }

  function start(): void {
    cancelTimer = null
    running = true
    again = false
    isUrgent = false
    lastStart = clock.ticks()
    void work().finally(() => {
      running = false
      if (stopped || !again) return
      if (isUrgent) start()
      else request()
    })
  }

  return {
    request,
    requestNow,
    stop: () => {
      stopped = true
      cancelTimer?.()
    },
  }
}
