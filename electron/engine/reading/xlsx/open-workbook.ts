import { describesColumns } from '../../../../shared/exports/kinds/other-kind.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { type Places, placeText, rowPlaces } from '../../../../shared/places.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { bookCells, type ControlBook } from '../control-totals/control-book.ts'
import { noLogins } from '../control-totals/login-scan.ts'
import { uniqueNames } from '../csv/csv-layout.ts'
import { findHeader, readHeader, withoutDescriptions } from '../csv/header-place.ts'
import { isRecord } from '../csv/header-row.ts'
import type { Chunk } from '../file-bytes.ts'
import type { Layout } from '../layout.ts'
import type { RawRecord } from '../raw-record.ts'
import { readAlong } from '../read-along.ts'
import type { Shortcuts } from '../shortcuts.ts'
import type { WantsTable } from '../sql/sql-statements.ts'
import { readWholeXml, XmlFault } from './read-xml.ts'
import { readSharedStrings } from './shared-strings.ts'
import { type SheetContext, type SheetRow, sheetRows } from './sheet-rows.ts'
import { readWorkbook, type WorkbookParts } from './workbook.ts'

/** A sheet with rows; `index`: its position in the workbook, from 0. */
type Sheet = SheetLayout & { readonly name: string; readonly part: string; readonly index: number }

type Source = {
  readonly context: SheetContext
  readonly sheets: readonly Sheet[]
  /** Bytes of the file. */
  readonly size: number
  readonly places: Places
}

const sampled = 50
/** Offsets reserved for each sheet; a sheet has at most 2^20 rows. */
const perSheet = 2 ** 21
const fullBatch = 500

/** The layout of a workbook: one sheet is a table, several are like the tables of a dump. Problem: `file-unreadable`. */
export async function openWorkbook(parts: WorkbookParts, size: number, shortcuts: Shortcuts): Promise<Result<Layout>> {
  try {
    const workbook = await readWorkbook(parts)
    const context = { parts, workbook, strings: await readSharedStrings(parts, shortcuts), shortcuts }
    const found = await Promise.all(
      workbook.sheets.map(async ({ name, part }, index) => {
        const rows = await firstRows(context, part)
        const layout = sheetLayout(rows)
        return layout === null ? [] : [{ ...layout, name, part, index, rows }]
      }),
    )
    const sheets = found.flat()
    const tables = sheets.map(({ name, header, headerRow, rows }) => ({
      name,
      columns: header,
      records: rows.flatMap((row) =>
        row.kind === 'cells' && row.row > headerRow ? [rowRecord(header, row.cells)] : [],
      ),
    }))
    const places = rowPlaces(
      sheets.map(({ name, index }) => ({
        name: shownName(name),
        after: index * perSheet,
        last: (index + 1) * perSheet,
      })),
    )
    const source = { context, sheets, size, places }
    return ok({
      format: 'xlsx',
      delimiter: null,
      places,
      header: sheets.length === 1 ? (sheets[0]?.header ?? null) : null,
      ...(sheets.length > 1 ? { tables: tables.filter(({ records }) => records.length > 0) } : {}),
      records: (content, wants, book) => workbookRecords(source, content, wants, book),
      recordsFrom: (_, offset) => workbookRecordsFrom(source, offset),
    })
  } catch (error) {
    if (error instanceof XmlFault) return problem('file-unreadable', error.message)
    throw error
  }
}

async function firstRows(context: SheetContext, part: string): Promise<readonly SheetRow[]> {
  const first: SheetRow[] = []
  for await (const rows of sheetRows(context, part)) {
    first.push(...rows)
    if (first.length > sampled) break
  }
  return first.slice(0, sampled + 1)
}

async function* workbookRecords(
  source: Source,
  content: AsyncIterable<Chunk>,
  wants: WantsTable,
  book: ControlBook | undefined,
): AsyncGenerator<readonly RawRecord[]> {
  const along = readAlong(content, source.size)
  try {
    if (book !== undefined) await bookBesides(source.context, book)
    for (const sheet of source.sheets) {
      if (wants(sheet.name) === false) continue
      let read = 0
      for await (const batch of sheetRecords(source, sheet, { book, onRead: (bytes) => (read = bytes) })) {
        yield batch
        await along.upTo(read / source.size)
      }
    }
  } finally {
    await along.close()
  }
}

/** Books logins in sheet names and cell comments. */
async function bookBesides({ parts, workbook }: SheetContext, book: ControlBook): Promise<void> {
  for (const { name } of workbook.sheets) bookCells.heading(book, [name], name, `sheet ${shownName(name)}`)
  for (const part of parts.names().filter((name) => /^xl\/(?:threadedC|c)omments[^]*\.xml$/.test(name))) {
    await bookRemarks(parts.read(part), book)
  }
}

async function bookRemarks(part: AsyncIterable<Chunk>, book: ControlBook): Promise<void> {
  let remark = ''
  const end = () => {
    book.book({ kind: 'comment', name: null }, bookCells.count(book, [remark]))
    remark = ''
  }
  const handlers = {
    open: () => {},
    close: (name: string) => void (name === 'comment' || name === 'threadedComment' ? end() : null),
    text: (piece: string) => {
      remark += piece
      if (remark.length > maxRemark) end()
    },
  }
  try {
    await readWholeXml(part, handlers)
  } catch (error) {
    // Sheets can be read without comments.
    if (!(error instanceof XmlFault)) throw error
  }
}

/** Characters of a comment that are scanned at once. */
const maxRemark = 1024 * 1024

/** Reads the records of a sheet from an offset on, up to the first batch; earlier rows are skipped. */
async function* workbookRecordsFrom(source: Source, offset: number): AsyncGenerator<readonly RawRecord[]> {
  const sheet = source.sheets.find(({ index }) => index === Math.floor(offset / perSheet))
  if (sheet === undefined) return
  for await (const batch of sheetRecords(source, sheet)) {
    const records = batch.filter((record) => record.offset >= offset)
    if (records.length > 0) return yield records
  }
}

async function* sheetRecords(
  { context, sheets, places }: Source,
  { name, part, index, header, namesRow, headerRow }: Sheet,
  { book, onRead }: { readonly book?: ControlBook | undefined; readonly onRead?: (bytes: number) => void } = {},
): AsyncGenerator<readonly RawRecord[]> {
  const isOne = sheets.length === 1
  let batch: RawRecord[] = []
  for await (const rows of sheetRows(context, part, onRead)) {
    for (const row of rows) {
      if (row.row <= namesRow || (row.row <= headerRow && row.kind !== 'cells')) {
        const where = placeText(places, 'xlsx', { line: row.row, byte: index * perSheet + row.row })
        if (book !== undefined && row.kind === 'cells') bookCells.heading(book, row.cells, name, where)
        continue
      }
      const line = row.row
      const offset = index * perSheet + line
      if (row.kind === 'cells') {
        const logins = book === undefined ? noLogins : bookCells.count(book, row.cells)
        const value = line <= headerRow ? { [describesColumns]: row.cells.join(', ') } : rowRecord(header, row.cells)
        batch.push(
          isOne
            ? { line, offset, kind: 'record', value, logins }
            : { line, offset, kind: 'record', value, logins, table: name },
        )
      } else {
        const truncates = row.truncates === true ? ({ truncates: true } as const) : {}
        batch.push({ line, offset, kind: 'unreadable', reason: row.reason, ...truncates })
      }
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** Header of a sheet, detected from its first rows. */
type SheetLayout = {
  /** Unique column names; null if the first row is already data. */
  readonly header: readonly string[] | null
  /** The row with these names, or the last one above the records, or 0. */
  readonly namesRow: number
  /** The last row before the records: that of the names, or one below it that describes the columns. */
  readonly headerRow: number
}

/** Finds the header: the row whose names fit the rows below it, else the first row with about as many cells as most rows. Null if the sheet has no row, not even a damaged one. */
function sheetLayout(rows: readonly SheetRow[]): SheetLayout | null {
  const filled = rows.flatMap((row) => (row.kind === 'cells' ? [{ row: row.row, cells: row.cells }] : []))
  const widths = filled.map(({ cells }) => count(cells)).toSorted((one, other) => one - other)
  const usual = widths[Math.floor(widths.length / 2)] ?? 0
  const found = findHeader(filled.map(({ cells }) => cells))
  const place = found ?? filled.findIndex(({ cells }) => count(cells) >= Math.max(1, usual * 0.6))
  const first = filled[place]
  if (first === undefined) return rows.length === 0 ? null : { header: null, namesRow: 0, headerRow: 0 }
  const below = filled.slice(place + 1)
  const isHeaderless = isRecord(first.cells, withoutDescriptions(below))
  if (isHeaderless) return { header: null, namesRow: first.row - 1, headerRow: first.row - 1 }
  const { cells, names, described } = readHeader(first, filled[place - 1], below)
  return { header: uniqueNames(cells), namesRow: names.row, headerRow: (described.at(-1) ?? names).row }
}

/** The cells of a row by column name. A cell after the last name gets `column_5`. */
function rowRecord(header: readonly string[] | null, cells: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {}
  const width = Math.max(header?.length ?? 0, cells.length)
  for (let index = 0; index < width; index += 1) {
    const cell = cells[index] ?? ''
    const name = header === null ? String(index + 1) : header[index]
    if (name !== undefined) record[name] = cell
    else if (cell !== '') record[`column_${index + 1}`] = cell
  }
  return record
}

function count(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length
}
