import type { DraftBatch } from '../import-pipeline/draft-batch.ts'
import { facetId } from './facets.ts'
import { oneNumber } from './rows.ts'
import type { Database, SqlValue } from './sqlite.ts'
import { insertPacked, insertStatement, bulkInsert, sql } from './statements.ts'

const user = insertStatement(
  'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone, note, reason, password_claim)',
  "(?, ?, ?, ?, ?, ?, ?, ?, ifnull(?, ''), ifnull(?, ''), ?)",
)
const text = insertStatement('INSERT INTO user_text (user_id, source, calls, keys)', '(?, ?, ?, ?)')
const claim = insertStatement('INSERT OR IGNORE INTO identifier (user_id, key, is_owner)', '(?, ?, ?)')
const finding = insertStatement(
  'INSERT OR IGNORE INTO finding (user_id, code, group_key, blocks, detail)',
  '(?, ?, ?, ?, ?)',
)
const part = insertStatement('INSERT INTO partial_record (file_id, line, byte, keys, part)', '(?, ?, ?, ?, ?)')
const unreadable = insertStatement('INSERT INTO unreadable (file_id, line, byte, reason)', '(?, ?, ?, ?)')

/** Writes what was read from a file. Within a transaction. */
export function storeBatch(database: Database, fileId: number, batch: DraftBatch): void {
  // Behind all users that there are, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  const facets = batch.facets.map((facet) => facetId(database, facet))
  const ofUser = (values: SqlValue[], at: number) => values.push(first + at)
  insertPacked(database, user, batch.users, (values, facet, index) =>
    values.push(first + index, fileId, facets[facet] ?? 0),
  )
  insertPacked(database, text, batch.texts, ofUser)
  insertPacked(database, claim, batch.claims, ofUser)
  insertPacked(database, finding, batch.findings, ofUser)
  bulkInsert(database, part, batch.parts, (values, [line, byte, keys, part]) => {
    values.push(fileId, line, byte, keys, part)
  })
  bulkInsert(database, unreadable, batch.unreadable, (values, [line, byte, reason]) => {
    values.push(fileId, line, byte, reason)
  })
}
