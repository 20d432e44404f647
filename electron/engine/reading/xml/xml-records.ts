import type { ControlBook } from '../control-totals/control-book.ts'
import { type Cursor, position, skipWhile } from '../cursor.ts'
import type { Chunk } from '../file-bytes.ts'
import { type RawRecord, tooLong } from '../raw-record.ts'
import { type Piece, scanRecords, type Scanner } from '../scan-records.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { readElement } from './read-element.ts'
import { type ColumnLists, isRow, type RecordPaths } from './xml-survey.ts'
import { nextTag, skipElement, startOf, type Tag } from './xml-tags.ts'

/* Records of XML: the elements at some paths, each in a table that is called like the element, or by a name that it or one around it has. */

type Around = { readonly name: string; readonly table: string | null }

/** The elements at these paths in file order, as records that know their table. */
export function xmlRecords(
  chunks: AsyncIterable<Chunk>,
  { paths, columns }: { readonly paths: RecordPaths; readonly columns: ColumnLists },
  wants: WantsTable,
  book?: ControlBook,
): AsyncGenerator<readonly RawRecord[]> {
  let table = ''
  const scanElements: Scanner = async function* scanAll(cursor) {
    const around: Around[] = []
    for (let tag = await nextTag(cursor); tag !== null; tag = await nextTag(cursor)) {
      if (tag === 'cut') return yield await rest(cursor, isOpenQuote(cursor) ? notWellFormed : cut)
      if (tag.kind === 'comment') cursor.pass({ kind: 'comment', name: null }, startOf(cursor, tag))
      if (tag.kind === 'close') {
        if (around.pop()?.name !== tag.name) return yield await rest(cursor, unbalanced)
        // Of values beside the records, this was one.
        cursor.pass({ kind: 'beside', name: tag.name })
      }
      if (tag.kind !== 'open' && tag.kind !== 'alone') continue
      const named = nameOf(cursor, tag)
      const path = [...around.map(({ name }) => name), tag.name].join('/')
      if (!paths.has(path)) {
        if (tag.kind === 'open') around.push({ name: tag.name, table: named })
        continue
      }
      table = isRow.test(tag.name)
        ? (named ?? around.findLast((one) => one.table !== null)?.table ?? tag.name)
        : tag.name
      const piece = await wholeElement(cursor, tag)
      if (piece.truncates === true) return yield piece
      if (wants(table) !== false) yield piece
      else cursor.pass({ kind: 'other', name: `table ${table}` }, piece.start)
    }
    if (around.length > 0) yield await rest(cursor, cut)
  }
  const read = (text: string, start: number) => {
    const parsed = readElement(text, columnsAt(columns, start))
    return parsed.kind === 'record' ? { ...parsed, table } : parsed
  }
  return scanRecords(chunks, scanElements, read, { book, commentsOf })
}

/** The element at the beginning of the content. */
export function xmlElement(
  chunks: AsyncIterable<Chunk>,
  columns: ColumnLists,
  offset: number,
): AsyncGenerator<readonly RawRecord[]> {
  const scanOne: Scanner = async function* scanOne(cursor) {
    const tag = await nextTag(cursor)
    if (tag !== null && tag !== 'cut') yield await wholeElement(cursor, tag)
  }
  const read = (text: string) => readElement(text, columnsAt(columns, offset))
  return scanRecords(chunks, scanOne, read, { isStart: offset === 0 })
}

/** The names of the columns of a row at this position; empty: it has none in an order. */
function columnsAt(columns: ColumnLists, offset: number): readonly string[] {
  return columns.findLast(({ from }) => from <= offset)?.names ?? []
}

const nameAttribute = /\s(?:name|table|Name|model|class)\s*=\s*(?:"([^"]{1,200})"|'([^']{1,200})')/

/** The name that an element says of itself. */
function nameOf(cursor: Cursor, { start, end }: Tag): string | null {
  const match = nameAttribute.exec(cursor.bytes().toString('utf8', start, end))
  return match?.[1] ?? match?.[2] ?? null
}

async function wholeElement(cursor: Cursor, tag: Tag): Promise<Piece> {
  const start = startOf(cursor, tag)
  cursor.mark(start)
  if (tag.kind === 'open' && !(await skipElement(cursor, start)))
    return rest(cursor, isOpenQuote(cursor) ? notWellFormed : cut, start)
  const fault = cursor.isTooLong(start) ? tooLong : null
  return { start, end: position(cursor), fault }
}

/** Whether the open tag at the cursor holds the beginning of another tag: a quotation mark is not closed. */
function isOpenQuote(cursor: Cursor): boolean {
  const bytes = cursor.bytes()
  return (
    bytes[cursor.at()] === lessThan &&
    /^<[^!?]/.test(bytes.toString('latin1', cursor.at(), cursor.at() + 2)) &&
    bytes.includes(lessThan, cursor.at() + 1)
  )
}

const lessThan = 60

async function rest(cursor: Cursor, fault: string, from?: number): Promise<Piece> {
  const start = from ?? position(cursor)
  cursor.lineOf(start)
  await skipWhile(cursor, () => true)
  return { start, end: position(cursor), fault, truncates: true }
}

function commentsOf(text: string): string {
  return text.includes('<!--') ? (text.match(/<!--[^]*?-->/g) ?? []).join('\n') : ''
}

const cut = 'The file ends within this element: it was cut, and users may be missing. Export or copy it again.'
const notWellFormed =
  'This is not well-formed XML: a quotation mark in a tag is not closed, so the rest of the file was skipped. Correct this place and load the file again.'
const unbalanced =
  'An element is closed here that was not opened, so the rest of the file was skipped. Correct this place and load the file again.'
