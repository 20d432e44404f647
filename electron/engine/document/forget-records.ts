import { setColumnsRead } from './columns-read.ts'
import { setColumnCounts } from './column-counts.ts'
import { setControlTotals } from './control-totals.ts'
import { setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { transaction } from './transactions.ts'
import { bumpUsersVersion } from './users-version.ts'

/** Tables that have rows of users, by `user_id`. */
export const recordTables = [
  'progress',
  'call',
  'attempt',
  'post_run',
  'bulk_row',
  'user_text',
  'finding',
  'identifier',
  'join_key',
  'pass_user',
  'pending_change',
] as const

/** Is every user of the document of this file? Then whole tables are emptied, many times faster than by a condition. */
export function hasAllUsers(database: Database, fileId: number): boolean {
  return sql(database, 'SELECT 1 FROM user WHERE file_id <> ? LIMIT 1').get(fileId) === undefined
}

/** Forgets everything that was read from a file, so that it can be read again or removed. */
export function forgetRecords(database: Database, id: number): void {
  const all = hasAllUsers(database, id)
  transaction(database, () => {
    for (const table of recordTables) {
      if (all) database.exec(`DELETE FROM ${table}`)
      else sql(database, `DELETE FROM ${table} WHERE user_id IN (SELECT id FROM user WHERE file_id = ?)`).run(id)
    }
    if (all) database.exec('UPDATE partial_record SET user_id = NULL; DELETE FROM user')
    else
      sql(
        database,
        'UPDATE partial_record SET user_id = NULL WHERE user_id IN (SELECT id FROM user WHERE file_id = ?)',
      ).run(id)
    for (const table of ['user', 'partial_record', 'unreadable'])
      sql(database, `DELETE FROM ${table} WHERE file_id = ?`).run(id)
    sql(
      database,
      `UPDATE file SET records = 0, unreadable = 0, other = '{}', unread_tables = '[]', offers = 'null', truncation = NULL, complete = 0, problem = NULL
       WHERE id = ?`,
    ).run(id)
    setColumnCounts(database, id, null)
    setColumnsRead(database, id, null)
    setControlTotals(database, id, null)
    setSetting(database, 'joined', false)
    bumpUsersVersion(database)
  })
}

export function removeFile(database: Database, id: number): void {
  forgetRecords(database, id)
  sql(database, 'DELETE FROM file WHERE id = ?').run(id)
}
