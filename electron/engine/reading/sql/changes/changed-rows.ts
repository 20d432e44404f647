import type { Parsed } from '../../scan-records.ts'
import { isSameTable, type RowChange } from './sql-changes.ts'
import type { SharedNames } from '../sql-databases.ts'
import type { KeyLimits, RowsOf } from '../sql-rows.ts'
import type { SqlDialect } from '../sql-tokenizer.ts'
import type { SqlConstant } from '../sql-values.ts'

/** The changes of a dump, ready to be applied to its rows. */
export type SqlChanges = {
  /** Number of statements. */
  readonly size: number
  /** Tables in which a later row updates an earlier one with the same key. */
  readonly updated: readonly string[]
  /** Names of tables that occur in several databases, for each reading of the dump. */
  readonly shared: SharedNames
  /** Positions of statements that assign variables, where rows use all of their logins. */
  readonly used: ReadonlySet<number>
  /** The row at an offset after all later statements, or the sentence that says why it is removed. */
  readonly apply: (
    table: string,
    offset: number,
    row: Row,
  ) => { readonly row: Row; readonly isChanged: boolean } | { readonly reason: string }
}
type Row = Readonly<Record<string, unknown>>

/** Applies statements to rows in the order of the dump. Texts are compared as in `keyText`. */
export function sqlChanges(
  changes: readonly RowChange[],
  dialect: SqlDialect,
  { updated = [], shared = new Set(), used = new Set() }: Partial<Pick<SqlChanges, 'updated' | 'shared' | 'used'>> = {},
): SqlChanges {
  const key = (value: unknown) => keyText(value, dialect)
  const byTable = new Map<string, ReturnType<typeof indexOf>>()
  const columns = new Map<string, ReadonlySet<string>>()
  const changesOf = (table: string) => {
    const known = byTable.get(table)
    if (known !== undefined) return known
    const own = changes.filter((change) => isSameTable(change.table, table))
    const index = indexOf(own, key)
    byTable.set(table, index)
    columns.set(table, new Set(own.flatMap(({ set }) => Object.keys(set ?? {}))))
    return index
  }
  return {
    size: changes.length,
    updated,
    shared,
    used,
    apply: (table, offset, first) => {
      const index = changesOf(table)
      let row = first
      let isChanged = false
      // All rows get the columns that a statement sets in some of them.
      for (const column of columns.get(table) ?? []) if (nameIn(row, column) === null) row = { ...row, [column]: null }
      for (let last = offset; ;) {
        const change = nextChange(index, row, last, key)
        if (change === undefined) return { row, isChanged }
        last = change.offset
        const holds = holdsFor(change, row, key)
        if (holds === null) return { reason: unknownColumn(change) }
        if (!holds) continue
        if (change.set === null) return { reason: removedBy(change) }
        const next = { ...row }
        for (const [column, value] of Object.entries(change.set)) next[nameIn(row, column) ?? column] = value
        row = next
        isChanged = true
      }
    },
  }
}

/** A value in the form in which it is compared: MySQL and SQL Server ignore case. */
function keyText(value: unknown, { backslash, lines }: SqlDialect): string {
  return backslash || lines ? String(value).toLowerCase() : String(value)
}

function removedBy({ isRow, line }: RowChange): string {
  return isRow === true
    ? 'A later row of the dump has the same key and replaces this one.'
    : `A statement on line ${line} of the dump removes this row.`
}

function unknownColumn({ line }: RowChange): string {
  return `A statement on line ${line} of the dump may change this row, but the row lacks a column of its condition.`
}

/** Indexes changes by column and the value it must have; `rest`: changes without such a condition. */
function indexOf(changes: readonly RowChange[], key: (value: unknown) => string) {
  const byColumn = new Map<string, Map<string, RowChange[]>>()
  const rest: RowChange[] = []
  for (const change of changes) {
    const keyTest = change.where.find(({ values, not }) => !not && values.length === 1 && values[0] !== null)
    if (keyTest === undefined) {
      rest.push(change)
      continue
    }
    const byValue = byColumn.get(keyTest.column.toLowerCase()) ?? new Map<string, RowChange[]>()
    byColumn.set(keyTest.column.toLowerCase(), byValue)
    const same = byValue.get(key(keyTest.values[0])) ?? []
    byValue.set(key(keyTest.values[0]), same)
    same.push(change)
  }
  return { byColumn, rest }
}

function nextChange(
  { byColumn, rest }: ReturnType<typeof indexOf>,
  row: Row,
  last: number,
  key: (value: unknown) => string,
): RowChange | undefined {
  let next = rest.find(({ offset }) => offset > last)
  for (const [column, byValue] of byColumn) {
    const own = nameIn(row, column)
    const found =
      own === null
        ? [...byValue.values()].flat().find(({ offset }) => offset > last)
        : byValue.get(key(row[own]))?.find(({ offset }) => offset > last)
    if (found !== undefined && (next === undefined || found.offset < next.offset)) next = found
  }
  return next
}

/** Whether a row meets all conditions of a change; null if it lacks one of their columns. */
function holdsFor({ where }: RowChange, row: Row, key: (value: unknown) => string): boolean | null {
  for (const { column, values, not } of where) {
    const own = nameIn(row, column)
    if (own === null) return null
    const value = row[own] ?? null
    const isNull = values[0] === null
    const meets = isNull ? value === null : value !== null && values.some((wanted) => key(wanted) === key(value))
    if (!isNull && value === null) return false
    if (meets === not) return false
  }
  return true
}

/** The name that a column has in a row, whatever its case; null if the row lacks it. */
function nameIn(row: Row, column: string): string | null {
  if (Object.hasOwn(row, column)) return column
  const lower = column.toLowerCase()
  return Object.keys(row).find((one) => one.toLowerCase() === lower) ?? null
}

/** Finds rows with the key of an earlier row of their table. */
type RepeatedKeys = {
  /** Whether a row updates an earlier one, which is not applied. */
  readonly updatesEarlier: (parsed: Parsed, rows: RowsOf) => boolean
  /** Records a change if a row replaces an earlier one with the same key. */
  readonly noteReplaced: (parsed: Parsed, rows: RowsOf, offset: number) => void
}

export function repeatedKeys(
  dialect: SqlDialect,
  noteChange: ((change: RowChange) => void) | undefined,
  limits: KeyLimits,
): RepeatedKeys {
  const keys = new Map<string, Set<string | number>>()
  /** Whether the key is repeated; false beyond the limit, which the scanner reports. */
  const isAgain = (table: string, values: readonly SqlConstant[]) => {
    const own = keys.get(table) ?? new Set()
    keys.set(table, own)
    const key = packed(values.map((value) => keyText(value, dialect)))
    if (own.has(key)) return true
    if (own.size < limits.repeated) own.add(key)
    return false
  }
  return {
    updatesEarlier: (parsed, { table, meets = null }) => {
      if (meets === null || meets.becomes !== 'updated') return false
      const key = keyOf(parsed, meets.key)
      return key !== null && isAgain(table, [...key.values()])
    },
    noteReplaced: (parsed, { table, meets = null }, offset) => {
      if (noteChange === undefined || meets === null || meets.becomes !== 'replaced') return
      const key = keyOf(parsed, meets.key)
      if (key === null || (!isAgain(table, [...key.values()]) && !meets.isMixed)) return
      const where = [...key].map(([column, value]) => ({ column, values: [value], not: false }))
      noteChange({ table, offset, line: 0, set: null, where, isRow: true })
    },
  }
}

/** The values of a row's key by column; null if it lacks one or the database generates one. */
function keyOf(parsed: Parsed, columns: readonly string[]): ReadonlyMap<string, SqlConstant> | null {
  if (parsed.kind !== 'record' || columns.length === 0) return null
  const row = parsed.value
  const key = new Map<string, SqlConstant>()
  for (const column of columns) {
    const own = nameIn(row, column)
    const value = own === null ? null : row[own]
    if (own === null || typeof value !== 'string') return null
    key.set(own, value)
  }
  return key
}

/** A compact form of a key for a set: a number if possible. */
function packed(values: readonly string[]): string | number {
  const [first = ''] = values
  return values.length === 1 && /^(?:0|[1-9]\d{0,8})$/.test(first) ? Number(first) : JSON.stringify(values)
}
