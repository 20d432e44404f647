import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { saysRowCount } from '../../../../shared/exports/kinds/other-kind.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { uniqueNames } from '../csv/csv-layout.ts'
import { guessFieldNames } from './field-names.ts'
import { dataLines, type Line, type LineTable } from './secret-lines.ts'

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
  const listed = besideBlanks(all)
  const placed = inPlaces(all)
  const count = listed?.header?.length ?? 0
  // Where cells touch, blanks part less than places do; where cells have blanks within, they part more.
  const isPlaced = placed !== null && (arePadded(all) ? placed.columns !== count : placed.columns > count)
  return aligned(all) ?? (isPlaced ? placed.table : listed)
}

/** Drops lines typed by the operator above a frame or at the prompt of SQL*Plus, and the text above a table of Markdown. */
function fromTable(lines: readonly Line[]): readonly Line[] {
  const at = lines.slice(0, maxTyped).findIndex(({ text }) => frame.test(text.trim()))
  if (at !== -1) return lines.slice(at)
  const ruled = lines.slice(0, maxTyped).findIndex(({ text }, index) => isRuleOf(lines[index - 1]?.text ?? '', text))
  if (ruled > 1) return lines.slice(ruled - 1)
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

/** Whether a line parts a header with bars from its rows: `| --- | :--: |`, `-----+-----`. */
function isRuleOf(header: string, rule: string): boolean {
  const bars = header.split('|').length
  return bars > 2 && isRule(rule) && rule.split(/[|+]/).length === bars
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
  const isClosed = header.text.trimEnd().endsWith(bar)
  const cellsOf = (line: string) => {
    if (signs.test(line) || saysRowCount(line)) return null
    // In psql a bar at the end of a line precedes an empty last cell, in DBeaver it ends each line.
    const text = isClosed ? line.trimEnd().slice(0, -bar.length) : line
    const cells = isFramed ? split(line) : text.split(bar).map((cell) => cell.trim())
    if (cells.length === names.length) return cells
    return { fault: `This line has ${cells.length} cells, the header has ${names.length}.` }
  }
  const printed = rule.text.includes('+') || bar !== '|' ? { isStored: true as const } : {}
  return names.length < 2 ? null : { header: uniqueNames(names), dataStart: rule.end, cellsOf, ...printed }
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

/**
 * Records of fixed width without a header: in every line the address begins at the same place, and what follows it as well, however long
 * the address is. Cells end where all lines have blanks, where a hash ends, and where all change between digits and letters.
 */
function inPlaces(lines: readonly Line[]): { readonly table: LineTable; readonly columns: number } | null {
  const texts = lines.map(({ text }) => text)
  const [first] = lines
  const addresses = texts.map((text) => /[^\s@]{1,64}@[^\s@]+/.exec(text))
  const start = addresses[0]?.index ?? -1
  const areEnough = texts.length > 2 || (texts.length === 2 && arePadded(lines))
  if (first === undefined || !areEnough || start < 0 || texts.some((text) => /[;|\t]/.test(text))) return null
  const ends = addresses.map((found) => start + (found?.[0].length ?? 0))
  const next = texts.map((text, at) => (ends[at] ?? 0) + text.slice(ends[at]).search(/\S/))
  const areAligned =
    addresses.every((found) => found?.index === start && isEmailAddress(found[0])) &&
    next.every((at, line) => at === next[0] && at > (ends[line] ?? 0)) &&
    new Set(ends).size > 1
  if (!areAligned) return null
  const whole = [{ from: start, to: next[0] ?? start }, ...hashesIn(texts)]
  const starts = new Set([0, ...whole.flatMap(({ from, to }) => [from, to])])
  for (let at = 1; at < Math.max(...texts.map(({ length }) => length)); at += 1) {
    const isWithin = whole.some(({ from, to }) => at > from && at < to)
    const isGap = texts.every((text) => isBlankAt(text, at - 1)) && texts.some((text) => !isBlankAt(text, at))
    const turns = (one: RegExp, other: RegExp) =>
      texts.every((text) => one.test(text[at - 1] ?? '') && other.test(text[at] ?? ''))
    if (!isWithin && (isGap || turns(/\d/, /\p{L}/u) || turns(/\p{L}/u, /\d/))) starts.add(at)
  }
  const places = [...starts].toSorted((one, other) => one - other)
  const column = places.indexOf(start)
  const cellsOf = (line: string) => {
    const cells = places.map((place, at) => line.slice(place, places[at + 1]).trim())
    const address = cells[column] ?? ''
    return address === '' || isEmailAddress(address)
      ? cells
      : { fault: 'The values of this line do not stand where those of the other lines do. Export the table as CSV.' }
  }
  return { table: { header: null, dataStart: first.start, cellsOf }, columns: places.length }
}

/** Whether two blanks or more part all lines into as many cells, which begin at the same places. */
function arePadded(lines: readonly Line[]): boolean {
  const [first = [], ...others] = lines.map(({ text }) =>
    [...text.matchAll(/(?<=^|\s{2})\S/g)].map(({ index }) => index),
  )
  return first.length > 1 && others.length > 0 && others.every((starts) => starts.join() === first.join())
}

const isBlankAt = (text: string, at: number) => (text[at] ?? ' ').trim() === ''

/** The places of hashes that begin and end at the same place in all lines that have one. */
function hashesIn(texts: readonly string[]): readonly { readonly from: number; readonly to: number }[] {
  return [
    /\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}/,
    /(?<![0-9a-f])(?:[0-9a-f]{128}|[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})(?![0-9a-f])/,
  ].flatMap((hash) => {
    const found = texts.flatMap((text) => {
      const one = hash.exec(text)
      return one === null ? [] : [{ from: one.index, to: one.index + one[0].length }]
    })
    const [one, ...others] = found
    return one === undefined || others.some(({ from, to }) => from !== one.from || to !== one.to) ? [] : [one]
  })
}

/** The name or the number of a user, and no key of YAML before its value. */
const plainName = /^[\p{L}\p{N}](?:[\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u

function isHash(cell: string): boolean {
  return hashLikeness(cell) === 'certain'
}

/** Lines of an address and a secret in either order, or of a name and a hash, separated by blanks; a name or a number may come first. */
function besideBlanks(lines: readonly Line[]): LineTable | null {
  const texts = lines.map(({ text }) => text.trim())
  const split = (line: string) => line.trim().split(/\s+/)
  const count = split(texts[0] ?? '').length
  const first = lines[0]
  if (count < 2 || count > 4 || first === undefined) return null
  const fits = (text: string) => {
    const cells = split(text)
    const isOne = (is: (cell: string) => boolean) => cells.filter(is).length === 1
    // The parameters of Argon2 have commas between them.
    const others = cells.filter((cell) => !isHash(cell))
    const isNamed = count < 4 && isOne(isHash) && others.every((cell) => plainName.test(cell))
    const isApart = text.includes('\t') || /[,;|"<>]/.test(others.join(' '))
    return cells.length === count && (isOne(isEmailAddress) || isNamed) && !isApart
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
