import { carriageReturn, newline, quote } from './bytes.ts'

/**
 * One row at a time whose cells are found in a single pass, as nearly all rows allow: as many cells as wanted, each bare
 * and without a quotation mark, or quoted from its first byte to its last with none inside, ended by LF or CRLF, and no
 * NUL anywhere. Any other row goes through the full tokenizer.
 */
export type SimpleRow = {
  /** Passes the row that begins at an index: the index behind its line end; -1 where it is not plain, or goes on behind these bytes. */
  readonly pass: (bytes: Buffer, from: number) => number
  /** A cell of the row that was passed last. `text`: that row, one character for each byte. */
  readonly cell: (text: string, index: number) => string
}

export function createSimpleRow(delimiter: string, columns: number): SimpleRow {
  const separator = delimiter.charCodeAt(0)
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
  return { pass, cell: (text, index) => text.slice(starts[index], ends[index]) }
}
