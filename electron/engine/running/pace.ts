import { enough, isInVain, kneeOf, wholeUsers } from './pace-line.ts'

/** What was measured in one window of time, all of it at one limit. */
export type PaceWindow = {
  /** Replies that came. */
  readonly replies: number
  readonly ms: number
  /** How long a reply took, in milliseconds: the mean, not counting timeouts as such. */
  readonly typical: number
  /** The core answered 429 or 503 in the window. */
  readonly pushedBack: boolean
  /** All allowed users were under way, so the limit is what bounds the throughput. */
  readonly saturated: boolean
}

export type Pace = {
  /** So many users may be under way now. */
  readonly limit: number
  /** The limit that is known to be good, and its throughput in replies per second (0: not measured yet). */
  readonly steady: number
  readonly best: number
  /** What a reply takes at that limit, in milliseconds; 0: not measured yet. */
  readonly usual: number
  /** What a reply takes when nobody waits in line, in milliseconds; 0 before the first window. */
  readonly calm: number
  /** How long a reply stands in line at the core at that limit, as fewer at once have shown, in milliseconds; 0: not known. */
  readonly inLine: number
  /** What a reply took when it was too long and fewer at once were tried; 0: it was not. */
  readonly slow: number
  /** Windows to stay before another limit is tried; and how many it will be after the next try in vain. */
  readonly patience: number
  readonly nextPatience: number
  /** Which way the next try goes. */
  readonly next: 'more' | 'fewer'
  /** Why the limit is lower than it was; null: it is what brings the most. */
  readonly lowered: Lowered | null
}

/** The core answered 429 or 503, or its replies took much longer than before. */
export type Lowered = 'pushed-back' | 'slow'

export const firstPace: Pace = {
  limit: 4,
  steady: 4,
  best: 0,
  usual: 0,
  calm: 0,
  inLine: 0,
  slow: 0,
  patience: 0,
  nextPatience: 6,
  next: 'more',
  lowered: null,
}

export const largestLimit = 128

const growth = { first: 1.5, later: 1.2 }
/** Fewer than this part of those under way are at work: the others stand in line. */
const nearlyAll = 0.9
/** Replies that take no longer than this show that nobody stands in line. */
const uncrowded = 1.1
/** Replies that take this much longer than in calm times, and this many milliseconds at least, stand in line. */
const busy = { times: 1.3, ms: 3 }
/** So much longer hurts the others who use the core, whatever it does for the throughput. */
const hurt = { times: 3, ms: 100 }
const patience = { least: 6, most: 20 }
/** What was calm is forgotten slowly, so that a core that grows slower for good is not left for dead. */
const calmFades = 1.01

/**
 * The next concurrency for `auto`. Goes up while more at once bring more, then stays at the least that brings the most:
 * what a try in vain showed of the line at the core tells where that is. Gives way when replies take longer, halves
 * when the core pushes back, and now and then tries a little more or fewer, so that it recovers.
 */
export function nextPace(pace: Pace, window: PaceWindow): Pace {
  if (window.pushedBack) {
    const refused = { ...pace, lowered: 'pushed-back' } as const
    return pace.limit > pace.steady ? stay({ ...refused, limit: pace.steady }) : at(refused, 0.5)
  }
  if (!window.saturated || window.replies === 0) return pace
  if (pace.limit > pace.steady) return afterMore({ ...pace, lowered: null }, window)
  if (pace.limit < pace.steady) return afterFewer(pace, window)
  return atSteady(pace, window)
}

function afterMore(pace: Pace, window: PaceWindow): Pace {
  const rate = rateOf(window)
  // Where all of them were at work before, this many are now; the others stand in line.
  const atWork = Math.min(pace.limit, (pace.steady * rate) / pace.best)
  if (!isInVain(pace, window.typical) && rate >= pace.best * enough(pace.limit / pace.steady)) {
    const isAll = atWork >= pace.limit * nearlyAll
    const steady = isAll ? pace.limit : wholeUsers(atWork)
    const usual = (window.typical * steady) / pace.limit
    const settled = { ...pace, steady, best: rate, usual, inLine: 0, nextPatience: patience.least }
    if (!isAll) return stay({ ...settled, limit: steady, next: 'fewer' })
    if (pace.limit === largestLimit) return stay({ ...settled, next: 'more' })
    const further = window.typical <= pace.calm * uncrowded ? growth.first : growth.later
    return { ...settled, limit: grown(pace.limit, further), next: 'more' }
  }
  // Where nobody stands in line and yet nothing more came, something else is the limit: a ceiling, or this machine.
  const knee = Math.max(pace.steady, Math.min(wholeUsers(atWork), kneeOf(pace, window)))
  const known = knee === pace.steady ? {} : { best: 0, usual: 0, inLine: 0 }
  return stay({ ...pace, limit: knee, steady: knee, ...known, next: 'fewer' })
}

function afterFewer(pace: Pace, window: PaceWindow): Pace {
  const rate = rateOf(window)
  // Where fewer at once did not make replies quicker, they stood in no line, and what came was chance.
  const helped = pace.slow === 0 || window.typical < pace.slow * 0.85
  if (helped && !isInVain(pace, window.typical) && rate * enough(pace.steady / pace.limit) >= pace.best) {
    const calm = Math.min(pace.calm, window.typical)
    const found = { ...pace, steady: pace.limit, best: rate, usual: window.typical, calm, inLine: 0 }
    return stay({ ...found, nextPatience: patience.least, next: 'fewer' })
  }
  const back = { ...pace, limit: pace.steady }
  return pace.slow === 0
    ? stay({ ...back, calm: Math.min(pace.calm, window.typical), inLine: Math.max(0, pace.usual - window.typical) })
    : { ...back, calm: learnedCalm(pace, window), slow: 0, patience: patience.least, next: 'more' }
}

function atSteady(pace: Pace, window: PaceWindow): Pace {
  const { typical } = window
  const rate = rateOf(window)
  const calm = pace.calm === 0 ? typical : Math.min(pace.calm * calmFades, typical)
  const here = { ...pace, best: smoothed(pace.best, rate), usual: smoothed(pace.usual, typical), calm }
  if (isSlower(typical, calm, hurt)) {
    return { ...at({ ...here, calm: learnedCalm(here, window), lowered: 'slow' }, 0.7), slow: typical }
  }
  if (pace.best === 0 && pace.patience === 0) return { ...here, limit: grown(pace.limit, growth.first) }
  if (pace.limit > 1 && isSlower(typical, calm, busy)) {
    // A window in which the core changed says little: the next one counts.
    if (pace.slow === 0) return { ...here, best: rate, usual: typical, slow: typical }
    const fewer = Math.max(1, Math.ceil(pace.limit / 2), kneeOf(here, window))
    return { ...here, best: rate, usual: typical, slow: typical, limit: Math.min(fewer, pace.limit - 1) }
  }
  if (pace.patience > 0) return { ...here, slow: 0, patience: pace.patience - 1 }
  const isMore = pace.next === 'more' || pace.limit === 1
  return {
    ...here,
    slow: 0,
    next: isMore ? 'fewer' : 'more',
    limit: isMore ? grown(pace.limit, growth.later) : shrunk(pace.limit),
  }
}

/** At a smaller limit, of which nothing is known yet. */
function at(pace: Pace, times: number): Pace {
  const limit = Math.max(1, Math.floor(pace.limit * times))
  return stay({
    ...pace,
    limit,
    steady: limit,
    best: 0,
    usual: 0,
    inLine: 0,
    nextPatience: patience.least,
    next: 'more',
  })
}

/** When fewer at once do not make replies quicker, nobody was in line: this is how long they take now. */
function learnedCalm({ calm, slow }: Pace, { typical }: PaceWindow): number {
  return slow > 0 && typical > slow * 0.8 ? Math.min(typical, calm * 2) : calm
}

function isSlower(typical: number, calm: number, by: { readonly times: number; readonly ms: number }): boolean {
  return typical > calm * by.times && typical > calm + by.ms
}

/** Stays at its limit for a while, longer after every try in vain. */
function stay(pace: Pace): Pace {
  const { nextPatience } = pace
  return { ...pace, patience: nextPatience, nextPatience: Math.min(patience.most, nextPatience * 2) }
}

function rateOf({ replies, ms }: PaceWindow): number {
  return (replies / ms) * 1000
}

function smoothed(before: number, now: number): number {
  return before === 0 ? now : before * 0.7 + now * 0.3
}

function grown(limit: number, times: number): number {
  return Math.min(largestLimit, Math.ceil(limit * times))
}

function shrunk(limit: number): number {
  return Math.min(limit - 1, Math.round(limit / growth.later))
}
