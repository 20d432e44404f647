import type { DraftBatch } from '../drafting/draft-batch.ts'
import { facetId } from './facets.ts'
import { oneNumber } from './rows.ts'
import { insertFlat, insertOf, insertRows, sql, type Database, type SqlValue } from './sqlite.ts'

const user = insertOf(
  'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone, note, reason, imports)',
  '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const text = insertOf('INSERT INTO user_text (user_id, source, calls, keys)', '(?, ?, ?, ?)')
const claim = insertOf('INSERT OR IGNORE INTO claim (user_id, key, holds)', '(?, ?, ?)')
const finding = insertOf('INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail)', '(?, ?, ?, ?, ?)')
const part = insertOf('INSERT INTO part (file_id, line, byte, keys, part)', '(?, ?, ?, ?, ?)')
const unreadable = insertOf('INSERT INTO unreadable (file_id, line, byte, reason)', '(?, ?, ?, ?)')

/** Writes what was read from a file. Within a transaction. */
export function storeBatch(database: Database, fileId: number, batch: DraftBatch): void {
  // Behind all users that there are, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  const facets = batch.facets.map((facet) => facetId(database, facet))
  const ofUser = (values: SqlValue[], at: number) => values.push(first + at)
  insertFlat(database, user, batch.users, (values, facet, index) =>
    values.push(first + index, fileId, facets[facet] ?? 0),
  )
  insertFlat(database, text, batch.texts, ofUser)
  insertFlat(database, claim, batch.claims, ofUser)
  insertFlat(database, finding, batch.findings, ofUser)
  insertRows(database, part, batch.parts, (values, [line, byte, keys, part]) => {
    values.push(fileId, line, byte, keys, part)
  })
  insertRows(database, unreadable, batch.unreadable, (values, [line, byte, reason]) => {
    values.push(fileId, line, byte, reason)
  })
}
