export const initialState: LimiterState = {
  limit: 4,
  provenLimit: 4,
  bestThroughput: 0,
  latency: 0,
  baselineLatency: 0,
  queueDelay: 0,
  raisedLatency: 0,
  probeInterval: 0,
  nextProbeInterval: 6,
  next: 'more',
  lowered: null,
}

export const maxLimit = 128

const growth = { first: 1.5, later: 1.2 }
/** Below this utilisation the rest of the in-flight requests is queueing. */
const utilisation = 0.9
/** Up to this multiple of the baseline, replies show no queueing. */
const uncongested = 1.1
/** Replies that take this much longer than in calm times, and this many milliseconds at least, stand in line. */
const congested = { times: 1.3, ms: 3 }
/** So much longer hurts the others who use the core, whatever it does for the throughput. */
const overloaded = { times: 3, ms: 100 }
const probeIntervals = { min: 6, max: 20 }
/** The latency baseline decays slowly, so a permanently slower core is not throttled for ever. */
const baselineDecay = 1.01

/**
 * The next concurrency for `auto`. Goes up while more at once bring more, then stays at the least that brings the most:
 * what a try without a gain showed of the line at the core tells where that is. Gives way when replies take longer, halves
 * when the core pushes back, and now and then tries a little more or fewer, so that it recovers.
 */
export function updateLimit(pace: LimiterState, window: LimiterWindow): LimiterState {
  if (window.backpressure || window.errors) {
    const refused = { ...pace, lowered: window.backpressure ? 'backpressure' : 'errors' } as const
    return pace.limit > pace.provenLimit ? holdLimit({ ...refused, limit: pace.provenLimit }) : cutLimit(refused, 0.5)
  }
  if (!window.saturated || window.replies === 0) return pace
  if (pace.limit > pace.provenLimit) return afterHigherProbe({ ...pace, lowered: null }, window)
  if (pace.limit < pace.provenLimit) return afterLowerProbe(pace, window)
  return atProvenLimit(pace, window)
}

function afterHigherProbe(pace: LimiterState, window: LimiterWindow): LimiterState {
  const rate = rateOf(window)
  // If the proven limit was fully used, this many requests are in service now; the rest is queueing.
  const atWork = Math.min(pace.limit, (pace.provenLimit * rate) / pace.bestThroughput)
  if (!probeFailed(pace, window.typical) && rate >= pace.bestThroughput * requiredGain(pace.limit / pace.provenLimit)) {
    const isAll = atWork >= pace.limit * utilisation
    const provenLimit = isAll ? pace.limit : roundUpLimit(atWork)
    const latency = (window.typical * provenLimit) / pace.limit
    const settled = {
      ...pace,
      provenLimit,
      bestThroughput: rate,
      latency,
      queueDelay: 0,
      nextProbeInterval: probeIntervals.min,
    }
    if (!isAll) return holdLimit({ ...settled, limit: provenLimit, next: 'fewer' })
    if (pace.limit === maxLimit) return holdLimit({ ...settled, next: 'more' })
    const further = window.typical <= pace.baselineLatency * uncongested ? growth.first : growth.later
    return { ...settled, limit: grown(pace.limit, further), next: 'more' }
  }
  // Without queueing and without a gain, the limit lies elsewhere: a rate limit, or this machine.
  const knee = Math.max(pace.provenLimit, Math.min(roundUpLimit(atWork), estimateKnee(pace, window)))
  const known = knee === pace.provenLimit ? {} : { bestThroughput: 0, latency: 0, queueDelay: 0 }
  return holdLimit({ ...pace, limit: knee, provenLimit: knee, ...known, next: 'fewer' })
}

function afterLowerProbe(pace: LimiterState, window: LimiterWindow): LimiterState {
  const rate = rateOf(window)
  // If a lower limit did not reduce latency there was no queue; the measured gain is noise.
  const helped = pace.raisedLatency === 0 || window.typical < pace.raisedLatency * 0.85
  if (
    helped &&
    !probeFailed(pace, window.typical) &&
    rate * requiredGain(pace.provenLimit / pace.limit) >= pace.bestThroughput
  ) {
    const baselineLatency = Math.min(pace.baselineLatency, window.typical)
    const found = {
      ...pace,
      provenLimit: pace.limit,
      bestThroughput: rate,
      latency: window.typical,
      baselineLatency,
      queueDelay: 0,
    }
    return holdLimit({ ...found, nextProbeInterval: probeIntervals.min, next: 'fewer' })
  }
  const back = { ...pace, limit: pace.provenLimit }
  return pace.raisedLatency === 0
    ? holdLimit({
        ...back,
        baselineLatency: Math.min(pace.baselineLatency, window.typical),
        queueDelay: Math.max(0, pace.latency - window.typical),
      })
    : {
        ...back,
        baselineLatency: relearnedBaseline(pace, window),
        raisedLatency: 0,
        probeInterval: probeIntervals.min,
        next: 'more',
      }
}

function atProvenLimit(pace: LimiterState, window: LimiterWindow): LimiterState {
  const { typical } = window
  const rate = rateOf(window)
  const baselineLatency = pace.baselineLatency === 0 ? typical : Math.min(pace.baselineLatency * baselineDecay, typical)
  const measured = {
    ...pace,
    bestThroughput: smoothed(pace.bestThroughput, rate),
    latency: smoothed(pace.latency, typical),
    baselineLatency,
  }
  if (isSlower(typical, baselineLatency, overloaded)) {
    return {
      ...cutLimit({ ...measured, baselineLatency: relearnedBaseline(measured, window), lowered: 'latency' }, 0.7),
      raisedLatency: typical,
    }
  }
  if (pace.bestThroughput === 0 && pace.probeInterval === 0)
    return { ...measured, limit: grown(pace.limit, growth.first) }
  if (pace.limit > 1 && isSlower(typical, baselineLatency, congested)) {
    // A window in which the core changed says little: the next one counts.
    if (pace.raisedLatency === 0) return { ...measured, bestThroughput: rate, latency: typical, raisedLatency: typical }
    const fewer = Math.max(1, Math.ceil(pace.limit / 2), estimateKnee(measured, window))
    return {
      ...measured,
      bestThroughput: rate,
      latency: typical,
      raisedLatency: typical,
      limit: Math.min(fewer, pace.limit - 1),
    }
  }
  if (pace.probeInterval > 0) return { ...measured, raisedLatency: 0, probeInterval: pace.probeInterval - 1 }
  const isMore = pace.next === 'more' || pace.limit === 1
  return {
    ...measured,
    raisedLatency: 0,
    next: isMore ? 'fewer' : 'more',
    limit: isMore ? grown(pace.limit, growth.later) : shrunk(pace.limit),
  }
}

/** At a smaller limit, of which nothing is known yet. */
function cutLimit(pace: LimiterState, times: number): LimiterState {
  const limit = Math.max(1, Math.floor(pace.limit * times))
  return holdLimit({
    ...pace,
    limit,
    provenLimit: limit,
    bestThroughput: 0,
    latency: 0,
    queueDelay: 0,
    nextProbeInterval: probeIntervals.min,
    next: 'more',
  })
}

/** If a lower limit did not make replies quicker, there was no queue: this is the new baseline. */
function relearnedBaseline({ baselineLatency, raisedLatency }: LimiterState, { typical }: LimiterWindow): number {
  return raisedLatency > 0 && typical > raisedLatency * 0.8 ? Math.min(typical, baselineLatency * 2) : baselineLatency
}

function isSlower(
  typical: number,
  baselineLatency: number,
  by: { readonly times: number; readonly ms: number },
): boolean {
  return typical > baselineLatency * by.times && typical > baselineLatency + by.ms
}

/** Stays at its limit for a while, longer after every try without a gain. */
function holdLimit(pace: LimiterState): LimiterState {
  const { nextProbeInterval } = pace
  return {
    ...pace,
    probeInterval: nextProbeInterval,
    nextProbeInterval: Math.min(probeIntervals.max, nextProbeInterval * 2),
  }
}

function rateOf({ replies, ms }: LimiterWindow): number {
  return (replies / ms) * 1000
}

function smoothed(before: number, now: number): number {
  return before === 0 ? now : before * 0.7 + now * 0.3
}

function grown(limit: number, times: number): number {
  return Math.min(maxLimit, Math.ceil(limit * times))
}

function shrunk(limit: number): number {
  return Math.min(limit - 1, Math.round(limit / growth.later))
}

// Conclusions from reply times about the queue at a core.

/** A higher limit must deliver at least 15 % of the ideal gain; a lower one may lose at most as much. */
const minGain = 0.15
/** Below 95 % of the required throughput a lower limit is rejected; a few samples allow no finer verdict. */
const certainty = 0.95

/**
 * True when latency shows that the probe only queued requests (higher limit) or only lost throughput (lower limit). The
 * number of requests in flight is throughput times reply time, so reply times tell long before enough replies came to count them.
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

/** The throughput that `times` as many at once have to bring, as a multiple of that of the fewer. */
function requiredGain(times: number): number {
  return 1 + minGain * (times - 1)
}

/** Users in flight without queueing, those on the network included. */
function estimateKnee(pace: LimiterState, { typical }: LimiterWindow): number {
  const turnaround = turnaroundMs(pace)
  return roundUpLimit((pace.limit * (pace.baselineLatency + turnaround)) / (typical + turnaround))
}

/** One more for what is left over, unless it is little. */
function roundUpLimit(many: number): number {
  return Math.ceil(many - 0.2)
}

/** The mean, but none counts for more than three usual ones: some wait for a timeout, and say nothing about the others. */
export function typicalOf(times: readonly number[]): number {
  const usual = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
  return usual === undefined ? 0 : times.reduce((sum, ms) => sum + Math.min(ms, 3 * usual), 0) / times.length
}

/** Milliseconds from a reply until the next request leaves: what reply times leave of the time between two requests. */
export function turnaroundMs({ provenLimit, bestThroughput, latency }: LimiterState): number {
  return bestThroughput === 0 ? 0 : Math.max(0, (provenLimit * 1000) / bestThroughput - latency)
}

/** Measurements of one window of time, all at one limit. */
type LimiterWindow = {
  /** Replies that came. */
  readonly replies: number
  readonly ms: number
  /** How long a reply took, in milliseconds: the mean, not counting timeouts as such. */
  readonly typical: number
  /** The core asked for fewer requests in the window: by a 429 or by `Retry-After`. */
  readonly backpressure: boolean
  /** Different users failed in the window, and none succeeded. */
  readonly errors: boolean
  /** All allowed users were under way, so the limit is what bounds the throughput. */
  readonly saturated: boolean
}

export type LimiterState = {
  /** Users that may be in flight now. */
  readonly limit: number
  /** The limit that is known to be good, and its throughput in replies per second (0: not measured yet). */
  readonly provenLimit: number
  readonly bestThroughput: number
  /** The latency at that limit, in milliseconds; 0: not measured yet. */
  readonly latency: number
  /** Reply time without queueing, in milliseconds; 0 before the first window. */
  readonly baselineLatency: number
  /** Queueing delay at this limit, measured by probing a lower one; ms, 0 = unknown. */
  readonly queueDelay: number
  /** The latency that was too long, so that a lower limit was tried; 0: it was not. */
  readonly raisedLatency: number
  /** Windows to stay before another limit is tried; and how many it will be after the next try without a gain. */
  readonly probeInterval: number
  readonly nextProbeInterval: number
  /** Which way the next try goes. */
  readonly next: 'more' | 'fewer'
  /** Why the limit is lower than it was; null: it is what brings the most. */
  readonly lowered: Lowered | null
}

/** The core asked for fewer requests, all requests failed, or replies took much longer than before. */
export type Lowered = 'backpressure' | 'errors' | 'latency'
