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
  /** Windows to stay before growing is tried again. */
  readonly patience: number
}

export const firstPace: Pace = { limit: 4, best: 0, steadyLimit: 4, patience: 0 }

export const largestLimit = 128

const gain = 1.08
const patienceAfterFailure = 6

/**
 * The next concurrency for `auto`: grows while more requests at once bring more throughput, goes back to the last
 * limit that helped when they do not, and halves when the core pushes back.
 */
export function nextPace(pace: Pace, window: PaceWindow): Pace {
  const rate = (window.finished / window.ms) * 1000
  if (window.pushedBack) {
    const limit = Math.max(1, Math.floor(pace.limit / 2))
    return { limit, best: 0, steadyLimit: limit, patience: patienceAfterFailure }
  }
  if (!window.saturated || window.finished === 0) return pace
  if (pace.best === 0 || (pace.limit > pace.steadyLimit && rate > pace.best * gain)) {
    const grown = Math.min(largestLimit, Math.ceil(pace.limit * 1.5))
    return { limit: grown, best: rate, steadyLimit: pace.limit, patience: 0 }
  }
  if (pace.limit > pace.steadyLimit) {
    return { ...pace, limit: pace.steadyLimit, patience: patienceAfterFailure }
  }
  if (pace.patience > 0) return { ...pace, best: Math.max(rate, pace.best * 0.9), patience: pace.patience - 1 }
  return { ...pace, best: rate, limit: Math.min(largestLimit, Math.ceil(pace.limit * 1.25)) }
}
