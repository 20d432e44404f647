import { maxCells } from '../csv/csv-cells.ts'
import { maxRecord, tooLong } from '../raw-record.ts'
import type { Shortcuts, XmlAttributes } from '../shortcuts.ts'
import { readXml, XmlFault } from './read-xml.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { Workbook, WorkbookParts } from './workbook.ts'

/** Attributes and value of a cell element (ECMA-376, 18.3.1.4). */
type RawCell = { readonly type: string; readonly style: number; readonly value: string }

/** The text of a cell; null if it refers to a missing shared string. */
function cellText({ type, style, value }: RawCell, strings: SharedStrings, workbook: Workbook): string | null {
  switch (type) {
    case 's':
      return strings.at(indexOf(value))
    case 'b':
      return value.trim() === '1' ? 'true' : 'false'
    case 'n':
    case '':
      return withZeros(numberText(value, workbook.isDate(style), workbook.from1904), workbook.digits(style))
    default:
      return value
  }
}

/** The number of a shared string; -1 if the value is none. */
function indexOf(value: string): number {
  let index = 0
  for (let at = 0; at < value.length; at += 1) {
    const digit = value.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : -1
    index = index * 10 + digit
  }
  return value === '' ? -1 : index
}

/** Spreadsheets round integers from here on, because they keep fifteen digits. */
const exact = 1e15

/**
 * A number as text. A rounded number gets an exponent, as spreadsheets show it, by which the readers of ids and phone numbers recognise
 * it.
 */
function numberText(value: string, isDate: boolean, from1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (isDate && number >= 0 && number < maxSerial) return dateText(number, from1904)
  if (Math.abs(number) < exact) return String(number)
  return number.toExponential().replace('e+', 'E+')
}

/** Adds the leading zeros that the cell's format shows. */
function withZeros(text: string, digits: number): string {
  return digits > text.length && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
}

const maxSerial = 2_958_466
const dayMs = 86_400_000

/** The date of a serial number: days since the end of 1899, counting a nonexistent 29 February 1900, or since 1904 (ECMA-376, 18.17.4). */
function dateText(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(serial)
  const text = date.toISOString()
  return date.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19)
}

/** A row with its number in the sheet, from 1: its cells by column, or the reason why it cannot be read. */
export type SheetRow = { readonly row: number } & (
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'fault'; readonly reason: string; readonly truncates?: true }
)

/** Parts of a workbook that all of its sheets use. */
export type SheetContext = {
  readonly parts: WorkbookParts
  readonly workbook: Workbook
  readonly strings: SharedStrings
  readonly shortcuts: Shortcuts
}

/** Streams the rows of a sheet that have a value, chunk by chunk. `onRead` receives the packed bytes read so far. */
export async function* sheetRows(
  { parts, workbook, strings, shortcuts }: SheetContext,
  part: string,
  onRead?: (bytes: number) => void,
): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = []
  let row = 0
  let isInRow = false
  let cells: string[] = []
  let fault: string | null = null
  let column = -1
  let length = 0
  let type = ''
  let style = 0
  let isValue = false
  let hasValue = false
  let isFormula = false
  let value = ''
  const endCell = () => {
    if (isFormula && !hasValue) fault ??= noResult
    if (value === '' || fault !== null) return
    const text = cellText({ type, style, value }, strings, workbook)
    if (text === null) fault = noText
    else if (column >= maxCells) fault = tooWide
    else {
      while (cells.length < column) cells.push('')
      if (column === cells.length) cells.push(text)
      else cells[column] = text
      length += text.length
      if (length > maxRecord) fault = tooLong
    }
  }
  const handlers = {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === 'c') {
        column = columnOf(attributes.get('r')) ?? column + 1
        type = attributes.get('t') ?? ''
        style = Number(attributes.get('s') ?? '0')
        value = ''
        hasValue = false
        isFormula = false
      } else if (name === 'v' || name === 't') isValue = hasValue = true
      else if (name === 'f') isFormula = true
      else if (name === 'row') {
        row = Math.max(row + 1, rowOf(attributes.get('r')))
        isInRow = true
        cells = []
        fault = null
        column = -1
        length = 0
      }
    },
    close: (name: string) => {
      if (name === 'c') endCell()
      else if (name === 'v' || name === 't') isValue = false
      else if (name === 'row' && isInRow) {
        isInRow = false
        if (fault !== null) rows.push({ row, kind: 'fault', reason: fault })
        else if (cells.some((cell) => cell !== '' && cell.trim() !== '')) rows.push({ row, kind: 'cells', cells })
      }
    },
    text: (piece: string) => {
      if (isValue && length <= maxRecord) value += piece
    },
  }
  try {
    for await (const _ of readXml(parts.read(part, onRead), handlers, shortcuts.xmlElement?.('row'))) {
      if (rows.length === 0) continue
      yield rows
      rows = []
    }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    yield [...rows, { row: isInRow ? row : row + 1, kind: 'fault', reason: error.message, truncates: true }]
  }
}

const noText = 'A cell of this row refers to a text that the workbook does not have: the file is damaged here.'
const noResult =
  'A cell of this row is a formula whose result is not in the file. Open the workbook in its program, save it, and load that.'
const tooWide = 'This row has more than 10,000 cells, so it is not a row of users.'

const maxRow = 1_048_576

function rowOf(reference: string | undefined): number {
  const row = Number(reference ?? '0')
  return Number.isInteger(row) && row >= 0 && row <= maxRow ? row : 0
}

/** The column of a cell reference, from 0: 1 for `B7`; null if there is no reference. */
function columnOf(reference: string | undefined): number | null {
  if (reference === undefined) return null
  let column = 0
  for (let at = 0; at < reference.length && at < 4; at += 1) {
    const code = reference.charCodeAt(at) & ~32
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column === 0 ? null : column - 1
}
