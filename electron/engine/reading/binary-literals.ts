import { isUtf8 } from 'node:buffer'

/*
 * Bytes of pictures, keys and packed addresses that a dump writes between quotation marks as they are. They are no text, so that they say nothing
 * of its encoding.
 */

const [newline, apostrophe, backslash] = [10, 39, 92]

/**
 * The bytes of a file without the literals of SQL that hold no text; the same bytes where there are none. Literals end with their line, because
 * the tools that write bytes as they are escape line breaks in them.
 */
export function withoutBinaryLiterals(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  const isDeclared = declaresBinary(bytes)
  const kept: Buffer[] = []
  let from = 0
  for (const [start, end] of literalsIn(bytes)) {
    const literal = bytes.subarray(start, end)
    if (isUtf8(literal) || !(hasControl(literal) || (isDeclared && !readsAsWords(literal)))) continue
    kept.push(bytes.subarray(from, start))
    from = end
  }
  return from === 0 ? bytes : Buffer.concat([...kept, bytes.subarray(from)])
}

/** The places of the literals within their quotation marks. */
function* literalsIn(bytes: Buffer): Generator<readonly [number, number]> {
  for (let line = 0, next = 0; line < bytes.length; line = next) {
    next = bytes.indexOf(newline, line) + 1 || bytes.length
    for (let start = bytes.indexOf(apostrophe, line); start !== -1 && start < next;) {
      let end = start + 1
      while (end < next && bytes[end] !== apostrophe) end += bytes[end] === backslash ? 2 : 1
      yield [start + 1, Math.min(end, next)]
      start = bytes.indexOf(apostrophe, end + 1)
    }
  }
}

/** Control characters, or NUL and its like as MySQL escapes them; behind a byte that is not ASCII, a backslash may be half a character. */
function hasControl(literal: Buffer): boolean {
  return literal.some(isControl) || /(?<![\x80-\xff])\\[0Z]/.test(literal.toString('latin1'))
}

/** Tabs and ends of lines are in texts as well. */
function isControl(byte: number): boolean {
  return (byte < space && byte !== tab && byte !== newline && byte !== carriageReturn) || byte === del
}

const [tab, carriageReturn, space, del] = [9, 13, 32, 127]

/** Whether a file has columns for bytes, and says that its text is UTF-8. */
function declaresBinary(bytes: Buffer): boolean {
  const text = bytes.toString('latin1')
  return /\s(?:(?:tiny|medium|long)?blob|(?:var)?binary\s?\(|bytea|image)\b/i.test(text) && /\butf-?8/i.test(text)
}

/** Whether all signs outside ASCII are letters, as in words of a language of one byte for each letter. */
function readsAsWords(literal: Buffer): boolean {
  return !/[\x80-\x89\x8b\x8d\x8f-\x99\x9b\x9d\xa0-\xbf\xd7\xf7]/.test(literal.toString('latin1'))
}
