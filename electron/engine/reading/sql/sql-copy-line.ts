import { textOfBytes } from './sql-bytes.ts'
import { readEscape, type SqlRow } from './sql-values.ts'

/** Reads one line of a COPY block, without its line end: values between tabs, `\N` for NULL, backslash escapes (PostgreSQL, COPY, text format). */
export function readCopyLine(line: string): SqlRow {
  let isVerbatim = true
  const values = line.split('\t').map((cell) => {
    if (cell === '\\N') return null
    if (!cell.includes('\\')) return cell
    isVerbatim = false
    return textOfBytea(unescape(cell))
  })
  return { values, isVerbatim }
}

function textOfBytea(value: string): string {
  return value.startsWith('\\x') ? textOfBytes(value) : value
}

function unescape(cell: string): string {
  let value = ''
  let at = 0
  for (let escape = cell.indexOf('\\'); escape !== -1; escape = cell.indexOf('\\', at)) {
    const read = readEscape(cell, escape)
    value += cell.slice(at, escape) + read.value
    at = read.end
  }
  return value + cell.slice(at)
}
