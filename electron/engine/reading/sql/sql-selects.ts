import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { type Cursor, position } from '../cursor.ts'
import type { Piece } from '../scan-records.ts'
import { passStatement, peek } from './sql-between.ts'
import { sqlHead } from './sql-heads.ts'
import { sqlPiece, type SqlScan } from './sql-rows.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { endOfValue, isNull, readSqlString, readValue, type SqlValue, statementEnd } from './sql-values.ts'
import { isComputed } from '../../../../shared/computed-value.ts'

/**
 * An INSERT with rows as SELECTs of constants, as in scripts of SQL Server and Oracle: `INSERT INTO t (a, b) SELECT 1, 'x' UNION ALL SELECT 2, 'y'`.
 * A SELECT that reads a table is one row if an email address is among its constants: `SELECT t.id, 'ann@acme.example' FROM tenants t`.
 */
type SelectRows = {
  readonly table: string
  readonly columns: readonly string[]
  /** Range of each SELECT in the text of the statement. */
  readonly parts: readonly (readonly [start: number, end: number])[]
}

const head =
  /^INSERT\s+(?:IGNORE\s+)?(?:INTO\s+)?((?:["`[]?[\p{L}_][\p{L}\p{N}_$ ]*["`\]]?\.){0,3}["`[]?[\p{L}_][\p{L}\p{N}_$]*["`\]]?)\s*(\([^()]*\)\s*|(?<=\s))(?=SELECT\b)/iu
const union = /\bUNION(?:\s+ALL)?\s+(?=SELECT\b)/giu
const from =
  /(?<!\s)\s{1,20}(?:FROM\s{1,20}(?:SYS\.)?DUAL(?:\s{1,20}|$))?(?:WHERE\s{1,20}NOT\s{1,20}EXISTS\s{0,20}\(.*\))?$/isu
/** The clauses after the values of a SELECT that reads a table. */
const behindValues = /(?<!\s)\s{1,20}(?:FROM|WHERE|ON\s{1,20}(?:CONFLICT|DUPLICATE)|RETURNING|LIMIT)\b.*$/isu
const aliased = /(?<!\s)\s{1,20}(?:AS\s{1,20})?["`[]?[\p{L}_][\p{L}\p{N}_$]{0,100}["`\]]?$/iu

/** A clause that changes an earlier row with the same key. */
const updating = /\bON\s{1,20}(?:DUPLICATE|CONFLICT\b(?![^;]*\bDO\s{1,20}NOTHING\b))/i

/** Limit on the text of a statement that is analyzed, in bytes. */
const maxSelects = 64 * 1024

/** The columns that a table was created with, for rows that name none; null: not known. */
type ColumnsOf = (table: string) => readonly string[] | null

/** Reads such an INSERT; null if the statement is another one or needs the database. */
function readSelects(text: string, dialect: SqlDialect, columnsOf: ColumnsOf): SelectRows | null {
  const found = head.exec(text)
  if (found?.[1] === undefined || found[2] === undefined) return null
  const table = sqlHead.plainPath(found[1])
  const columns = found[2] === '' ? columnsOf(table) : sqlHead.readColumns(found[2])
  if (columns === null) return null
  const code = withoutStrings(text, dialect)
  const end = code.replace(statementEnd, '').length
  const unions = [...code.matchAll(union)]
  const starts = [found[0].length, ...unions.map(({ index, 0: sign }) => index + sign.length)]
  const ends = [...unions.map(({ index }) => index), end]
  const parts = starts.map((start, at) => [start, ends[at] ?? end] as const)
  const areRows = parts.every(
    ([start, stop]) => readSelectRow(text.slice(start, stop), dialect)?.length === columns.length,
  )
  return areRows ? { table, columns, parts } : null
}

/** The values of one SELECT of constants; null if it reads a table, unless one of the constants is an email address. */
export function readSelectRow(text: string, dialect: SqlDialect): readonly SqlValue[] | null {
  const body = /^SELECT\s([^]*)$/i.exec(text.trim())?.[1]?.trim()
  if (body === undefined) return null
  const code = withoutStrings(body, dialect)
  const constants = valuesIn(body.slice(0, from.exec(code)?.index ?? body.length), dialect)
  if (constants?.every(({ isConstant }) => isConstant) === true) return constants.map(({ value }) => value)
  const values = valuesIn(body.slice(0, behindValues.exec(withoutNested(code))?.index ?? body.length), dialect)
  const isUser = values?.some(({ value }) => value !== null && isEmailAddress(value)) === true
  return isUser ? values.map(({ value }) => value) : null
}

type Selected = { readonly value: SqlValue; readonly isConstant: boolean }

/** The values in the list of a SELECT; null if it is more than a list. */
function valuesIn(written: string, dialect: SqlDialect): readonly Selected[] | null {
  if (/\b(?:FROM|WHERE|JOIN|SELECT|INTERSECT|EXCEPT)\b/i.test(withoutNested(withoutStrings(written, dialect))))
    return null
  const list = `(${written})`
  const values: Selected[] = []
  for (let at = 1; at < list.length;) {
    const end = endOfValue(list, at, dialect)
    values.push(selected(list.slice(at, end).trim(), dialect))
    at = end + 1
  }
  return values
}

/** A value with an optional alias. A column name, or an expression that only the database can compute, is no constant. */
function selected(text: string, dialect: SqlDialect): Selected {
  const alias = aliased.exec(withoutStrings(text, dialect))
  const bare = alias !== null && alias.index > 0 ? text.slice(0, alias.index) : text
  const value = readValue(bare, dialect)
  return { value, isConstant: value === null ? isNull.test(bare) : !isComputed(value) }
}

/** Code with `_` for all that stands in parentheses. */
function withoutNested(code: string): string {
  let depth = 0
  return code.replaceAll(/[()]|[^()]+/g, (part) => {
    if (part === '(') depth += 1
    const isInside = depth > 0
    if (part === ')') depth -= 1
    return isInside ? '_'.repeat(part.length) : part
  })
}

function withoutStrings(text: string, dialect: SqlDialect): string {
  let code = ''
  let begin = 0
  for (let at = text.indexOf("'"); at !== -1; at = text.indexOf("'", at)) {
    const end = readSqlString(text, at, dialect.backslash)?.end ?? text.length
    code += text.slice(begin, at) + '_'.repeat(end - at)
    begin = end
    at = end
  }
  return code + text.slice(begin)
}

/** Yields the rows of the INSERT at the cursor if they are SELECTs of constants. Returns whether they are; else the cursor does not move. */
export async function* selectRows(
  sqlScan: SqlScan,
  cursor: Cursor,
  columnsOf: ColumnsOf,
): AsyncGenerator<Piece, boolean> {
  const { dialect } = sqlScan
  if (!/^insert\b[^;']*?(?:\)\s*|\s)select\b/i.test(await peek(cursor, 2000))) return false
  const start = position(cursor)
  await peek(cursor, maxSelects)
  const bytes = cursor.bytes().subarray(cursor.at(), cursor.at() + maxSelects)
  const text = bytes.toString('utf8', 0, endOfStatement(bytes.toString('latin1'), dialect))
  const found = readSelects(text, dialect, columnsOf)
  if (found === null) return false
  const { meetings, databases } = sqlScan
  if (updating.test(withoutStrings(text, dialect)) && meetings.has(databases.nameOf(found.table))) return false
  const byteAt = (index: number) => Buffer.byteLength(text.slice(0, index))
  for (const [from, to] of found.parts) {
    sqlScan.rowsOf({ table: found.table, columns: found.columns, form: 'select' })
    const begin = start + byteAt(from)
    cursor.moveTo(begin - cursor.base())
    cursor.mark(begin)
    cursor.moveTo(start + byteAt(to) - cursor.base())
    if (sqlScan.wants(found.table) !== false) yield sqlPiece(cursor, begin, null)
    cursor.release()
  }
  const broken = await passStatement(sqlScan, cursor)
  if ('broken' in broken) yield broken.broken
  return true
}

/** Where a statement ends: at its semicolon, or before a line with which another begins. */
function endOfStatement(text: string, dialect: SqlDialect): number {
  const code = withoutStrings(text, dialect)
  return (
    /;|\n[ \t]{0,20}(?=(?:GO|INSERT|SET|CREATE|UPDATE|DELETE|COMMIT|PRINT|USE|ALTER|DECLARE|EXEC|IF|BEGIN|END)\b)/i.exec(
      code,
    )?.index ?? text.length
  )
}
