import { saysRowCount } from '../../../shared/exports/other-kind.ts'
import { isEmailAddress } from '../../../shared/users/normalise-email.ts'
import { uniqueNames } from './csv/csv-layout.ts'
import { dataLines, guessFieldNames, type Line, type LineTable } from './secret-lines.ts'

/*
 * Tables that database clients print: in a frame (mysql, DuckDB), between bars (psql, Markdown), in columns below dashes (sqlite3, sqlcmd,
 * SQL*Plus) or below their names alone. Also lists of an address and a secret, separated by blanks.
 */

/** Detects a printed table; null if the text is something else. */
export function detectPrintedTable(head: Buffer, whole: boolean): LineTable | null {
  const all = dataLines(head, whole)
  const [first, second, third] = fromTable(all)
  if (first === undefined) return null
  if (frame.test(first.text.trim())) {
    const bar = first.text.includes('+') ? '|' : '│'
    return second === undefined ? null : between(bar, second, third ?? second)
  }
  if (second !== undefined && isRule(second.text)) {
    if (first.text.includes('|')) return between('|', first, second)
    if (/-\s+-/.test(second.text) && /^[-\s]+$/.test(second.text)) return below(first, second)
  }
  return aligned(all) ?? besideBlanks(all)
}

/** Drops lines typed by the operator above a frame or at the prompt of SQL*Plus. */
function fromTable(lines: readonly Line[]): readonly Line[] {
  const at = lines.slice(0, maxTyped).findIndex(({ text }) => frame.test(text.trim()))
  if (at !== -1) return lines.slice(at)
  const rule = isPrompt(lines[0]?.text ?? '') ? lines.slice(0, maxTyped).findIndex(({ text }) => isRule(text)) : -1
  return rule < 1 ? lines : lines.slice(rule - 1)
}

/** Whether a line is typed at a prompt: `SQL> select id from users;`. */
function isPrompt(line: string): boolean {
  return /^(?:SQL|[A-Z][\w@]{0,40})>(?:\s|$)/.test(line)
}

const maxTyped = 20

const frame = /^(?:\+(?:[-=]+\+)+|[┌╭┏][─━┬┳]+[┐╮┓])$/
const signs = /^[-+|:=\s─━┼├┤╪╞╡═│└┘┴╰╯]+$/

function isRule(line: string): boolean {
  return line.includes('-') && signs.test(line)
}

/** A table with bars between cells; the outer bars are optional. The rows begin after `rule`. */
function between(bar: string, header: Line, rule: Line): LineTable | null {
  const split = (line: string) => {
    const text = line.trim()
    const inner = text.slice(text.startsWith(bar) ? bar.length : 0, text.endsWith(bar) ? -bar.length : undefined)
    return inner.split(bar).map((cell) => cell.trim())
  }
  const names = split(header.text)
  const isFramed = header.text.trimStart().startsWith(bar)
  const cellsOf = (line: string) => {
    if (signs.test(line) || saysRowCount(line)) return null
    // In psql a bar at the end of a line precedes an empty last cell.
    const cells = isFramed ? split(line) : line.split(bar).map((cell) => cell.trim())
    if (cells.length === names.length) return cells
    return { fault: `This line has ${cells.length} cells, the header has ${names.length}.` }
  }
  return names.length < 2 ? null : { header: uniqueNames(names), dataStart: rule.end, cellsOf }
}

/** A table of columns of fixed width without dashes: its cells begin where the words of the header begin, and one of them is an address. */
function aligned([header, ...rows]: readonly Line[]): LineTable | null {
  if (header === undefined || rows.length < 2 || /[,;|"@\t]/.test(header.text)) return null
  const starts = [...header.text.matchAll(/\S+/g)].map(({ index }) => index)
  const table = starts.length < 3 ? null : columnsAt(starts, header, header)
  const cells = rows.flatMap(({ text }) => {
    const row = table?.cellsOf(text) ?? null
    return row === null ? [] : [row]
  })
  const isAddress = (at: number) => cells.every((row) => 'length' in row && isEmailAddress(row[at] ?? ''))
  return cells.length >= 2 && starts.some((_, at) => isAddress(at)) ? table : null
}

/** A table whose cells begin where the dashes below the header begin. */
function below(header: Line, rule: Line): LineTable | null {
  return columnsAt(
    [...rule.text.matchAll(/-+/g)].map(({ index }) => index),
    header,
    rule,
  )
}

/** A table whose cells begin at these places of a line. The rows begin after `last`. */
function columnsAt(starts: readonly number[], header: Line, last: Line): LineTable | null {
  const split = (line: string) => starts.map((start, at) => line.slice(start, starts[at + 1]).trim())
  const isApart = (line: string) => starts.every((start) => start === 0 || /\s/.test(line[start - 1] ?? ' '))
  const names = split(header.text)
  if (names.some((name) => name === '') || !isApart(header.text)) return null
  const cellsOf = (line: string) => {
    // SQL*Plus repeats the header on every page.
    if (signs.test(line) || saysRowCount(line) || isPrompt(line) || line.trimEnd() === header.text.trimEnd())
      return null
    return isApart(line)
      ? split(line)
      : { fault: 'A value in this line is longer than its column. Export the table as CSV.' }
  }
  return { header: uniqueNames(names), dataStart: last.end, cellsOf }
}

/** Lines of an address and a secret in either order, separated by blanks; a name or a number may come first. */
function besideBlanks(lines: readonly Line[]): LineTable | null {
  const texts = lines.map(({ text }) => text.trim())
  const split = (line: string) => line.trim().split(/\s+/)
  const count = split(texts[0] ?? '').length
  const first = lines[0]
  if (count < 2 || count > 4 || first === undefined) return null
  const fits = (text: string) => {
    const cells = split(text)
    return cells.length === count && cells.filter(isEmailAddress).length === 1 && !/[,;|"<>\t]/.test(text)
  }
  if (
    !texts.every(fits) ||
    texts.some((text) => !split(text).some((cell) => !isEmailAddress(cell) && /\d|\$/.test(cell)))
  )
    return null
  const cellsOf = (line: string) => {
    const cells = split(line)
    return cells.length === count ? cells : { fault: `This line has ${cells.length} words, the first has ${count}.` }
  }
  return { header: uniqueNames(guessFieldNames(texts, count, split)), dataStart: first.start, cellsOf }
}
