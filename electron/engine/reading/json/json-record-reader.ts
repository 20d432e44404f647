import { closeBrace, closeBracket, hasBom, newline, openBrace, space, tab } from '../file-bytes.ts'
import { type Cursor, position, scan, skipLine, skipWhile } from '../cursor.ts'
import { defaultRecord, tooLong } from '../raw-record.ts'
import { pieceFrom, type Piece } from '../scan-records.ts'
import { atOnce, linesAtHand } from './json-lines.ts'
import { isBetween, skipValue } from './json-members.ts'
import { createValueTokenizer, mayHaveManyFields, parseTogether } from './json-value.ts'

/** Finds records of JSON, one after the other, wherever their list is. */
export type JsonRecordReader = {
  /** The records at the cursor: as many as are whole within the buffered bytes, else one. */
  readonly next: (cursor: Cursor) => Promise<Piece | readonly Piece[]>
  /** The record at the cursor. Continues after a broken record if the next one can be recognized. */
  readonly one: (cursor: Cursor) => Promise<Piece>
  /** Moves past the objects within the buffered bytes, and answers whether there was one. */
  readonly pass: (cursor: Cursor) => boolean
  /** Answers with a truncating piece, after which the end of the content is not reported again. */
  readonly last: (piece: Piece) => Piece
  readonly isOver: () => boolean
}

export const cut =
  'The file ends in the middle of this record: it was cut, and what followed is missing. Export or copy it again.'
export const brokenRest =
  'The brackets or quotation marks are unbalanced from here on, so the rest of the file was skipped. Correct this place and load the file again.'
const strayBrackets = 'This closing bracket has no opening bracket.'
const brokenLine = 'This line is not one whole JSON object.'
const broken = 'The brackets or quotation marks of this record are unbalanced. Only this record was skipped.'

/** `lines`: one record on each line. */
export function jsonRecordReader(lines: boolean): JsonRecordReader {
  const value = createValueTokenizer(lines)
  /** The records are not parsed together. */
  let areApart = lines
  /** A truncating piece was given. */
  let over = false
  const last = (piece: Piece): Piece => {
    over = true
    return piece
  }

  const one = async (cursor: Cursor): Promise<Piece> => {
    const start = position(cursor)
    cursor.mark(start)
    if (lines && cursor.bytes()[cursor.at()] !== openBrace) return restOfLine(cursor, start, brokenLine)
    const indent = indentAt(cursor)
    value.begin()
    let scanned = await scan(cursor, start, value.follow, defaultRecord)
    if (scanned === 'long') {
      if (!lines && (await skipToSibling(cursor, start, indent, false))) return pieceFrom(cursor, start, broken)
      scanned = await scan(cursor, start, value.follow)
    }
    if (scanned === 'end' || (scanned === 'stopped' && value.isWord())) {
      return whole(cursor, start, value.depthFault())
    }
    if (lines && scanned === 'fault') return restOfLine(cursor, start, brokenLine)
    if (!lines && (await skipToSibling(cursor, start, indent, scanned === 'fault'))) {
      return pieceFrom(cursor, start, broken)
    }
    if (scanned === 'long') {
      cursor.release()
      const end = await scan(cursor, null, value.follow)
      if (end === 'end') return pieceFrom(cursor, start, tooLong)
      if (lines && end === 'fault') return restOfLine(cursor, start, tooLong)
    }
    await skipWhile(cursor, () => true)
    return last(truncatingPiece(cursor, start, scanned === 'stopped' ? cut : brokenRest))
  }

  const endOfObject = (bytes: Buffer, at: number): number | null => {
    value.begin()
    const step = value.follow(bytes, at)
    return step.kind === 'end' && value.depthFault() === null ? step.at : null
  }

  /** The next valid objects that end within the buffered bytes. */
  const atHand = (cursor: Cursor): readonly Piece[] => {
    const [bytes, base, first] = [cursor.bytes(), cursor.base(), cursor.at()]
    const found: Piece[] = []
    let end = first
    let hasLong = false
    for (let at = first; bytes[at] === openBrace && found.length < atOnce;) {
      const next = endOfObject(bytes, at)
      if (next === null) break
      hasLong ||= mayHaveManyFields(next - at)
      found.push({ start: base + at, end: base + next, fault: null })
      end = next
      at = next
      while (isBetween(bytes[at])) at += 1
      cursor.moveTo(at)
    }
    cursor.mark(position(cursor))
    if (areApart || hasLong || found.length < 2) return found
    const text = bytes.toString('utf8', first, end)
    // Bytes that are no UTF-8 are decoded record by record.
    if (text.includes('\ufffd')) return found
    const values = parseTogether(text, found.length)
    // Without commas between them, or with a fault among them, no later ones are tried.
    areApart = values === null
    return values === null
      ? found
      : found.map(({ start, end }, at) => ({ start, end, fault: null, parsed: values[at] }))
  }

  return {
    next: async (cursor) => {
      const together = linesAtHand(cursor, lines ? '' : ',', endOfObject)
      const found = together.length > 0 ? together : atHand(cursor)
      return found.length > 0 ? found : await one(cursor)
    },
    one,
    pass: (cursor) => {
      const [bytes, first] = [cursor.bytes(), cursor.at()]
      for (let at = first; bytes[at] === openBrace;) {
        const end = endOfObject(bytes, at)
        if (end === null) break
        at = end
        while (isBetween(bytes[at])) at += 1
        cursor.moveTo(at)
      }
      cursor.release()
      return cursor.at() > first
    },
    last,
    isOver: () => over,
  }
}

/** The piece from `start`, such as a key, to the end of the value at the cursor. */
export async function valueOf(cursor: Cursor, start: number): Promise<Piece> {
  cursor.mark(start)
  const value = createValueTokenizer(false)
  value.begin()
  const scanned = await scan(cursor, start, value.follow)
  if (scanned === 'end') return pieceFrom(cursor, start, value.depthFault())
  if (scanned === 'long') {
    cursor.release()
    await skipValue(cursor)
    return pieceFrom(cursor, start, tooLong)
  }
  await skipWhile(cursor, () => true)
  return truncatingPiece(cursor, start, scanned === 'stopped' ? cut : brokenRest)
}

/** A piece with a fault after which nothing can be read. */
export function truncatingPiece(cursor: Cursor, start: number, fault: string): Piece {
  return { ...pieceFrom(cursor, start, fault), truncates: true }
}

/** The piece of a record that ended. Stray closing brackets become a piece with a fault, so that they are reported and skipped. */
async function whole(cursor: Cursor, start: number, fault: string | null): Promise<Piece> {
  if (position(cursor) > start) return pieceFrom(cursor, start, fault)
  cursor.release()
  await skipWhile(cursor, (byte) => byte === closeBrace || byte === closeBracket || isBetween(byte))
  return pieceFrom(cursor, start, strayBrackets)
}

async function restOfLine(cursor: Cursor, start: number, fault: string): Promise<Piece> {
  await skipLine(cursor)
  return pieceFrom(cursor, start, fault)
}

/**
 * The indentation of the record at the cursor if the record begins its line, else null. With it, the next record can be told from
 * objects inside this one.
 */
function indentAt(cursor: Cursor): string | null {
  const bytes = cursor.bytes()
  let at = cursor.at()
  while (at > 0 && (bytes[at - 1] === space || bytes[at - 1] === tab)) at -= 1
  const indent = bytes.toString('latin1', at, cursor.at())
  const atStart = cursor.base() === 0 && (at === 0 || (at === 3 && hasBom(bytes)))
  return atStart || bytes[at - 1] === newline ? indent : null
}

/** Bytes within which a record must have its first key, blanks included. */
const maxOpening = 4096

/**
 * Searches for the record after the broken one at `start`: a line with the same indentation and first key. Moves the cursor there and
 * returns true. `further`: searches content that is not buffered yet as well. Returns false if there is none, or once the backtracking
 * budget is spent.
 */
async function skipToSibling(cursor: Cursor, start: number, indent: string | null, further: boolean): Promise<boolean> {
  if (indent === null) return false
  const from = start - cursor.base()
  const head = cursor.bytes().toString('latin1', from, from + maxOpening)
  const opening = /^\{\s*"(?:[^"\\\n]|\\.)*"/.exec(head)?.[0] ?? '{'
  const sibling = Buffer.from(`\n${indent}${opening}`, 'latin1')
  let at = from
  while (true) {
    const found = cursor.bytes().indexOf(sibling, at)
    if (found !== -1) {
      const back = found + 1 < cursor.at()
      if (back && !cursor.canBacktrack(cursor.base() + found + 1)) return false
      cursor.moveTo(found + 1)
      return true
    }
    if (!further) return false
    cursor.moveTo(Math.max(cursor.at(), cursor.bytes().length - sibling.length))
    const end = position(cursor)
    cursor.release()
    if (!(await cursor.more())) {
      cursor.moveTo(cursor.bytes().length)
      return false
    }
    at = Math.max(0, end - cursor.base())
  }
}
