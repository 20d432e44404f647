import { count } from '../../../shared/format.ts'
import { minUsersForPercent, type StopRule } from '../../../shared/ipc/stop-rule.ts'
import type { UserState } from '../../../shared/planning/call.ts'

/** How many users of a round ended, and how many of them failed, now one after the other. */
export type FailureTally = { readonly ended: number; readonly failed: number; readonly inARow: number }

export const noTally: FailureTally = { ended: 0, failed: 0, inARow: 0 }

/**
 * The tally after one more user. One that waits for a decision, or is in doubt, says nothing. Users set aside fail one after
 * the other because they are kept for the end, which says nothing about failures in a row.
 */
export function tallied(tally: FailureTally, state: UserState, wasAside = false): FailureTally {
  const { ended, failed, inARow } = tally
  if (state === 'failed') return { ended: ended + 1, failed: failed + 1, inARow: wasAside ? inARow : inARow + 1 }
  return state === 'migrated' || state === 'existing' ? { ended: ended + 1, failed, inARow: 0 } : tally
}

/** Why the operator's rule pauses the run, as a sentence; null: it does not. */
export function exceeds(rule: StopRule, { ended, failed, inARow }: FailureTally): string | null {
  if (rule.inARow !== null && inARow >= rule.inARow) {
    return `${count(rule.inARow)} ${rule.inARow === 1 ? 'user' : 'users in a row'} failed.`
  }
  if (rule.percent === null || ended < minUsersForPercent || failed * 100 <= rule.percent * ended) return null
  return `${count(failed)} of ${count(ended)} users failed, more than ${rule.percent} %.`
}
