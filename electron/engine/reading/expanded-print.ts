import { type Cursor, position, skipLine, skipWhile } from './cursor.ts'
import { type Chunk, isLineEnd } from './file-bytes.ts'
import { maxRecord, tooLong, type RawRecord } from './raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions, type Scanner } from './scan-records.ts'
import { dataLines } from './secret-lines.ts'
import { peek } from './sql/sql-between.ts'

/*
 * Rows that database clients print with a line for each column: `\x` of psql and `\G` of mysql. `.mode line` of sqlite3, which has no
 * heading above each row, is not read.
 */

const heading = /^(?:-\[ RECORD \d+ \][-+]*|\*{5,} \d+\. row \*{5,})[ \t]*\r?$/
const footer = /^\(?\d[\d,.]* rows?\b[^|:]*$/i
/** Lines of prompts and notices above the first row. */
const maxTyped = 20

/** The column names, from the first row; null if the text is not an expanded print. */
export function detectExpandedPrint(head: Buffer, whole: boolean): readonly string[] | null {
  const lines = dataLines(head, whole).map(({ text }) => text)
  const first = lines.slice(0, maxTyped).findIndex((line) => heading.test(line))
  if (first === -1) return null
  const next = lines.findIndex((line, at) => at > first && heading.test(line))
  const record = readRow(lines.slice(first, next === -1 ? undefined : next).join('\n'))
  return record === null ? null : Object.keys(record)
}

/** The rows of an expanded print; text above the first row is skipped. */
export function expandedPrintRecords(
  chunks: AsyncIterable<Chunk>,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  return scanRecords(chunks, scanRows, readParsed, options)
}

const scanRows: Scanner = async function* scanEach(cursor) {
  while ((await skipWhile(cursor, isLineEnd)) !== null) {
    const start = position(cursor)
    const isRow = await atHeading(cursor)
    if (isRow) cursor.mark(start)
    let isLong = false
    do {
      await skipLine(cursor)
      await skipWhile(cursor, isLineEnd)
      if (!isRow || isLong || position(cursor) - start <= maxRecord) continue
      isLong = true
      cursor.release()
    } while ((await peek(cursor, 1)) !== '' && !(await atHeading(cursor)))
    if (isRow) yield { start, end: position(cursor), fault: isLong ? tooLong : null }
  }
}

async function atHeading(cursor: Cursor): Promise<boolean> {
  const start = await peek(cursor, 2)
  if (start !== '-[' && start !== '**') return false
  return heading.test((await peek(cursor, 400)).split('\n', 1)[0] ?? '')
}

function readParsed(text: string): Parsed {
  const value = readRow(text)
  return value === null
    ? { kind: 'unreadable', reason: 'This row lacks the line of a column.' }
    : { kind: 'record', value }
}

/** Reads a row: `name | value` of psql, where a `+` at the end of a line continues the value, or `name: value` of mysql. Null if it has no column. */
function readRow(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split(/\r?\n/)
  const isPsql = lines[0]?.startsWith('-[') === true
  const row: Record<string, string> = {}
  let last: string | null = null
  for (const line of lines.slice(1)) {
    if (line.trim() === '' || footer.test(line.trim())) continue
    const at = line.indexOf(isPsql ? '|' : ':')
    const column = line.slice(0, Math.max(at, 0)).trim()
    const value = line.slice(at + 1).trim()
    if (column === '' && last !== null) {
      const before = row[last] ?? ''
      row[last] = `${isPsql && before.endsWith('+') ? before.slice(0, -1).trimEnd() : before}\n${value}`
    } else if (column !== '' && column !== '__proto__') {
      row[column] = value
      last = column
    }
  }
  return last === null ? null : row
}
