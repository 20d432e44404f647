import { type Cursor, position } from '../cursor.ts'
import { maxRecord } from '../raw-record.ts'

/** A mark in XML, as indexes of the buffered bytes; the cursor stands behind it. `alone`: an element that is closed at once. */
export type Tag = {
  readonly kind: 'open' | 'alone' | 'close' | 'comment' | 'text' | 'other'
  /** Without its namespace. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** The pattern of the name of an element. */
export const tagName = String.raw`[\p{L}_][\p{L}\p{N}_:.-]*`

/** The next mark; what ends within one is `cut`. Null: there is none any more. */
export async function nextTag(cursor: Cursor): Promise<Tag | 'cut' | null> {
  for (;;) {
    const bytes = cursor.bytes()
    const start = bytes.indexOf(lessThan, cursor.at())
    if (start === -1) {
      cursor.moveTo(bytes.length)
      if (!(await cursor.more())) return null
      continue
    }
    cursor.moveTo(start)
    const tag = tagAt(bytes, start)
    if (tag !== null) {
      cursor.moveTo(tag.end)
      return tag
    }
    const isTooLong = cursor.bytes().length - start > maxRecord
    if (isTooLong || !(await cursor.more())) return 'cut'
  }
}

/** The mark that begins at an index; null: it ends behind the bytes at hand. */
function tagAt(bytes: Buffer, start: number): Tag | null {
  const next = bytes[start + 1]
  if (next === undefined) return null
  if (next === exclamation) {
    const opening = bytes.toString('latin1', start, start + 9)
    if (opening.length < 9 && !opening.startsWith('<!--')) return null
    if (opening.startsWith('<!--')) return until(bytes, start, '-->', 'comment')
    return opening === '<![CDATA[' ? until(bytes, start, ']]>', 'text') : typeAt(bytes, start)
  }
  if (next === question) return until(bytes, start, '?>', 'other')
  const end = endOfTag(bytes, start)
  if (end === null) return null
  const isClose = next === slash
  const name = nameAt(bytes, start + (isClose ? 2 : 1), end)
  const kind = isClose ? 'close' : bytes[end - 2] === slash ? 'alone' : 'open'
  return { kind, name, start, end }
}

const [lessThan, exclamation, question, slash, greaterThan, double, single] = [60, 33, 63, 47, 62, 34, 39]

function until(bytes: Buffer, start: number, mark: string, kind: Tag['kind']): Tag | null {
  const at = bytes.indexOf(mark, start + 2, 'latin1')
  return at === -1 ? null : { kind, name: '', start, end: at + mark.length }
}

/** A document type, which may have declarations in brackets. */
function typeAt(bytes: Buffer, start: number): Tag | null {
  const close = bytes.indexOf(greaterThan, start)
  const bracket = bytes.indexOf('[', start, 'latin1')
  if (close === -1) return null
  if (bracket === -1 || bracket > close) return { kind: 'other', name: '', start, end: close + 1 }
  const inside = bytes.indexOf(']', bracket, 'latin1')
  const end = inside === -1 ? -1 : bytes.indexOf(greaterThan, inside)
  return end === -1 ? null : { kind: 'other', name: '', start, end: end + 1 }
}

/** The index behind a tag, whose attributes may hold its last sign. */
function endOfTag(bytes: Buffer, start: number): number | null {
  let quoted = 0
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (quoted !== 0) {
      if (byte === quoted) quoted = 0
    } else if (byte === double || byte === single) quoted = byte
    else if (byte === greaterThan) return at + 1
  }
  return null
}

function nameAt(bytes: Buffer, from: number, end: number): string {
  let to = from
  while (to < end && isOfName(bytes[to])) to += 1
  return localName(bytes.toString('utf8', from, to))
}

function isOfName(byte: number | undefined): boolean {
  return byte !== undefined && byte > 32 && byte !== slash && byte !== greaterThan
}

/** A name without its namespace. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Moves the cursor behind the element that a tag at `start` opened, and keeps no more of it than a record may have; false: it does not end. */
export async function skipElement(cursor: Cursor, start: number): Promise<boolean> {
  for (let depth = 1; depth > 0;) {
    const tag = await nextTag(cursor)
    if (tag === null || tag === 'cut') return false
    if (cursor.isTooLong(start)) cursor.release()
    if (tag.kind === 'open') depth += 1
    if (tag.kind === 'close') depth -= 1
  }
  return true
}

/** The position of a mark in the content. */
export function startOf(cursor: Cursor, { end, start }: Tag): number {
  return position(cursor) - (end - start)
}
