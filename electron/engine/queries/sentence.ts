import { count, counted } from '../../../shared/format.ts'
import type { ListFilterView, StateCounts } from '../../../shared/ipc/views.ts'
import type { Database } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import { countWaiting } from './counts.ts'
import { blockedReasons, excludedReasons, reasonText, type Reasons } from './reasons.ts'

/**
 * The confirmation in numbers: "Create 12,480 users in core.example.com, leave out 37 duplicates, 5 blocked". Each user is
 * counted once.
 */
export function sentenceFor(
  database: Database,
  target: Target | undefined,
  counts: StateCounts,
  filtered: ListFilterView | null,
): string {
  const where = target === undefined ? 'the core' : target.kind === 'rehearsal' ? 'the rehearsal core' : target.name
  const ready = filtered?.ready ?? counts.ready
  const create = `Create ${counted(ready, 'user')} in ${where}`
  if (filtered !== null)
    return `${create}: those of ${filtered.from.join(' and ') || 'the list'} who are ready. Everybody else is left for later.`
  const waiting = { code: 'existing-user', users: countWaiting(database, target?.id ?? null) }
  const left = excludedReasons(database, counts.excluded)
  const blocked = [...blockedReasons(database, counts.blocked), waiting].filter(({ users }) => users > 0)
  const parts = [
    create,
    ...(counts.excluded > 0 ? [`leave out ${withReasons(count(counts.excluded), left)}`] : []),
    ...(counts.blocked > 0 ? [withReasons(`${count(counts.blocked)} blocked`, blocked)] : []),
  ]
  return `${parts.join(', ')}.`
}

const maxReasons = 3

/** One reason says it all by itself, several stand in brackets. */
function withReasons(total: string, reasons: Reasons): string {
  const [only] = reasons
  if (only === undefined) return total
  if (reasons.length === 1) return total.includes(' ') ? `${total} (${reasonText(only)})` : reasonText(only)
  const rest = reasons.slice(maxReasons).reduce((sum, { users }) => sum + users, 0)
  const named = reasons.slice(0, maxReasons).map(reasonText)
  return `${total} (${[...named, ...(rest > 0 ? [reasonText({ code: '', users: rest })] : [])].join(', ')})`
}
