import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions } from '../scan-records.ts'
import type { SqlChanges } from './changed-rows.ts'
import { repeatedKeys } from './repeated-keys.ts'
import { type RowChange, updateReason } from './sql-changes.ts'
import type { SqlDialect } from './sql-tokenizer.ts'
import type { RowsOf } from './sql-rows.ts'
import { sqlScanner } from './sql-scanner.ts'
import { readSelectRow } from './sql-selects.ts'
import { noRow, readSetRow } from './sql-set.ts'
import { mayHaveComments, readEscape, readRow, splitComments, type SqlValue, textOfBytes } from './sql-values.ts'

/** Which tables of a dump are wanted. `count`: only that there is a row matters, and what can be read of it. */
export type WantsTable = (table: string) => boolean | 'count'

/**
 * The rows of a dump, in file order, as records by column name that know their table. Without column names the values
 * are keyed `1`, `2`, ... Rows of tables that are not wanted are passed over unread.
 */
export function sqlRecords(
  chunks: AsyncIterable<Chunk>,
  dialect: SqlDialect,
  wants: WantsTable,
  { changes = null, noteChange, noteUpdated, ...options }: SqlReading = {},
): AsyncGenerator<readonly RawRecord[]> {
  const { sqlScan, rowsOf } = sqlScanner(dialect, wants, { noteChange, noteUpdated, updated: changes?.updated ?? [] })
  const keys = repeatedKeys(dialect, noteChange)
  const read = (text: string, start: number) => {
    const parsed = readRecord(text, rowsOf(), dialect, wants(rowsOf().table))
    if ((rowsOf().meets ?? null) === null) return changed(parsed, start, changes)
    keys.noteReplaced(parsed, rowsOf(), start)
    return changed(keys.updatesEarlier(parsed, rowsOf()) ? unreadable(updateReason) : parsed, start, changes)
  }
  // A line of COPY has none.
  const commentsOf = (text: string) =>
    rowsOf().form === 'line' || !mayHaveComments(text, dialect) ? '' : splitComments(text, dialect).comments
  return scanRecords(chunks, sqlScan, read, { ...options, commentsOf })
}

type SqlReading = ScanOptions & {
  /** What statements behind the rows make of them; null: nothing. */
  readonly changes?: SqlChanges | null
  /** Told each such statement when it is passed. */
  readonly noteChange?: (change: RowChange) => void
  /** Told each table of which a statement updates rows with the same key. */
  readonly noteUpdated?: (table: string) => void
}

function changed(parsed: Parsed, offset: number, changes: SqlChanges | null): Parsed {
  if (changes === null || changes.size === 0 || parsed.kind !== 'record' || parsed.table === undefined) return parsed
  const after = changes.apply(parsed.table, offset, parsed.value)
  if (!('row' in after)) return unreadable(after.reason)
  return after.isChanged ? { ...parsed, value: after.row, isChanged: true } : { ...parsed, value: after.row }
}

/** The rows from an offset on, as `sqlRecords` gave them; the rows before are passed over unread. */
export async function* sqlRecordsFrom(
  chunks: AsyncIterable<Chunk>,
  dialect: SqlDialect,
  offset: number,
  changes: SqlChanges | null = null,
): AsyncGenerator<readonly RawRecord[]> {
  const { sqlScan, rowsOf } = sqlScanner(dialect, () => true)
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
  // A row of no user that does not fit its table is a row all the same; what it says is not left out.
  return { kind: 'record', value: { row: text.slice(0, maxRowText) }, table: rows.table }
}

const maxRowText = 4096

function parseRecord(text: string, { table, columns, form }: RowsOf, dialect: SqlDialect): Parsed {
  if (form === 'set') {
    const row = readSetRow(text, dialect)
    return row === null ? unreadable(noRow) : { kind: 'record', value: row, table }
  }
  const values =
    form === 'line'
      ? readCopyLine(text.endsWith('\r') ? text.slice(0, -1) : text)
      : form === 'select'
        ? readSelectRow(text, dialect)
        : readRow(text, dialect)
  if (values === null) return unreadable('This is no row of values in parentheses.')
  if (columns !== null && values.length !== columns.length) {
    return unreadable(`This row has ${values.length} values, but its table has ${columns.length} columns.`)
  }
  const value: Record<string, SqlValue> = {}
  for (const [index, cell] of values.entries()) {
    const name = columns === null ? String(index + 1) : columns[index]
    if (name !== undefined && name !== '__proto__') value[name] = cell
  }
  return { kind: 'record', value, table }
}

function unreadable(reason: string): Parsed {
  return { kind: 'unreadable', reason }
}

/** One line of a COPY block: values between tabs, `\N` for NULL, backslash escapes. The line end does not belong to it. */
export function readCopyLine(line: string): readonly SqlValue[] {
  return line
    .split('\t')
    .map((cell) => (cell === '\\N' ? null : cell.includes('\\') ? textOfBytea(unescape(cell)) : cell))
}

function textOfBytea(value: string): string {
  return value.startsWith('\\x') ? textOfBytes(value) : value
}

function unescape(cell: string): string {
  let value = ''
  let at = 0
  for (let escape = cell.indexOf('\\'); escape !== -1; escape = cell.indexOf('\\', at)) {
    const read = readEscape(cell, escape)
    value += cell.slice(at, escape) + read.value
    at = read.end
  }
  return value + cell.slice(at)
}
