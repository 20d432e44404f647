import { closeBrace, colon, comma, isBlank, quote } from './bytes.ts'
import { type Cursor, position, skipWhile } from './cursor.ts'
import { scan } from './tokenizer.ts'
import { createValueTokenizer } from './json-value.ts'

/** A member of an object, or how the object ended. */
export type Member =
  | { readonly kind: 'member'; readonly key: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' }

/**
 * Walks through the object at the cursor without holding it. At each member the cursor stands at the value; the
 * consumer of the member moves it behind the value. `onKey`: told where the name of a member begins.
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

/** Passes the value at the cursor; false when it does not end. */
export async function skipValue(cursor: Cursor): Promise<boolean> {
  const value = createValueTokenizer(false)
  cursor.release()
  const before = position(cursor)
  const scanned = await scan(cursor, null, value.follow)
  return scanned === 'end' && position(cursor) > before
}

/** What may stand between values. Missing and repeated commas are no reason to refuse a file. */
export function isBetween(byte: number | undefined): boolean {
  return byte === comma || isBlank(byte)
}

/** The text at the cursor, which goes behind it; null: there is none. */
export async function readText(cursor: Cursor): Promise<string | null> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow)
  if (scanned !== 'end') return null
  const text = cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.release()
  try {
    const key: unknown = JSON.parse(text)
    return typeof key === 'string' ? key : null
  } catch {
    return null
  }
}
