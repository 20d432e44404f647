import { parseJson as parseText } from '../../../../shared/json.ts'
import { createCursor, type Cursor, position, scan, skipBom, skipWhile } from '../cursor.ts'
import { type Chunk, closeBracket, openBrace, openBracket, quote } from '../file-bytes.ts'
import { areRowsOf, columnsIn, headerOf, isOfPerson, mayListColumns, readRow } from '../named-rows.ts'
import type { RawRecord } from '../raw-record.ts'
import { type Parsed, type ScanOptions, scanRecords, type Scanner } from '../scan-records.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { firstInList, isBetween, members, skipValue } from './json-members.ts'
import { rows } from './json-tables.ts'
import { createValueTokenizer, invalid, parseKeepingIntegers } from './json-value.ts'

/* JSON in which each row of a table is a list of values, and the names of the columns are in a list beside them or in the first row. */

/** A table: its name, where its list of rows begins, and whether its first row is the names of its columns. */
export type JsonTable = {
  readonly name: string
  readonly columns: readonly string[]
  readonly start: number
  readonly hasHeader: boolean
}

/** Whether a text may have such a table. */
export function mayHoldRows(text: string): boolean {
  return /(?:^\s*|":\s*)\[\s*\[/.test(text)
}

/** The tables of a file, found in one pass; none: the file is another form of JSON. */
export async function findRows(chunks: AsyncIterable<Chunk>): Promise<readonly JsonTable[]> {
  const cursor = createCursor(chunks)
  try {
    await skipBom(cursor)
    const first = await skipWhile(cursor, isBetween)
    if (first === openBracket && (await firstInList(cursor)) === openBracket) {
      const start = position(cursor)
      const columns = headerOf(await firstRows(cursor))
      return columns === null ? [] : [{ name: '', columns, start, hasHeader: true }]
    }
    const found: JsonTable[] = []
    await survey(cursor, '', deepest, found)
    return withOwnNames(found)
  } finally {
    await cursor.close()
  }
}

/** Levels of objects that are searched. */
const deepest = 4
const maxTables = 2000
const looked = 20
/** Bytes of a list of names, or of the first rows. */
const maxLooked = 256 * 1024

type Looked = { readonly columns: readonly string[] | null; readonly isWhole: boolean }

/** Surveys the object, or the objects in the list, at the cursor and moves past it. `name`: the member that it is. */
async function survey(cursor: Cursor, name: string, depth: number, found: JsonTable[]): Promise<Looked> {
  if (cursor.bytes()[cursor.at()] === openBrace) return surveyObject(cursor, name, depth, found)
  if (cursor.bytes()[cursor.at()] !== openBracket) return { columns: null, isWhole: await skipValue(cursor) }
  cursor.moveTo(cursor.at() + 1)
  for (let byte = await skipWhile(cursor, isBetween); byte !== null; byte = await skipWhile(cursor, isBetween)) {
    if (byte === closeBracket) {
      cursor.moveTo(cursor.at() + 1)
      return { columns: null, isWhole: true }
    }
    const isWhole =
      byte === openBrace ? (await surveyObject(cursor, name, depth, found)).isWhole : await skipValue(cursor)
    if (!isWhole) break
  }
  return { columns: null, isWhole: false }
}

async function surveyObject(cursor: Cursor, name: string, depth: number, found: JsonTable[]): Promise<Looked> {
  const lists: { readonly key: string; readonly start: number; readonly first: readonly unknown[] }[] = []
  let columns: readonly string[] | null = null
  let inside: readonly string[] | null = null
  let isPerson = false
  for await (const member of members(cursor)) {
    if (member.kind === 'whole') break
    if (member.kind !== 'member') return { columns, isWhole: false }
    const { key } = member
    const byte = cursor.bytes()[cursor.at()]
    const first = await firstInList(cursor)
    if (first === openBracket && lists.length < looked)
      lists.push({ key, start: position(cursor), first: await firstRows(cursor) })
    else if (first !== null && mayListColumns(key)) columns ??= columnsIn(key, await valueAtCursor(cursor))
    isPerson ||= byte === quote && isOfPerson(key)
    const isDeeper = depth > 1 && (byte === openBrace || first === openBrace)
    const before = found.length
    const within = isDeeper ? await survey(cursor, key, depth - 1, found) : null
    if (within !== null && found.length === before) inside ??= within.columns
    if (within === null ? !(await skipValue(cursor)) : !within.isWhole) return { columns, isWhole: false }
  }
  const names = columns ?? inside
  for (const { key, start, first } of isPerson || found.length >= maxTables ? [] : lists) {
    const header = names !== null && areRowsOf(names, first) ? null : headerOf(first)
    if (header !== null) found.push({ name: key, columns: header, start, hasHeader: true })
    else if (names !== null && areRowsOf(names, first)) found.push({ name, columns: names, start, hasHeader: false })
  }
  return { columns: names, isWhole: true }
}

/** The first rows of the list at the cursor, which does not move. */
async function firstRows(cursor: Cursor): Promise<readonly unknown[]> {
  const start = position(cursor)
  cursor.mark(start)
  cursor.moveTo(cursor.at() + 1)
  const found: unknown[] = []
  while (found.length < looked && position(cursor) - start < maxLooked) {
    if ((await skipWhile(cursor, isBetween)) !== openBracket) break
    const from = position(cursor)
    const value = createValueTokenizer(false)
    if ((await scan(cursor, start, value.follow, maxLooked)) !== 'end') break
    found.push(parseText(cursor.bytes().toString('utf8', from - cursor.base(), cursor.at())))
  }
  cursor.moveTo(start - cursor.base())
  cursor.release()
  return found
}

/** The value at the cursor, which does not move. */
async function valueAtCursor(cursor: Cursor): Promise<unknown> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow, maxLooked)
  const text = scanned === 'end' ? cursor.bytes().toString('utf8', start - cursor.base(), cursor.at()) : ''
  cursor.moveTo(start - cursor.base())
  cursor.release()
  return parseText(text)
}

/** Tables of one name with other columns are told apart by a number. */
function withOwnNames(tables: readonly JsonTable[]): readonly JsonTable[] {
  const kinds = new Map<string, string[]>()
  return tables.map((table) => {
    const shape = JSON.stringify(table.columns)
    const shapes = kinds.get(table.name) ?? []
    kinds.set(table.name, shapes)
    const at = shapes.indexOf(shape)
    if (at === -1) shapes.push(shape)
    const number = at === -1 ? shapes.length : at + 1
    return number === 1 ? table : { ...table, name: `${table.name} ${number}` }
  })
}

/** Reads the rows of the wanted tables, each with the name of its table. `tables`: as `findRows` found them. */
export function rowRecords(
  chunks: AsyncIterable<Chunk>,
  tables: readonly JsonTable[],
  wants: WantsTable,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  let current: JsonTable | null = null
  let isHeader = false
  const scanTables: Scanner = async function* scanAll(cursor) {
    cursor.within({ kind: 'beside', name: null })
    for (const table of tables.toSorted((one, other) => one.start - other.start)) {
      if (wants(table.name) === false) continue
      await skipTo(cursor, table.start)
      current = table
      isHeader = table.hasHeader
      yield* rows(cursor)
    }
    await skipWhile(cursor, () => true)
  }
  const read = (text: string): Parsed | null => {
    const row = current === null || isHeader ? null : readText(text, current)
    isHeader = false
    return row
  }
  return scanRecords(chunks, scanTables, read, options)
}

/** Reads the row at the beginning of the content. `offset`: its position in the file. */
export function rowRecord(
  chunks: AsyncIterable<Chunk>,
  tables: readonly JsonTable[],
  offset: number,
): AsyncGenerator<readonly RawRecord[]> {
  const table = tables.filter(({ start }) => start < offset).toSorted((one, other) => other.start - one.start)[0]
  const scanOne: Scanner = async function* scanOne(cursor) {
    const start = position(cursor)
    cursor.mark(start)
    const scanned = await scan(cursor, start, createValueTokenizer(false).follow)
    if (scanned === 'end') yield { start, end: position(cursor), fault: null }
  }
  return scanRecords(chunks, scanOne, (text) => (table === undefined ? null : readText(text, table)), {
    isStart: false,
  })
}

async function skipTo(cursor: Cursor, start: number): Promise<void> {
  cursor.release()
  while (cursor.base() + cursor.bytes().length <= start) {
    cursor.moveTo(cursor.bytes().length)
    if (!(await cursor.more())) return
  }
  cursor.moveTo(start - cursor.base())
}

function readText(text: string, { name, columns, hasHeader }: JsonTable): Parsed {
  try {
    const row = readRow(columns, parseKeepingIntegers(text), hasHeader)
    return row.kind === 'record' ? { ...row, table: name } : row
  } catch {
    return invalid('row', text)
  }
}
