import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { outdatedPlans } from './plans/outdated-plans.ts'
import { setSetting } from './settings.ts'
import { allRows, type Database, oneNumber, sql, transaction } from './sqlite.ts'
import { bumpUsersVersion } from './facets.ts'

/** Files with fewer users are forgotten at once. */
const minUsers = 50_000
const usersAtOnce = 20_000

export type ClearOptions = {
  readonly signal: AbortSignal
  /** How far it is, of `total`. */
  readonly onProgress: (done: number, total: number) => void
  /** For tests: files with fewer users are left to `forgetRecords`; users removed per step. */
  readonly sizes?: { readonly min: number; readonly atOnce: number }
}

/**
 * Removes most records of a large file before `forgetRecords` is called, in steps, so that the writer answers meanwhile
 * and the journal stays small. The file counts as unread from the first step on: after a stop or kill halfway it is
 * cleared and read again.
 */
export async function clearRecords(
  database: Database,
  fileId: number,
  { signal, onProgress, sizes = { min: minUsers, atOnce: usersAtOnce } }: ClearOptions,
): Promise<void> {
  const users = oneNumber(sql(database, 'SELECT count(*) AS n FROM user WHERE file_id = ?'), fileId)
  if (users < sizes.min) return
  outdateLoginFiles(database, fileId)
  transaction(database, () => {
    sql(database, 'UPDATE file SET complete = 0, problem = NULL, problem_code = NULL WHERE id = ?').run(fileId)
    setSetting(database, 'joined', false)
    setSetting(database, 'plans-current', false)
    bumpUsersVersion(database)
  })
  const steps = hasAllUsers(database, fileId) ? wholeTables(database) : rangesOfUsers(database, fileId, sizes.atOnce)
  for (const share of steps) {
    onProgress(Math.round(share * 100), 100)
    await setImmediate()
    if (signal.aborted) return
  }
}

/** A table without a condition is emptied many times faster than row by row. Texts go last: no user is ever without its text. */
function* wholeTables(database: Database): Generator<number> {
  const tables = [...recordTables.filter((table) => table !== 'user_text'), 'user', 'user_text']
  for (const [index, table] of tables.entries()) {
    transaction(database, () => {
      if (table === 'user') database.exec('UPDATE partial_record SET user_id = NULL')
      database.exec(`DELETE FROM ${table}`)
    })
    foldJournal(database)
    yield (index + 1) / tables.length
  }
}

const rangeRow = z.object({ first: z.number(), last: z.number() })

/** All that belongs to some users at a time, each range in one transaction. */
function* rangesOfUsers(database: Database, fileId: number, atOnce: number): Generator<number> {
  const range = sql(
    database,
    'SELECT coalesce(min(id), 0) AS first, coalesce(max(id), -1) AS last FROM user WHERE file_id = ?',
  )
  const { first, last } = rangeRow.parse(range.get(fileId))
  const among = 'IN (SELECT id FROM user WHERE file_id = ? AND id BETWEEN ? AND ?)'
  for (let from = first; from <= last; from += atOnce) {
    const upTo = from + atOnce - 1
    transaction(database, () => {
      for (const table of recordTables)
        sql(database, `DELETE FROM ${table} WHERE user_id ${among}`).run(fileId, from, upTo)
      sql(database, `UPDATE partial_record SET user_id = NULL WHERE user_id ${among}`).run(fileId, from, upTo)
      sql(database, 'DELETE FROM user WHERE file_id = ? AND id BETWEEN ? AND ?').run(fileId, from, upTo)
    })
    yield Math.min(upTo - first + 1, last - first + 1) / (last - first + 1)
  }
}

/** Zeroes emptied pages in the journal first, page by page. */
function foldJournal(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // A reader holds it back; the journal is folded in later.
  }
}

/** Tables that have rows of users, by `user_id`. */
export const recordTables = [
  'progress',
  'call',
  'attempt',
  'post_run',
  'bulk_row',
  'user_text',
  'user_finding',
  'identifier',
  'join_key',
  'pass_user',
  'pending_change',
] as const

/** Is every user of the document of this file? Then whole tables are emptied, many times faster than by a condition. */
function hasAllUsers(database: Database, fileId: number): boolean {
  return sql(database, 'SELECT 1 FROM user WHERE file_id <> ? LIMIT 1').get(fileId) === undefined
}

/** Forgets everything that was read from a file, so that it can be read again or removed. */
export function forgetRecords(database: Database, id: number): void {
  const all = hasAllUsers(database, id)
  transaction(database, () => {
    outdateLoginFiles(database, id)
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
    // Users of other files may lose parts.
    if (sql(database, 'SELECT 1 FROM partial_record WHERE file_id = ? LIMIT 1').get(id) !== undefined)
      outdatedPlans.forgetPlanned(database)
    for (const table of ['user', 'partial_record', 'other_key', 'unreadable'])
      sql(database, `DELETE FROM ${table} WHERE file_id = ?`).run(id)
    sql(
      database,
      `UPDATE file SET records = 0, unreadable = 0, other = '{}', unread_tables = '[]', offers = 'null', truncation = NULL, complete = 0, problem = NULL, problem_code = NULL
       WHERE id = ?`,
    ).run(id)
    forgetFileFacts(database, id)
    setSetting(database, 'joined', false)
    bumpUsersVersion(database)
  })
}

export function removeFileRecords(database: Database, id: number): void {
  forgetRecords(database, id)
  sql(database, 'DELETE FROM file WHERE id = ?').run(id)
}

/** Files whose rows were joined with users of this one (`joins/login-files.ts`), or have the IDs of users in place of their own, are read again. */
function outdateLoginFiles(database: Database, fileId: number): void {
  sql(
    database,
    `UPDATE file SET complete = 0 WHERE id <> ?1 AND ((${mayHaveUsers} AND id IN
       (SELECT p.file_id FROM partial_record AS p JOIN user ON user.id = p.user_id WHERE user.file_id = ?1))
       OR id IN (SELECT file_id FROM file_fact WHERE fact = 'ids-replaced'))`,
  ).run(fileId)
}

/** Of `file`: its parts may have been read as users. */
const mayHaveUsers = `(CASE WHEN recognition ->> '$.provider' = 'generic' THEN mapping IS NOT NULL
  ELSE recognition ->> '$.role' = 'users' END)`

const joinedFile = z.object({ id: z.number() })

/** Files of whose rows some were read as users and joined with users of another file, or got the IDs of users by decision. */
export function filesWithJoinedUsers(database: Database): readonly number[] {
  const joined = `SELECT id FROM file WHERE (${mayHaveUsers} AND EXISTS (SELECT 1 FROM partial_record AS p
    JOIN user ON user.id = p.user_id WHERE p.file_id = file.id AND user.file_id <> file.id))
    OR id IN (SELECT file_id FROM file_fact WHERE fact = 'ids-replaced' AND value = '"decided"')`
  return allRows(joinedFile, sql(database, joined)).map(({ id }) => id)
}

function forgetFileFacts(database: Database, fileId: number): void {
  sql(database, 'DELETE FROM file_fact WHERE file_id = ?').run(fileId)
}
