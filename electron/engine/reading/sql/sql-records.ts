import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions } from '../scan-records.ts'
import { repeatedKeys, type SqlChanges } from './changes/changed-rows.ts'
import { changeFaults } from './changes/sql-changes.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import type { RowsOf } from './sql-rows.ts'
import { pickedOf, readConstant } from './sql-constant-tables.ts'
import { noJson, noRow, readJsonRow, readSetRow, updateBehind } from './sql-set.ts'
import { giveDeclared, valuesFor } from './definitions/declared-values.ts'
import { columnDefault, mayHaveComments, splitComments, type SqlRow, type SqlValue } from './sql-values.ts'
import { readCopyLine } from './sql-copy-line.ts'
import { noLogins } from '../control-totals/login-scan.ts'
import { createVariables } from './sql-variables.ts'
import { keyLimits, type ScanNotes, sqlScanner, type WantsTable } from './sql-statements.ts'

/**
 * Reads the rows of a dump in file order as records by column name, each with its table. Without column names the keys
 * are `1`, `2`, … Rows of unwanted tables are skipped.
 */
export function sqlRecords(
  chunks: AsyncIterable<Chunk>,
  written: SqlDialect,
  wants: WantsTable,
  { changes = null, noteUsed, limits = keyLimits, ...options }: SqlReading = {},
): AsyncGenerator<readonly RawRecord[]> {
  const variables = createVariables(written, noteUsed)
  const dialect = { ...written, variables }
  const keys = repeatedKeys(dialect, options.noteChange, limits)
  const settled = (parsed: Parsed, start: number) => {
    if ((rowsOf().meets ?? null) === null) return changed(parsed, start, changes)
    keys.noteReplaced(parsed, rowsOf(), start)
    return changed(
      keys.updatesEarlier(parsed, rowsOf()) ? { kind: 'unreadable', ...changeFaults.update } : parsed,
      start,
      changes,
    )
  }
  const { sqlScan, rowsOf } = sqlScanner(dialect, variables, wants, {
    ...options,
    limits,
    updated: changes?.updated ?? [],
    shared: changes?.shared,
    used: changes?.used,
    recordOf: (row, start) => {
      const parsed = recordOf(row, rowsOf())
      // The text of a row that does not match its table may be kept.
      return parsed.kind === 'record' ? settled(parsed, start) : undefined
    },
  })
  const read = (text: string, start: number) =>
    settled(readRecord(text, rowsOf(), dialect, wants(rowsOf().table)), start)
  // A line of COPY has no comments.
  const commentsOf = (text: string) =>
    rowsOf().form === 'line' || !mayHaveComments(text, dialect) ? '' : splitComments(text, dialect).comments
  const statementOf = (text: string) => (rowsOf().form === 'set' ? updateBehind(text, dialect) : '')
  return scanRecords(chunks, sqlScan, read, { ...options, commentsOf, statementOf })
}

type SqlReading = ScanOptions &
  Omit<ScanNotes, 'updated' | 'shared' | 'used' | 'recordOf'> & {
    /** Changes that later statements make to the rows, from the survey. */
    readonly changes?: SqlChanges | null
    /** Called with the position of each statement of which all logins are values of variables that rows use. */
    readonly noteUsed?: (start: number) => void
  }

/** A row as later statements leave it. */
function changed(parsed: Parsed, offset: number, changes: SqlChanges | null): Parsed {
  if (changes === null || changes.size === 0 || parsed.kind !== 'record' || parsed.table === undefined) return parsed
  const after = changes.apply(parsed.table, offset, parsed.value)
  if (!('row' in after)) return unreadable(after.reason)
  return after.isChanged ? { ...parsed, value: after.row, isChanged: true } : { ...parsed, value: after.row }
}

/** Reads the rows from an offset on, as `sqlRecords` returned them. Earlier rows are skipped. */
export async function* sqlRecordsFrom(
  chunks: AsyncIterable<Chunk>,
  written: SqlDialect,
  offset: number,
  changes: SqlChanges | null = null,
): AsyncGenerator<readonly RawRecord[]> {
  const variables = createVariables(written)
  const dialect = { ...written, variables }
  const { sqlScan, rowsOf } = sqlScanner(dialect, variables, () => true, { shared: changes?.shared })
  const read = (text: string, start: number) =>
    start < offset ? null : changed(readRecord(text, rowsOf(), dialect, true), start, changes)
  for await (const batch of scanRecords(chunks, sqlScan, read)) {
    const records = batch.filter((record) => record.offset >= offset)
    if (records.length > 0) yield records
  }
}

function readRecord(text: string, rows: RowsOf, dialect: SqlDialect, wanted: boolean | 'count'): Parsed {
  const parsed = parseRecord(text, rows, dialect)
  if (wanted !== 'count' || parsed.kind === 'record') return parsed
  // A counted row that does not match its table is still a row, and its text is kept.
  return { kind: 'record', value: { row: text.slice(0, maxRowText) }, table: rows.table }
}

const maxRowText = 4096

function parseRecord(text: string, rowsOf: RowsOf, dialect: SqlDialect): Parsed {
  const { table, form, picked = null } = rowsOf
  if (form === 'set' || form === 'json') {
    const row = form === 'set' ? readSetRow(text, dialect) : readJsonRow(text, dialect)
    if (row === null) return unreadable(form === 'set' ? noRow : noJson)
    return { kind: 'record', value: valuesFor(rowsOf, row), table }
  }
  const row =
    form === 'line' ? readCopyLine(text.endsWith('\r') ? text.slice(0, -1) : text) : readConstant(text, form, dialect)
  if (row === null) return unreadable('This is not a row of values in parentheses.')
  return recordOf(picked === null ? row : pickedOf(row, picked, dialect), rowsOf)
}

function recordOf({ values, isVerbatim }: SqlRow, rowsOf: RowsOf): Parsed {
  const { table, defaults, noteDefaulted } = rowsOf
  const columns = columnsOf(rowsOf, values.length)
  if (columns !== null && values.length !== columns.length) {
    return unreadable(`This row has ${values.length} values, but its table has ${columns.length} columns.`)
  }
  const value: Record<string, SqlValue> = {}
  for (let index = 0; index < values.length; index += 1) {
    const name = columns === null ? String(index + 1) : columns[index]
    if (name === undefined || name === '__proto__') continue
    const one = values[index] ?? null
    value[name] = one === columnDefault ? (defaults?.get(name.toLowerCase()) ?? null) : one
    if (one === columnDefault) noteDefaulted?.(name)
  }
  giveDeclared(value, rowsOf)
  return isVerbatim ? { kind: 'record', value, table, decoded: noLogins } : { kind: 'record', value, table }
}

function columnsOf({ columns, computed = [] }: RowsOf, count: number): RowsOf['columns'] {
  return columns === null || computed.length === 0 || columns.length !== count + computed.length
    ? columns
    : columns.filter((name) => !computed.includes(name))
}

function unreadable(reason: string): Parsed {
  return { kind: 'unreadable', reason }
}
