import { countLogins } from '../control-totals/login-scan.ts'
import { maxRecord } from '../raw-record.ts'
import type { Piece, Scanner } from '../scan-records.ts'
import type { ChangeElsewhere } from './changes/changes-elsewhere.ts'
import { type RowChange, sqlChange } from './changes/sql-changes.ts'
import { type SqlDialect, createSqlTokenizer } from './sql-tokenizer.ts'
import { createPlainRows } from './sql-plain-rows.ts'
import type { KeyLimits, RowsOf, SqlScan } from './sql-rows.ts'
import { noteNames } from './sql-columns.ts'
import { selectRows } from './sql-selects.ts'
import { type Cursor, position, skipLine } from '../cursor.ts'
import { createCommentLines, explanationsOfTable } from './definitions/explanations.ts'
import { beginsBody, copyRows, passStatement, peek, skipBody, skipToStatement } from './sql-between.ts'
import { charactersAbove } from './sql-dialect.ts'
import { connects, createDatabases, type SharedNames } from './sql-databases.ts'
import { readsFile, sqlHead } from './sql-heads.ts'
import { setsVariable, type SqlVariables } from './sql-variables.ts'
import { createdTable, insertRows } from './sql-inserts.ts'
import { changeRows, otherStatement } from './changes/change-statements.ts'

/* Scanner for the statements of a dump: rows are yielded, changes recorded, other statements passed. */

/** Selects tables of a dump. `count`: rows of the table are counted, and need not be fully readable. */
export type WantsTable = (table: string) => boolean | 'count'

/** Limits on rows whose keys are compared, unless a test sets its own. */
export const keyLimits: KeyLimits = { repeated: 2_000_000, mixed: 100_000 }

/** Bytes of a routine's definition that are searched for statements that change rows. */
const maxRoutine = 8 * 1024

/** Bytes of a COPY that are searched for its FROM. */
const maxCopyHead = 16 * 1024

/** Where a scanner of a dump notes what it passes, and what a survey has found before. */
export type ScanNotes = {
  /** Called with each statement that changes earlier rows. */
  readonly noteChange?: ((change: RowChange) => void) | undefined
  /** Called with each table in which a statement updates rows with the same key. */
  readonly noteUpdated?: ((table: string) => void) | undefined
  /** Called with each table that gets rows of a query over other tables of the dump. */
  readonly noteQueried?: ((table: string) => void) | undefined
  /** Called with each statement that changes rows of a table that has none so far. */
  readonly noteElsewhere?: ((change: ChangeElsewhere) => void) | undefined
  /** Called with the keys that a statement declares for a table. */
  readonly noteKeys?: SqlScan['noteKeys'] | undefined
  /** Called with each column that has its default in rows of a table. */
  readonly noteDefaulted?: ((table: string, column: string) => void) | undefined
  /** These tables, if a survey has found them. */
  readonly updated?: Iterable<string>
  /** Called with each name of tables that occurs in several databases. */
  readonly noteShared?: ((name: string) => void) | undefined
  readonly shared?: SharedNames | undefined
  readonly used?: ReadonlySet<number> | undefined
  /** Limits on rows whose keys are compared. */
  readonly limits?: KeyLimits
  readonly recordOf?: SqlScan['recordOf']
}

/**
 * Scanner for the rows of a dump, in `INSERT INTO` and `COPY ... FROM stdin`. `wants` selects tables; everything else
 * is skipped. `rowsOf` returns the table and form of the piece that was just yielded.
 */
export function sqlScanner(
  dialect: SqlDialect,
  variables: SqlVariables,
  wants: (table: string) => boolean | 'count',
  {
    noteChange,
    noteUpdated,
    noteQueried,
    noteElsewhere,
    noteKeys,
    noteDefaulted,
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
      for (const [column] of next.omitted ?? []) noteDefaulted?.(nameOf(next.table), column)
      const table = nameOf(next.table)
      rows = { ...next, table, noteDefaulted: (column) => noteDefaulted?.(table, column) }
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
  const comments = createCommentLines()
  await skipLinesAbove(cursor)
  while (await skipToStatement(cursor, sqlScan.notesElsewhere ? comments.note : undefined)) {
    const start = await peek(cursor, 300)
    comments.explain(sqlScan, start)
    sqlScan.databases.follow(start)
    if (connects.test(start)) {
      await skipLine(cursor)
      continue
    }
    if (setsVariable.test(start)) {
      await passCommand(sqlScan, cursor)
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

/** Bytes of a line that assigns a variable. */
const maxCommand = 1000

/** Passes a command of psql that assigns a variable. */
async function passCommand({ variables, used }: SqlScan, cursor: Cursor): Promise<void> {
  const start = position(cursor)
  const [line = ''] = Buffer.from(await peek(cursor, maxCommand), 'latin1')
    .toString('utf8')
    .split(/\r?\n/, 1)
  variables.command(line, start)
  await skipLine(cursor)
  cursor.pass(used.has(start) ? { kind: 'constant', name: null } : { kind: 'statement', name: null }, start)
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
    if (areInDefaults(passed.text ?? '', created.defaults)) cursor.pass({ kind: 'constant', name: null })
    sqlScan.created.set(sqlScan.databases.nameOf(created.table).toLowerCase(), created)
    sqlScan.noteKeys(created.table, { ...created, explanations: explanationsOfTable(passed.text ?? '') })
  }
  return null
}

/** Whether all logins in a CREATE TABLE are defaults of its columns, which rows may have. */
function areInDefaults(statement: string, defaults: ReadonlyMap<string, string>): boolean {
  const [all, own] = [countLogins(statement), countLogins([...defaults.values()].join('\n'))]
  return all.hashes + all.emails > 0 && all.hashes === own.hashes && all.emails === own.emails
}
