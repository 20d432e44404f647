import { areRowsOf, columnsIn, headerOf, isOfPerson } from '../named-rows.ts'
import type { Found } from './found.ts'

/* Tables in YAML whose rows are lists of values, as yaml_db writes them: `users: { columns: [...], records: [[...]] }`. */

/** Whether a text may have such a table. */
export function mayHoldRows(text: string): boolean {
  return /(?:^|\n)[ \t]*- (?:- |\[)|[:[]\s{0,100}\[\s{0,100}\[/.test(text)
}

/** The rows of all tables in a document, each with the name and the columns of its table. */
export function rowsIn(value: unknown, name = '', depth = 0): readonly Found[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array || depth > deepest) return []
  if (Array.isArray(value)) {
    const rows: readonly unknown[] = value
    const header = headerOf(rows.slice(0, looked))
    if (header !== null) return ofTable({ name, columns: header, mayBeShort: true }, rows.slice(1))
    return rows.flatMap((one) => (Array.isArray(one) ? [] : rowsIn(one, name, depth + 1)))
  }
  const members: readonly [string, unknown][] = Object.entries(value)
  if (members.some(([key, one]) => typeof one === 'string' && isOfPerson(key))) return []
  const columns = members.map(([key, one]) => columnsIn(key, one)).find((one) => one !== null)
  if (columns === undefined) return members.flatMap(([key, one]) => rowsIn(one, key, depth + 1))
  return members.flatMap(([key, one]) =>
    Array.isArray(one) && areRowsOf(columns, one.slice(0, looked))
      ? ofTable({ name, columns, mayBeShort: false }, one)
      : rowsIn(one, key, depth + 1),
  )
}

const deepest = 4
const looked = 20

function ofTable(table: NonNullable<Found['table']>, rows: readonly unknown[]): readonly Found[] {
  return rows.map((value) => ({ value, name: null, table }))
}
