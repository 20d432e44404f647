import type { Clock } from './clock.ts'
import {
  initialState,
  type LimiterState,
  type Lowered,
  maxLimit,
  probeFailed,
  turnaroundMs,
  typicalOf,
  updateLimit,
} from './update-limit.ts'

/** How many users are sent at once: fixed, or found by probing. */
export type ConcurrencyLimiter = {
  readonly limit: () => number
  /** The least time between two requests, in milliseconds. */
  readonly pacingIntervalMs: () => number
  /** A request was answered, or given up, after `ms` milliseconds; not one whose failure may be its user's. */
  readonly replied: (ms: number) => void
  /** The core asked for fewer requests. */
  readonly pushedBack: () => void
  /** Measures from now on; `onChange` after every window. */
  readonly begin: (inFlight: () => number, onChange: () => void) => void
  readonly end: () => void
  /** Changes the concurrency; `auto` starts from the current limit. */
  readonly set: (concurrency: number | 'auto') => void
  /** Why `auto` sends fewer at once than it did; null: it does not. */
  readonly lowered: () => Lowered | null
}

type Limiter = Omit<ConcurrencyLimiter, 'set'>

const windowMs = 500

/** A window with fewer replies per user in flight than this is extended. */
const repliesPerUser = 3
const maxWindowMs = 5000

/** Two replies per slot are enough to abort a failed probe early. */
const repliesToAbortProbe = 2

function nothing(): void {
  // Nothing to measure or to cancel.
}

/** Replies since a moment, in ticks. */
type ReplyWindow = { readonly since: number; readonly times: number[]; backpressure: boolean }

/** `isTroubled`: different users fail, and none succeeds. */
export function createConcurrencyLimiter(
  concurrency: number | 'auto',
  clock: Clock,
  isTroubled: () => boolean = () => false,
): ConcurrencyLimiter {
  const adaptive = (state: LimiterState) => adaptiveLimiter(state, clock, isTroubled)
  let limiter: Limiter = concurrency === 'auto' ? adaptive(initialState) : fixedLimiter(concurrency)
  let began: Parameters<ConcurrencyLimiter['begin']> | null = null
  return {
    limit: () => limiter.limit(),
    pacingIntervalMs: () => limiter.pacingIntervalMs(),
    replied: (ms) => limiter.replied(ms),
    pushedBack: () => limiter.pushedBack(),
    lowered: () => limiter.lowered(),
    begin: (...how) => {
      began = how
      limiter.begin(...how)
    },
    end: () => {
      began = null
      limiter.end()
    },
    set: (next) => {
      const limit = Math.min(maxLimit, limiter.limit())
      limiter.end()
      limiter = next === 'auto' ? adaptive({ ...initialState, limit, provenLimit: limit }) : fixedLimiter(next)
      if (began === null) return
      limiter.begin(...began)
      began[1]()
    },
  }
}

/** Share of an even interval that is kept between any two requests: replies differ in length. */
const spacing = 0.6

function adaptiveLimiter(first: LimiterState, clock: Clock, isTroubled: () => boolean): Limiter {
  const windowFromNow = (): ReplyWindow => ({ since: clock.ticks(), times: [], backpressure: false })
  let state = first
  let window = windowFromNow()
  let cancelTimer = nothing
  let inFlight = () => 0
  let onChange = nothing
  /** Replies of an earlier limit are over. */
  let settled = true

  const measureLater = () => {
    cancelTimer()
    cancelTimer = clock.setTimer(windowMs, measure)
  }

  const measure = () => {
    const { since, times, backpressure } = window
    const ms = clock.ticks() - since
    const isEnough = times.length >= repliesPerUser * state.limit || ms >= maxWindowMs
    if (isEnough || backpressure || isTroubled() || inFlight() < state.limit) judge(ms)
    else measureLater()
  }

  const judge = (ms: number) => {
    const { times, backpressure } = window
    const typical = typicalOf(times)
    const before = state.limit
    const saturated = inFlight() >= state.limit
    const errors = times.length === 0 && isTroubled()
    state = updateLimit(state, { replies: times.length, ms, typical, backpressure, errors, saturated })
    window = windowFromNow()
    measureLater()
    onChange()
    if (state.limit === before) return
    // Replies that arrive now were sent at the old limit; requests that queued then take twice as long as others.
    settled = false
    cancelTimer()
    cancelTimer = clock.setTimer(Math.min(2 * typical, maxWindowMs), () => {
      settled = true
      window = windowFromNow()
      measureLater()
    })
  }

  const abortsProbe = ({ times }: ReplyWindow) =>
    settled && times.length === repliesToAbortProbe * state.limit && probeFailed(state, typicalOf(times))

  return {
    limit: () => state.limit,
    pacingIntervalMs: () => pacingIntervalMs(state),
    lowered: () => state.lowered,
    pushedBack: () => {
      window.backpressure = true
    },
    replied: (ms) => {
      const { times } = window
      times.push(ms)
      // Too few replies to count, but requests in flight are throughput times reply time (Little's law).
      if (abortsProbe(window)) judge((times.length * (typicalOf(times) + turnaroundMs(state))) / state.limit)
    },
    begin: (...how) => {
      ;[inFlight, onChange] = how
      window = windowFromNow()
      measureLater()
    },
    end: () => cancelTimer(),
  }
}

function fixedLimiter(limit: number): Limiter {
  return {
    limit: () => limit,
    pacingIntervalMs: () => 0,
    lowered: () => null,
    replied: nothing,
    pushedBack: nothing,
    begin: nothing,
    end: nothing,
  }
}

/**
 * Spaces requests. Without spacing, equally long replies stay synchronised and the core idles between bursts. A request
 * waits here at most as long as it would queue at the core.
 */
function pacingIntervalMs({ limit, provenLimit, latency, queueDelay }: LimiterState): number {
  if (limit !== provenLimit) return 0
  const ms = Math.min(queueDelay, (latency / limit) * spacing)
  // The shortest time of a timer.
  return ms < 1 ? 0 : ms
}
