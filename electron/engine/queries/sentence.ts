import { count, counted } from '../../../shared/format.ts'
import type { ListFilterView, StateCounts } from '../../../shared/ipc/views.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import { countWaiting } from './counts.ts'
import { blockedReasons, excludedReasons, reasonName, type Reasons } from './reasons.ts'

/**
 * The confirmation in numbers: "12,480 users will be created in core.example.com. 37 are excluded: duplicates. 5 are blocked:
 * 3 undecided providers, 2 broken hashes." Each user is counted once.
 */
export function sentenceFor(
  database: Database,
  target: Target | undefined,
  counts: StateCounts,
  filtered: ListFilterView | null,
): string {
  const where = target === undefined ? 'the core' : target.kind === 'rehearsal' ? 'the rehearsal core' : target.name
  const ready = filtered?.ready ?? counts.ready
  if (filtered !== null) {
    const named = `${counted(ready, 'user')} named in ${filtered.from.join(' and ') || 'the list'}`
    return `${named} will be created in ${where}. Other users are not sent.`
  }
  const waiting = { code: 'existing-user', users: countWaiting(database, target?.id ?? null) }
  const blocked = [...blockedReasons(database, counts.blocked), waiting].filter(({ users }) => users > 0)
  return [
    `${counted(ready, 'user')} will be created in ${where}.`,
    ...(counts.excluded > 0 ? [heldBack(counts.excluded, 'excluded', excludedReasons(database, counts.excluded))] : []),
    ...(counts.blocked > 0 ? [heldBack(counts.blocked, 'blocked', blocked)] : []),
  ].join(' ')
}

const maxReasons = 3

/** `2 are excluded: duplicates.` One reason needs no number of its own; of several, the most frequent are named. */
function heldBack(users: number, state: string, reasons: Reasons): string {
  const total = `${counted(users, 'is', 'are')} ${state}`
  const [only] = reasons
  if (only === undefined) return `${total}.`
  if (reasons.length === 1) return `${total}: ${reasonName(only)}.`
  const rest = reasons.slice(maxReasons).reduce((sum, { users: others }) => sum + others, 0)
  const shown = [...reasons.slice(0, maxReasons), ...(rest > 0 ? [{ code: '', users: rest }] : [])]
  return `${total}: ${shown.map((reason) => `${count(reason.users)} ${reasonName(reason)}`).join(', ')}.`
}
