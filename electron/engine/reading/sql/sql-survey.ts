import type { Explanations } from '../../../../shared/mapping/columns/explained-columns.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import type { Chunk } from '../file-bytes.ts'
import { sqlChanges, type SqlChanges } from './changes/changed-rows.ts'
import type { ChangeElsewhere } from './changes/changes-elsewhere.ts'
import { isSameTable, type RowChange } from './changes/sql-changes.ts'
import type { SharedNames } from './sql-databases.ts'
import type { TableKeys } from './sql-heads.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import type { RawRecord } from '../raw-record.ts'
import { sqlRecords } from './sql-records.ts'
import type { WantsTable } from './sql-statements.ts'

/** A table of a dump that has rows. One of a database has the keys that are declared. */
export type DumpTable = {
  /** Name in the dump, with its schema and without quotation marks: `auth.users`. */
  readonly name: string
  /** Columns in order; null if the dump does not name them. */
  readonly columns: readonly string[] | null
  /** The first records, at most 50. */
  readonly records: readonly SourceRecord[]
  /** The columns that some rows leave out, which have their default then. */
  readonly defaulted?: ReadonlySet<string>
  /** Later statements remove all of these records, which are given as they were. */
  readonly isEmptied?: true
} & Partial<TableKeys>

const sampled = 50
/** Limit on the characters kept of one table, so that a thousand tables of long texts fit into memory. */
const maxSample = 64 * 1024
const maxTables = 2000

type Found = {
  seen: number
  length: number
  readonly records: { readonly value: SourceRecord; readonly offset: number }[]
}

/** Finds all tables, in the order of their first rows, and reads only the first rows of each. */
async function firstRows(
  read: (wants: WantsTable) => AsyncIterable<readonly RawRecord[]>,
): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  const wants = (name: string) => {
    const table = found.get(name)
    return table === undefined ? found.size < maxTables : table.seen < sampled
  }
  for await (const batch of read(wants)) {
    for (const record of batch) {
      if (record.kind !== 'record' || record.table === undefined) continue
      const table = found.get(record.table) ?? { seen: 0, length: 0, records: [] }
      found.set(record.table, table)
      table.seen += 1
      table.length += lengthOf(record.value)
      if (table.records.length < sampled && (table.length <= maxSample || table.records.length === 0)) {
        table.records.push(record)
      }
    }
  }
  return found
}

/** Surveys the tables of a reader whose rows carry the name of their table. */
export async function tablesOf(
  read: (wants: WantsTable) => AsyncIterable<readonly RawRecord[]>,
): Promise<readonly DumpTable[]> {
  return [...(await firstRows(read))].map(([name, table]) => {
    const records = table.records.map(({ value }) => value)
    return { name, columns: columnsOf(records), records }
  })
}

/**
 * Surveys a dump: its tables with rows, the names of those that it defines without any, those with rows of queries, and the changes that its statements make to their rows, or to rows that it does not have. A second time if it has tables of the same name in several
 * databases, which are known only at its end.
 */
export async function surveyTables(
  content: () => AsyncIterable<Chunk>,
  dialect: SqlDialect,
  shared: SharedNames = new Set(),
): Promise<{
  readonly tables: readonly DumpTable[]
  readonly emptyTables: readonly string[]
  readonly queriedTables: readonly string[]
  readonly changes: SqlChanges
  readonly elsewhere: readonly ChangeElsewhere[]
}> {
  const noted: RowChange[] = []
  const noteChange = (change: RowChange) => {
    noted.push(change)
  }
  const updated = new Set<string>()
  const noteUpdated = (table: string) => {
    updated.add(table)
  }
  const queried = new Set<string>()
  const noteQueried = (table: string) => {
    if (queried.size < maxTables) queried.add(table)
  }
  const missed: ChangeElsewhere[] = []
  const noteElsewhere = (change: ChangeElsewhere) => {
    if (missed.length < maxTables) missed.push(change)
  }
  const declared: { readonly table: string; readonly keys: TableKeys }[] = []
  const defined = new Set<string>()
  const commented = new Map<string, Map<string, string>>()
  const explained: (readonly [table: string, explanations: Explanations])[] = []
  const noteKeys = (table: string, keys: TableKeys) => {
    if (keys.explanations !== undefined && keys.explanations.size > 0 && explained.length < maxTables)
      explained.push([table, keys.explanations])
    if (keys.comments !== undefined && keys.comments.size > 0 && commented.size < maxTables)
      commented.set(table, new Map([...(commented.get(table) ?? []), ...keys.comments]))
    if ('columns' in keys && defined.size < maxTables) defined.add(table)
    const size = keys.key.length + keys.foreignKeys.length + (keys.widths?.size ?? 0) + (keys.defaults?.size ?? 0)
    if (size > 0 && declared.length < maxTables) declared.push({ table, keys })
  }
  const found = new Set<string>()
  const noteShared = (name: string) => {
    found.add(name)
  }
  const used = new Set<number>()
  const noteUsed = (start: number) => {
    used.add(start)
  }
  const defaulted = new Map<string, Set<string>>()
  const noteDefaulted = (table: string, column: string) => {
    const columns = defaulted.get(table) ?? new Set()
    if (defaulted.size < maxTables) defaulted.set(table, columns.add(column))
  }
  const notes = {
    noteUsed,
    noteDefaulted,
    noteChange,
    noteUpdated,
    noteQueried,
    noteElsewhere,
    noteKeys,
    noteShared,
    changes: sqlChanges([], dialect, { shared }),
  }
  const rows = await firstRows((wants) => sqlRecords(content(), dialect, wants, notes))
  if (shared.size === 0 && found.size > 0) return surveyTables(content, dialect, found)
  const changes = sqlChanges(noted, dialect, { updated: [...updated], shared, used })
  const tables = [...rows].map(([name, table]) => {
    const before = table.records.map(({ value }) => value)
    const after =
      changes.size === 0
        ? before
        : table.records.flatMap(({ value, offset }) => rowAfter(changes.apply(name, offset, value)))
    const isEmptied = after.length === 0 && before.length > 0
    const records = isEmptied ? before : after
    const own = declared.filter(({ table: of }) => isSameTable(of, name))
    const keys = {
      key: [...new Set(own.flatMap((one) => one.keys.key))],
      foreignKeys: own.flatMap((one) => one.keys.foreignKeys),
    }
    const widths = new Map(own.flatMap((one) => [...(one.keys.widths ?? [])]))
    const defaults = new Map(own.flatMap((one) => [...(one.keys.defaults ?? [])]))
    const comments = new Map([...commented].flatMap(([of, all]) => (isSameTable(of, name) ? [...all] : [])))
    const explanations = new Map(explained.flatMap(([of, all]) => (isSameTable(of, name) ? [...all] : [])))
    const ofRows = defaulted.get(name)
    const ofColumns = {
      ...(ofRows === undefined ? {} : { defaulted: ofRows }),
      ...(explanations.size === 0 ? {} : { explanations }),
      ...(widths.size === 0 ? {} : { widths }),
      ...(defaults.size === 0 ? {} : { defaults }),
      ...(comments.size === 0 ? {} : { comments }),
    }
    return { name, columns: columnsOf(records), records, ...(isEmptied ? { isEmptied } : {}), ...keys, ...ofColumns }
  })
  const isThere = (table: string) => tables.some(({ name }) => isSameTable(table, name))
  const emptyTables = [...defined].filter((table) => !isThere(table))
  // A table that is removed and made anew is one that a dump begins with.
  const isMade = (table: string) => [...defined].some((name) => isSameTable(table, name))
  const elsewhere = missed.filter(({ table, verb }) => !isThere(table) && !(verb.startsWith('DROP') && isMade(table)))
  return { tables, emptyTables, queriedTables: [...queried], changes, elsewhere }
}

function rowAfter(after: ReturnType<SqlChanges['apply']>): readonly SourceRecord[] {
  return 'row' in after ? [after.row] : []
}

function columnsOf(records: readonly SourceRecord[]): readonly string[] | null {
  const columns = Object.keys(records[0] ?? {})
  return columns.every((column) => /^\d+$/.test(column)) ? null : columns
}

function lengthOf(record: SourceRecord): number {
  return Object.values(record).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0)
}
