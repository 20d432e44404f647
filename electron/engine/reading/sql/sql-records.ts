import type { Chunk } from '../file-bytes.ts'
import { type RawRecord, maxRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions, type Piece, type Scanner } from '../scan-records.ts'
import { repeatedKeys, type SqlChanges } from './changed-rows.ts'
import { type ChangeElsewhere, changedElsewhere } from './changes-elsewhere.ts'
import { changeFaults, type RowChange, sqlChange } from './sql-changes.ts'
import { type SqlDialect, createSqlTokenizer } from './sql-tokenizer.ts'
import { createPlainRows } from './sql-plain-rows.ts'
import { type KeyLimits, type RowsOf, type SqlScan, unapplied } from './sql-rows.ts'
import { pickedOf, readConstant } from './sql-constant-tables.ts'
import { hasColumns, noteNames } from './sql-columns.ts'
import { selectRows } from './sql-selects.ts'
import { noJson, noRow, readJsonRow, readSetRow, updateBehind } from './sql-set.ts'
import { columnDefault, mayHaveComments, splitComments, type SqlRow, type SqlValue } from './sql-values.ts'
import { readCopyLine } from './sql-copy-line.ts'
import { noLogins } from '../control-totals/login-scan.ts'
import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { type Cursor, position, skipLine } from '../cursor.ts'
import { beginsBody, copyRows, passStatement, peek, skipBody, skipToStatement } from './sql-between.ts'
import { noteAltered } from './definitions/altered-tables.ts'
import { charactersAbove } from './sql-dialect.ts'
import { connects, createDatabases, type SharedNames } from './sql-databases.ts'
import { readsFile, sqlHead } from './sql-heads.ts'
import { createVariables, type SqlVariables } from './sql-variables.ts'
import { createdTable, insertRows } from './sql-inserts.ts'

/** Selects tables of a dump. `count`: rows of the table are counted, and need not be fully readable. */
export type WantsTable = (table: string) => boolean | 'count'

/**
 * Reads the rows of a dump in file order as records by column name, each with its table. Without column names the keys
 * are `1`, `2`, … Rows of unwanted tables are skipped.
 */
export function sqlRecords(
  chunks: AsyncIterable<Chunk>,
  written: SqlDialect,
  wants: WantsTable,
  {
    changes = null,
    noteUsed,
    noteChange,
    noteUpdated,
    noteQueried,
    noteElsewhere,
    noteKeys,
    noteShared,
    limits = keyLimits,
    ...options
  }: SqlReading = {},
): AsyncGenerator<readonly RawRecord[]> {
  const variables = createVariables(written, noteUsed)
  const dialect = { ...written, variables }
  const keys = repeatedKeys(dialect, noteChange, limits)
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
    noteChange,
    noteUpdated,
    noteQueried,
    noteElsewhere,
    noteKeys,
    noteShared,
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

const keyLimits: KeyLimits = { repeated: 2_000_000, mixed: 100_000 }

type SqlReading = ScanOptions & {
  /** Changes that later statements make to the rows, from the survey. */
  readonly changes?: SqlChanges | null
  /** Called with the position of each statement of which all logins are values of variables that rows use. */
  readonly noteUsed?: (start: number) => void
  /** Called with each statement that changes earlier rows. */
  readonly noteChange?: (change: RowChange) => void
  /** Called with each table in which a statement updates rows with the same key. */
  readonly noteUpdated?: (table: string) => void
  /** Called with each table that gets rows of a query over other tables of the dump. */
  readonly noteQueried?: (table: string) => void
  /** Called with each statement that changes rows of a table that has none so far. */
  readonly noteElsewhere?: (change: ChangeElsewhere) => void
  /** Called with the keys that a statement declares for a table. */
  readonly noteKeys?: SqlScan['noteKeys']
  /** Called with each name of tables that occurs in several databases. */
  readonly noteShared?: (name: string) => void
  /** Limits on rows whose keys are compared. */
  readonly limits?: KeyLimits
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
    return row === null ? unreadable(form === 'set' ? noRow : noJson) : { kind: 'record', value: row, table }
  }
  const row =
    form === 'line' ? readCopyLine(text.endsWith('\r') ? text.slice(0, -1) : text) : readConstant(text, form, dialect)
  if (row === null) return unreadable('This is not a row of values in parentheses.')
  return recordOf(picked === null ? row : pickedOf(row, picked, dialect), rowsOf)
}

function recordOf({ values, isVerbatim }: SqlRow, rowsOf: RowsOf): Parsed {
  const { table, defaults, omitted = [] } = rowsOf
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
  }
  for (const [name, one] of omitted) value[name] = one
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

/** Limit on the text of a statement that is analyzed, in bytes. */
const maxChange = 64 * 1024
/** Bytes of a routine's definition that are searched for statements that change rows. */
const maxRoutine = 8 * 1024

/** Bytes of a COPY that are searched for its FROM. */
const maxCopyHead = 16 * 1024

type ScanNotes = {
  /** Called with each statement that changes earlier rows. */
  readonly noteChange?: ((change: RowChange) => void) | undefined
  /** Called with each table in which a statement updates rows with the same key. */
  readonly noteUpdated?: ((table: string) => void) | undefined
  readonly noteQueried?: ((table: string) => void) | undefined
  readonly noteElsewhere?: ((change: ChangeElsewhere) => void) | undefined
  readonly noteKeys?: SqlScan['noteKeys'] | undefined
  /** These tables, if a survey has found them. */
  readonly updated?: Iterable<string>
  readonly noteShared?: ((name: string) => void) | undefined
  readonly shared?: SharedNames | undefined
  readonly used?: ReadonlySet<number> | undefined
  readonly limits?: KeyLimits
  readonly recordOf?: SqlScan['recordOf']
}

/**
 * Scanner for the rows of a dump, in `INSERT INTO` and `COPY ... FROM stdin`. `wants` selects tables; everything else
 * is skipped. `rowsOf` returns the table and form of the piece that was just yielded.
 */
function sqlScanner(
  dialect: SqlDialect,
  variables: SqlVariables,
  wants: (table: string) => boolean | 'count',
  {
    noteChange,
    noteUpdated,
    noteQueried,
    noteElsewhere,
    noteKeys,
    updated = [],
    noteShared,
    shared = new Set(),
    used = new Set(),
    limits = keyLimits,
    recordOf: parsedRow = () => undefined,
  }: ScanNotes = {},
): { readonly sqlScan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const databases = createDatabases(dialect, shared, noteShared ?? (() => {}))
  const { nameOf } = databases
  const sqlScan: SqlScan = {
    dialect,
    variables,
    sql: createSqlTokenizer(dialect),
    plainRows: createPlainRows(dialect),
    recordOf: parsedRow,
    databases,
    wants: (table) => wants(nameOf(table)),
    created: new Map(),
    seen: new Set(),
    named: new Map(),
    meetings: new Map([...updated].map((table) => [table, { first: 'updated', compared: 0 }] as const)),
    keyLimits: limits,
    notesKeys: noteChange !== undefined,
    routines: new Set(),
    noteChange: (change) => noteChange?.({ ...change, table: nameOf(change.table) }),
    used,
    noteUpdated: (table) => noteUpdated?.(nameOf(table)),
    noteQueried: (table) => noteQueried?.(nameOf(table)),
    noteElsewhere: (change) => noteElsewhere?.({ ...change, table: nameOf(change.table) }),
    notesElsewhere: noteElsewhere !== undefined,
    noteKeys: (table, keys) => noteKeys?.(nameOf(table), keys),
    rowsOf: (next) => {
      databases.note(next.table)
      rows = { ...next, table: nameOf(next.table) }
      sqlScan.seen.add(next.table)
      noteNames(sqlScan, next.table, [...(next.columns ?? []), ...(next.omitted ?? []).map(([column]) => column)])
    },
  }
  return { sqlScan: (cursor) => statements(sqlScan, cursor), rowsOf: () => rows }
}

/** The beginning of a statement that adds rows before another one, `WITH added AS (INSERT …`: both are read, one after the other. */
const beforeInsert =
  /^with\s+(?:recursive\s+)?"?[\w$]{1,63}"?\s*(?:\([^()]{0,200}\)\s*)?as\s*(?:(?:not\s+)?materialized\s*)?\(\s*(?=insert\s)/i

/** Statements other than INSERT that may add rows of constants. */
const mayAddConstants = /^(?:with|merge)\s/i

async function* statements(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece | readonly Piece[]> {
  let behindCondition = false
  await skipLinesAbove(cursor)
  while (await skipToStatement(cursor)) {
    const start = await peek(cursor, 300)
    sqlScan.databases.follow(start)
    if (connects.test(start)) {
      await skipLine(cursor)
      continue
    }
    const isConditional = behindCondition
    behindCondition = /^(?:if|else|while)\b/i.test(start)
    cursor.within({ kind: 'statement', name: /^\w+/.exec(start)?.[0].toUpperCase() ?? null })
    if (mayAddConstants.test(start) && !isConditional) {
      if (yield* selectRows(sqlScan, cursor, (table) => createdTable(sqlScan, table))) continue
    }
    const block = /^do\s+(?:language\s+\w+\s+)?(\$\w*\$)/i.exec(start)
    if (/^(?:insert|replace|upsert|into)[\s[]/i.test(start)) yield* insertRows(sqlScan, cursor)
    else if (readsFile.test(start)) yield* otherStatement(sqlScan, cursor, start)
    else if (/^copy\s/i.test(start)) {
      const head = await peek(cursor, maxCopyHead)
      yield* /^copy\s[^;]*\sfrom\s+(?:'|program\s)/i.test(head)
        ? otherStatement(sqlScan, cursor, head)
        : copyRows(sqlScan, cursor)
    } else if (/^(?:update|delete|truncate|merge)\s/i.test(start)) yield* changeRows(sqlScan, cursor, isConditional)
    else if (beforeInsert.test(start)) cursor.moveTo(cursor.at() + (beforeInsert.exec(start)?.[0].length ?? 0))
    else if (block?.[1] !== undefined) {
      cursor.moveTo(cursor.at() + block[0].length)
      sqlScan.sql.openBlock(block[1])
      sqlScan.variables.beginBlock()
    } else {
      const isBody = await beginsBody(cursor)
      if (!isBody && !/^create\s/i.test(start)) {
        yield* otherStatement(sqlScan, cursor, start)
        continue
      }
      const broken = isBody ? await passRoutine(sqlScan, cursor) : await noteTable(sqlScan, cursor)
      if (broken !== null) yield broken
    }
  }
}

/** Skips lines above the dump, in which an apostrophe would begin a string. */
async function skipLinesAbove(cursor: Cursor): Promise<void> {
  cursor.moveTo(cursor.at() + charactersAbove(await peek(cursor, maxLinesAbove)))
  cursor.pass({ kind: 'heading', name: null })
}

/** Bytes at the beginning of a dump that are searched for lines above it. */
const maxLinesAbove = 16 * 1024

/** Skips the definition of a routine, and records its name if it changes rows, because a later statement may call it. */
async function passRoutine(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const routine = sqlChange.changingRoutine(await peek(cursor, maxRoutine))
  if (routine !== null) sqlScan.routines.add(routine)
  return skipBody(sqlScan, cursor)
}

/** Records a CREATE TABLE, which names the columns of rows that do not. */
async function noteTable(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const passed = await passStatement(sqlScan, cursor, maxRecord)
  if ('broken' in passed) return passed.broken
  const created = passed.text === null ? null : sqlHead.readTable(passed.text)
  if (created !== null) {
    sqlScan.created.set(sqlScan.databases.nameOf(created.table).toLowerCase(), created)
    sqlScan.noteKeys(created.table, created)
  }
  return null
}

/** Handles UPDATE, DELETE, TRUNCATE and MERGE. A simple statement is recorded as a change; any other, or a conditional one, becomes an unreadable record. */
async function* changeRows(sqlScan: SqlScan, cursor: Cursor, isConditional: boolean): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const head = await peek(cursor, 1000)
  const passed = await passStatement(sqlScan, cursor, maxChange)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  const text = passed.text ?? head
  const own = sqlChange.changedTable(text, sqlScan.seen, sqlScan.dialect)
  const added = own ?? sqlChange.mergedTable(text)
  // It changes no table with earlier rows.
  if (added === null) return noteChangeElsewhere(sqlScan, text, line)
  const change = passed.text === null || isConditional ? null : sqlChange.read(passed.text, sqlScan.dialect)
  if (change !== null && hasColumns(sqlScan, added, change.where)) {
    cursor.pass({ kind: 'changed', name: null })
    noteNames(sqlScan, added, Object.keys(change.set ?? {}))
    return sqlScan.noteChange({ ...change, table: added, offset: start, line })
  }
  const how = /^merge\s/i.test(head) ? 'merge' : change === null ? 'change' : 'column'
  if (own === null ? mayBeUsers(sqlScan, added) : sqlScan.wants(added) === true)
    yield unapplied(sqlScan, cursor, added, { start, line }, changeFaults[how])
}

/** Notes a statement that changes rows which are not in this dump, or come later. A survey knows at its end which tables have rows. */
function noteChangeElsewhere(sqlScan: SqlScan, text: string, line: number): void {
  if (!sqlScan.notesElsewhere) return
  const change = changedElsewhere(text, sqlScan.dialect)
  if (change !== null) sqlScan.noteElsewhere({ ...change, line })
}

function mayBeUsers({ wants }: SqlScan, table: string): boolean {
  const wanted = wants(table)
  return wanted === true || (wanted === 'count' && mentionsPeople(table))
}

/** Statements that add keys or comments to a table. */
const addsToTable =
  /^(?:alter\s+table|comment\s+on\s+column|exec(?:ute)?\s+(?:\[?sys\]?\s*\.\s*)?\[?sp_addextendedproperty\b)/i

/** Handles any other statement or client command, which becomes an unreadable record if it may change earlier rows. `text`: its beginning. */
async function* otherStatement(sqlScan: SqlScan, cursor: Cursor, text: string): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const read = [...sqlScan.seen].filter((table) => sqlScan.wants(table) === true)
  const isCommand = readsFile.test(text)
  if (isCommand) await skipLine(cursor)
  const filled = sqlChange.filledTable(isCommand ? (text.split('\n', 1)[0] ?? '') : text)
  const assigns = !isCommand && sqlScan.variables.mayAssign(text)
  const isKept = read.length > 0 || assigns || addsToTable.test(text)
  const passed = isCommand ? { text } : await passStatement(sqlScan, cursor, isKept ? maxChange : 0)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  if (assigns) sqlScan.variables.follow(passed.text, start)
  if (sqlScan.used.has(start)) cursor.pass({ kind: 'constant', name: null })
  const keys = isKept && passed.text !== null ? sqlHead.readAddedKeys(passed.text) : null
  const comments = isKept && passed.text !== null ? sqlHead.readComments(passed.text) : []
  for (const added of keys === null ? comments : [keys]) sqlScan.noteKeys(added.table, added)
  if (isKept && passed.text !== null) noteAltered(sqlScan, passed.text, start, line)
  if (/^(?:alter|drop)\s/i.test(text)) noteChangeElsewhere(sqlScan, passed.text ?? text, line)
  const altered =
    passed.text === null ? null : sqlChange.alteredTable(passed.text, read, sqlScan.routines, sqlScan.dialect)
  const table = filled !== null && mayBeUsers(sqlScan, filled) ? filled : altered
  if (table === null) return
  const isDrop = passed.text !== null && sqlChange.isDrop(passed.text, sqlScan.dialect)
  const piece = unapplied(sqlScan, cursor, table, { start, line }, isDrop ? changeFaults.drop : changeFaults.change)
  yield isCommand ? { ...piece, fault: sqlChange.otherFileFault(text) } : piece
}
