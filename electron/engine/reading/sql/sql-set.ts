import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { type Cursor, position, scan } from '../cursor.ts'
import { tooLong } from '../raw-record.ts'
import { parseJson } from '../json/json-value.ts'
import type { Piece } from '../scan-records.ts'
import { skipStatement } from './sql-between.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { sqlHead } from './sql-heads.ts'
import { cutDump, type KeyMeeting, type RowsOf, sqlPiece, unclosedDump, type SqlScan } from './sql-rows.ts'
import { codeOf } from './sql-code.ts'
import { endOfValue, readSqlString, readValue, type SqlValue } from './sql-values.ts'

/** Yields the row of MySQL's `INSERT INTO t SET a = 1, b = 2`, or of Cassandra's `INSERT INTO t JSON '{"a": 1}'`: its piece is the whole statement at the cursor. */
export async function* wholeRow(
  sqlScan: SqlScan,
  cursor: Cursor,
  { table, form, meets, declared }: Pick<RowsOf, 'table' | 'form' | 'declared'> & { readonly meets: KeyMeeting | null },
): AsyncGenerator<Piece> {
  const start = position(cursor)
  cursor.mark(start)
  sqlScan.sql.begin('statement')
  sqlScan.rowsOf({ table, columns: null, form, meets, declared: declared ?? null })
  const scanned = await scan(cursor, start, sqlScan.sql.follow)
  if (scanned === 'end') {
    if (sqlScan.wants(table) !== false || (sqlScan.notesKeys && meets !== null)) yield sqlPiece(cursor, start, null)
    return
  }
  if (scanned === 'stopped') {
    const fault = sqlScan.sql.isInside() ? (cursor.broken() === null ? unclosedDump : cutDump) : null
    if (fault !== null || sqlScan.wants(table) !== false) yield sqlPiece(cursor, start, fault)
    return
  }
  if (sqlScan.wants(table) === true)
    yield sqlPiece(cursor, start, scanned === 'long' ? tooLong : form === 'json' ? noJson : noRow)
  const broken = await skipStatement(sqlScan, cursor)
  if (broken !== null) yield broken
}

export const noRow = 'The text after SET is not a list of columns with values.'
export const noJson = 'The text after JSON is not an object with the columns of a row.'

/** Reads a whole statement with SET as a row; null if it is not a list of assignments. */
export function readSetRow(text: string, dialect: SqlDialect): Readonly<Record<string, SqlValue>> | null {
  const head = sqlHead.readSet(text)
  if (head === null) return null
  const list = `(${text.slice(head.length).replace(/;\s*$/, '')})`
  const row: Record<string, SqlValue> = {}
  let at = 1
  while (at < list.length) {
    const assigned = sqlHead.readAssigned(list, at)
    if (assigned === null) return null
    const end = endOfValue(list, assigned.end, dialect)
    const value = list.slice(assigned.end, end)
    const update = updateIn(value, dialect)
    if (assigned.column !== '__proto__') row[assigned.column] = readValue(value.slice(0, update).trim(), dialect)
    if (update < value.length) break
    at = end + 1
  }
  return row
}

/** Reads a whole statement with JSON as a row; null if it is none. Names in which capital letters count are in quotation marks of their own. */
export function readJsonRow(text: string, dialect: SqlDialect): SourceRecord | null {
  const head = sqlHead.readJson(text)
  const string = head === null ? null : readSqlString(text, head.length, dialect.backslash)
  const parsed = string === null ? null : parseJson(string.value)
  if (parsed?.kind !== 'record') return null
  const fields = Object.entries(parsed.value).map(([name, value]) => [name.replace(/^"(.*)"$/s, '$1'), value])
  return Object.fromEntries(fields.filter(([name]) => name !== '__proto__'))
}

/** The `ON DUPLICATE KEY UPDATE` clause of a statement with SET, whose values are not part of the row; empty if there is none. */
export function updateBehind(text: string, dialect: SqlDialect): string {
  return /\sON\s+DUPLICATE\s/i.test(text) ? text.slice(updateIn(text, dialect)) : ''
}

/** Index of `ON DUPLICATE KEY UPDATE` after a value; the length of the text if there is none. */
function updateIn(value: string, dialect: SqlDialect): number {
  const code = codeOf(value, dialect)
  const found = /\s(?:AS\s+\S+\s+)?ON\s+DUPLICATE\s+KEY\s+UPDATE\s/i.exec(code)
  return found?.index ?? value.length
}
