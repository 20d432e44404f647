import { comma } from '../file-bytes.ts'
import { type Cursor, position, scan, skipLine, skipWhile } from '../cursor.ts'
import { maxRecord, tooLong } from '../raw-record.ts'
import type { Piece, Scanner } from '../scan-records.ts'
import {
  beginsBody,
  copyRows,
  passStatement,
  peek,
  skipBetween,
  skipBody,
  skipStatement,
  skipToStatement,
} from './sql-between.ts'
import {
  alteredTable,
  changedTable,
  changeReason,
  changingRoutine,
  filledTable,
  isSameTable,
  mergedTable,
  mergeReason,
  otherFileReason,
  readChange,
  type RowChange,
} from './sql-changes.ts'
import {
  type CreatedTable,
  isQuery,
  isValues,
  readColumns,
  readInsertHead,
  readQueryHead,
  readsFile,
  readSetHead,
  readTable,
} from './sql-heads.ts'
import { cutDump, type RowsOf, sqlPiece, type SqlScan, textFrom, unclosedDump } from './sql-rows.ts'
import { selectRows } from './sql-selects.ts'
import { setRow } from './sql-set.ts'
import { createSqlTokenizer, type SqlDialect } from './sql-tokenizer.ts'

const openParenthesis = 0x28
const semicolon = 0x3b

const unclosedRow =
  'A quotation mark in this row is never closed, or a parenthesis is missing. Only this row was skipped; reading continued after it.'

const fromQuery =
  'The rows of this INSERT come from a query that only the database can answer. Export the table that it fills as CSV, or as INSERT with VALUES.'

/** Names of tables that may hold users. */
const mayHoldUsers = /user|account|member|customer|login|person|people|client|kunden|benutzer/i

/** Longer statements are not taken apart. */
const maxChange = 64 * 1024
/** So far a routine is looked through for what it changes, or what comes behind it. */
const maxRoutine = 8 * 1024

/** No COPY has more behind its name up to its FROM. */
const maxCopyHead = 16 * 1024

/** No statement has a longer way to its SET. */
const maxSetHead = 400

const replacing = /^(?:replace|upsert|insert\s+or\s+replace)\s/i
/** Behind the rows: what becomes of those with the same key that are there already. */
const updating = /^(?:as\s+\w+\s+)?on\s+(?:duplicate\s+key\s+update|conflict\b(?![^;]*?\bdo\s+nothing\b))/i

/** The rows of the INSERT at the cursor; unwanted tables are passed. Rows that a query makes are one unreadable record. */
async function* insertRows(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece> {
  const start = position(cursor)
  const verb = await peek(cursor, 40)
  const set = sqlScan.dialect.lines ? null : readSetHead(await peek(cursor, maxSetHead))
  if (set !== null) {
    const replacedBy = replacing.test(verb) ? keyOf(sqlScan, set.table) : null
    yield* setRow(sqlScan, cursor, set.table, replacedBy)
    return
  }
  // Behind the head it can no longer be asked for.
  const line = cursor.lineOf(start)
  if (yield* selectRows(sqlScan, cursor)) return
  const head = await readHead(sqlScan, cursor)
  if (head.kind === 'rows' && sqlScan.wants(head.table) !== false) {
    const before = sqlScan.replaces.get(head.table)
    const replacedBy = replacing.test(verb) || before === true ? keyOf(sqlScan, head.table) : null
    sqlScan.rowsOf({ table: head.table, columns: head.columns, form: 'values', replacedBy })
    const isOver = yield* rows(sqlScan, cursor, head.table)
    const replaces = replacing.test(verb) || (!isOver && updating.test(await peek(cursor, 1000)))
    // Of a dump of one kind of statement each row says whether it has a key again; rows added to it by another kind take the place of those before.
    if (replaces && before === false) yield unapplied(sqlScan, cursor, head.table, { start: position(cursor), line })
    if (before !== true) sqlScan.replaces.set(head.table, replaces)
    if (isOver) return
  }
  // No table without rows is among those to choose from, so one that may hold users is named.
  if (head.kind === 'query' && mayBeUsers(sqlScan, head.table)) {
    sqlScan.rowsOf({ table: head.table, columns: null, form: 'values' })
    yield { ...sqlPiece(cursor, start, fromQuery), line }
  }
  if (head.kind === 'over' || (head.kind === 'query' && head.isOver)) return
  const broken =
    head.kind === 'cut' ? { ...sqlPiece(cursor, start, cutDump), line } : await skipStatement(sqlScan, cursor)
  if (broken !== null) yield broken
}

type Head =
  | { readonly kind: 'rows'; readonly table: string; readonly columns: readonly string[] | null }
  | { readonly kind: 'query'; readonly table: string; readonly isOver: boolean }
  | { readonly kind: 'other' | 'over' | 'cut' }

/** Reads up to the parenthesis of the first row. */
async function readHead(sqlScan: SqlScan, cursor: Cursor): Promise<Head> {
  const opening = await readPart(sqlScan, cursor, 'opening')
  if (opening.kind !== 'text') return opening
  const query = readQueryHead(opening.text)
  if (query !== null) return { kind: 'query', table: query, isOver: opening.isOver }
  const head = opening.isOver ? null : readInsertHead(opening.text)
  if (head === null) return { kind: opening.isOver ? 'over' : 'other' }
  const columns = createdTable(sqlScan, head.table)?.columns ?? null
  if (head.values) return { kind: 'rows', table: head.table, columns }
  const list = await readPart(sqlScan, cursor, 'list')
  if (list.kind !== 'text') return list
  const words = await readPart(sqlScan, cursor, 'opening')
  if (words.kind !== 'text') return words
  if (isQuery(words.text)) return { kind: 'query', table: head.table, isOver: words.isOver }
  if (words.isOver) return { kind: 'over' }
  return isValues(words.text) ? { kind: 'rows', table: head.table, columns: readColumns(list.text) } : { kind: 'other' }
}

/** The CREATE TABLE of a table; either statement may leave the schema out. */
function createdTable({ created }: SqlScan, table: string): CreatedTable | null {
  const exact = created.get(table.toLowerCase())
  if (exact !== undefined) return exact
  const alike = [...created].filter(([name]) => isSameTable(name, table))
  return alike.length === 1 ? (alike[0]?.[1] ?? null) : null
}

/** The column that is the key of a table; null: it has several, or none is known. */
function keyOf(sqlScan: SqlScan, table: string): string | null {
  const key = createdTable(sqlScan, table)?.key ?? []
  return key.length > 1 ? null : (key[0] ?? 'id')
}

/** `isOver`: the statement ended before a parenthesis opened. */
type Part =
  | { readonly kind: 'text'; readonly text: string; readonly isOver: boolean }
  | { readonly kind: 'other' | 'cut' }

async function readPart(sqlScan: SqlScan, cursor: Cursor, part: 'opening' | 'list'): Promise<Part> {
  const start = position(cursor)
  cursor.mark(start)
  sqlScan.sql.begin(part)
  const scanned = await scan(cursor, start, sqlScan.sql.follow)
  const text = scanned === 'end' ? textFrom(cursor, start) : ''
  cursor.release()
  if (scanned === 'stopped') return { kind: 'cut' }
  if (scanned !== 'end') return { kind: 'other' }
  return { kind: 'text', text, isOver: part === 'opening' && text.endsWith(';') }
}

/** True: the statement is over; false: the rest of it is to be passed. */
async function* rows(sqlScan: SqlScan, cursor: Cursor, table: string): AsyncGenerator<Piece, boolean> {
  while (sqlScan.wants(table) !== false) {
    const start = position(cursor)
    cursor.mark(start)
    sqlScan.sql.begin('list')
    const fault = await readOne(sqlScan, cursor, start)
    yield sqlPiece(cursor, start, fault)
    if (fault !== null && fault !== tooLong) {
      if (cursor.bytes()[cursor.at()] !== openParenthesis) return true
      continue
    }
    const byte = await skipBetween(cursor)
    if (byte === comma) {
      cursor.moveTo(cursor.at() + 1)
      const next = await skipBetween(cursor)
      // A list that ends with a comma continues in the missing part.
      if (next === null) yield sqlPiece(cursor, position(cursor), cutDump)
      if (next !== openParenthesis) return next === null
    } else if (byte === semicolon) {
      cursor.moveTo(cursor.at() + 1)
      return true
    } else {
      // SQL Server's scripts end a statement with its line.
      return !/^(?:on|returning|as|where)\b/i.test(await peek(cursor, 10))
    }
  }
  return false
}

/** Moves behind one row, or behind a broken one to where reading can go on. Answers what is wrong with it. */
async function readOne(sqlScan: SqlScan, cursor: Cursor, start: number): Promise<string | null> {
  const scanned = await scan(cursor, start, sqlScan.sql.follow)
  if (scanned === 'end') return null
  const next = await findNext(cursor, start)
  if (next !== null && cursor.canBacktrack(cursor.base() + next)) {
    cursor.moveTo(next)
    return unclosedRow
  }
  cursor.release()
  if (scanned === 'long' && (await scan(cursor, null, sqlScan.sql.follow)) === 'end') return tooLong
  const cut = scanned === 'stopped' && !sqlScan.sql.isInside()
  await skipWhile(cursor, () => true)
  return cut ? cutDump : unclosedDump
}

/**
 * Where the next row or statement begins a line, as far as one record may reach; null when there is none. Reads on while
 * nothing is found, so that the answer does not depend on where a chunk of the file ends.
 */
async function findNext(cursor: Cursor, start: number): Promise<number | null> {
  while (true) {
    const bytes = cursor.bytes()
    const from = start - cursor.base()
    const next = /\n[ \t]*(?=\(|(?:INSERT|REPLACE|COPY|CREATE|ALTER|SET|DROP|LOCK|UNLOCK|COMMIT)\s|--|\/\*)/i.exec(
      bytes.toString('latin1', from),
    )
    if (next !== null) return from + next.index + next[0].length
    cursor.moveTo(bytes.length)
    if (cursor.isTooLong(start) || !(await cursor.more())) return null
  }
}

/**
 * Finds the rows of a dump: rows of `INSERT INTO` and of `COPY ... FROM stdin`. `wants` selects tables; everything else
 * is skipped. `rowsOf` returns the table of the row, when a piece arrives.
 */
export function sqlScanner(
  dialect: SqlDialect,
  wants: (table: string) => boolean | 'count',
  noteChange: (change: RowChange) => void = () => {},
): { readonly sqlScan: Scanner; readonly rowsOf: () => RowsOf } {
  let rows: RowsOf = { table: '', columns: null, form: 'values' }
  const sqlScan: SqlScan = {
    dialect,
    sql: createSqlTokenizer(dialect),
    wants,
    created: new Map(),
    seen: new Set(),
    replaces: new Map(),
    routines: new Set(),
    noteChange,
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
  return wanted === true || (wanted === 'count' && mayHoldUsers.test(table))
}

function unapplied(
  sqlScan: SqlScan,
  cursor: Cursor,
  table: string,
  at: { start: number; line: number },
  reason = changeReason,
): Piece {
  sqlScan.rowsOf({ table, columns: null, form: 'values' })
  return { ...sqlPiece(cursor, at.start, reason), line: at.line }
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
