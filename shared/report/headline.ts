import { count, counted, type CountedPart, countedParts } from '../format.ts'
import type { StateCounts, Totals } from '../ipc/views.ts'
import { stateInSentence, unchangedOf } from './state-titles.ts'

/** Users who are not migrated, in the order in which they are named. */
const shown = ['failed', 'in-doubt', 'blocked', 'excluded', 'existing'] as const

/**
 * The outcome of all records, in one line: users by state, then records without a user; zeros are left out. `undone`:
 * users that a complete undo removed.
 */
export function headline(
  counts: StateCounts,
  totals: Pick<Totals, 'unmatched' | 'unreadable' | 'unchanged'>,
  undone: number | null,
): string {
  if (undone !== null) return `Undone: ${counted(undone, 'user')} removed again${staysText(counts.migrated)}`
  const unchanged = unchangedOf(totals, counts)
  const named = { ...counts, excluded: counts.excluded - unchanged }
  const parts: readonly CountedPart[] = [
    ...shown.map((state) => [named[state], stateInSentence(state, named[state])] as const),
    [unchanged, 'unchanged'],
    [counts.ready + counts.sending, 'not sent yet'],
    [totals.unmatched, totals.unmatched === 1 ? 'record unmatched' : 'records unmatched'],
    [totals.unreadable, totals.unreadable === 1 ? 'record unreadable' : 'records unreadable'],
  ]
  const others = countedParts(parts)
  return [`${count(counts.migrated)} migrated`, ...others].join(' · ')
}

/** Users that an undo left: this migration did not create them. */
function staysText(migrated: number): string {
  return migrated === 0 ? '' : ` · ${counted(migrated, 'migrated user')} ${migrated === 1 ? 'stays' : 'stay'}`
}

/** The same as a sentence that names every outcome: `2,519 of 2,776 users were migrated; 158 wait for a decision and 66 were excluded.` */
export function resultSentence(
  counts: StateCounts,
  totals: Pick<Totals, 'users' | 'unmatched' | 'unreadable' | 'unchanged'>,
  undone: number | null,
): string {
  if (undone !== null) return `${headline(counts, totals, undone)}.`
  const { failed, blocked, existing, 'in-doubt': inDoubt } = counts
  const unchanged = unchangedOf(totals, counts)
  const excluded = counts.excluded - unchanged
  const unsent = counts.ready + counts.sending
  const parts: readonly CountedPart[] = [
    [blocked, blocked === 1 ? 'waits for a decision' : 'wait for a decision'],
    [failed, 'failed'],
    [inDoubt, inDoubt === 1 ? 'is in doubt' : 'are in doubt'],
    [excluded, excluded === 1 ? 'was excluded' : 'were excluded'],
    [unchanged, unchanged === 1 ? 'is unchanged' : 'are unchanged'],
    [existing, existing === 1 ? 'was in the core before' : 'were in the core before'],
    [unsent, unsent === 1 ? 'is not sent yet' : 'are not sent yet'],
    [totals.unmatched, totals.unmatched === 1 ? 'record is unmatched' : 'records are unmatched'],
    [totals.unreadable, totals.unreadable === 1 ? 'record is unreadable' : 'records are unreadable'],
  ]
  const others = countedParts(parts)
  const migrated = `${count(counts.migrated)} of ${counted(totals.users, 'user')} ${counts.migrated === 1 ? 'was' : 'were'} migrated`
  const last = others.at(-1)
  if (last === undefined) return `${migrated}.`
  const rest = others.length < 2 ? last : `${others.slice(0, -1).join(', ')}${others.length > 2 ? ',' : ''} and ${last}`
  return `${migrated}; ${rest}.`
}

/** Where no user failed, is excluded or needs a decision: all are in the core, or some are still to be sent. */
export function noneOpenText({ ready, sending }: Pick<StateCounts, 'ready' | 'sending'>): string {
  const unsent = ready + sending
  if (unsent === 0) return 'None: every user who was read is migrated, or was in the core before.'
  return `No user failed or needs a decision. ${counted(unsent, 'user')} ${unsent === 1 ? 'is' : 'are'} not sent yet.`
}
