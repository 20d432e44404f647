import type { SqlValue } from './sql-values.ts'
import { readEscape } from './sql-string.ts'

/** One line of a COPY block: values between tabs, `\N` for NULL, backslash escapes. The line end does not belong to it. */
export function readCopyLine(line: string): readonly SqlValue[] {
  return line.split('\t').map((cell) => (cell === '\\N' ? null : cell.includes('\\') ? unescape(cell) : cell))
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
