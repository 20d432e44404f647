import type { Clock } from './clock.ts'
import { firstPace, largestLimit, nextPace, type Lowered, type Pace } from './pace.ts'

/** How many users may be under way at once: fixed, or found by trying. */
export type Pacing = {
  readonly limit: () => number
  /** A request was answered, or given up, after `ms` milliseconds. */
  readonly replied: (httpStatus: number | null, ms: number) => void
  /** Measures from now on; `onChange` after every window. */
  readonly begin: (inFlight: () => number, onChange: () => void) => void
  readonly end: () => void
  /** Goes on with another concurrency; `auto` begins where it stands. */
  readonly set: (concurrency: number | 'auto') => void
  /** Why `auto` sends fewer at once than it did; null: it does not. */
  readonly lowered: () => Lowered | null
}

type Kind = Omit<Pacing, 'set'>

const windowMs = 500

/** A window that has fewer replies than this many per user under way goes on for a while. */
const repliesPerUser = 3
const longestWindowMs = 5000

function nothing(): void {
  // There is nothing to measure, or nothing to take back.
}

export function createPacing(concurrency: number | 'auto', clock: Clock): Pacing {
  let kind: Kind = concurrency === 'auto' ? autoPacing(firstPace, clock) : fixedPacing(concurrency)
  let began: Parameters<Pacing['begin']> | null = null
  return {
    limit: () => kind.limit(),
    replied: (httpStatus, ms) => kind.replied(httpStatus, ms),
    lowered: () => kind.lowered(),
    begin: (...how) => {
      began = how
      kind.begin(...how)
    },
    end: () => {
      began = null
      kind.end()
    },
    set: (next) => {
      const limit = Math.min(largestLimit, kind.limit())
      kind.end()
      kind = next === 'auto' ? autoPacing({ ...firstPace, limit, steady: limit }, clock) : fixedPacing(next)
      if (began === null) return
      kind.begin(...began)
      began[1]()
    },
  }
}

function autoPacing(first: Pace, clock: Clock): Kind {
  let pace = first
  let since = 0
  let times: number[] = []
  let pushedBack = false
  let takeBack = nothing

  const afresh = () => {
    since = clock.ticks()
    times = []
    pushedBack = false
  }

  return {
    limit: () => pace.limit,
    lowered: () => pace.lowered,
    replied: (httpStatus, ms) => {
      times.push(ms)
      pushedBack ||= httpStatus === 429 || httpStatus === 503
    },
    begin: (inFlight, onChange) => {
      const measure = () => {
        const ms = clock.ticks() - since
        const saturated = inFlight() >= pace.limit
        takeBack = clock.later(windowMs, measure)
        if (saturated && !pushedBack && times.length < repliesPerUser * pace.limit && ms < longestWindowMs) return
        const typical = typicalOf(times)
        const before = pace.limit
        pace = nextPace(pace, { replies: times.length, ms, typical, pushedBack, saturated })
        afresh()
        onChange()
        if (pace.limit === before) return
        // What is answered now left at the old limit.
        takeBack()
        takeBack = clock.later(Math.min(typical, longestWindowMs), () => {
          afresh()
          takeBack = clock.later(windowMs, measure)
        })
      }
      afresh()
      takeBack = clock.later(windowMs, measure)
    },
    end: () => takeBack(),
  }
}

/** The mean without the slowest twentieth: some wait for a timeout, and say nothing about the others. */
function typicalOf(times: readonly number[]): number {
  const most = times.toSorted((a, b) => a - b).slice(0, Math.max(1, Math.ceil(times.length * 0.95)))
  return most.reduce((sum, ms) => sum + ms, 0) / Math.max(1, most.length)
}

function fixedPacing(limit: number): Kind {
  return { limit: () => limit, lowered: () => null, replied: nothing, begin: nothing, end: nothing }
}
