import { isSameTable, type RowChange, changeReasons } from './sql-changes.ts'
import type { createSqlTokenizer, SqlDialect } from './sql-tokenizer.ts'
import { type Cursor, position } from '../cursor.ts'
import type { Piece } from '../scan-records.ts'
import type { CreatedTable, ForeignKey } from './sql-heads.ts'

/** The table that rows belong to, and how they are written: `(...)` behind VALUES, a line of a COPY block, a whole
 * statement with SET, or a SELECT of constants. */
export type RowsOf = {
  readonly table: string
  /** Null: neither the rows nor a CREATE TABLE before them name the columns. */
  readonly columns: readonly string[] | null
  /** Columns that rows without names leave out, as SQLite writes them: the database computes their values. */
  readonly computed?: readonly string[]
  readonly form: 'values' | 'line' | 'set' | 'select'
  /** Of rows that meet rows before them with the same key; null: of others. */
  readonly meets?: KeyMeeting | null
}

/**
 * Rows of one table whose keys are compared; where there are more, the run is held back. `mixed`: rows of REPLACE behind rows of INSERT,
 * each of which may take the place of an earlier row.
 */
export type KeyLimits = { readonly repeated: number; readonly mixed: number }
export const keyLimits: KeyLimits = { repeated: 2_000_000, mixed: 100_000 }

/** The fate of an earlier row with the same key: `replaced`, it is gone; `updated`, some columns of it change. */
export type KeyMeeting = {
  readonly key: readonly string[]
  readonly becomes: 'replaced' | 'updated'
  /** Rows of other statements stand before them, so that not only a key that comes twice here is there already. */
  readonly isMixed: boolean
}

/** The state that the parts of the scanner share. */
export type SqlScan = {
  readonly dialect: SqlDialect
  readonly sql: ReturnType<typeof createSqlTokenizer>
  /** Asked again before each row. */
  readonly wants: (table: string) => boolean | 'count'
  /** By the name of the table in lower case. */
  readonly created: Map<string, CreatedTable>
  /** Tables whose rows came so far. */
  readonly seen: Set<string>
  /** The effect of a table's first rows on rows with the same key, and the number of such rows. */
  readonly meetings: Map<string, { readonly first: KeyMeeting['becomes'] | 'none'; compared: number }>
  readonly keyLimits: KeyLimits
  /** All rows of statements that replace are read, wanted or not, for their keys. */
  readonly notesKeys: boolean
  /** Routines of the dump that change rows, in lower case. */
  readonly routines: Set<string>
  /** Called with each table of which a statement updates rows with the same key. */
  readonly noteUpdated: (table: string) => void
  /** Called with each statement that changes rows before it. */
  readonly noteChange: (change: RowChange) => void
  /** Called with the foreign keys that a statement declares for a table. */
  readonly noteForeignKeys: (table: string, keys: readonly ForeignKey[]) => void
  /** Says whose rows the next pieces are. */
  readonly rowsOf: (rows: RowsOf) => void
}

export const cutDump =
  'The file ends here, in the middle of the dump: what followed is missing. Export or copy it again.'
export const unclosedDump =
  'A quotation mark is opened here and never closed, so the rest of the dump was skipped. Correct this place and load the file again.'

export function sqlPiece(cursor: Cursor, start: number, fault: string | null): Piece {
  const piece = { start, end: position(cursor), fault }
  return fault === cutDump || fault === unclosedDump ? { ...piece, truncates: true } : piece
}

/** The text from `start` to the cursor, for statements; names in them are ASCII or UTF-8. */
export function textFrom(cursor: Cursor, start: number): string {
  return cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
}

/** The CREATE TABLE of a table; either statement may leave the schema out. */
export function createdTable({ created }: SqlScan, table: string): CreatedTable | null {
  const exact = created.get(table.toLowerCase())
  if (exact !== undefined) return exact
  const alike = [...created].filter(([name]) => isSameTable(name, table))
  return alike.length === 1 ? (alike[0]?.[1] ?? null) : null
}

/** A record that holds back the run: the statement changes or adds rows of a table in a way that is not applied. */
export function unapplied(
  sqlScan: SqlScan,
  cursor: Cursor,
  table: string,
  at: { start: number; line: number },
  reason = changeReasons.change,
): Piece {
  sqlScan.rowsOf({ table, columns: null, form: 'values' })
  return { ...sqlPiece(cursor, at.start, reason), line: at.line }
}
