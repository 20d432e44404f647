import type { Clock } from './clock.ts'
import type { Meter } from './meter.ts'
import { firstPace, nextPace, type Pace } from './pace.ts'

/** How many users may be under way at once: fixed, or found by trying. */
export type Pacing = {
  readonly limit: () => number
  readonly replied: (httpStatus: number | null) => void
  readonly finished: () => void
  /** Measures from now on; `onChange` after every window. */
  readonly begin: (inFlight: () => number, onChange: () => void) => void
  readonly end: () => void
}

const windowMs = 500

function nothing(): void {
  // There is nothing to measure, or nothing to take back.
}

export function createPacing(concurrency: number | 'auto', meter: Meter, clock: Clock): Pacing {
  if (concurrency !== 'auto') return fixedPacing(concurrency)
  let pace: Pace = firstPace
  let finished = 0
  let pushedBack = false
  let takeBack = nothing

  return {
    limit: () => pace.limit,
    replied: (httpStatus) => {
      pushedBack ||= httpStatus === 429 || httpStatus === 503
    },
    finished: () => {
      finished += 1
    },
    begin: (inFlight, onChange) => {
      const measure = () => {
        const saturated = inFlight() >= pace.limit
        pace = nextPace(pace, { finished, ms: windowMs, p50: meter.p50() ?? 0, pushedBack, saturated })
        finished = 0
        pushedBack = false
        onChange()
        takeBack = clock.later(windowMs, measure)
      }
      takeBack = clock.later(windowMs, measure)
    },
    end: () => takeBack(),
  }
}

function fixedPacing(limit: number): Pacing {
  return { limit: () => limit, replied: nothing, finished: nothing, begin: nothing, end: nothing }
}
