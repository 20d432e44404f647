import type { Clock } from './clock.ts'
import { apartMs, awayMs, isInVain } from './pace-line.ts'
import { firstPace, largestLimit, nextPace, type Lowered, type Pace } from './pace.ts'

/** How many users may be under way at once: fixed, or found by trying. */
export type Pacing = {
  readonly limit: () => number
  /** Milliseconds that have to lie between two requests. */
  readonly apart: () => number
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

/** So many replies per user tell a try in vain, which ends it: a line makes everybody slow, and fewer send less. */
const repliesToJudgeTry = 2

function nothing(): void {
  // There is nothing to measure, or nothing to take back.
}

export function createPacing(concurrency: number | 'auto', clock: Clock): Pacing {
  let kind: Kind = concurrency === 'auto' ? autoPacing(firstPace, clock) : fixedPacing(concurrency)
  let began: Parameters<Pacing['begin']> | null = null
  return {
    limit: () => kind.limit(),
    apart: () => kind.apart(),
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
  let inFlight = () => 0
  let onChange = nothing
  /** Replies of an earlier limit are over. */
  let settled = true

  const afresh = () => {
    since = clock.ticks()
    times = []
    pushedBack = false
  }

  const measureLater = () => {
    takeBack()
    takeBack = clock.later(windowMs, measure)
  }

  const measure = () => {
    const isEnough = times.length >= repliesPerUser * pace.limit || clock.ticks() - since >= longestWindowMs
    if (isEnough || pushedBack || inFlight() < pace.limit) judge(clock.ticks() - since)
    else measureLater()
  }

  const judge = (ms: number) => {
    const typical = typicalOf(times)
    const before = pace.limit
    const saturated = inFlight() >= pace.limit
    pace = nextPace(pace, { replies: times.length, ms, typical, pushedBack, saturated })
    afresh()
    measureLater()
    onChange()
    if (pace.limit === before) return
    // What is answered now left at the old limit; who stood in line then takes twice as long as others.
    settled = false
    takeBack()
    takeBack = clock.later(Math.min(2 * typical, longestWindowMs), () => {
      settled = true
      afresh()
      measureLater()
    })
  }

  const triesInVain = () =>
    settled && times.length === repliesToJudgeTry * pace.limit && isInVain(pace, typicalOf(times))

  return {
    limit: () => pace.limit,
    apart: () => apartMs(pace),
    lowered: () => pace.lowered,
    replied: (httpStatus, ms) => {
      times.push(ms)
      pushedBack ||= httpStatus === 429 || httpStatus === 503
      // Too few to count them in so short a time, but what is under way is throughput times reply time.
      if (triesInVain()) judge((times.length * (typicalOf(times) + awayMs(pace))) / pace.limit)
    },
    begin: (...how) => {
      ;[inFlight, onChange] = how
      afresh()
      measureLater()
    },
    end: () => takeBack(),
  }
}

/** The mean, but none counts for more than three usual ones: some wait for a timeout, and say nothing about the others. */
function typicalOf(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  const most = 3 * (sorted[Math.floor(sorted.length / 2)] ?? 0)
  return sorted.reduce((sum, ms) => sum + Math.min(ms, most), 0) / Math.max(1, sorted.length)
}

function fixedPacing(limit: number): Kind {
  return { limit: () => limit, apart: () => 0, lowered: () => null, replied: nothing, begin: nothing, end: nothing }
}
