import { setImmediate } from 'node:timers/promises'
import { planRow, plannedRow, type DocumentPlanning } from './plan-row.ts'
import type { DraftOptions } from './draft-again.ts'
import { allRows } from './rows.ts'
import { wasSentLive } from './sent.ts'
import { sql, type Database } from './sqlite.ts'
import { bulkTransaction } from './bulk.ts'

const chunk = 2000

/**
 * Judges the users that claim what an earlier one has, in the order in which they were read. Those that were sent to a
 * live core come before all others. Returns false when it was stopped.
 */
export async function judgeDuplicates(
  database: Database,
  planning: DocumentPlanning,
  options: DraftOptions,
): Promise<boolean> {
  findRivals(database, planning.anySent)
  for (let after = 0; ;) {
    const rows = allRows(
      plannedRow,
      sql(
        database,
        `SELECT user.id, user.source, user.correction FROM rival JOIN user ON user.id = rival.user_id
         WHERE rival.user_id > ? ${planning.anySent ? `AND NOT ${wasSentLive}` : ''} ORDER BY rival.user_id LIMIT ${chunk}`,
      ),
      after,
    )
    const last = rows.at(-1)
    if (last === undefined) break
    bulkTransaction(database, () => {
      for (const row of rows) planRow(database, row, planning, planning.anySent ? 'earlier-or-sent' : 'earlier')
    })
    after = last.id
    options.onProgress(rows.length)
    await setImmediate()
    if (options.signal.aborted) return false
  }
  database.exec('DELETE FROM rival')
  return true
}

/**
 * Notes in a table of this connection who has to be judged: all but the first of those with the same claim, and who was a
 * duplicate before. After a live run the first one by the order of the export need not be the first one in the core.
 */
function findRivals(database: Database, anySent: boolean): void {
  const butTheFirst = anySent ? '' : 'AND one.id > shared.first'
  database.exec(`
    CREATE TEMP TABLE IF NOT EXISTS rival (user_id INTEGER PRIMARY KEY);
    DELETE FROM rival;
    INSERT OR IGNORE INTO rival SELECT user_id FROM finding WHERE code = 'duplicate';
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT key, min(user_id) AS first FROM claim GROUP BY key HAVING count(*) > 1) AS shared
      JOIN (SELECT key, user_id AS id FROM claim) AS one ON one.key = shared.key ${butTheFirst};
    INSERT OR IGNORE INTO rival SELECT one.id
      FROM (SELECT email, min(id) AS first FROM user WHERE email IS NOT NULL AND imports > 0
        GROUP BY email HAVING count(*) > 1) AS shared
      JOIN user AS one ON one.email = shared.email AND one.imports > 0 ${butTheFirst}`)
}
