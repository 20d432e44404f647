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
  { delimiter, quote: mark = '"', header, columns: least, dataStart }: CsvLayout,
  read: ReadText,
): RowShortcut {
  const columns = header?.length ?? least
  const names = header ?? Array.from({ length: columns }, (_, index) => String(index + 1))
  const blank = Object.fromEntries(names.map((name) => [name, '']))
  const separator = delimiter.charCodeAt(0)
  const quote = mark.charCodeAt(0)
  const endsBareCell = new Uint8Array(256)
  for (const byte of [separator, newline, carriageReturn, quote, 0]) endsBareCell[byte] = 1
  // Counted from the first byte of the row; filled anew for each row, so that rows cost no objects.
  const starts = new Int32Array(columns)
  const ends = new Int32Array(columns)

  const pass = (bytes: Buffer, from: number): number => {
    const { length } = bytes
    let at = from
    for (let index = 0; index < columns; index += 1) {
      const isQuoted = bytes[at] === quote
      if (isQuoted) at += 1
      starts[index] = at - from
      if (isQuoted) while (at < length && bytes[at] !== quote && bytes[at] !== 0) at += 1
      else while (at < length && endsBareCell[bytes[at] ?? 0] === 0) at += 1
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

  const cell = (text: string, index: number): string => text.slice(starts[index], ends[index])

  return {
    pass,
    read: (text, start, bytes) => {
      // With characters beyond ASCII, indexes in the text differ from indexes in the bytes.
      if (text.length !== bytes || start < dataStart) return read(text, start)
      // Perhaps the column names again.
      if (header !== null && cell(text, 0).trim() === header[0]) return read(text, start)
      const value: Record<string, string> = { ...blank }
      for (let index = 0; index < columns; index += 1) {
        const found = cell(text, index)
        if (found !== '') value[names[index] ?? ''] = found
      }
      return { kind: 'record', value }
    },
  }
}
