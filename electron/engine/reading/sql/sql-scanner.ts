import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { type Cursor, position, skipLine } from '../cursor.ts'
import { maxRecord } from '../raw-record.ts'
import type { Piece, Scanner } from '../scan-records.ts'
import { beginsBody, copyRows, passStatement, peek, skipBody, skipToStatement } from './sql-between.ts'
import {
  alteredTable,
  changedTable,
  changeReason,
  changingRoutine,
  filledTable,
  mergedTable,
  mergeReason,
  otherFileReason,
  readChange,
  type RowChange,
} from './sql-changes.ts'
import { readsFile, readTable } from './sql-heads.ts'
import { insertRows } from './sql-inserts.ts'
import { type RowsOf, type SqlScan, unapplied } from './sql-rows.ts'
import { createSqlTokenizer, type SqlDialect } from './sql-tokenizer.ts'

/** Longer statements are not taken apart. */
const maxChange = 64 * 1024
/** So far a routine is looked through for what it changes, or what comes behind it. */
const maxRoutine = 8 * 1024

/** No COPY has more behind its name up to its FROM. */
const maxCopyHead = 16 * 1024

type ScanNotes = {
  /** Told each statement that changes rows before it. */
  readonly noteChange?: ((change: RowChange) => void) | undefined
  /** Told each table of which a statement updates rows with the same key. */
  readonly noteUpdated?: ((table: string) => void) | undefined
  /** Those tables, where they are known before. */
  readonly updated?: Iterable<string>
}

/**
 * Finds the rows of a dump: rows of `INSERT INTO` and of `COPY ... FROM stdin`. `wants` selects tables; everything else
 * is skipped. `rowsOf` returns the table of the row, when a piece arrives.
 */
export function sqlScanner(
  dialect: SqlDialect,
  wants: (table: string) => boolean | 'count',
  { noteChange, noteUpdated, updated = [] }: ScanNotes = {},
): { readonly sqlScan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const sqlScan: SqlScan = {
    dialect,
    sql: createSqlTokenizer(dialect),
    wants,
    created: new Map(),
    seen: new Set(),
    meetings: new Map([...updated].map((table) => [table, { first: 'updated', compared: 0 }] as const)),
    notesKeys: noteChange !== undefined,
    routines: new Set(),
    noteChange: noteChange ?? (() => {}),
    noteUpdated: noteUpdated ?? (() => {}),
    rowsOf: (next) => {
      rows = next
      sqlScan.seen.add(next.table)
    },
  }
  return { sqlScan: (cursor) => statements(sqlScan, cursor), rowsOf: () => rows }
}

async function* statements(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  let behindCondition = false
  while (await skipToStatement(cursor)) {
    const start = await peek(cursor, 300)
    const isConditional = behindCondition
    behindCondition = /^(?:if|else|while)\b/i.test(start)
    cursor.within({ kind: 'statement', name: /^\w+/.exec(start)?.[0].toUpperCase() ?? null })
    const block = /^do\s+(?:language\s+\w+\s+)?(\$\w*\$)/i.exec(start)
    if (/^(?:insert|replace|upsert|into)[\s[]/i.test(start)) yield* insertRows(sqlScan, cursor)
    else if (readsFile.test(start)) yield* otherStatement(sqlScan, cursor, start)
    else if (/^copy\s/i.test(start)) {
      const head = await peek(cursor, maxCopyHead)
      yield* /^copy\s[^;]*\sfrom\s+(?:'|program\s)/i.test(head)
        ? otherStatement(sqlScan, cursor, head)
        : copyRows(sqlScan, cursor)
    } else if (/^(?:update|delete|truncate|merge)\s/i.test(start)) yield* changeRows(sqlScan, cursor, isConditional)
    else if (block?.[1] !== undefined) {
      cursor.moveTo(cursor.at() + block[0].length)
      sqlScan.sql.openBlock(block[1])
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

/** Passes a routine, and keeps its name where it changes rows: a statement behind the rows may call it. */
async function passRoutine(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const routine = changingRoutine(await peek(cursor, maxRoutine))
  if (routine !== null) sqlScan.routines.add(routine)
  return skipBody(sqlScan, cursor)
}

/** Keeps the columns of a CREATE TABLE for the rows that do not name theirs. */
async function noteTable(sqlScan: SqlScan, cursor: Cursor): Promise<Piece | null> {
  const passed = await passStatement(sqlScan, cursor, maxRecord)
  if ('broken' in passed) return passed.broken
  const created = passed.text === null ? null : readTable(passed.text)
  if (created !== null) sqlScan.created.set(created.table.toLowerCase(), created)
  return null
}

/** A statement about rows before it: a simple one is noted, any other, or one behind a condition, is a record that cannot be read. */
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
  const own = changedTable(text, sqlScan.seen, sqlScan.dialect)
  const added = own ?? mergedTable(text)
  // Rows that come later are none of its business.
  if (added === null) return
  const change = passed.text === null || isConditional ? null : readChange(passed.text, sqlScan.dialect)
  if (change !== null) {
    cursor.pass({ kind: 'changed', name: null })
    return sqlScan.noteChange({ ...change, table: added, offset: start, line })
  }
  if (own === null ? mayBeUsers(sqlScan, added) : sqlScan.wants(added) === true)
    yield unapplied(sqlScan, cursor, added, { start, line }, /^merge\s/i.test(head) ? mergeReason : changeReason)
}

function mayBeUsers({ wants }: SqlScan, table: string): boolean {
  const wanted = wants(table)
  return wanted === true || (wanted === 'count' && mentionsPeople(table))
}

/** A statement of another kind, or a command of the database's own program, which may change rows before it all the same. `text`: its beginning. */
async function* otherStatement(sqlScan: SqlScan, cursor: Cursor, text: string): AsyncGenerator<Piece> {
  const start = position(cursor)
  const line = cursor.lineOf(start)
  const read = [...sqlScan.seen].filter((table) => sqlScan.wants(table) === true)
  const isCommand = readsFile.test(text)
  if (isCommand) await skipLine(cursor)
  const filled = filledTable(isCommand ? (text.split('\n', 1)[0] ?? '') : text)
  const passed = isCommand ? { text } : await passStatement(sqlScan, cursor, read.length === 0 ? 0 : maxChange)
  if ('broken' in passed) {
    yield passed.broken
    return
  }
  const altered = passed.text === null ? null : alteredTable(passed.text, read, sqlScan.routines)
  const table = filled !== null && mayBeUsers(sqlScan, filled) ? filled : altered
  if (table === null) return
  const piece = unapplied(sqlScan, cursor, table, { start, line })
  yield isCommand ? { ...piece, fault: otherFileReason(text) } : piece
}
