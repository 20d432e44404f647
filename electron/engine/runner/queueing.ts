import type { LimiterState, LimiterWindow } from './limiter-state.ts'

// What reply times tell of the line at a core.

/** A higher limit must deliver at least 15 % of the ideal gain; a lower one may lose at most as much. */
const minGain = 0.15
/** Below 95 % of the required throughput a lower limit is rejected; a few samples allow no finer verdict. */
const certainty = 0.95
/** Of the time between two requests that come evenly, so much is kept between any two: replies differ in length. */
const spacing = 0.6

/**
 * True when latency shows that the probe only queued requests (higher limit) or only lost throughput (lower limit). What is
 * under way is throughput times reply time, so reply times tell long before enough replies came to count them.
 */
export function probeFailed(pace: LimiterState, typical: number): boolean {
  const { limit, provenLimit, latency, raisedLatency } = pace
  if (limit === provenLimit || latency === 0) return false
  const turnaround = turnaroundMs(pace)
  const gain = (limit * (latency + turnaround)) / (provenLimit * (typical + turnaround))
  // Slowness of the whole core is judged by a whole window, and so is a lower limit that may be as good.
  return limit > provenLimit
    ? gain < requiredGain(limit / provenLimit)
    : raisedLatency === 0 && gain * requiredGain(provenLimit / limit) < certainty
}

/**
 * Spaces requests. Without spacing, equally long replies stay synchronised and the core idles between bursts. A request
 * waits here at most as long as it would queue at the core.
 */
export function pacingIntervalMs({ limit, provenLimit, latency, queueDelay }: LimiterState): number {
  if (limit !== provenLimit) return 0
  const ms = Math.min(queueDelay, (latency / limit) * spacing)
  // A timer knows nothing shorter.
  return ms < 1 ? 0 : ms
}

/** The throughput that `times` as many at once have to bring, as a multiple of that of the fewer. */
export function requiredGain(times: number): number {
  return 1 + minGain * (times - 1)
}

/** Users in flight without queueing, those on the network included. */
export function estimateKnee(pace: LimiterState, { typical }: LimiterWindow): number {
  const turnaround = turnaroundMs(pace)
  return roundUpLimit((pace.limit * (pace.baselineLatency + turnaround)) / (typical + turnaround))
}

/** One more for what is left over, unless it is little. */
export function roundUpLimit(many: number): number {
  return Math.ceil(many - 0.2)
}

/** Milliseconds from a reply until the next request leaves: what reply times leave of the time between two requests. */
export function turnaroundMs({ provenLimit, bestThroughput, latency }: LimiterState): number {
  return bestThroughput === 0 ? 0 : Math.max(0, (provenLimit * 1000) / bestThroughput - latency)
}
