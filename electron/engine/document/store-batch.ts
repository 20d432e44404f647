import { userColumn, type DraftBatch } from '../drafting/draft-batch.ts'
import { textsOfPasswordUser } from '../drafting/password-users.ts'
import { facetId } from './facets.ts'
import { oneNumber } from './rows.ts'
import { insertEach, insertFlat, insertOf, insertRows, sql, type Database, type SqlValue } from './sqlite.ts'

const user = insertOf(
  'INSERT INTO user (id, file_id, facet_id, line, byte, source_id, email, phone, note, reason, imports)',
  "(?, ?, ?, ?, ?, ?, ?, ?, ifnull(?, ''), ifnull(?, ''), ?)",
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
  storeTexts(database, first, batch)
  insertFlat(database, claim, batch.claims, ofUser)
  insertFlat(database, finding, batch.findings, ofUser)
  insertRows(database, part, batch.parts, (values, [line, byte, keys, part]) => {
    values.push(fileId, line, byte, keys, part)
  })
  insertRows(database, unreadable, batch.unreadable, (values, [line, byte, reason]) => {
    values.push(fileId, line, byte, reason)
  })
}

/** In the order of the users, because a table that is written at its end is written fastest. */
function storeTexts(database: Database, first: number, { users, texts, passwordUsers }: DraftBatch): void {
  const width = users.values.length / users.of.length
  const textOf = (at: number, column: number): string | null => {
    const value = users.values[at * width + column]
    return typeof value === 'string' ? value : null
  }
  const textWidth = texts.values.length / texts.of.length
  let next = 0
  let nextPassword = 0
  insertEach(database, text, users.of.length, (values, at) => {
    if (passwordUsers.of[nextPassword] === at) {
      const email = textOf(at, userColumn.email) ?? ''
      const sourceId = textOf(at, userColumn.sourceId)
      const { source, calls } = textsOfPasswordUser(passwordUsers, nextPassword, sourceId, email)
      values.push(first + at, source, calls, null)
      nextPassword += 1
    } else {
      const row = next * textWidth
      values.push(first + at, ...texts.values.slice(row, row + textWidth))
      next += 1
    }
  })
}
