/** Measurements of one window of time, all at one limit. */
export type LimiterWindow = {
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
  /** What a reply takes at that limit, in milliseconds; 0: not measured yet. */
  readonly latency: number
  /** Reply time without queueing, in milliseconds; 0 before the first window. */
  readonly baselineLatency: number
  /** Queueing delay at this limit, measured by probing a lower one; ms, 0 = unknown. */
  readonly queueDelay: number
  /** What a reply took when it was too long and fewer at once were tried; 0: it was not. */
  readonly raisedLatency: number
  /** Windows to stay before another limit is tried; and how many it will be after the next try in vain. */
  readonly probeInterval: number
  readonly nextProbeInterval: number
  /** Which way the next try goes. */
  readonly next: 'more' | 'fewer'
  /** Why the limit is lower than it was; null: it is what brings the most. */
  readonly lowered: Lowered | null
}

/** The core asked for fewer requests, all requests failed, or replies took much longer than before. */
export type Lowered = 'backpressure' | 'errors' | 'latency'
