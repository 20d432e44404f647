/** What was measured in one window of time. */
export type PaceWindow = {
  readonly finished: number
  readonly ms: number
  /** Median reply time in the window, in milliseconds. */
  readonly p50: number
  /** The core answered 429 or 503 in the window. */
  readonly pushedBack: boolean
  /** All allowed requests were in flight, so the limit is what bounds the throughput. */
  readonly saturated: boolean
}

export type Pace = {
  readonly limit: number
  /** Throughput at `steadyLimit`, users per second; 0 before the first window. */
  readonly best: number
  readonly steadyLimit: number
  /** The shortest median reply time at a limit that helped; 0 before the first window. */
  readonly calm: number
  /** Windows to stay before growing is tried again. */
  readonly patience: number
}

export const firstPace: Pace = { limit: 4, best: 0, steadyLimit: 4, calm: 0, patience: 0 }

export const largestLimit = 128

const gain = 1.08
const patienceAfterFailure = 6
/** Replies that take this much longer than in calm times, and this many milliseconds at least, say that the core is busy. */
const busy = { times: 4, ms: 100 }
/** What was calm is forgotten slowly, so that a core that grows slower for good is not left for dead. */
const calmFades = 1.05

/**
 * The next concurrency for `auto`: grows while more requests at once bring more throughput, goes back to the last
 * limit that helped when they do not, gives way when replies become slow, and halves when the core pushes back.
 */
export function nextPace(pace: Pace, window: PaceWindow): Pace {
  if (window.pushedBack) return smaller(pace, 0.5)
  if (!window.saturated || window.finished === 0) return pace
  const rate = (window.finished / window.ms) * 1000
  const calm = pace.calm === 0 ? window.p50 : Math.min(pace.calm * calmFades, window.p50)
  if (pace.limit > pace.steadyLimit) {
    return rate > pace.best * gain
      ? { limit: grown(pace.limit, 1.5), best: rate, steadyLimit: pace.limit, calm: pace.calm, patience: 0 }
      : { ...pace, limit: pace.steadyLimit, patience: patienceAfterFailure }
  }
  if (window.p50 > Math.max(calm * busy.times, busy.ms)) return { ...smaller(pace, 0.7), calm }
  if (pace.patience > 0) return { ...pace, best: Math.max(rate, pace.best * 0.9), calm, patience: pace.patience - 1 }
  return { ...pace, best: rate, calm, limit: grown(pace.limit, pace.best === 0 ? 1.5 : 1.25) }
}

function grown(limit: number, times: number): number {
  return Math.min(largestLimit, Math.ceil(limit * times))
}

function smaller(pace: Pace, times: number): Pace {
  const limit = Math.max(1, Math.floor(pace.limit * times))
  return { ...pace, limit, best: 0, steadyLimit: limit, patience: patienceAfterFailure }
}
