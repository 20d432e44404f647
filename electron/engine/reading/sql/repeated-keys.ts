import type { Parsed } from '../scan-records.ts'
import { keyText, nameIn } from './changed-rows.ts'
import type { RowChange } from './sql-changes.ts'
import { createdTable, type KeyLimits, type KeyMeeting, type RowsOf, type SqlScan } from './sql-rows.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import type { SqlValue } from './sql-values.ts'

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
  const isAgain = (table: string, values: readonly SqlValue[]) => {
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
function keyOf(parsed: Parsed, columns: readonly string[]): ReadonlyMap<string, SqlValue> | null {
  if (parsed.kind !== 'record' || columns.length === 0) return null
  const row = parsed.value
  const key = new Map<string, SqlValue>()
  for (const column of columns) {
    const own = nameIn(row, column)
    const value = own === null ? null : row[own]
    if (own === null || typeof value !== 'string' || value.endsWith('(...)')) return null
    key.set(own, value)
  }
  return key
}

/** A compact form of a key for a set: a number if possible. */
function packed(values: readonly string[]): string | number {
  const [first = ''] = values
  return values.length === 1 && /^(?:0|[1-9]\d{0,8})$/.test(first) ? Number(first) : JSON.stringify(values)
}

const replacing = /^(?:replace|insert\s+or\s+replace)\s/i
/** Whether a statement begins like one whose rows replace existing rows with the same key. */
export function replaces(verb: string): boolean {
  return replacing.test(verb)
}

const upserting = /^upsert\s/i

/** The effect of a statement's rows on earlier rows with the same key; null if they only add rows. */
export function meetingOf(sqlScan: SqlScan, table: string, verb: string): KeyMeeting | null {
  const first = sqlScan.meetings.get(table)?.first
  const becomes = replacing.test(verb) ? 'replaced' : upserting.test(verb) || first === 'updated' ? 'updated' : null
  if (becomes === null) return null
  const created = createdTable(sqlScan, table)?.key ?? []
  return { becomes, key: created.length > 0 ? created : ['id'], isMixed: first !== undefined && first !== becomes }
}

/** Counts the rows of one statement. True once, when a table has more rows than are compared. */
export function noteRows(
  { meetings, keyLimits: limits }: SqlScan,
  table: string,
  becomes: KeyMeeting['becomes'] | 'none',
  count: number,
): boolean {
  const known = meetings.get(table) ?? { first: becomes, compared: 0 }
  meetings.set(table, known)
  if (becomes === 'none') return false
  const limit = known.first === becomes ? limits.repeated : limits.mixed
  const before = known.compared
  known.compared += count
  return before <= limit && known.compared > limit
}
