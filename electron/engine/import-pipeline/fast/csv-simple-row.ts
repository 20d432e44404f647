import { isUtf8 } from 'node:buffer'
import { decodeText } from '../../reading/encoding.ts'
import { carriageReturn, newline } from '../../reading/file-bytes.ts'
import type { CsvLayout } from '../../reading/csv/csv-layout.ts'
import type { ReadText } from '../../reading/scan-records.ts'
import type { RowShortcut } from '../../reading/shortcuts.ts'

/**
 * Finds the cells of a simple row in a single pass, as nearly all rows allow: as many cells as columns, each bare and
 * without a quotation mark, or quoted from its first byte to its last with none inside, ended by LF or CRLF, and no NUL
 * anywhere. Any other row goes through the full tokenizer.
 */
export function createSimpleRow(
  { delimiter, quote: mark = '"', header, written = header?.[0], columns: least, dataStart }: CsvLayout,
  read: ReadText,
): RowShortcut {
  const columns = header?.length ?? least
  const names = header ?? Array.from({ length: columns }, (_, index) => String(index + 1))
  const blank = Object.fromEntries(names.map((name) => [name, '']))
  const separator = delimiter.charCodeAt(0)
  const quote = mark.charCodeAt(0)
  const stopsBareCell = new Uint8Array(256)
  const stopsQuotedCell = new Uint8Array(256)
  for (const byte of [separator, newline, carriageReturn, quote, 0]) stopsBareCell[byte] = 1
  for (const byte of [quote, 0]) stopsQuotedCell[byte] = 1
  for (const stops of [stopsBareCell, stopsQuotedCell]) stops.fill(1, firstBeyondAscii)
  // Counted from the first byte of the row; filled anew for each row, so that rows cost no objects.
  const starts = new Int32Array(columns)
  const ends = new Int32Array(columns)
  /** 1: the cell has characters beyond ASCII. */
  const wide = new Uint8Array(columns)
  let isAscii = true

  const pass = (bytes: Buffer, from: number): number => {
    const { length } = bytes
    isAscii = true
    let at = from
    for (let index = 0; index < columns; index += 1) {
      const isQuoted = bytes[at] === quote
      if (isQuoted) at += 1
      starts[index] = at - from
      wide[index] = 0
      const stops = isQuoted ? stopsQuotedCell : stopsBareCell
      for (; at < length; at += 1) {
        const byte = bytes[at] ?? 0
        if (stops[byte] === 0) continue
        if (byte < firstBeyondAscii) break
        isAscii = false
        wide[index] = 1
      }
      ends[index] = at - from
      if (isQuoted) {
        if (bytes[at] !== quote) return -1
        at += 1
      }
      const isLast = index === columns - 1
      if (isLast && bytes[at] === newline) return at + 1
      if (isLast && bytes[at] === carriageReturn && bytes[at + 1] === newline) return at + 2
      if (isLast || bytes[at] !== separator) return -1
      at += 1
    }
    return -1
  }

  const text = createAsciiText()
  /** A cell of the row at `from`, which is at `at` in the text. */
  const cell = (bytes: Buffer, from: number, at: number, index: number): string => {
    const [first, last] = [starts[index] ?? 0, ends[index] ?? 0]
    return wide[index] === 1 ? bytes.toString('utf8', from + first, from + last) : text.slice(at + first, at + last)
  }

  return {
    pass,
    read: (bytes, from, end, start) => {
      // Perhaps it is commented out, or of an older encoding, which is that of all its cells.
      const isOther = bytes[from] === numberSign || (!isAscii && !isUtf8(bytes.subarray(from, end)))
      if (start < dataStart || isOther) return read(decodeText(bytes, from, end), start)
      const at = text.indexOf(bytes, from, end)
      // Perhaps the column names again.
      if (header !== null && cell(bytes, from, at, 0).trim() === written)
        return read(decodeText(bytes, from, end), start)
      const value: Record<string, string> = { ...blank }
      for (let index = 0; index < columns; index += 1) {
        const found = cell(bytes, from, at, index)
        if (found !== '') value[names[index] ?? ''] = found
      }
      return { kind: 'record', value }
    },
  }
}

const numberSign = 0x23

/** Bytes from here on are parts of characters beyond ASCII. */
const firstBeyondAscii = 0x80

/** Bytes that become text at once: a call for each row takes as long as finding its cells. A longer text is a large object for V8. */
const textBytes = 16 * 1024

/** The bytes at hand as a text of one character for each, which is the text of cells in ASCII. */
function createAsciiText() {
  let of: Buffer | null = null
  let [from, to] = [0, 0]
  let text = ''
  return {
    /** The index in the text of a byte. Those up to `end` follow it there. */
    indexOf: (bytes: Buffer, at: number, end: number): number => {
      if (of !== bytes || at < from || end > to) {
        of = bytes
        from = at
        to = Math.min(bytes.length, Math.max(end, at + textBytes))
        text = bytes.toString('latin1', from, to)
      }
      return at - from
    },
    slice: (start: number, end: number): string => text.slice(start, end),
  }
}
