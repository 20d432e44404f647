import type { PageOfList } from '../../../shared/mapping/page-of-list.ts'
import { createCursor, position, skipBom, type Cursor } from './cursor.ts'
import { type Account, bookCells, type ControlBook } from './control-totals/control-book.ts'
import { noLogins, type Logins } from './control-totals/login-scan.ts'
import { decodeText } from './encoding.ts'
import type { UnreadStatement } from '../../../shared/mapping/export-format.ts'
import { seeLine } from '../../../shared/places.ts'
import type { Chunk } from './file-bytes.ts'
import { type Fault, maxRecord, tooLong, type RawRecord } from './raw-record.ts'

/** Positions of a record; `fault`: why it cannot be read. */
export type Piece = {
  readonly start: number
  readonly end: number
  readonly fault: Fault | null
  /** With a fault: nothing after it can be read, because the file was cut or is unbalanced. */
  readonly truncates?: boolean
  /** With a fault: the file says that it is one of several. */
  readonly page?: PageOfList
  /** The line of `start`, if the scanner has asked for later lines since. */
  readonly line?: number
  /** Fields that the record has from around its list: the realm beside it, the group that it is in. */
  readonly around?: Readonly<Record<string, string>>
  /** The table of its list, where a file has several. */
  readonly table?: string
  /** The parsed record, if the scanner has already parsed it. */
  readonly parsed?: Parsed | null | undefined
}

/** The piece from a position to the cursor. */
export function pieceFrom(cursor: Cursor, start: number, fault: string | null): Piece {
  return { start, end: position(cursor), fault }
}

/**
 * Finds records in file order, one or several at a time. The bytes of a piece without a fault must still be buffered when it is
 * yielded.
 */
export type Scanner = (cursor: Cursor) => AsyncGenerator<Piece | readonly Piece[]>

/** Parses the text of one record at a position. Null if it does not count as a record, such as the header of a table. */
export type ReadText = (text: string, start: number) => Parsed | null
export type Parsed =
  | {
      readonly kind: 'record'
      readonly value: Readonly<Record<string, unknown>>
      readonly table?: string
      /** The values differ from the text. */
      readonly isChanged?: true
      /** Logins in its values that its text does not show; absent if not counted. */
      readonly decoded?: Logins
    }
  | {
      readonly kind: 'unreadable'
      readonly reason: string
      readonly statement?: UnreadStatement
      readonly truncates?: true
      /** The index of the fault in the text, which is named behind the reason. */
      readonly at?: number
    }

/** A batch is yielded once it has this many records or bytes. */
const fullBatch = { records: 500, bytes: 4 * 1024 * 1024 }

export type ScanOptions = {
  /** Limit on a record in memory, in bytes. */
  readonly longest?: number
  /** The content begins with the file, so it may have a byte order mark. */
  readonly isStart?: boolean
  /** Receives the double entry of logins. */
  readonly book?: ControlBook | undefined
  /** The comments within the text of a record; empty if there are none. */
  readonly commentsOf?: (text: string) => string
  /** The part of a record's text that belongs to its statement and not to the row; empty if there is none. */
  readonly statementOf?: (text: string) => string
}

/** Runs a scanner over the content and parses its pieces. Memory holds one chunk, one batch and at most one unfinished record. */
export async function* scanRecords(
  chunks: AsyncIterable<Chunk>,
  scanner: Scanner,
  read: ReadText,
  { longest = maxRecord, isStart = true, book, commentsOf, statementOf }: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  const cursor = createCursor(chunks, longest, book)
  let batch: RawRecord[] = []
  let size = 0
  let told = false
  try {
    if (isStart) await skipBom(cursor)
    for await (const found of scanner(cursor)) {
      const pieces = Array.isArray(found) ? found : [found]
      for (const piece of pieces) {
        const logins = book?.take(piece.start, piece.end)
        const text = textOf(cursor, piece)
        const own =
          book === undefined || logins === undefined || logins === noLogins || commentsOf === undefined
            ? logins
            : withoutAside(cursor, piece, text, logins, { book, commentsOf, statementOf })
        const record = readPiece(cursor, piece, text, read, longest, own)
        if (record === null) {
          if (own !== undefined) book?.book(heading, own, () => piece.start)
          continue
        }
        told = cursor.broken() !== null
        batch.push(record)
        size += piece.end - piece.start
        if (batch.length < fullBatch.records && size < fullBatch.bytes) continue
        yield batch
        batch = []
        size = 0
      }
      if (told) break
      // Parsed pieces need not stay in the buffer.
      cursor.release()
    }
    const reason = cursor.broken()
    if (reason !== null && !told) {
      const end = cursor.base() + cursor.bytes().length
      batch.push({ kind: 'unreadable', line: cursor.lineOf(end), offset: end, reason, truncates: true })
    }
    if (batch.length > 0) yield batch
  } finally {
    await cursor.close()
  }
}

/**
 * The account of pieces that are not records: column names, and lines that a tool writes around the records.
 */
const heading: Account = { kind: 'heading', name: null }

/** The text of a piece that is still to be parsed; null if it has a fault or is parsed already. */
function textOf(cursor: Cursor, { start, end, fault, parsed }: Piece): string | null {
  const base = cursor.base()
  return fault === null && parsed === undefined ? decodeText(cursor.bytes(), start - base, end - base) : null
}

/** Books the logins in a record's comments and in the rest of its statement; returns the others. */
function withoutAside(
  cursor: Cursor,
  { start, end, fault, parsed }: Piece,
  decoded: string | null,
  logins: Logins,
  {
    book,
    commentsOf,
    statementOf = () => '',
  }: {
    readonly book: ControlBook
    readonly commentsOf: (text: string) => string
    readonly statementOf: ScanOptions['statementOf']
  },
): Logins {
  // A record that its scanner has parsed has neither.
  if (fault !== null || parsed !== undefined) return logins
  // Both begin with ASCII characters, so the decoded text shows whether there are any. The logins were counted in the text as latin1.
  if (decoded !== null && commentsOf(decoded) === '' && statementOf(decoded) === '') return logins
  const text = cursor.bytes().toString('latin1', start - cursor.base(), end - cursor.base())
  const comments = commentsOf(text)
  const own = comments === '' ? logins : bookCells.aside(book, inComment, comments, logins, start)
  const statement = statementOf(text)
  return statement === '' ? own : bookCells.aside(book, inStatement, statement, own, start)
}

const inComment: Account = { kind: 'comment', name: null }
const inStatement: Account = { kind: 'changed', name: null }

function readPiece(
  cursor: Cursor,
  piece: Piece,
  text: string | null,
  read: ReadText,
  longest: number,
  logins: Logins | undefined,
): RawRecord | null {
  const { start, end, fault } = piece
  const line = piece.line ?? cursor.lineOf(start)
  const broken = cursor.broken()
  const why = broken ?? fault ?? (end - start > longest ? tooLong : null)
  if (why !== null) {
    const record = unreadable(line, start, why, broken !== null || piece.truncates === true, logins)
    return piece.page === undefined || broken !== null ? record : { ...record, page: piece.page }
  }
  const parsed = text === null ? piece.parsed : read(text, start)
  if (parsed === null || parsed === undefined) return null
  if (parsed.kind === 'unreadable') {
    const { at, reason } = parsed
    const fault =
      at === undefined || text === null
        ? parsed
        : { ...parsed, reason: reason + faultPlace(cursor, { start, line, text, at }) }
    return unreadable(line, start, fault, parsed.truncates === true, logins)
  }
  const { value, decoded } = parsed
  const table = piece.table ?? parsed.table
  const whole = piece.around === undefined ? value : { ...piece.around, ...value }
  // Each shape is one object literal, because spreading costs time for millions of records.
  const changed = parsed.isChanged === true ? ({ isChanged: true } as const) : null
  if (logins === undefined)
    return table === undefined
      ? { line, offset: start, kind: 'record', value: whole }
      : { line, offset: start, kind: 'record', value: whole, table, ...changed }
  if (table === undefined) {
    if (decoded !== undefined) return { line, offset: start, kind: 'record', value: whole, logins, decoded }
    return logins === noLogins
      ? { line, offset: start, kind: 'record', value: whole }
      : { line, offset: start, kind: 'record', value: whole, logins }
  }
  if (changed !== null || decoded === undefined)
    return { line, offset: start, kind: 'record', value: whole, logins, table, ...changed }
  return { line, offset: start, kind: 'record', value: whole, logins, decoded, table }
}

/** Where in the file the fault of a record is. Of a record far into a line, the beginning of that line is no longer at hand. */
function faultPlace(
  cursor: Cursor,
  {
    start,
    line,
    text,
    at,
  }: { readonly start: number; readonly line: number; readonly text: string; readonly at: number },
): string {
  const before = text.slice(0, at).split(/\r\n|\r|\n/)
  const last = before.at(-1) ?? ''
  if (before.length > 1) return `${seeLine}${line + before.length - 1}, column ${last.length + 1}.`
  const bytes = cursor.bytes()
  const from = start - cursor.base()
  const lineStart = Math.max(bytes.lastIndexOf('\n', from), bytes.lastIndexOf('\r', from)) + 1
  if (lineStart === 0 && cursor.base() > 0) return `${seeLine}${line}, character ${at + 1} of this record.`
  return `${seeLine}${line}, column ${decodeText(bytes, lineStart, from).replace(/^\uFEFF/, '').length + at + 1}.`
}

function unreadable(
  line: number,
  offset: number,
  fault: string | { readonly reason: string; readonly statement?: UnreadStatement },
  truncates: boolean,
  logins?: Logins,
): Extract<RawRecord, { kind: 'unreadable' }> {
  const { reason, statement } = typeof fault === 'string' ? { reason: fault } : fault
  const why = statement === undefined ? { reason } : { reason, statement }
  const record = { line, offset, kind: 'unreadable', ...why, ...(logins === undefined ? {} : { logins }) } as const
  return truncates ? { ...record, truncates } : record
}
