import { changeFaults, type RowChange } from './changes/sql-changes.ts'
import type { createSqlTokenizer, SqlDialect } from './sql-tokenizer.ts'
import { type Cursor, position } from '../cursor.ts'
import type { Fault, StatementFault } from '../raw-record.ts'
import type { Parsed, Piece } from '../scan-records.ts'
import type { PlainRows } from './sql-plain-rows.ts'
import type { SqlRow } from './sql-values.ts'
import type { Databases } from './sql-databases.ts'
import type { Picked } from './sql-constant-tables.ts'
import type { SqlVariables } from './sql-variables.ts'
import type { ChangeElsewhere } from './changes/changes-elsewhere.ts'
import type { CreatedTable, DeclaredColumns, TableKeys } from './sql-heads.ts'

/**
 * The table of rows and their form: `values`, parentheses after VALUES; `line`, a line of a COPY block; `set` and `json`, a whole statement with SET
 * or JSON; `select`, a SELECT of constants.
 */
export type RowsOf = {
  readonly table: string
  /** Column names; null if neither the statement nor an earlier CREATE TABLE names them. */
  readonly columns: readonly string[] | null
  /** Generated columns, which rows without column names omit in dumps of SQLite. */
  readonly computed?: readonly string[]
  /** The values of DEFAULT, by the names of columns in lower case. */
  readonly defaults?: ReadonlyMap<string, string>
  /** Columns that the rows leave out, with their values. */
  readonly omitted?: readonly (readonly [column: string, value: string])[]
  /** Called with each column that has its default in a row. */
  readonly noteDefaulted?: (column: string) => void
  /** The values of enumerations, which rows may have by their numbers. */
  readonly enums?: readonly (readonly [column: string, members: readonly string[]])[]
  readonly form: 'values' | 'line' | 'set' | 'json' | 'select'
  /** The definition of the table, for a row that names its own columns. */
  readonly declared?: DeclaredColumns | null
  /** The values in the order of the columns, where a query takes them of a row; null or absent: the row has them in that order. */
  readonly picked?: readonly Picked[] | null
  /** The effect on earlier rows with the same key; null if there is none. */
  readonly meets?: KeyMeeting | null
}

/**
 * Limits on the rows of one table whose keys are compared. A larger table holds back the run. `mixed`: rows of REPLACE after rows of INSERT,
 * each of which may replace an earlier row.
 */
export type KeyLimits = { readonly repeated: number; readonly mixed: number }
/** The effect on an earlier row with the same key. `replaced`: it is removed; `updated`: some of its columns change. */
export type KeyMeeting = {
  readonly key: readonly string[]
  readonly becomes: 'replaced' | 'updated'
  /** Statements of another kind added rows before, so a key may exist that did not occur in this kind. */
  readonly isMixed: boolean
}

/** State shared by the parts of the scanner. */
export type SqlScan = {
  readonly dialect: SqlDialect
  readonly variables: SqlVariables
  readonly sql: ReturnType<typeof createSqlTokenizer>
  readonly plainRows: PlainRows
  /** Parses the values of a plain row at a position; undefined: its text is to be parsed. */
  readonly recordOf: (row: SqlRow, start: number) => Parsed | undefined
  readonly databases: Databases
  /** Selects tables; asked again before each batch of rows. */
  readonly wants: (table: string) => boolean | 'count'
  /** Statements CREATE TABLE by the name of the table in the whole dump, in lower case. */
  readonly created: Map<string, CreatedTable>
  /** Tables of which rows were read so far. */
  readonly seen: Set<string>
  /** The names of columns in lower case that rows of a table have, or that a statement sets in them. */
  readonly named: Map<string, Set<string>>
  /** The effect of a table's first rows on rows with the same key, and the number of such rows. */
  readonly meetings: Map<string, { readonly first: KeyMeeting['becomes'] | 'none'; compared: number }>
  readonly keyLimits: KeyLimits
  /** Rows of replacing statements are read for their keys even if their table is unwanted. */
  readonly notesKeys: boolean
  /** Positions of statements of which rows use all logins by variables, from the survey. */
  readonly used: ReadonlySet<number>
  /** Routines of the dump that change rows, in lower case. */
  readonly routines: Set<string>
  /** Called with each table in which a statement updates rows with the same key. */
  readonly noteUpdated: (table: string) => void
  /** Called with each table that gets rows of a query over other tables of the dump. */
  readonly noteQueried: (table: string) => void
  /** Called with each statement that changes earlier rows. */
  readonly noteChange: (change: RowChange) => void
  /** Called with each statement that changes rows of a table that has none so far. */
  readonly noteElsewhere: (change: ChangeElsewhere) => void
  /** Such statements are wanted. */
  readonly notesElsewhere: boolean
  /** Called with each table that a statement defines, and the keys that it declares. */
  readonly noteKeys: (table: string, keys: TableKeys) => void
  /** Sets the table and form of the next pieces. */
  readonly rowsOf: (rows: RowsOf) => void
}

export const cutDump =
  'The file ends here, in the middle of the dump: what followed is missing. Export or copy it again.'
export const unclosedDump =
  'A quotation mark is opened here and never closed, so the rest of the dump was skipped. Correct this place and load the file again.'

export function sqlPiece(cursor: Cursor, start: number, fault: Fault | null): Piece {
  const piece = { start, end: position(cursor), fault }
  return fault === cutDump || fault === unclosedDump ? { ...piece, truncates: true } : piece
}

/** The text of a statement from `start` to the cursor, as UTF-8. */
export function textFrom(cursor: Cursor, start: number): string {
  return cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
}

/** A piece with a fault that holds back the run, because a statement changes or adds rows of a table and is not applied. */
export function unapplied(
  sqlScan: SqlScan,
  cursor: Cursor,
  table: string,
  at: { start: number; line: number },
  fault: StatementFault = changeFaults.change,
): Piece {
  sqlScan.rowsOf({ table, columns: null, form: 'values' })
  return { ...sqlPiece(cursor, at.start, fault), line: at.line }
}
