import { hasData } from './csv/csv-cells.ts'
import { uniqueNames } from './csv/csv-layout.ts'
import { isRecord } from './csv/header-row.ts'
import type { Parsed } from './scan-records.ts'

/* Tables written as lists in JSON or YAML: the names of the columns in one list, and each row in a list of its own. */

const ofNames = /^(?:columns?|column_?names|cols|fields|field_?names|headers?|names|keys|meta|schema)$/i

/** The names of columns that a member of an object lists, as texts or as objects with a name; null: it lists none. */
export function columnsIn(name: string, list: unknown): readonly string[] | null {
  if (!mayListColumns(name) || !Array.isArray(list) || list.length < 2) return null
  const names = list.flatMap((one: unknown) => nameOf(one) ?? [])
  return names.length === list.length ? uniqueNames(names) : null
}

/** Whether a member of this name may list the names of columns. */
export function mayListColumns(name: string): boolean {
  return ofNames.test(name)
}

/** Whether a text of this name is a field of one person, who may have lists as well. */
export function isOfPerson(name: string): boolean {
  return /mail|^(?:user_?name|phone\w*|user_?id|uid|sub)$/i.test(name)
}

function nameOf(column: unknown): string | null {
  if (typeof column === 'string') return column
  if (typeof column !== 'object' || column === null) return null
  const [, name] = Object.entries(column).find(([key]) => /^(?:name|key|field|label|id)$/i.test(key)) ?? []
  return typeof name === 'string' ? name : null
}

/** Whether the first rows, nearly all of them, are lists of as many values as there are columns. */
export function areRowsOf(columns: readonly string[], rows: readonly unknown[]): boolean {
  const fitting = rows.filter((row) => Array.isArray(row) && row.length === columns.length).length
  return fitting > 0 && fitting >= rows.length * 0.8
}

/** The names of columns in the first of many rows; null: it is a record, or these are no rows. */
export function headerOf(rows: readonly unknown[]): readonly string[] | null {
  const [header = [], ...below] = rows.map(cellsOf)
  const names = header.map((cell) => cell.trim())
  const isHeader =
    names.length > 1 &&
    names.every((name) => /^\p{L}[^\n]{0,80}$/u.test(name)) &&
    new Set(names).size === names.length &&
    below.length > 0 &&
    below.every((row) => row.length > 0 && row.length <= names.length) &&
    !isRecord(names, below) &&
    below.some((row) => hasData(row, []))
  return isHeader ? uniqueNames(names) : null
}

function cellsOf(row: unknown): readonly string[] {
  if (!Array.isArray(row)) return []
  return row.map((cell: unknown) => (typeof cell === 'string' || typeof cell === 'number' ? String(cell) : ''))
}

/** A row as a record. Trailing values that are empty may be missing. */
export function readRow(columns: readonly string[], row: unknown, mayBeShort: boolean): Parsed {
  const isFit = Array.isArray(row) && (row.length === columns.length || (mayBeShort && row.length < columns.length))
  if (!isFit) return { kind: 'unreadable', reason: unfit }
  return { kind: 'record', value: Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null])) }
}

const unfit = 'This row has more or fewer values than its table has columns.'
