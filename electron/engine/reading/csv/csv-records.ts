import { aroundRecords, describesColumns, saysTotal } from '../../../../shared/exports/kinds/other-kind.ts'
import { plainHeadings } from '../../../../shared/mapping/names/composed/heading-notes.ts'
import { maxCells, splitCells, looksLikeData, withoutWrapping, withWholeHashes } from './csv-cells.ts'
import type { CsvLayout } from './csv-layout.ts'
import { isOtherKind } from './record-kinds.ts'
import { mayBeShort } from './short-rows.ts'
import { type Chunk, behindLine, isLineEnd } from '../file-bytes.ts'
import { type RawRecord, tooLong, defaultRecord } from '../raw-record.ts'
import { pieceFrom, scanRecords, type Parsed, type ScanOptions, type Piece, type Scanner } from '../scan-records.ts'
import type { Shortcuts, RowShortcut } from '../shortcuts.ts'
import { createRowTokenizer } from './csv-row.ts'
import { type Cursor, position, scan, skipLine, skipWhile } from '../cursor.ts'

type CsvReading = ScanOptions & {
  readonly shortcuts?: Shortcuts
}

/**
 * Reads the rows of a table. With a header, a row must have as many cells as the header, but extra empty cells are ignored and empty cells
 * at its end may be missing. Where many rows leave out their last cells, the records of those lack these columns. Without a header, a row may be longer (old exports did not quote commas) but not shorter.
 */
export function csvRecords(
  chunks: AsyncIterable<Chunk>,
  layout: CsvLayout,
  { shortcuts = {}, ...options }: CsvReading = {},
): AsyncGenerator<readonly RawRecord[]> {
  const {
    delimiter,
    quote,
    header,
    columns,
    dataStart,
    describedFrom = dataStart,
    short,
    recordKind,
    isTagged = false,
  } = layout
  const full = header?.length ?? columns
  const read = (text: string, start: number): Parsed | null => {
    if (start < dataStart)
      return start < describedFrom ? null : { kind: 'record', value: { [describesColumns]: text.trim() } }
    const written = splitCells(text, delimiter, quote)
    const isWrapped = written?.length === 1 && columns > 1 && text.trimStart().startsWith(quote ?? '"')
    const split = isWrapped ? withoutWrapping(written, delimiter, quote) : written
    const cells = split !== null && delimiter === ',' && split.length > full ? withWholeHashes(split) : split
    if (cells === null) return unreadable('The quotation marks of this row are unbalanced.')
    if (cells.length > maxCells) return unreadable(tooWide)
    if (cells.length === 1 && columns > 1 && saysTotal(text)) return null
    if (!isTagged && text.startsWith('#') && cells.length === columns && !ofSpreadsheet.test(text))
      return unreadable(commentedOut)
    if (text.includes('\0')) return unreadable('This row holds NUL bytes: the file is damaged here.')
    if (recordKind !== undefined && isOtherKind(cells, recordKind))
      return { kind: 'record', value: { [aroundRecords]: text.trim() } }
    const isShort = cells.length < columns && !endsEmpty(layout, text, cells)
    const lacksEnd = isShort && short !== undefined && mayBeShort(cells, short)
    if (isShort && !lacksEnd)
      return /[\r\n]$/.test(text) ? unreadable(tooFew(cells, layout)) : cutRow(tooFew(cells, layout))
    if (header === null) return { kind: 'record', value: numbered(cells) }
    if (repeatsHeader(header, cells, layout.written)) return unreadable(namesAgain)
    if (cells.length > full && cells.slice(full).some((cell) => cell.trim() !== '')) {
      return unreadable(`${count(cells.length)}, ${expected(layout)}. Is a value with a delimiter in it not quoted?`)
    }
    const value: Record<string, string> = {}
    const given = lacksEnd ? cells.length : full
    for (let index = 0; index < given; index += 1) value[header[index] ?? ''] = cells[index] ?? ''
    return { kind: 'record', value }
  }
  const shortcut = shortcuts.csvRow?.(layout, read)
  return scanRecords(chunks, rowScanner(layout, shortcut), read, options)
}

const namesAgain =
  'This row repeats the column names: files were put together here. It is skipped, and the rows after it are read with the same columns.'

/** Whether a row repeats the header. Of two columns with one name, the header has the second as `email_2`. */
function repeatsHeader(header: readonly string[], cells: readonly string[], written = header[0]): boolean {
  if (cells[0]?.trim() !== written || cells.length < 2) return false
  const names = plainHeadings(cells)
  return header.every((name, index) => {
    const cell = names[index]?.trim() ?? ''
    return cell === name || (index > 0 && /^(?:column)?_\d+$/.test(name.slice(cell.length)) && name.startsWith(cell))
  })
}

/** Faults of formulas, as spreadsheets write them. */
const ofSpreadsheet = /^#(?:N\/A|NV|REF!|BEZUG!|NAME\?|VALUE!|WERT!|DIV\/0!|NULL!|NUM!|ZAHL!)/

const commentedOut =
  'This row begins with “#”, as a comment does, so it is no user. Remove the sign if it is one who may sign in.'
const tooWide = 'This row has more than 10,000 cells, so it is not a row of users. Are the line ends missing here?'

/** Whether a short row only lacks empty cells at its end, which some tools leave out. A row that ends with the file, without a line end, was probably cut. */
function endsEmpty({ header }: CsvLayout, text: string, cells: readonly string[]): boolean {
  return header !== null && cells.length > 2 && cells.at(-1) === '' && /[\r\n]$/.test(text)
}

function numbered(cells: readonly string[]): Record<string, string> {
  const value: Record<string, string> = {}
  for (const [index, cell] of cells.entries()) value[String(index + 1)] = cell
  return value
}

/** The fault of a short row at the end of the file without a line end: the file was cut. */
function cutRow(reason: string): Parsed {
  return {
    kind: 'unreadable',
    reason: `${reason} The file ends here: it was cut. Export or copy it again.`,
    truncates: true,
  }
}

function tooFew(cells: readonly string[], layout: CsvLayout): string {
  return `${count(cells.length)}, ${expected(layout)}.`
}

function unreadable(reason: string): Parsed {
  return { kind: 'unreadable', reason }
}

function count(cells: number): string {
  return `This row has ${cells} ${cells === 1 ? 'cell' : 'cells'}`
}

function expected({ header, columns }: CsvLayout): string {
  return header === null || columns < header.length ? `most rows have ${columns}` : `the header has ${columns}`
}

const misquoted =
  'This line has a quotation mark where none is allowed, so its columns cannot be separated. Inside a quoted value, write it twice.'
const unclosedLine =
  'A quotation mark is opened in this line and never closed. Only this line was skipped; reading continued with the next.'
const restMisquoted =
  'The quotation marks are unbalanced from here on, so the rest of the file was skipped. Correct this place and load the file again.'
const unclosed =
  'A quotation mark is opened here and never closed, so everything to the end of the file was skipped. Close it and load the file again.'

/** The signs that part rows and cells, and how many cells a row has. */
type RowForm = Pick<CsvLayout, 'delimiter' | 'quote' | 'columns'>

/**
 * Finds the rows of a table. A row with a misplaced quotation mark ends with its first line, so that the following users
 * are not lost with it. A quotation mark that is never closed costs one line if rows of `columns` cells follow it, otherwise the
 * rest of the file. Empty lines are not rows.
 */
export function rowScanner(layout: RowForm, shortcut?: RowShortcut): Scanner {
  const row = createRowTokenizer(layout.delimiter, layout.quote)
  return async function* scanRows(cursor) {
    while ((await skipWhile(cursor, isLineEnd)) !== null) {
      const rows = rowsAtHand(cursor, row, shortcut)
      if (rows.length > 0) {
        yield rows
        continue
      }
      const start = position(cursor)
      cursor.mark(start)
      row.begin()
      let scanned = await scan(cursor, start, row.follow, defaultRecord)
      if (scanned === 'long' && !(row.isOpen() && rowsFollow(cursor, start, layout))) {
        scanned = await scan(cursor, start, row.follow)
      }
      if (scanned === 'end' || (scanned === 'stopped' && !row.isOpen())) yield pieceFrom(cursor, start, null)
      else if (scanned === 'fault') yield await firstLine(cursor, start, misquoted)
      else if (row.isOpen() && rowsFollow(cursor, start, layout)) {
        yield await firstLine(cursor, start, unclosedLine)
      } else if (scanned === 'stopped') yield { ...pieceFrom(cursor, start, unclosed), truncates: true }
      else {
        cursor.release()
        if ((await scan(cursor, null, row.follow)) === 'fault') await skipLine(cursor)
        yield pieceFrom(cursor, start, tooLong)
      }
    }
  }
}

type RowTokenizer = ReturnType<typeof createRowTokenizer>

/**
 * The valid rows that end within the buffered bytes; empty if the first row has a fault or extends beyond them.
 */
function rowsAtHand(cursor: Cursor, row: RowTokenizer, shortcut?: RowShortcut): Piece[] {
  const bytes = cursor.bytes()
  const rows: Piece[] = []
  for (let at = cursor.at(); at < bytes.length;) {
    const start = cursor.base() + at
    const simpleEnd = shortcut?.pass(bytes, at) ?? -1
    const end = simpleEnd === -1 ? endOfRow(bytes, at, row) : simpleEnd
    if (end === null) break
    const parsed = simpleEnd === -1 ? undefined : shortcut?.read(bytes, at, end, start)
    rows.push({ start, end: cursor.base() + end, fault: null, parsed })
    at = end
    while (isLineEnd(bytes[at])) at += 1
    cursor.moveTo(at)
  }
  cursor.mark(position(cursor))
  return rows
}

function endOfRow(bytes: Buffer, at: number, row: RowTokenizer): number | null {
  row.begin()
  const step = row.follow(bytes, at)
  return step.kind === 'end' ? step.at : null
}

/** Backtracks and skips only the line in which the row began, or the rest of the file once the backtracking budget is spent. */
async function firstLine(cursor: Cursor, start: number, fault: string): Promise<Piece> {
  if (!cursor.canBacktrack(start)) {
    cursor.release()
    await skipWhile(cursor, () => true)
    return { ...pieceFrom(cursor, start, restMisquoted), truncates: true }
  }
  cursor.moveTo(start - cursor.base())
  await skipLine(cursor)
  return pieceFrom(cursor, start, fault)
}

/**
 * Whether at least half of the next ten lines are complete rows that contain data: then the quotation mark before them was a mistake.
 * The lines of a multi-line text hardly ever look like that.
 */
function rowsFollow(cursor: Cursor, start: number, { delimiter, quote, columns }: RowForm): boolean {
  const bytes = cursor.bytes()
  let lines = 0
  let rows = 0
  let at = behindLine(bytes, start - cursor.base())
  while (at !== -1 && at < bytes.length && lines < 10) {
    const next = behindLine(bytes, at)
    const cells = splitCells(bytes.toString('latin1', at, next === -1 ? bytes.length : next), delimiter, quote, columns)
    lines += 1
    if (cells?.length === columns && cells.some(looksLikeData)) rows += 1
    at = next
  }
  return rows > 0 && rows * 2 >= lines
}
