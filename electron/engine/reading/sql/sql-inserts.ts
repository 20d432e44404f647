import { comma, isBlank } from '../file-bytes.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { tooLong } from '../raw-record.ts'
import type { Piece } from '../scan-records.ts'
import { isCalled } from '../../../../shared/mapping/names/name-fit.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { holdsPeople, mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { countLogins } from '../control-totals/login-scan.ts'
import { declaredValues } from './definitions/declared-values.ts'
import { peek, skipBetween, skipStatement } from './sql-between.ts'
import { isSameTable, changeFaults } from './changes/sql-changes.ts'
import { type CreatedTable, sqlHead } from './sql-heads.ts'
import {
  cutDump,
  type KeyMeeting,
  type RowsOf,
  sqlPiece,
  type SqlScan,
  textFrom,
  unapplied,
  unclosedDump,
} from './sql-rows.ts'
import { selectRows } from './sql-selects.ts'
import { wholeRow } from './sql-set.ts'

const openParenthesis = 0x28
const semicolon = 0x3b

const unclosedRow =
  'A quotation mark in this row is never closed, or a parenthesis is missing. Only this row was skipped; reading continued after it.'

/** Longest beginning of a statement up to its SET or JSON, in bytes. */
const maxWholeHead = 400

/** A clause after the rows that updates existing rows with the same key. */
const updating = /^(?:as\s+\w+\s+)?on\s+(?:duplicate\s+key\s+update|conflict\b(?![^;]*?\bdo\s+nothing\b))/i

/** Yields the rows of the INSERT at the cursor. Unwanted tables are skipped; a query becomes one unreadable record. */
export async function* insertRows(sqlScan: SqlScan, cursor: Cursor): AsyncGenerator<Piece | readonly Piece[]> {
  const start = position(cursor)
  const verb = await peek(cursor, maxWholeHead)
  const whole = sqlScan.dialect.lines ? null : headOfWhole(verb)
  // After the head was read, the cursor no longer knows this line.
  const line = cursor.lineOf(start)
  if (whole !== null) {
    const meets = meetingOf(sqlScan, whole.table, verb)
    const declared = createdTable(sqlScan, whole.table)
    yield* wholeRow(sqlScan, cursor, { ...whole, meets, declared })
    noteRows(sqlScan, whole.table, meets?.becomes ?? 'none', 1)
    return
  }
  if (yield* selectRows(sqlScan, cursor, (table) => createdTable(sqlScan, table))) return
  const head = await readHead(sqlScan, cursor)
  if (head.kind === 'rows') sqlScan.databases.note(head.table)
  if (head.kind === 'rows' && (sqlScan.wants(head.table) !== false || (sqlScan.notesKeys && replaces(verb)))) {
    const { table } = head
    const meets = meetingOf(sqlScan, table, verb)
    const before = sqlScan.meetings.get(sqlScan.databases.nameOf(table))
    const { columns, computed } = head
    const declared = declaredValues(createdTable(sqlScan, table), columns)
    sqlScan.rowsOf({ table, columns, computed, form: 'values', meets, ...declared })
    const { isOver, count } = yield* rows(
      sqlScan,
      cursor,
      table,
      meets?.becomes ?? (before === undefined ? 'first' : 'none'),
    )
    const updates = !isOver && updating.test(await peek(cursor, 1000))
    if (updates) sqlScan.noteUpdated(table)
    const at = { start: position(cursor), line }
    // If all statements of a table update, each row itself tells whether its key is repeated. After plain rows, it may change any of them.
    if (updates && before?.first !== undefined && before.first !== 'updated')
      yield unapplied(sqlScan, cursor, table, at)
    const isMany = noteRows(sqlScan, table, updates ? 'updated' : (meets?.becomes ?? 'none'), count)
    if (isMany) yield unapplied(sqlScan, cursor, table, at, changeFaults.manyKeys)
    if (isOver) return
  }
  // A table without rows is not offered as a choice, so one that may hold users is reported.
  const unread = head.kind === 'query' ? head : head.kind === 'rows' ? null : otherHead(head.kind, verb)
  const mayBeUsers = unread !== null && addsUsers(sqlScan, unread)
  if (unread !== null && !mayBeUsers) sqlScan.noteQueried(unread.table)
  if (unread !== null && (mayBeUsers || sqlScan.wants(unread.table) === true))
    yield unapplied(sqlScan, cursor, unread.table, { start, line }, changeFaults.query)
  if (head.kind === 'over' || (head.kind === 'query' && head.isOver)) return
  if (head.kind === 'rows') await skipPlainRows(sqlScan, cursor)
  const returned = /^[^;']{0,500}?\breturning\b[^;']{0,300}/i.exec(await peek(cursor, 1000))?.[0]
  if (returned !== undefined) sqlScan.variables.follow(returned)
  const broken =
    head.kind === 'cut' ? { ...sqlPiece(cursor, start, cutDump), line } : await skipStatement(sqlScan, cursor)
  if (broken !== null) yield broken
}

/** The table and form of a statement that is one row as a whole; null for any other. */
function headOfWhole(verb: string): Pick<RowsOf, 'table' | 'form'> | null {
  const set = sqlHead.readSet(verb)
  if (set !== null) return { table: set.table, form: 'set' }
  const json = sqlHead.readJson(verb)
  return json === null ? null : { table: json.table, form: 'json' }
}

const replacing = /^(?:replace|insert\s+or\s+replace)\s/i
/** Whether a statement begins like one whose rows replace existing rows with the same key. */
function replaces(verb: string): boolean {
  return replacing.test(verb)
}

const upserting = /^upsert\s/i

/** The effect of a statement's rows on earlier rows with the same key; null if they only add rows. */
function meetingOf(sqlScan: SqlScan, table: string, verb: string): KeyMeeting | null {
  const first = sqlScan.meetings.get(sqlScan.databases.nameOf(table))?.first
  const becomes = replacing.test(verb) ? 'replaced' : upserting.test(verb) || first === 'updated' ? 'updated' : null
  if (becomes === null) return null
  const created = createdTable(sqlScan, table)?.key ?? []
  return { becomes, key: created.length > 0 ? created : ['id'], isMixed: first !== undefined && first !== becomes }
}

/** The CREATE TABLE of a table, with or without its schema; null if none or several match. */
export function createdTable({ created, databases }: SqlScan, written: string): CreatedTable | null {
  const table = databases.nameOf(written)
  const exact = created.get(table.toLowerCase())
  if (exact !== undefined) return exact
  const alike = [...created].filter(([name]) => isSameTable(name, table))
  return alike.length === 1 ? (alike[0]?.[1] ?? null) : null
}

/** Counts the rows of one statement. True once, when a table has more rows than are compared. */
function noteRows(
  { meetings, databases, keyLimits: limits }: SqlScan,
  written: string,
  becomes: KeyMeeting['becomes'] | 'none',
  count: number,
): boolean {
  const table = databases.nameOf(written)
  const known = meetings.get(table) ?? { first: becomes, compared: 0 }
  meetings.set(table, known)
  if (becomes === 'none') return false
  const limit = known.first === becomes ? limits.repeated : limits.mixed
  const before = known.compared
  known.compared += count
  return before <= limit && known.compared > limit
}

type QueryHead = {
  readonly kind: 'query'
  readonly table: string
  readonly columns: readonly string[]
  readonly isOver: boolean
  /** Its text up to the first parenthesis. */
  readonly query: string
}
type Head =
  | {
      readonly kind: 'rows'
      readonly table: string
      readonly columns: readonly string[] | null
      readonly computed: readonly string[]
    }
  | QueryHead
  | { readonly kind: 'other' | 'over' | 'cut' }

/** The head of an INSERT in another form, such as one that runs a procedure; null if it adds no rows. */
function otherHead(kind: 'other' | 'over' | 'cut', text: string): QueryHead | null {
  const table = sqlHead.insertedTable(text)
  if (table === null || kind === 'cut' || /\sdefault\s+values\b/i.test(text)) return null
  return { kind: 'query', table, columns: [], isOver: kind === 'over', query: '' }
}

/** Whether a query may add users to a table of people. It adds none if it only reads other tables of the dump and has no password itself. */
function addsUsers(sqlScan: SqlScan, { table, columns, query, isOver }: QueryHead): boolean {
  const sources = isOver ? sqlHead.queriedTables(query) : []
  const areSeen = sources.every((one) => [...sqlScan.seen].some((seen) => isSameTable(seen, one)))
  if (sources.length > 0 && areSeen && countLogins(query).hashes === 0) return false
  const isLogin = columns.some((name) => hintsOf(name).password === 'whole')
  const isEmail = columns.some((name) => isCalled('email', name))
  return holdsPeople(table) || isLogin || (isEmail && mentionsPeople(table))
}

/** Reads up to the parenthesis of the first row. */
async function readHead(sqlScan: SqlScan, cursor: Cursor): Promise<Head> {
  const opening = await readPart(sqlScan, cursor, 'opening')
  if (opening.kind !== 'text') return opening
  const query = sqlHead.readQuery(opening.text)
  if (query !== null)
    return {
      kind: 'query',
      table: query,
      columns: createdTable(sqlScan, query)?.columns ?? [],
      isOver: opening.isOver,
      query: opening.text,
    }
  const head = opening.isOver ? null : sqlHead.readInsert(opening.text)
  if (head === null) return { kind: opening.isOver ? 'over' : 'other' }
  const { columns = null, computed = [] } = createdTable(sqlScan, head.table) ?? {}
  if (head.values) return { kind: 'rows', table: head.table, columns, computed }
  const list = await readPart(sqlScan, cursor, 'list')
  if (list.kind !== 'text') return list
  const words = await readPart(sqlScan, cursor, 'opening')
  if (words.kind !== 'text') return words
  if (sqlHead.isQuery(words.text))
    return {
      kind: 'query',
      table: head.table,
      columns: sqlHead.readColumns(list.text),
      isOver: words.isOver,
      query: words.text,
    }
  if (words.isOver) return { kind: 'over' }
  return sqlHead.isValues(words.text)
    ? { kind: 'rows', table: head.table, columns: sqlHead.readColumns(list.text), computed: [] }
    : { kind: 'other' }
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
  const text = scanned === 'end' || scanned === 'stopped' ? textFrom(cursor, start) : ''
  cursor.release()
  if (scanned === 'stopped') {
    // The last statement of a script may lack its semicolon.
    const isQuery = part === 'opening' && !sqlScan.sql.isInside() && /\bselect\b[^]*\sfrom\s+\S/i.test(text)
    return isQuery ? { kind: 'text', text, isOver: true } : { kind: 'cut' }
  }
  if (scanned !== 'end') return { kind: 'other' }
  return { kind: 'text', text, isOver: part === 'opening' && text.endsWith(';') }
}

/** Yields the rows of an INSERT. `isOver`: the statement has ended, else its rest must be skipped. `count`: number of rows. */
async function* rows(
  sqlScan: SqlScan,
  cursor: Cursor,
  table: string,
  becomes: 'first' | 'replaced' | 'updated' | 'none',
): AsyncGenerator<Piece | readonly Piece[], { readonly isOver: boolean; readonly count: number }> {
  let count = 0
  while (true) {
    const isWanted = sqlScan.wants(table) !== false || (becomes === 'replaced' && sqlScan.notesKeys)
    // The clause after the rows of a table's first statement decides how repeated keys are handled, so they are read.
    if (!isWanted && !(becomes === 'first' && sqlScan.notesKeys)) return { isOver: false, count }
    const atHand = rowsAtHand(sqlScan, cursor)
    if (atHand.length > 0) {
      count += atHand.length
      if (isWanted) yield atHand
      else cursor.release()
      continue
    }
    count += 1
    const start = position(cursor)
    cursor.mark(start)
    sqlScan.sql.begin('list')
    const fault = await readOne(sqlScan, cursor, start)
    if (isWanted) yield sqlPiece(cursor, start, fault)
    else cursor.release()
    if (fault !== null && fault !== tooLong) {
      if (cursor.bytes()[cursor.at()] !== openParenthesis) return { isOver: true, count }
      continue
    }
    const byte = await skipBetween(cursor)
    if (byte === comma) {
      cursor.moveTo(cursor.at() + 1)
      const next = await skipBetween(cursor)
      // A list that ends with a comma continues in the missing part.
      if (next === null) yield sqlPiece(cursor, position(cursor), cutDump)
      if (next !== openParenthesis) return { isOver: next === null, count }
    } else if (byte === semicolon) {
      cursor.moveTo(cursor.at() + 1)
      return { isOver: true, count }
    } else {
      // SQL Server's scripts end a statement with its line.
      return { isOver: !/^(?:on|returning|as|where)\b/i.test(await peek(cursor, 10)), count }
    }
  }
}

/** Limit on rows yielded at once, because `wants` is asked between batches. */
const maxAtHand = 50

/** The rows that end within the buffered bytes and are separated from the next row only by a comma and blanks. */
function rowsAtHand(sqlScan: SqlScan, cursor: Cursor): readonly Piece[] {
  const bytes = cursor.bytes()
  const pieces: Piece[] = []
  let at = cursor.at()
  while (pieces.length < maxAtHand) {
    const plain = sqlScan.plainRows.pass(bytes, at)
    const end = plain === -1 ? endOfRow(sqlScan, bytes, at) : plain
    const next = end === -1 ? -1 : behindComma(bytes, end)
    if (next === -1) break
    const [start, row] = [cursor.base() + at, plain === -1 ? null : sqlScan.plainRows.row()]
    const parsed = row === null ? undefined : sqlScan.recordOf(row, start)
    pieces.push({ start, end: cursor.base() + end, fault: null, parsed })
    at = next
  }
  cursor.moveTo(at)
  cursor.mark(position(cursor))
  return pieces
}

/** Skips the plain rows up to the next other one, in a table that is not wanted. */
async function skipPlainRows({ plainRows }: SqlScan, cursor: Cursor): Promise<void> {
  cursor.lineOf(position(cursor))
  cursor.release()
  do {
    const bytes = cursor.bytes()
    for (let next = cursor.at(); next !== -1;) {
      cursor.moveTo(next)
      const end = plainRows.pass(bytes, next)
      next = end === -1 ? -1 : behindComma(bytes, end)
    }
    // A row that is longer is passed without being buffered.
  } while (cursor.bytes().length - cursor.at() < maxPlain && (await cursor.more()))
}

/** Longest plain row that is put together of several chunks, in bytes. */
const maxPlain = 16 * 1024

/** The index behind the row in these bytes; -1 if it does not end within them. */
function endOfRow({ sql }: SqlScan, bytes: Buffer, from: number): number {
  sql.begin('list')
  const step = sql.follow(bytes, from)
  return step.kind === 'end' ? step.at : -1
}

/** The index of the next row's parenthesis; -1 if something else follows or it is not buffered. */
function behindComma(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && isBlank(bytes[at])) at += 1
  if (bytes[at] !== comma) return -1
  at += 1
  while (at < bytes.length && isBlank(bytes[at])) at += 1
  return bytes[at] === openParenthesis ? at : -1
}

/** Moves past one row, or past a broken row to where reading can continue. Returns its fault, or null. */
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
 * The index of the next row or statement that begins a line, within the size limit of a record; null if there is none. Fetches further
 * chunks as needed, so that the result does not depend on where a chunk ends.
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
