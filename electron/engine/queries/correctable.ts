import type { UserRow } from '../../../shared/ipc/views.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

const correctableStates: readonly UserRow['state'][] = ['ready', 'blocked', 'failed', 'in-doubt']

/**
 * Can this user be corrected here? Not when a live core has it, whatever a rehearsal says of it: then it is changed
 * there.
 */
export function isCorrectable(database: Database, row: Pick<UserRow, 'id' | 'state'>): boolean {
  if (!correctableStates.includes(row.state)) return false
  const sent = `SELECT 1 FROM progress JOIN target ON target.id = progress.target_id
    WHERE kind = 'live' AND user_id = ? AND state IN ('migrated', 'existing', 'sending')`
  return sql(database, sent).get(row.id) === undefined
}
