import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { currentTarget } from '../document/targets.ts'
import { undoneUsers } from './undone.ts'
import { countStates } from './counts.ts'

/** Why the hashes cannot be removed now; null: they can. A finished migration has no users left to send. */
export function hashesRequiredReason(database: Database): string | null {
  if (getSetting(database, 'hashes-removed') !== undefined) return 'They were already removed.'
  const target = currentTarget(database)
  if (target === undefined || target.kind !== 'live') return 'No users were sent to a live core yet.'
  const { ready, sending, 'in-doubt': inDoubt, migrated } = countStates(database, target.id)
  // After a complete undo nothing of them is in the core, and whether they are sent again is the operator's matter.
  if (undoneUsers(database, target.id) !== null) return null
  if (migrated === 0) return 'No users were sent to this core yet.'
  const open = ready + sending + inDoubt
  return open === 0 ? null : `${open} users are not sent yet. Send or exclude them first.`
}
