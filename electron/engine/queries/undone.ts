import { getSetting } from '../document/settings.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { countStates } from './counts.ts'

/**
 * How many users a complete undo removed from a core, when nothing was sent there since; null: nothing was undone, or some
 * user that this migration sent may still be there.
 */
export function undoneUsers(database: Database, targetId: number): number | null {
  const undone = getSetting(database, 'rollback')
  if (undone === undefined || undone.target !== targetId || undone.stopped !== null) return null
  if (undone.removed === 0 || undone.failed + undone.unconfirmed + undone.linked + undone.mismatched > 0) return null
  const later = 'SELECT count(*) AS n FROM run WHERE target_id = ? AND started_at > ?'
  if (oneNumber(sql(database, later), targetId, undone.at) > 0) return null
  const { migrated, sending, 'in-doubt': inDoubt } = countStates(database, targetId)
  if (migrated + sending + inDoubt > 0) return null
  // An undo in several passes has removed what all of them did.
  const removed = `SELECT count(DISTINCT user_id) AS n FROM post_run WHERE target_id = ? AND kind = 'undo' AND outcome = 'removed'`
  return oneNumber(sql(database, removed), targetId)
}
