import { count, counted } from '../format.ts'
import type { StateCounts, Totals } from '../ipc/views.ts'

/** What became of all records, in one line: users by state, then records without a user; zeros are left out. `undone`: users whom a complete undo removed. */
export function headline(
  counts: StateCounts,
  totals: Pick<Totals, 'unmatched' | 'unreadable'>,
  undone: number | null,
): string {
  if (undone !== null) return `Undone: ${counted(undone, 'user')} removed again`
  const parts: readonly (readonly [number, string])[] = [
    [counts.failed, 'failed'],
    [counts['in-doubt'], 'in doubt'],
    [counts.blocked, counts.blocked === 1 ? 'needs a decision' : 'need a decision'],
    [counts.excluded, 'excluded'],
    [counts.existing, 'already in the core'],
    [counts.ready + counts.sending, 'not sent yet'],
    [totals.unmatched, totals.unmatched === 1 ? 'record unmatched' : 'records unmatched'],
    [totals.unreadable, totals.unreadable === 1 ? 'record unreadable' : 'records unreadable'],
  ]
  const others = parts.flatMap(([n, text]) => (n === 0 ? [] : [`${count(n)} ${text}`]))
  return [`${count(counts.migrated)} migrated`, ...others].join(' · ')
}
