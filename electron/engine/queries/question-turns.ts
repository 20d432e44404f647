import type { TimerClock } from '../../../shared/coalesce.ts'
import { problem, type Result } from '../../../shared/result.ts'

/** Columns are loaded ahead after this many milliseconds without a query. */
const quietMs = 300

type Turns = {
  /** Does the work of a page as soon as its turn comes: before every other question that waits, and before warming. */
  readonly page: <T>(work: () => Promise<T>) => Promise<T>
  /** Does the work of another question once no page waits. */
  readonly question: <T>(work: () => Promise<T>) => Promise<T>
  /** Loads columns ahead, step by step while no query runs, until `warm` returns false. */
  readonly warm: () => void
}

type TurnOptions = {
  /** Calls back after whatever has arrived by now. */
  readonly defer: (wake: () => void) => void
  readonly clock: TimerClock
  /** One step; false: nothing is left to do. */
  readonly warm: () => boolean
}

/** Priority scheduler of one thread: pages first, other questions next, warming while the thread is idle. */
export function createTurns({ defer, clock, warm }: TurnOptions): Turns {
  let waitingPages = 0
  let lastAsked = Number.NEGATIVE_INFINITY
  let warming = false

  const step = (): void => {
    const rest = lastAsked + quietMs - clock.ticks()
    if (rest > 0) {
      clock.setTimer(rest, step)
      return
    }
    warming = warm()
    if (warming) defer(step)
  }

  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    lastAsked = clock.ticks()
    try {
      return await work()
    } finally {
      lastAsked = clock.ticks()
    }
  }

  return {
    page: (work) =>
      noted(async () => {
        waitingPages += 1
        try {
          return await work()
        } finally {
          waitingPages -= 1
        }
      }),
    question: (work) =>
      noted(async () => {
        do await new Promise<void>(defer)
        while (waitingPages > 0)
        return work()
      }),
    warm: () => {
      if (warming) return
      warming = true
      defer(step)
    },
  }
}

/** The reply to a question that a newer one of its kind overtook before its turn came. */
export const superseded = problem('superseded', 'Replaced by a newer request.')

/**
 * Answers the newest question alone: of those that came while another was worked on, the older ones are not worked on any
 * more. `later` calls back after what has arrived by now.
 */
export function latestOnly(
  work: (input: unknown) => Promise<Result<unknown>>,
  defer: (then: () => void) => void,
): (input: unknown) => Promise<Result<unknown>> {
  let waiting: { readonly input: unknown; readonly answer: (result: Result<unknown>) => void } | null = null
  return (input) =>
    new Promise((resolve, reject) => {
      waiting?.answer(superseded)
      const mine = { input, answer: resolve }
      waiting = mine
      defer(() => {
        if (waiting !== mine) return
        waiting = null
        work(input).then(resolve, reject)
      })
    })
}
