import type { DraftBatch } from '../drafting/draft-batch.ts'
import { facetId } from './facets.ts'
import { oneNumber } from './rows.ts'
import { insertOf, insertRows, sql, type Database } from './sqlite.ts'

const user = insertOf(
  'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone, note, reason, imports)',
  '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
)
const text = insertOf('INSERT INTO user_text (user_id, source, calls, keys)', '(?, ?, ?, ?)')
const claim = insertOf('INSERT OR IGNORE INTO claim (holds, user_id, key)', '(1, ?, ?)')
const finding = insertOf('INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail)', '(?, ?, ?, ?, ?)')
const part = insertOf('INSERT INTO part (file_id, line, byte, keys, part)', '(?, ?, ?, ?, ?)')
const unreadable = insertOf('INSERT INTO unreadable (file_id, line, byte, reason)', '(?, ?, ?, ?)')

/** Writes what was read from a file. Within a transaction. */
export function storeBatch(database: Database, fileId: number, batch: DraftBatch): void {
  // Behind all users that there are, so that the order of ids is the order of reading.
  const first = oneNumber(sql(database, 'SELECT coalesce(max(id), 0) AS n FROM user')) + 1
  const facets = batch.facets.map((facet) => facetId(database, facet))
  insertRows(database, user, batch.users, (values, row, index) => {
    const [facet, line, byte, sourceId, email, phone, note, reason, imports] = row
    values.push(first + index, fileId, facets[facet] ?? 0, line, byte, sourceId, email, phone, note, reason, imports)
  })
  insertRows(database, text, batch.texts, (values, [source, calls, keys], index) => {
    values.push(first + index, source, calls, keys)
  })
  insertRows(database, claim, batch.claims, (values, [index, key]) => values.push(first + index, key))
  insertRows(database, finding, batch.findings, (values, [index, code, group, blocks, detail]) => {
    values.push(first + index, code, group, blocks, detail)
  })
  insertRows(database, part, batch.parts, (values, [line, byte, keys, part]) => {
    values.push(fileId, line, byte, keys, part)
  })
  insertRows(database, unreadable, batch.unreadable, (values, [line, byte, reason]) => {
    values.push(fileId, line, byte, reason)
  })
}
