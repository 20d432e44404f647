import { cronEveryMs } from '../../../../shared/core-api/choose-executor.ts'

/** When the core's import job was last seen to begin, and when it comes next. Times: ticks, milliseconds. */
export type RoundWatch = {
  /** One look at the core's list: does the job work on rows of ours, do any of them still wait for it? */
  readonly look: (at: number, seen: { readonly isWorking: boolean; readonly isWaiting: boolean }) => void
  /** How long the next round has been waited for; 0: none is. */
  readonly waitingMs: (at: number) => number
  /** Until the next round comes, at most; null: none is waited for. */
  readonly nextRoundMs: (at: number) => number | null
}

/**
 * The core does not announce its import job. The job runs at even intervals, so one observed round predicts the next.
 */
export function createRoundWatch(): RoundWatch {
  let beganAt: number | null = null
  let waitsSince: number | null = null
  let wasWorking = false
  return {
    look: (at, { isWorking, isWaiting }) => {
      if (isWorking && !wasWorking) beganAt = at
      wasWorking = isWorking
      waitsSince = isWaiting && !isWorking ? (waitsSince ?? at) : null
    },
    waitingMs: (at) => (waitsSince === null ? 0 : at - waitsSince),
    nextRoundMs: (at) => {
      if (waitsSince === null) return null
      const bySeen = beganAt === null ? -1 : beganAt + cronEveryMs - at
      return bySeen >= 0 ? bySeen : Math.max(0, waitsSince + cronEveryMs - at)
    },
  }
}
