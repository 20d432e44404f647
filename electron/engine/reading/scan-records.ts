import { createCursor, skipBom, type Cursor } from './cursor.ts'
import { type Account, bookAside, type ControlBook } from './control-totals/control-book.ts'
import { noLogins, type Logins } from './control-totals/login-scan.ts'
import { decodeText } from './encoding.ts'
import type { Chunk } from './file-bytes.ts'
import { maxRecord, tooLong, type RawRecord } from './raw-record.ts'

/** Where a record lies, as positions; with the reason in plain words when it cannot be one. */
export type Piece = {
  readonly start: number
  readonly end: number
  readonly fault: string | null
  /** With a fault: nothing behind it can be read, because the file was cut or its signs do not fit together. */
  readonly truncates?: boolean
  /** The line of `start`, where lines behind it were asked for meanwhile. */
  readonly line?: number
  /** The realm that the list of this record belongs to, as a member of the object around it says. */
  readonly realm?: string
  /** The parsed text, where the scanner could parse it at once. */
  readonly parsed?: Parsed | null | undefined
}

/**
 * Finds the records one after the other, or as many at a time as are at hand. The bytes of a piece without a fault are
 * still at the cursor when it comes.
 */
export type Scanner = (cursor: Cursor) => AsyncGenerator<Piece | readonly Piece[]>

/** Parses the text of one record. Null: it does not count, e.g. the header of a table. */
export type ReadText = (text: string, start: number) => Parsed | null
export type Parsed =
  | {
      readonly kind: 'record'
      readonly value: Readonly<Record<string, unknown>>
      readonly table?: string
      /** Its values differ from its text. */
      readonly isChanged?: true
      /** The logins in its values that its text does not show; absent: not counted. */
      readonly decoded?: Logins
    }
  | { readonly kind: 'unreadable'; readonly reason: string; readonly truncates?: true }

/** A batch is handed over when it has this many records, or was made of this many bytes. */
const fullBatch = { records: 500, bytes: 4 * 1024 * 1024 }

export type ScanOptions = {
  /** Bytes of a record that are kept at most. */
  readonly longest?: number
  /** The content is not the rest of some, so that a byte order mark at its beginning is one. */
  readonly isStart?: boolean
  /** Told where everything in the content belongs. */
  readonly book?: ControlBook | undefined
  /** The comments within the text of a record, which are in no value of it; empty where there is none. */
  readonly commentsOf?: (text: string) => string
  /** The part of a record's text that is no row of its statement; empty where there is none. */
  readonly statementOf?: (text: string) => string
}

/** Runs a scanner over the content. Holds one chunk, one batch and at most one record that is not whole yet. */
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
      // Pieces handed over need not be kept, whatever comes before the next record.
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
 * The account of texts that look like a record and are none: the names of the columns, lines that a tool writes around
 * the records.
 */
const heading: Account = { kind: 'heading', name: null }

/** The text of a piece that is to be parsed; null: it cannot be, or was parsed at once. */
function textOf(cursor: Cursor, { start, end, fault, parsed }: Piece): string | null {
  const base = cursor.base()
  return fault === null && parsed === undefined ? decodeText(cursor.bytes(), start - base, end - base) : null
}

/** The logins of a record without those in its comments and in the rest of its statement, which are booked. */
function withoutAside(
  cursor: Cursor,
  { start, end, fault }: Piece,
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
  if (fault !== null) return logins
  // Both begin with signs of ASCII; only where there are any, the text is taken as the logins were counted in it.
  if (decoded !== null && commentsOf(decoded) === '' && statementOf(decoded) === '') return logins
  const text = cursor.bytes().toString('latin1', start - cursor.base(), end - cursor.base())
  const comments = commentsOf(text)
  const own = comments === '' ? logins : bookAside(book, inComment, comments, logins, start)
  const statement = statementOf(text)
  return statement === '' ? own : bookAside(book, inStatement, statement, own, start)
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
  const reason = broken ?? fault ?? (end - start > longest ? tooLong : null)
  if (reason !== null) return unreadable(line, start, reason, broken !== null || piece.truncates === true, logins)
  const parsed = text === null ? piece.parsed : read(text, start)
  if (parsed === null || parsed === undefined) return null
  if (parsed.kind === 'unreadable') return unreadable(line, start, parsed.reason, parsed.truncates === true, logins)
  const { value, table, decoded } = parsed
  const inRealm = piece.realm === undefined ? value : { realm: piece.realm, ...value }
  // Made at once, with all it has: there are millions of them.
  const changed = parsed.isChanged === true ? ({ isChanged: true } as const) : null
  if (logins === undefined)
    return table === undefined
      ? { line, offset: start, kind: 'record', value: inRealm }
      : { line, offset: start, kind: 'record', value: inRealm, table, ...changed }
  if (table === undefined) {
    if (decoded !== undefined) return { line, offset: start, kind: 'record', value: inRealm, logins, decoded }
    return logins === noLogins
      ? { line, offset: start, kind: 'record', value: inRealm }
      : { line, offset: start, kind: 'record', value: inRealm, logins }
  }
  if (changed !== null || decoded === undefined)
    return { line, offset: start, kind: 'record', value: inRealm, logins, table, ...changed }
  return { line, offset: start, kind: 'record', value: inRealm, logins, decoded, table }
}

function unreadable(line: number, offset: number, reason: string, truncates: boolean, logins?: Logins): RawRecord {
  const record = { line, offset, kind: 'unreadable', reason, ...(logins === undefined ? {} : { logins }) } as const
  return truncates ? { ...record, truncates } : record
}
