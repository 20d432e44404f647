import { maxCells } from '../csv-cells.ts'
import { maxRecord, tooLong } from '../raw-record.ts'
import type { Shortcuts } from '../shortcuts.ts'
import { cellText } from './cell-value.ts'
import { readXml, XmlFault } from './read-xml.ts'
import type { SharedStrings } from './shared-strings.ts'
import type { Workbook } from './workbook.ts'
import type { WorkbookParts } from './workbook-parts.ts'

/** A row with its number in the sheet, from 1: its cells by column, or why they cannot be read. */
export type SheetRow = { readonly row: number } & (
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'fault'; readonly reason: string; readonly truncates?: true }
)

/** What all sheets of a workbook are read with. */
export type SheetContext = {
  readonly parts: WorkbookParts
  readonly workbook: Workbook
  readonly strings: SharedStrings
  readonly shortcuts: Shortcuts
}

/** The rows of a sheet that have a value, as they come; those of one chunk together. */
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
  let value: string[] = []
  const endCell = () => {
    if (isFormula && !hasValue) fault ??= noResult
    if (value.length === 0 || fault !== null) return
    const text = cellText(
      { type, style, value: value.length === 1 ? (value[0] ?? '') : value.join('') },
      strings,
      workbook,
    )
    if (text === null) fault = noText
    else if (column >= maxCells) fault = tooWide
    else {
      while (cells.length < column) cells.push('')
      cells[column] = text
      length += text.length
      if (length > maxRecord) fault = tooLong
    }
  }
  const handlers = {
    open: (name: string, attributes: Readonly<Record<string, string>>) => {
      if (name === 'c') {
        column = columnOf(attributes['r']) ?? column + 1
        type = attributes['t'] ?? ''
        style = Number(attributes['s'] ?? '0')
        value = []
        hasValue = false
        isFormula = false
      } else if (name === 'v' || name === 't') isValue = hasValue = true
      else if (name === 'f') isFormula = true
      else if (name === 'row') {
        row = Math.max(row + 1, rowOf(attributes['r']))
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
      if (isValue && length <= maxRecord) value.push(piece)
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
const tooWide = 'This row has more than 10,000 cells, as no table of users has.'

const maxRow = 1_048_576

function rowOf(reference: string | undefined): number {
  const row = Number(reference ?? '0')
  return Number.isInteger(row) && row >= 0 && row <= maxRow ? row : 0
}

/** `B7` is the column 1; null where it is not said. */
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
