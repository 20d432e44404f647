import { comma } from '../file-bytes.ts'
import { bitOf, readValue, type SqlRow, type SqlValue } from './sql-values.ts'
import type { SqlDialect } from './sql-tokenizer.ts'

/**
 * Finder of plain rows: of strings without escapes, and of numbers and words. Nearly all rows of a dump are plain; any other goes through
 * the tokenizer.
 */
export type PlainRows = {
  /** The index behind the plain row at an index of these bytes; -1 where there is none or it does not end within them. */
  readonly pass: (bytes: Buffer, from: number) => number
  /** The values of the row that was passed last; null if its bytes are not ASCII. */
  readonly row: () => SqlRow | null
}

/** Bytes converted to text at once. Values are slices of this text, so a value that is kept keeps all of it. */
const blockBytes = 16 * 1024

const [apostrophe, openParenthesis, closeParenthesis, space, minus] = [0x27, 0x28, 0x29, 0x20, 0x2d]

/** Characters of numbers and words. */
const isBare = new Uint8Array(256)
for (const sign of '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.') isBare[sign.charCodeAt(0)] = 1

export function createPlainRows(dialect: SqlDialect): PlainRows {
  let block: Buffer | null = null
  let base = 0
  let text = ''
  let backslash = -1
  let beyondAscii = -1
  /** Of the values of the row that was passed last: where each begins, and where it ends; negative: without quotation marks. */
  const starts: number[] = []
  const ends: number[] = []
  let count = 0
  let rowStart = 0
  let rowEnd = 0

  const move = (bytes: Buffer, from: number) => {
    block = bytes
    base = from
    text = bytes.toString('latin1', from, from + blockBytes)
    backslash = -1
    beyondAscii = -1
  }

  /** The index behind the row in the text; 0 where the text ends before it; -1 if it is not plain. */
  const passInText = (from: number): number => {
    if (text.charCodeAt(from) !== openParenthesis) return -1
    if (backslash < from) backslash = indexOrEnd(text.indexOf('\\', from), text)
    let at = from + 1
    for (count = 0; ; count += 1) {
      while (text.charCodeAt(at) === space) at += 1
      const isString = text.charCodeAt(at) === apostrophe
      const start = isString ? at + 1 : at
      let end = start
      if (isString) {
        end = text.indexOf("'", start)
        if (end === -1) return 0
        if (end > backslash) return -1
      } else {
        if (text.charCodeAt(end) === minus) end += 1
        while (isBare[text.charCodeAt(end)] === 1) end += 1
      }
      starts[count] = start
      ends[count] = isString ? end : -end
      at = isString ? end + 1 : end
      const code = text.charCodeAt(at)
      if (code !== comma) {
        if (code !== closeParenthesis || start === at) return at === text.length ? 0 : -1
        count += 1
        break
      }
      if (start === at) return -1
      at += 1
    }
    rowStart = from
    rowEnd = at + 1
    return rowEnd
  }

  return {
    pass: (bytes, from) => {
      const isInBlock = bytes === block && from >= base && from < base + text.length
      if (!isInBlock) move(bytes, from)
      let end = passInText(from - base)
      if (end === 0 && from > base) {
        move(bytes, from)
        end = passInText(0)
      }
      return end <= 0 ? -1 : base + end
    },
    row: () => {
      if (beyondAscii < rowStart) beyondAscii = indexOrEnd(indexBeyondAscii(text, rowStart), text)
      if (beyondAscii < rowEnd) return null
      const values: SqlValue[] = []
      let isVerbatim = true
      for (let index = 0; index < count; index += 1) {
        const [start = 0, end = 0] = [starts[index], ends[index]]
        const written = text.slice(start, Math.abs(end))
        const value = end >= 0 ? bitOf(written) : isDigits(written) ? written : readValue(written, dialect)
        if (end < 0 && value !== null && value !== written) isVerbatim = false
        values.push(value)
      }
      return { values, isVerbatim }
    },
  }
}

function indexOrEnd(index: number, text: string): number {
  return index === -1 ? text.length : index
}

function indexBeyondAscii(text: string, from: number): number {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  const beyond = /[^\u0000-\u007f]/g
  beyond.lastIndex = from
  return beyond.exec(text)?.index ?? -1
}

function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}
