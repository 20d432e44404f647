import { randomUUID } from 'node:crypto'
import { isObject } from '../../../../shared/json.ts'
import { closeBrace, comma, isBlank, newline, openBrace, space, tab } from '../file-bytes.ts'
import { type Cursor, position } from '../cursor.ts'
import type { Parsed, Piece } from '../scan-records.ts'
import { deepest, mayHaveManyFields, parseKeepingIntegers } from './json-value.ts'

/** More records in one text make them no cheaper, and a long text more expensive. */
export const atOnce = 100

/** Bytes decoded together. From the first character beyond ASCII on, V8 takes several times as long for each byte of a text. */
const decodedAtOnce = 1024

/** Between the lines of one text with lists. No file can have it, so no line can end within another one or hold several records. */
const mark = randomUUID()

/**
 * The next lines within the buffered bytes, each of them one whole object, parsed together; none: they are to be read one by one.
 * `behind`: what follows each object in its line; the last one of a list has no comma and is read alone. `endOfObject`: where an object ends
 * that is not nested too deeply; null: it is none.
 */
export function linesAtHand(
  cursor: Cursor,
  behind: ',' | '',
  endOfObject: (bytes: Buffer, at: number) => number | null,
): readonly Piece[] {
  const [bytes, base, first] = [cursor.bytes(), cursor.base(), cursor.at()]
  const found: (Piece & { readonly fault: null })[] = []
  let next = first
  let last = first
  let decoded = first
  let text = ''
  while (bytes[next] === openBrace && found.length < atOnce) {
    const lineEnd = bytes.indexOf(newline, next)
    let end = behindText(bytes, next, lineEnd)
    if (behind === ',' && bytes[end - 1] === comma) end = behindText(bytes, next, end - 1)
    else if (behind === ',') break
    if (lineEnd === -1 || bytes[end - 1] !== closeBrace || mayHaveManyFields(end - next)) break
    if (end - next > 2 * deepest && endOfObject(bytes, next) !== end) break
    found.push({ start: base + next, end: base + end, fault: null })
    if (end - decoded >= decodedAtOnce) {
      text += bytes.toString('utf8', decoded, end)
      decoded = end
    }
    last = end
    next = lineEnd + 1
    while (bytes[next] === space || bytes[next] === tab) next += 1
  }
  if (found.length < 2) return []
  text += bytes.toString('utf8', decoded, last)
  // Bytes that are no UTF-8 are decoded record by record.
  const records = text.includes('\ufffd') ? null : parseLines(text, found.length, behind)
  if (records === null) return []
  cursor.moveTo(next)
  cursor.mark(position(cursor))
  return found.map(({ start, end }, at) => ({ start, end, fault: null, parsed: records[at] }))
}

/** The index behind the last byte before `end` that is not blank. */
function behindText(bytes: Buffer, from: number, end: number): number {
  let at = end
  while (at > from && isBlank(bytes[at - 1])) at -= 1
  return at
}

/**
 * The lines of a text as one value each; null: one of them is not the text of one object. Every line begins with a brace. JSON has a
 * brace behind a comma only in a list, so without lists no object continues in another line.
 */
function parseLines(text: string, count: number, behind: ',' | ''): readonly Parsed[] | null {
  const isMarked = text.includes('[')
  const between = `${behind === '' ? ',' : ''}${isMarked ? `"${mark}",` : ''}`
  let parsed: unknown
  try {
    parsed = parseKeepingIntegers(`[${between === '' ? text : text.replaceAll('\n', between)}]`)
  } catch {
    return null
  }
  const values: readonly unknown[] = Array.isArray(parsed) ? parsed : []
  const step = isMarked ? 2 : 1
  if (values.length !== step * (count - 1) + 1) return null
  const records: Parsed[] = []
  for (const [at, value] of values.entries()) {
    if (at % step === 1) {
      if (value !== mark) return null
    } else if (isObject(value)) records.push({ kind: 'record', value })
    else return null
  }
  return records
}
