import { saysRowCount } from '../../../../shared/exports/other-kind.ts'
import { maxCells, splitCells } from './csv-cells.ts'
import type { CsvLayout } from './csv-layout.ts'
import { csvScanner } from './csv-scanner.ts'
import type { Chunk } from '../file-bytes.ts'
import type { RawRecord } from '../raw-record.ts'
import { scanRecords, type Parsed, type ScanOptions } from '../scan-records.ts'
import type { Shortcuts } from '../shortcuts.ts'

type CsvReading = ScanOptions & {
  readonly shortcuts?: Shortcuts
}

/**
 * The rows of a table. With a header, a row must have as many cells as the header; empty ones behind the last column
 * do not count, and empty ones at its end may be left out. Without a header, a row may be longer (old exports did not quote commas) but not shorter.
 */
export function csvRecords(
  chunks: AsyncIterable<Chunk>,
  layout: CsvLayout,
  { shortcuts = {}, ...options }: CsvReading = {},
): AsyncGenerator<readonly RawRecord[]> {
  const { delimiter, header, columns, dataStart } = layout
  const full = header?.length ?? columns
  const read = (text: string, start: number): Parsed | null => {
    if (start < dataStart) return null
    const cells = splitCells(text, delimiter)
    if (cells === null) return unreadable('The quotation marks of this row are unbalanced.')
    if (cells.length > maxCells) return unreadable(tooWide)
    if (cells.length === 1 && columns > 1 && saysRowCount(text)) return null
    if (text.includes('\0')) return unreadable('This row holds NUL bytes: the file is damaged here.')
    if (cells.length < columns && !endsEmpty(layout, text, cells))
      return /[\r\n]$/.test(text) ? unreadable(tooFew(cells, layout)) : cutRow(tooFew(cells, layout))
    if (header === null) return { kind: 'record', value: numbered(cells) }
    if (repeatsHeader(header, cells)) return unreadable(namesAgain)
    if (cells.length > full && cells.slice(full).some((cell) => cell.trim() !== '')) {
      return unreadable(`${count(cells.length)}, ${expected(layout)}. Is a value with a delimiter in it not quoted?`)
    }
    const value: Record<string, string> = {}
    for (let index = 0; index < full; index += 1) value[header[index] ?? ''] = cells[index] ?? ''
    return { kind: 'record', value }
  }
  const shortcut = shortcuts.csvRow?.(layout, read)
  return scanRecords(chunks, csvScanner(delimiter, columns, shortcut), read, options)
}

const namesAgain =
  'This row repeats the column names: files were put together here. It is skipped, and the rows after it are read with the same columns.'

/** Names that were made unique, because two columns have the same, are `email_2` in the header. */
function repeatsHeader(header: readonly string[], cells: readonly string[]): boolean {
  if (cells[0]?.trim() !== header[0] || cells.length < 2) return false
  return header.every((name, index) => {
    const cell = cells[index]?.trim() ?? ''
    return cell === name || (index > 0 && /^(?:column)?_\d+$/.test(name.slice(cell.length)) && name.startsWith(cell))
  })
}

const tooWide = 'This row has more than 10,000 cells, as no table of users has. Are the line ends missing here?'

/** Some tools leave out the last cells where they are empty. A row that the file ends in is rather one that was cut. */
function endsEmpty({ header }: CsvLayout, text: string, cells: readonly string[]): boolean {
  return header !== null && cells.length > 2 && cells.at(-1) === '' && /[\r\n]$/.test(text)
}

function numbered(cells: readonly string[]): Record<string, string> {
  const value: Record<string, string> = {}
  for (const [index, cell] of cells.entries()) value[String(index + 1)] = cell
  return value
}

/** A file that ends within a row, without the end of its line, was cut there. */
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
