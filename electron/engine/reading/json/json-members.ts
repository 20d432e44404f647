import { parseJson } from '../../../../shared/json.ts'
import { closeBrace, comma, isBlank, openBracket, quote } from '../file-bytes.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { createValueTokenizer } from './json-value.ts'

/** A member of an object, or how the object ended: closed, with the content, or with something that is no JSON. */
type Member =
  | { readonly kind: 'member'; readonly key: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' }

/**
 * Iterates over the members of the object at the cursor without buffering it. At each member the cursor is at the value, and the
 * consumer must move it past the value. `onKey` receives the position of each key.
 */
export async function* members(cursor: Cursor, onKey: (start: number) => void = () => {}): AsyncGenerator<Member> {
  cursor.moveTo(cursor.at() + 1)
  while (true) {
    const byte = await skipWhile(cursor, isBetween)
    if (byte === closeBrace) {
      cursor.moveTo(cursor.at() + 1)
      yield { kind: 'whole' }
      return
    }
    onKey(position(cursor))
    const key = byte === quote ? await readText(cursor) : null
    const value = key === null ? null : await skipWhile(cursor, (next) => next === colon || isBlank(next))
    if (key === null || value === null) {
      yield { kind: byte === null || value === null ? ((await cursor.more()) ? 'broken' : 'cut') : 'broken' }
      return
    }
    yield { kind: 'member', key }
  }
}

const colon = 0x3a

/** Moves past the value at the cursor; false if it does not end. */
export async function skipValue(cursor: Cursor): Promise<boolean> {
  const value = createValueTokenizer(false)
  cursor.release()
  const before = position(cursor)
  const scanned = await scan(cursor, null, value.follow)
  return scanned === 'end' && position(cursor) > before
}

/** Whether a byte may stand between values. Missing and repeated commas are tolerated. */
export function isBetween(byte: number | undefined): boolean {
  return byte === comma || isBlank(byte)
}

/** Reads the string at the cursor and moves past it; null if there is none. */
export async function readText(cursor: Cursor): Promise<string | null> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow)
  if (scanned !== 'end') return null
  const text = cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.release()
  const key = parseJson(text)
  return typeof key === 'string' ? key : null
}

/** The text of the value at the cursor, which does not move; empty if it has more bytes than `longest`. */
export async function peekText(cursor: Cursor, longest: number): Promise<string> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow, longest)
  const text = scanned === 'long' ? '' : cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.moveTo(start - cursor.base())
  cursor.release()
  return text.trim()
}

/** Limit on blanks before the first element of a list. */
const maxBlanks = 64 * 1024

/** The first byte of the first element of the list at the cursor that is not null; the cursor does not move. Null if there is no list. */
export async function firstInList(cursor: Cursor): Promise<number | null> {
  if (cursor.bytes()[cursor.at()] !== openBracket) return null
  const start = position(cursor)
  cursor.mark(start)
  cursor.moveTo(cursor.at() + 1)
  let blanks = 0
  const next = () => skipWhile(cursor, (byte) => isBetween(byte) && (blanks += 1) < maxBlanks)
  let first = await next()
  while (first === letterN && blanks < maxBlanks && (await isNull(cursor))) {
    cursor.moveTo(cursor.at() + 4)
    blanks += 4
    first = await next()
  }
  cursor.moveTo(start - cursor.base())
  return first
}

const letterN = 0x6e

async function isNull(cursor: Cursor): Promise<boolean> {
  while (cursor.bytes().length - cursor.at() < 4 && (await cursor.more()));
  return cursor.bytes().toString('latin1', cursor.at(), cursor.at() + 4) === 'null'
}
