import { type Cursor, position } from '../cursor.ts'
import { countLogins } from '../control-totals/login-scan.ts'
import type { Piece } from '../scan-records.ts'
import { peek } from './sql-between.ts'
import { codeOf } from './sql-code.ts'
import { isSameTable } from './changes/sql-changes.ts'
import { type ConstantRow, mergedRows, namedTables, type Picked, pickedRows } from './sql-constant-tables.ts'
import { declaredValues } from './definitions/declared-values.ts'
import { type DeclaredColumns, sqlHead } from './sql-heads.ts'
import { type KeyMeeting, sqlPiece, type SqlScan } from './sql-rows.ts'
import { readSelectRow } from './sql-select-row.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { statementEnd } from './sql-values.ts'

/**
 * An INSERT with rows as SELECTs of constants, as in scripts of SQL Server and Oracle: `INSERT INTO t (a, b) SELECT 1, 'x' UNION ALL SELECT 2, 'y'`,
 * or as a SELECT of a table of constants. A SELECT that reads another table is one row if an email address is among its constants:
 * `SELECT t.id, 'ann@acme.example' FROM tenants t`.
 */
type SelectRows = {
  readonly table: string
  /** Null: the rows are numbered, as neither the statement nor an earlier CREATE TABLE names their columns. */
  readonly columns: readonly string[] | null
  readonly computed: readonly string[]
  /** Positions in the text of the statement. */
  readonly rows: readonly ConstantRow[]
  /** The values in the order of the columns; null: each row has them in that order. */
  readonly picked: readonly Picked[] | null
  /** The key by which a MERGE compares the rows with those that are there. */
  readonly mergedBy?: string
}

const head =
  /^\s*INSERT\s+(?:IGNORE\s+)?(?:INTO\s+)?((?:["`[]?[\p{L}_][\p{L}\p{N}_$ ]*["`\]]?\.){0,3}["`[]?[\p{L}_][\p{L}\p{N}_$]*["`\]]?)\s*(\([^()]*\)\s*|(?<=\s))(?=(?:SELECT|WITH)\b)/iu
const union = /\bUNION(?:\s+ALL)?\s+(?=SELECT\b)/giu
/** A clause that changes an earlier row with the same key. */
const updating = /\bON\s{1,20}(?:DUPLICATE|CONFLICT\b(?![^;]*\bDO\s{1,20}NOTHING\b))/i

/** Limits on the text of a statement that is analyzed, in bytes. */
const maxSelects = 64 * 1024
const maxTable = 4 * 1024 * 1024

/** A table by its CREATE TABLE; null: not known. */
type CreatedBy = (table: string) => DeclaredColumns | null

/** Reads such an INSERT; null if the statement is another one or needs the database. */
function readSelects(text: string, dialect: SqlDialect, createdBy: CreatedBy): SelectRows | null {
  const code = codeOf(text, dialect)
  const end = code.replace(statementEnd, '').length
  const statement = { text, code, dialect }
  const merged = mergedRows(statement, end)
  if (merged !== null) return { ...merged, computed: [], mergedBy: merged.key }
  const before = namedTables(statement, 0)
  const from = before?.end ?? 0
  const found = head.exec(text.slice(from))
  if (found?.[1] === undefined || found[2] === undefined) return null
  const table = sqlHead.plainPath(found[1])
  const created = found[2] === '' ? createdBy(table) : null
  const columns = found[2] === '' ? (created?.columns ?? null) : sqlHead.readColumns(found[2])
  const computed = created?.computed ?? []
  const within = namedTables(statement, from + found[0].length)
  const query = within?.end ?? from + found[0].length
  const tables = new Map([...(before?.tables ?? []), ...(within?.tables ?? [])])
  const isWhole = (count: number | undefined) =>
    columns === null || count === columns.length || count === columns.length - computed.length
  const picked = pickedRows(statement, query, end, tables)
  if (picked !== null) return isWhole(picked.picked.length) ? { table, columns, computed, ...picked } : null
  const unions = [...code.slice(query).matchAll(union)]
  const starts = [query, ...unions.map(({ index, 0: sign }) => query + index + sign.length)]
  const ends = [...unions.map(({ index }) => query + index), end]
  const rows = starts.map((start, at): ConstantRow => ({ start, end: ends[at] ?? end, form: 'select' }))
  const counts = rows.map((row) => readSelectRow(text.slice(row.start, row.end), dialect)?.length)
  const areRows = counts.every((count) => count !== undefined && count === counts[0] && isWhole(count))
  return areRows ? { table, columns, computed, rows, picked: null } : null
}

const mayBeRows = /^(?:with\s|merge\s|insert\b[^;']*?(?:\)\s*|\s)(?:select|with)\b)/i

/** Yields the rows of the INSERT at the cursor if they are constants of a query. Returns whether they are; else the cursor does not move. */
export async function* selectRows(
  sqlScan: SqlScan,
  cursor: Cursor,
  createdBy: CreatedBy,
): AsyncGenerator<Piece, boolean> {
  const { dialect } = sqlScan
  if (!mayBeRows.test(await peek(cursor, 2000))) return false
  const start = position(cursor)
  const text = await statementAt(cursor, dialect)
  const found = readSelects(text, dialect, createdBy)
  if (found === null) return false
  const { meetings, databases } = sqlScan
  if (updating.test(codeOf(text, dialect)) && meetings.has(databases.nameOf(found.table))) return false
  const meets = meetingOf(sqlScan, found)
  if (meets === 'unknown') return false
  const byteAt = positionsIn(text, start)
  const { table, columns, computed, picked } = found
  const constants = (picked ?? []).filter((one) => typeof one === 'string').join('\n')
  const isUsed = countLogins(constants).hashes + countLogins(constants).emails > 0
  const declared = declaredValues(createdBy(table), columns)
  for (const row of found.rows) {
    sqlScan.rowsOf({ table, columns, computed, form: row.form, picked, meets, ...declared })
    const begin = byteAt(row.start)
    cursor.moveTo(begin - cursor.base())
    if (isUsed) cursor.pass({ kind: 'constant', name: null })
    cursor.mark(begin)
    cursor.moveTo(byteAt(row.end) - cursor.base())
    if (sqlScan.wants(table) !== false) yield sqlPiece(cursor, begin, null)
    cursor.release()
  }
  cursor.moveTo(start + Buffer.byteLength(text) - cursor.base())
  if (isUsed) cursor.pass({ kind: 'constant', name: null })
  return true
}

/** The effect of the rows of a MERGE on those with the same key: null for other statements, unknown where other statements added rows. */
function meetingOf(
  { seen, meetings, databases }: SqlScan,
  { table, mergedBy }: SelectRows,
): KeyMeeting | null | 'unknown' {
  if (mergedBy === undefined) return null
  const name = databases.nameOf(table)
  const known = meetings.get(name)
  if (known?.first !== 'updated' && [...seen].some((one) => isSameTable(one, table))) return 'unknown'
  if (known === undefined) meetings.set(name, { first: 'updated', compared: 0 })
  return { becomes: 'updated', key: [mergedBy], isMixed: false }
}

/** The text of the statement at the cursor; a table of constants may make it long. */
async function statementAt(cursor: Cursor, dialect: SqlDialect): Promise<string> {
  const read = async (most: number) => {
    await peek(cursor, most)
    const bytes = cursor.bytes().subarray(cursor.at(), cursor.at() + most)
    return { bytes, end: endOfStatement(bytes.toString('latin1'), dialect) }
  }
  const first = await read(maxSelects)
  const isLong = first.end === maxSelects && isOneTable(first.bytes.toString('latin1'))
  const { bytes, end } = isLong ? await read(maxTable) : first
  return bytes.toString('utf8', 0, end)
}

/** Whether the beginning of a long statement has a table of constants, and no other statement, which would be read as often as they are many. */
function isOneTable(text: string): boolean {
  return /\bvalues\s*(?:row\s*)?\(/i.test(text.slice(0, 4000)) && text.match(/\binsert\b/gi)?.length === 1
}

/** Positions in the content of indexes of a text that begins at one; asked in rising order. */
function positionsIn(text: string, start: number): (index: number) => number {
  let [known, at] = [0, start]
  return (index) => {
    if (index < known) [known, at] = [0, start]
    at += Buffer.byteLength(text.slice(known, index))
    known = index
    return at
  }
}

const another =
  /;|\n[ \t]{0,20}(?=(?:GO|INSERT|SET|CREATE|UPDATE|DELETE|COMMIT|PRINT|USE|ALTER|DECLARE|EXEC|IF|BEGIN|END)\b)/gi

/** Where a statement ends: at its semicolon, or before a line with which another begins. An INSERT may follow WITH. */
function endOfStatement(text: string, dialect: SqlDialect): number {
  const code = codeOf(text, dialect)
  // An INSERT, an UPDATE and a SET may be parts of a MERGE, which ends with a semicolon.
  if (/^merge\s/i.test(code)) return code.indexOf(';') === -1 ? text.length : code.indexOf(';')
  another.lastIndex = /^with\s/i.test(code) ? Math.max(0, code.search(/\binsert\b/i)) : 0
  return another.exec(code)?.index ?? text.length
}
