import { decodeText } from '../encoding.ts'
import { type Cursor, position, skipLine, skipWhile } from '../cursor.ts'
import { type Chunk, isLineEnd } from '../file-bytes.ts'
import { maxRecord, tooLong, type RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions, type Scanner } from '../scan-records.ts'
import { dataLines } from './secret-lines.ts'
import { peek } from '../sql/sql-between.ts'

/*
 * Rows with a line for each column, as `\x` of psql and `\G` of mysql print them below a heading, and as tools of directories print
 * them one after the other: `ipa user-find`, `pdbedit -v`, `Get-ADUser | Format-List`.
 */

/** How the rows of a print are told apart and read. */
export type ExpandedPrint = {
  readonly header: readonly string[]
  /** The line with which each row begins. */
  readonly begins: RegExp
}

/** A column of a row, or the continuation of the value before; null: the line belongs to no value. */
type ReadLine = (line: string) => { readonly column: string; readonly value: string } | null

const heading = /^(?:-\[ RECORD \d+ \][-+]*|\*{5,} \d+\. row \*{5,})[ \t]*\r?$/
const footer = /^\(?\d[\d,.]* rows?\b[^|:]*$/i
/** Lines of prompts and notices above the first row. */
const maxTyped = 20
/** Bytes of a line that are looked at to tell whether a row begins with it. */
const maxHeading = 400

/** Detects an expanded print; null if the text is something else. */
export function detectExpandedPrint(head: Buffer, whole: boolean): ExpandedPrint | null {
  const lines = dataLines(head, whole).map(({ text }) => text)
  const first = lines.slice(0, maxTyped).findIndex((line) => heading.test(line))
  if (first === -1) return detectBlocks(head, whole)
  const next = lines.findIndex((line, at) => at > first && heading.test(line))
  const record = readRow(lines.slice(first, next === -1 ? undefined : next).join('\n'))
  return record === null ? null : { header: Object.keys(record), begins: heading }
}

/** A field on a line of its own. */
const field = /^([ \t]*)(\p{L}[\p{L}\p{N} _'()/.-]{0,60}?)[ \t]*:(?:[ \t]+(.*)|)$/u
const ofAccount = /user|login|mail|account|\buid\b/i
/** Lines in which the second row begins. */
const maxLines = 500

/**
 * Detects rows that each begin with the same field. Documents of YAML have no field twice on one level but behind three dashes or under
 * another key, and their lists have dashes.
 */
function detectBlocks(head: Buffer, whole: boolean): ExpandedPrint | null {
  const all = decodeText(head)
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, maxLines)
  const lines = whole || all.length === maxLines ? all : all.slice(0, -1)
  const at = lines.slice(0, maxTyped).findIndex((line) => field.test(line))
  const [, indent = '', key = ''] = field.exec(lines[at] ?? '') ?? []
  if (key === '' || /^dn$/i.test(key) || lines.some((line) => /^---\s*$/.test(line))) return null
  const name = key.replaceAll(/[().]/g, String.raw`\$&`)
  const begins = new RegExp(String.raw`^${indent}${name}[ \t]*:(?:[ \t]|\r?$)`, 'u')
  const below = lines.slice(at)
  const fields = below.filter((line) => field.exec(line)?.[1] === indent)
  const rows = fields.filter((line) => begins.test(line)).length
  const others = below.filter((line) => !field.test(line) && !isBetween(line) && !isContinued(indent, line))
  const names = [...new Set(fields.map((line) => field.exec(line)?.[2] ?? ''))]
  const areRows =
    rows >= 2 && fields.length >= rows * 2 && others.length <= maxOthers && keysAbove(lines, indent) < rows
  return areRows && names.some((one) => ofAccount.test(one)) ? { header: names, begins } : null
}

/** A key of YAML without a value of its own, `user_{1..10}:`, `base: &base`. */
const keyAlone = /^([ \t]*)[^\s#-](?:[^:]|:(?=\S))*:[ \t]*(?:[&!#].*)?$/

/** The number of keys that have fields of this indentation below them. */
function keysAbove(lines: readonly string[], indent: string): number {
  return lines.filter((line) => (keyAlone.exec(line)?.[1]?.length ?? indent.length) < indent.length).length
}

/** Lines of totals and the like that are no fields. */
const maxOthers = 2

function isBetween(line: string): boolean {
  return /^(?:[-=*_]{4,})?$/.test(line.trim())
}

function isContinued(indent: string, line: string): boolean {
  return line.startsWith(`${indent}  `)
}

/** The rows of an expanded print; text above the first row is skipped. */
export function expandedPrintRecords(
  chunks: AsyncIterable<Chunk>,
  { begins }: ExpandedPrint,
  options: ScanOptions = {},
): AsyncGenerator<readonly RawRecord[]> {
  return scanRecords(chunks, scanRows(begins), readParsed, options)
}

function scanRows(begins: RegExp): Scanner {
  return async function* scanEach(cursor) {
    while ((await skipWhile(cursor, isLineEnd)) !== null) {
      const start = position(cursor)
      const isRow = await isAt(cursor, begins)
      if (isRow) cursor.mark(start)
      let isLong = false
      do {
        await skipLine(cursor)
        await skipWhile(cursor, isLineEnd)
        if (!isRow || isLong || position(cursor) - start <= maxRecord) continue
        isLong = true
        cursor.release()
      } while ((await peek(cursor, 1)) !== '' && !(await isAt(cursor, begins)))
      if (isRow) yield { start, end: position(cursor), fault: isLong ? tooLong : null }
    }
  }
}

async function isAt(cursor: Cursor, begins: RegExp): Promise<boolean> {
  return begins.test(
    Buffer.from(await peek(cursor, maxHeading), 'latin1')
      .toString('utf8')
      .split('\n', 1)[0] ?? '',
  )
}

function readParsed(text: string): Parsed {
  const value = readRow(text)
  return value === null
    ? { kind: 'unreadable', reason: 'This row lacks the line of a column.' }
    : { kind: 'record', value }
}

/**
 * Reads a row: `name | value` of psql, where a `+` at the end of a line continues the value, `name: value` of mysql, or a field on each
 * line. Null if it has no column.
 */
function readRow(text: string): Readonly<Record<string, string>> | null {
  const lines = text.split(/\r?\n/)
  const [first = ''] = lines
  const isHeaded = heading.test(first)
  const isPsql = isHeaded && first.startsWith('-[')
  const read: ReadLine = isHeaded ? headedLine(isPsql ? '|' : ':') : fieldLine(/^[ \t]*/.exec(first)?.[0] ?? '')
  const row: Record<string, string> = {}
  let last: string | null = null
  for (const line of isHeaded ? lines.slice(1) : lines) {
    const found = line.trim() === '' || footer.test(line.trim()) ? null : read(line)
    if (found === null || found.column === '__proto__') continue
    const { column, value } = found
    if (column === '' && last !== null) {
      const before = row[last] ?? ''
      row[last] = `${isPsql && before.endsWith('+') ? before.slice(0, -1).trimEnd() : before}\n${value}`
    } else if (column !== '') {
      row[column] = Object.hasOwn(row, column) ? `${row[column]}\n${value}` : value
      last = column
    }
  }
  return last === null ? null : row
}

function headedLine(between: '|' | ':'): ReadLine {
  return (line) => {
    const at = line.indexOf(between)
    return { column: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() }
  }
}

function fieldLine(indent: string): ReadLine {
  return (line) => {
    const [, before, column = '', value = ''] = field.exec(line) ?? []
    if (before === indent) return { column, value: value.trim() }
    return isContinued(indent, line) ? { column: '', value: line.trim() } : null
  }
}
