import { plainHeadings } from '../../../../shared/mapping/names/composed/heading-notes.ts'
import { isSecretCell, isSecretName } from '../../../../shared/mapping/shown/shown-name.ts'
import { saysRowCount } from '../../../../shared/exports/kinds/other-kind.ts'
import { looksLikeData, type Quote, splitCells, withoutWrapping, withWholeHashes } from './csv-cells.ts'
import { createRowTokenizer } from './csv-row.ts'
import { findHeader, readHeader, withoutDescriptions } from './header-place.ts'
import { areNames, isRecord } from './header-row.ts'
import { isOtherKind, type RecordKind, recordKind } from './record-kinds.ts'
import { findShortRows, type ShortRows } from './short-rows.ts'
import { decodeText } from '../encoding.ts'
import { behindLine, isLineEnd, hasBom } from '../file-bytes.ts'

/** Delimiter, header and width of a table, detected from its first rows. */
export type CsvLayout = {
  readonly delimiter: Delimiter
  /** The mark around quoted cells: `"` where none is named. */
  readonly quote?: Quote
  /** Unique column names; null if the first row is already data. */
  readonly header: readonly string[] | null
  /** The first cell of the header, where it has a note that the name of its column lacks. */
  readonly written?: string
  /** Fewest cells of a valid row: the header's number, or fewer if all rows leave out the last cells. */
  readonly columns: number
  /** How rows look that leave out their last cells; absent: none does. */
  readonly short?: ShortRows
  /** The kind of the records, where headers or trailers stand around them; absent: they have no kinds. */
  readonly recordKind?: RecordKind
  /** Position of the first data row; before it lie a preamble, comments and the header. */
  readonly dataStart: number
  /** Position of the first row below the header that describes the columns; absent: there is none. */
  readonly describedFrom?: number
  /** Values of the first column begin with `#`, as tags do; absent: a row that does is commented out. */
  readonly isTagged?: true
}

type Row = { readonly cells: readonly string[]; readonly end: number }

export type Delimiter = ',' | ';' | '\t' | '|' | '~' | '^' | ':'

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|', '~', '^']
/** Delimiters that also occur within values. */
const rareDelimiters: ReadonlySet<Delimiter> = new Set(['|', '~', '^'])
const rowsLooked = 50
/** Rows among which those without their last cells are looked for, as far as they are in the head. */
const maxRows = 2000

/** Detects delimiter and header. `whole`: the head is the whole file. Null if not even one row fits into the head. */
export function detectLayout(head: Buffer, whole: boolean): CsvLayout | null {
  const hint = /^(?:\uFEFF)?"?sep=([,;\t|~^])"?\r?\n/.exec(head.toString('utf8', 0, 32))
  const quote = quoteOf(head)
  const candidates = delimiters
    .filter((delimiter) => hint === null || hint[1] === delimiter)
    .map((delimiter) => judge(delimiter, firstRows(head, whole, delimiter, quote), quote))
    .filter((one, _, all) => !rareDelimiters.has(one.delimiter) || hint !== null || isParted(one, all))
    .filter((one, _, all) => !all.some((other) => isWithinCells(one, other)))
    .toSorted((one, other) => other.score - one.score || other.columns - one.columns)
  const best = candidates[0]
  const skipped = best === undefined ? 0 : (best.place ?? preamble(best.rows, best.columns, hint !== null))
  const first = best?.rows[skipped]
  if (best === undefined || first === undefined) return null
  const { delimiter, columns } = best
  const below = best.rows.slice(skipped + 1)
  const isHeaderless = isRecord(first.cells, withoutDescriptions(below))
  if (isHeaderless) {
    // Without a header, a line with an address or with all cells above the first row is no title, but a record of its own.
    const comments = commentsAbove(best.rows, columns, hint !== null)
    const isTitled = best.rows
      .slice(comments, skipped)
      .every(({ cells }) => cells.length < columns && !cells.some((cell) => cell.includes('@')))
    const dataStart = best.rows[(isTitled ? skipped : comments) - 1]?.end ?? 0
    const table = { delimiter, quote, header: null, columns, dataStart, ...withTags(below) }
    return best.kind === null ? table : { ...table, recordKind: best.kind }
  }
  // A hash cut by the delimiter is still a secret in each of its parts.
  const { cells, names: named, described, data } = readHeader(first, best.rows[skipped - 1], below)
  const names = withoutParts(cells, delimiter)
  while (names.length > Math.max(columns, 1) && names.at(-1)?.trim() === '') names.pop()
  const least = allStopEarly(data, columns, names.length) ? columns : names.length
  const short = findShortRows(
    firstRows(head, whole, delimiter, quote, maxRows)
      .slice(best.rows.length - data.length)
      .map((row) => row.cells),
    names.length,
  )
  const header = uniqueNames(names)
  const table = {
    delimiter,
    quote,
    header,
    columns: least,
    ...withWritten(names, header),
    ...behind(named, described),
    ...withTags(data),
  }
  return short === null ? table : { ...table, short }
}

/** Tells tags from comments: where more than a third of the rows begin with `#`, the sign is part of a value. */
function withTags(rows: readonly Row[]): Pick<CsvLayout, 'isTagged'> {
  const tagged = rows.filter(({ cells }) => cells[0]?.startsWith('#') === true)
  return tagged.length * 3 > rows.length ? { isTagged: true } : {}
}

/** Where the records below the names of columns begin, and the rows between that describe the columns. */
function behind(names: Row, described: readonly Row[]): Pick<CsvLayout, 'dataStart' | 'describedFrom'> {
  const last = described.at(-1)
  return last === undefined ? { dataStart: names.end } : { dataStart: last.end, describedFrom: names.end }
}

/** The first cell of the header as it is written, where the name of its column is shorter. */
function withWritten([first = '']: readonly string[], [name]: readonly string[]): Pick<CsvLayout, 'written'> {
  return first.includes('[') && first.trim() !== name ? { written: first.trim() } : {}
}

/** The apostrophe where each of the first lines below the header has a cell between two of them, and none has one between double quotes. */
function quoteOf(head: Buffer): Quote {
  const lines = head.toString('latin1', 0, maxJudged).split(/[\r\n]+/)
  // The last line may be cut.
  const rows = lines
    .slice(1, -1)
    .filter((line) => line.trim() !== '')
    .slice(0, rowsLooked)
  const areIn = (mark: Quote) => new RegExp(`(?:^|[,;\t|])${mark}(?:[^${mark}]|${mark}{2})*${mark}(?=[,;\t|]|$)`)
  const [single, double] = [areIn("'"), areIn('"')]
  const isSingle =
    rows.length > 0 && rows.every((line) => single.test(line)) && !lines.some((line) => double.test(line))
  return isSingle ? "'" : '"'
}

/** Bytes in which the mark around cells is looked for. */
const maxJudged = 64 * 1024

/** Blanks the cells of a header that hold a hash, or a part of one that the delimiter cut. */
function withoutParts(cells: readonly string[], delimiter: Delimiter): string[] {
  const others = cells.map((cell) => (isSecretName(cell.trim()) ? '' : cell))
  if (!isSecretName(others.join(delimiter))) return [...cells]
  const isIn = (from: number) => isSecretName(others.slice(Math.max(0, from), from + 3).join(delimiter))
  return cells.map((cell, index) => (isIn(index - 2) || isIn(index - 1) || isIn(index) ? '' : cell))
}

/**
 * Whether a rare delimiter separates the cells. `|` also separates values within a cell, such as roles, so a rare delimiter is accepted only
 * if the header has no usual one and nearly all rows have the same number of cells, or most have below known names or behind the code of a record.
 */
function isParted(rare: ReturnType<typeof judge>, all: readonly ReturnType<typeof judge>[]): boolean {
  const others = all.filter(({ delimiter, isCut }) => !rareDelimiters.has(delimiter) && !isCut)
  const isNamed = areNames(rare.rows[rare.place ?? 0]?.cells ?? [], 0.5)
  return (
    (rare.score > 1.3 || rare.kind !== null || (isNamed && rare.score > 1)) &&
    others.every(({ rows }) => (rows[0]?.cells.length ?? 0) < 2)
  )
}

/**
 * Whether a delimiter stands within the cells of another: no name of the header has it, and all rows have at least as many cells of the other as
 * the header, if not the same number. Names of directories have commas: `OU=Sales,DC=acme`.
 */
function isWithinCells(one: ReturnType<typeof judge>, other: ReturnType<typeof judge>): boolean {
  const [header = 0, ...rows] = other.rows.map(({ cells }) => cells.length)
  const names = one.rows[0]?.cells.length ?? 0
  return names === 1 && header > 2 && rows.length > 0 && rows.every((length) => length >= header)
}

/** Whether the tool wrote more header names than cells: no row is as long as the header, and nearly all rows have the same length. */
function allStopEarly(rows: readonly Row[], columns: number, names: number): boolean {
  const alike = rows.filter(({ cells }) => cells.length === columns).length
  const asLong = rows.some(({ cells }) => cells.length >= names)
  return columns >= 2 && columns < names && !asLong && alike >= 2 && alike >= rows.length * 0.8
}

/** Trims column names and makes them unique: a repeated name becomes `email_2`; an empty name, or one that may be a secret, becomes `column_3`. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>(['__proto__'])
  const plainNames = plainHeadings(names)
  const wanted = new Set(plainNames.map((name) => name.trim()))
  const counts = new Map<string, number>()
  return plainNames.map((name, index) => {
    const isName = name.trim() !== '' && !isSecretCell(name)
    const plain = isName ? name.trim() : `column_${index + 1}`
    let unique = plain
    let count = counts.get(plain) ?? 2
    for (; taken.has(unique) || (unique !== name.trim() && wanted.has(unique)); count += 1) {
      unique = `${plain}_${count}`
    }
    counts.set(plain, count)
    taken.add(unique)
    return unique
  })
}

function firstRows(head: Buffer, whole: boolean, delimiter: Delimiter, quote: Quote, most = rowsLooked): Row[] {
  const follower = createRowTokenizer(delimiter, quote)
  const rows: Row[] = []
  let at = hasBom(head) ? 3 : 0
  while (rows.length < most) {
    while (isLineEnd(head[at])) at += 1
    if (at >= head.length) break
    follower.begin()
    const step = follower.follow(head, at)
    if (step.kind === 'more' && !whole) break
    const end = step.kind === 'end' ? step.at : step.kind === 'more' ? head.length : behindLine(head, at)
    const split = step.kind === 'fault' ? [] : (splitCells(decodeText(head.subarray(at, end)), delimiter, quote) ?? [])
    rows.push({ cells: delimiter === ',' ? withWholeHashes(split) : split, end })
    at = end === -1 ? head.length : end
  }
  return unwrapped(rows, delimiter, quote)
}

/** The rows without quotation marks around them, where all below the first have such and a login between them. */
function unwrapped(rows: Row[], delimiter: Delimiter, quote: Quote): Row[] {
  const plain = rows.map(({ cells, end }) => ({ cells: withoutWrapping(cells, delimiter, quote), end }))
  const [, ...below] = plain
  const areWrapped =
    below.length > 0 &&
    below.every(({ cells }, at) => rows[at + 1]?.cells.length === 1 && cells.length > 1 && cells.some(looksLikeData))
  return areWrapped ? plain : rows
}

const cutArgon2 = /\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=\d+$/

/** Scores a delimiter: it should give most rows the same number of cells, the header included. Comment lines and titles do not count. */
function judge(delimiter: Delimiter, all: readonly Row[], quote: Quote) {
  const kind = recordKind(all.map(({ cells }) => cells))
  const rows = kind === null ? all : all.filter(({ cells }) => !isOtherKind(cells, kind))
  const counts = new Map<number, number>()
  const isData = ([first = '', ...others]: readonly string[]) =>
    !first.startsWith('#') && (others.length > 0 || !saysRowCount(first))
  const place = findHeader(rows.map(({ cells }) => cells))
  const uncommented = rows.slice(place ?? 0).filter(({ cells }) => isData(cells))
  const judged = uncommented.length === 0 ? rows : uncommented
  for (const { cells } of judged) {
    if (cells.length > 0) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  }
  const [columns, share] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [0, 0]
  const fits = judged[0]?.cells.length === columns ? 0.5 : 0
  // An odd number of quotation marks in a cell means that this delimiter cut a quoted value.
  const cut = judged.filter(({ cells }) => cells.some((cell) => cell.split(quote).length % 2 === 0)).length
  // Argon2 has commas between its parameters.
  const isCut = delimiter === ',' && judged.some(({ cells }) => cells.some((cell) => cutArgon2.test(cell)))
  return {
    delimiter,
    rows,
    place,
    columns,
    kind,
    isCut,
    score: columns < 2 ? 0 : (share - cut / 2) / judged.length + (isCut ? 0 : fits),
  }
}

/** Number of rows that are a `sep=;` hint or `#` comments above everything else. */
function commentsAbove(rows: readonly Row[], columns: number, hint: boolean): number {
  let skipped = hint ? 1 : 0
  const isComment = (row: Row | undefined) =>
    row !== undefined && row.cells.length !== columns && row.cells[0]?.startsWith('#') === true
  while (isComment(rows[skipped])) skipped += 1
  return skipped
}

/** Number of rows above the header: a `sep=;` hint, `#` comments, a title or parameters in otherwise empty rows. */
function preamble(rows: readonly Row[], columns: number, hint: boolean): number {
  const skipped = commentsAbove(rows, columns, hint)
  const first = rows[skipped]
  if (first === undefined || columns < 2 || first.cells.filter((cell) => cell.trim() !== '').length > 1) return skipped
  const full = rows.findIndex(
    ({ cells }, index) => index > skipped && cells.length === columns && cells.every((cell) => cell.trim() !== ''),
  )
  if (full <= skipped || full > 20) return skipped
  return columns > 2 || isTitle(rows.slice(skipped, full + 1), rows.slice(full + 1)) ? full : skipped
}

/** Whether lines of one cell above a table of two columns are its title, and not the name of one column whose rows have a cell too many. */
function isTitle(lines: readonly Row[], below: readonly Row[]): boolean {
  const header = lines.at(-1)?.cells ?? []
  const above = lines.slice(0, -1).map(({ cells }) => cells)
  if (above.some(({ length }) => length > 1)) return false
  const isHeader = header.some((cell) => /mail|user|name|login|pass/i.test(cell))
  const isData = isRecord(
    header,
    below.map(({ cells }) => cells),
  )
  return above.some(([cell = '']) => hasWords(cell)) || (isHeader && !isData)
}

/** Whether a text has a word with a letter before another one. */
function hasWords(text: string): boolean {
  return text
    .trim()
    .split(/\s+/)
    .slice(0, -1)
    .some((word) => /\p{L}/u.test(word))
}
