import * as z from 'zod'
import { planRow, plannedRow, readPlanning, wasSentLive, type Planning } from './plan-row.ts'
import { allRows, oneRow } from './rows.ts'
import { sql, transaction, type Database } from './sqlite.ts'

const keyRow = z.object({ key: z.string() })
const idRow = z.object({ user_id: z.number() })

/** Plans one corrected user again, and those whose duplicate it was. Returns false when there is no such user. */
export function planOneAgain(database: Database, userId: number): boolean {
  const planning = readPlanning(database)
  return transaction(database, () => {
    const released = allRows(keyRow, sql(database, 'SELECT key FROM claim WHERE user_id = ?'), userId)
    const found = replan(database, userId, planning)
    for (const { key } of released) {
      const heir = heirOf(database, key)
      if (heir !== undefined) replan(database, heir.user_id, planning)
    }
    return found
  })
}

/** The first user who wanted a key that nobody has any more. One who was sent keeps its plan. */
function heirOf(database: Database, key: string): z.infer<typeof idRow> | undefined {
  if (sql(database, 'SELECT 1 FROM claim WHERE key = ?').get(key) !== undefined) return undefined
  return oneRow(
    idRow,
    sql(
      database,
      `SELECT user_id FROM contest JOIN user ON user.id = contest.user_id
       WHERE key = ? AND NOT ${wasSentLive} ORDER BY user_id LIMIT 1`,
    ),
    key,
  )
}

function replan(database: Database, userId: number, planning: Planning): boolean {
  const row = oneRow(plannedRow, sql(database, 'SELECT id, source, correction, calls FROM user WHERE id = ?'), userId)
  if (row === undefined) return false
  for (const table of ['claim', 'contest', 'finding'])
    sql(database, `DELETE FROM ${table} WHERE user_id = ?`).run(userId)
  planRow(database, row, planning)
  return true
}
