import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { closingOf, partsOfList, withoutNested } from './sql-code.ts'
import { namePattern, pathPattern, sqlHead } from './sql-heads.ts'
import { readElement, readSelectRow } from './sql-select-row.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import { readRow, type SqlRow } from './sql-values.ts'

/*
 * Tables of constants within an INSERT: `SELECT a, b FROM (VALUES (1, 'x'), (2, 'y')) AS t (a, b)`, and the same below a name, `WITH t AS (…)`.
 */

/** A row within the text of its statement. `form`: a list of values in parentheses, or a SELECT of constants. */
export type ConstantRow = { readonly start: number; readonly end: number; readonly form: 'values' | 'select' }

type ConstantTable = { readonly columns: readonly string[]; readonly rows: readonly ConstantRow[] }

/** A value of the table that is filled: that at an index of the row, or an expression beside it. */
export type Picked = number | string

type Statement = { readonly text: string; readonly code: string; readonly dialect: SqlDialect }

const named = new RegExp(
  `\\s*(${namePattern})\\s*(\\([^()]*\\))?\\s*as\\s*(?:(?:not\\s+)?materialized\\s*)?(?=\\()`,
  'iuy',
)
const union = /\bUNION(?:\s+ALL)?\s+(?=SELECT\b)/giu

/** The tables of constants in a WITH at an index, and the index behind it; null: there is no WITH. */
export function namedTables(
  statement: Statement,
  from: number,
): { readonly tables: ReadonlyMap<string, ConstantTable>; readonly end: number } | null {
  const { code } = statement
  const head = /\s*WITH\s+(?:RECURSIVE\s+)?/iy
  head.lastIndex = from
  if (head.exec(code) === null) return null
  const tables = new Map<string, ConstantTable>()
  let at = head.lastIndex
  while (true) {
    named.lastIndex = at
    const [, name = '', columns] = named.exec(code) ?? []
    const open = named.lastIndex
    const close = name === '' ? -1 : closingOf(code, open)
    if (close === -1) return null
    const table = constantTable(statement, open + 1, close, columns)
    if (table !== null) tables.set(sqlHead.plainPath(name).toLowerCase(), table)
    const next = /\s*,/y
    next.lastIndex = close + 1
    if (next.exec(code) === null) return { tables, end: close + 1 }
    at = next.lastIndex
  }
}

/** The rows of a body of constants; null: it reads a table. */
function constantTable(
  { text, code, dialect }: Statement,
  from: number,
  to: number,
  columns: string | undefined,
): ConstantTable | null {
  const begin = from + (/^\s*/.exec(code.slice(from, to))?.[0].length ?? 0)
  const end = from + code.slice(from, to).trimEnd().length
  const body = code.slice(begin, end)
  const own = columns === undefined ? null : sqlHead.readColumns(columns)
  if (/^VALUES\b/i.test(body)) {
    const rows = partsOfList(code, begin + 'VALUES'.length, end).map(([start, stop]): ConstantRow => {
      const open = code.indexOf('(', start)
      return {
        start: open === -1 ? start : open,
        end: start + code.slice(start, stop).trimEnd().length,
        form: 'values',
      }
    })
    const width = readRow(text.slice(rows[0]?.start, rows[0]?.end), dialect)?.values.length ?? 0
    return { columns: own ?? Array.from({ length: width }, (_, at) => `column${at + 1}`), rows }
  }
  const all = /^SELECT\s+\*\s+FROM(?=\s)/i.exec(body)
  if (all !== null) {
    const inner = sourceAt({ text, code, dialect }, begin + all[0].length, end, new Map())
    if (inner === null || code.slice(inner.rest, end).trim() !== '') return null
    return { columns: own ?? inner.table.columns, rows: inner.table.rows }
  }
  if (!/^SELECT\s/i.test(body)) return null
  const flat = withoutNested(body)
  const unions = [...flat.matchAll(union)]
  const starts = [begin, ...unions.map(({ index, 0: sign }) => begin + index + sign.length)]
  const ends = [...unions.map(({ index }) => begin + index), end]
  const rows = starts.map((start, at): ConstantRow => ({ start, end: ends[at] ?? end, form: 'select' }))
  const first = rows[0]?.end ?? end
  const ofTable = withoutNested(code.slice(begin, first)).search(/\sFROM\s/i)
  const names = partsOfList(code, begin + 'SELECT'.length, ofTable === -1 ? first : begin + ofTable).map(
    ([start, stop]) => nameOf(text.slice(start, stop)),
  )
  return { columns: own ?? names, rows }
}

const lastWord = new RegExp(`(?:^|[\\s.])(${namePattern})\\s*$`, 'iu')

/** The name that an element of a SELECT has: its alias; empty if it has none. */
function nameOf(element: string): string {
  const [, name = ''] = lastWord.exec(element) ?? []
  return sqlHead.plainPath(name)
}

/** Rows of one table of constants, and what the statement takes of each. */
type PickedRows = { readonly rows: readonly ConstantRow[]; readonly picked: readonly Picked[] }

const alias = `(?:\\s+(?:AS\\s+)?(?!(?:WHERE|ON|ORDER|LIMIT|RETURNING|JOIN|LEFT|INNER|CROSS)\\b)(${namePattern}))?`
const source = new RegExp(`^\\s*(${namePattern})${alias}`, 'iu')
const derivedAlias = new RegExp(`^${alias}\\s*(\\([^()]*\\))?`, 'iu')

/** Clauses that leave each row of the table one row. */
const keepsRows =
  /^(?:WHERE\s+NOT\s+EXISTS\s*_+(?:\s+|$))?(?:(?:ORDER\s+BY|ON\s+(?:CONFLICT|DUPLICATE)|RETURNING)\b.*|LIMIT\s+1)?$/is

/** The rows that a query between two indexes takes of a table of constants; null: of any other, or not surely one for each row. */
export function pickedRows(
  statement: Statement,
  from: number,
  to: number,
  tables: ReadonlyMap<string, ConstantTable>,
): PickedRows | null {
  const { text, code, dialect } = statement
  const flat = withoutNested(code.slice(from, to))
  const list = /^\s*SELECT\s+/i.exec(flat)
  const end = flat.search(/\sFROM\s/i)
  if (list === null || end === -1) return null
  const behind = from + end + ' FROM'.length
  const found = sourceAt(statement, behind, to, tables)
  if (found === null) return null
  const { table, name, rest } = found
  const picked = partsOfList(code, from + list[0].length, from + end).flatMap(([start, stop]) =>
    pick(text.slice(start, stop).trim(), table.columns, name),
  )
  const rows = table.rows.map(({ start, end: stop, form }) => readConstant(text.slice(start, stop), form, dialect))
  const areWhole = rows.every((row) => row?.values.length === table.columns.length)
  // Other clauses may leave a row out; one with an email address is a user, as in a query of another table.
  const hasEmail = (row: SqlRow | null) =>
    row?.values.some((value) => typeof value === 'string' && isEmailAddress(value)) === true
  if (!areWhole || !(keepsRows.test(withoutNested(code.slice(rest, to)).trim()) || rows.every(hasEmail))) return null
  return { rows: table.rows, picked }
}

/** Reads a row of constants. */
export function readConstant(text: string, form: ConstantRow['form'], dialect: SqlDialect): SqlRow | null {
  if (form === 'values') return readRow(text, dialect)
  const values = readSelectRow(text, dialect)
  return values === null ? null : { values, isVerbatim: false }
}

/** The values that a query takes of a row of constants, and those that it has beside them. */
export function pickedOf({ values }: SqlRow, picked: readonly Picked[], dialect: SqlDialect): SqlRow {
  const valueOf = (one: Picked) => (typeof one === 'number' ? (values[one] ?? null) : readElement(one, dialect))
  return { values: picked.map(valueOf), isVerbatim: false }
}

/** The table of constants behind FROM, the name that it has in the query, and where the other clauses begin. */
function sourceAt(statement: Statement, from: number, to: number, tables: ReadonlyMap<string, ConstantTable>) {
  const { code } = statement
  const open = /^\s*\(/.exec(code.slice(from, to))
  if (open !== null) {
    const begin = from + open[0].length
    const close = closingOf(code, begin - 1)
    const [matched = '', name = '', columns] = derivedAlias.exec(code.slice(close + 1, to)) ?? []
    const table = close === -1 || close > to ? null : constantTable(statement, begin, close, columns)
    return table === null ? null : { table, name: sqlHead.plainPath(name), rest: close + 1 + matched.length }
  }
  const [matched = '', written = '', name = written] = source.exec(code.slice(from, to)) ?? []
  const table = tables.get(sqlHead.plainPath(written).toLowerCase())
  return table === undefined ? null : { table, name: sqlHead.plainPath(name), rest: from + matched.length }
}

const reference = new RegExp(
  `^(?:(?:lower|trim|btrim)\\s*\\(\\s*)?(?:(${namePattern})\\s*\\.\\s*)?(${namePattern}|\\*)\\s*\\)?(?:\\s*::\\s*["\\w. ]+(?:\\(\\d+\\))?(?:\\[\\])?)?(?:\\s+AS\\s+${namePattern}|\\s+${namePattern})?$`,
  'iu',
)

/** The values of a row that an element of a SELECT names; the element itself if it names none, as constants and calls do. */
function pick(element: string, columns: readonly string[], name: string): readonly Picked[] {
  const [, table, column = ''] = reference.exec(element) ?? []
  const isOwn = table === undefined || sqlHead.plainPath(table).toLowerCase() === name.toLowerCase()
  if (isOwn && column === '*') return columns.map((_, at) => at)
  const wanted = sqlHead.plainPath(column).toLowerCase()
  const at = isOwn && wanted !== '' ? columns.findIndex((one) => one.toLowerCase() === wanted) : -1
  return [at === -1 ? element : at]
}

/** Rows that a MERGE adds from a table of constants. `key`: the column by which it compares them with the rows that are there. */
type MergedRows = PickedRows & {
  readonly table: string
  readonly columns: readonly string[]
  readonly key: string
}

const mergeHead = new RegExp(
  `^MERGE\\s+(?:INTO\\s+)?(${pathPattern})\\s+(?:WITH\\s*\\([^()]*\\)\\s*)?(?:AS\\s+)?(?:(?!USING\\b)${namePattern}\\s+)?USING(?=[\\s(])`,
  'iu',
)
const compared = new RegExp(
  `^\\s*ON\\s*\\(?\\s*((?:${namePattern}\\s*\\.\\s*)?${namePattern})\\s*=\\s*((?:${namePattern}\\s*\\.\\s*)?${namePattern})\\s*\\)?\\s+WHEN\\b`,
  'iu',
)
const adds = /\bWHEN\s+NOT\s+MATCHED(?:\s+BY\s+TARGET)?\s+THEN\s+INSERT\s*(?=\()/i

/** Reads a MERGE that adds each row of a table of constants whose key is not there yet; null for any other statement. */
export function mergedRows(statement: Statement, to: number): MergedRows | null {
  const { text, code, dialect } = statement
  const head = mergeHead.exec(text)
  const found = head === null ? null : sourceAt(statement, head[0].length, to, new Map())
  if (head?.[1] === undefined || found === null) return null
  const { table, name, rest } = found
  const sides = compared.exec(text.slice(rest, to))?.slice(1, 3) ?? []
  const ofSource = sides.findIndex((side) => typeof pick(side, table.columns, name)[0] === 'number')
  const key = sides[1 - ofSource]
  const added = adds.exec(code.slice(rest, to))
  const removes = /\bNOT\s+MATCHED\s+BY\s+SOURCE\b/i.test(code)
  if (ofSource === -1 || key === undefined || added === null || removes) return null
  const open = rest + added.index + added[0].length
  const close = closingOf(code, open)
  const values = /^\s*VALUES\s*(?=\()/i.exec(code.slice(close + 1, to))
  if (close === -1 || values === null) return null
  const begin = close + 1 + values[0].length
  const columns = partsOfList(code, open + 1, close).map(([start, stop]) => lastOf(text.slice(start, stop)))
  const picked = partsOfList(code, begin + 1, closingOf(code, begin)).flatMap(([start, stop]) =>
    pick(text.slice(start, stop).trim(), table.columns, name),
  )
  const rows = table.rows.map(({ start, end, form }) => readConstant(text.slice(start, end), form, dialect))
  const areWhole = rows.every((row) => row?.values.length === table.columns.length) && picked.length === columns.length
  return areWhole ? { table: sqlHead.plainPath(head[1]), columns, key: lastOf(key), rows: table.rows, picked } : null
}

/** The last name of a path. */
function lastOf(path: string): string {
  return sqlHead.plainPath(path).split('.').at(-1) ?? ''
}
