import { hasData } from '../csv-cells.ts'
import { uniqueNames } from '../csv-layout.ts'
import type { SheetRow } from './sheet-rows.ts'

/** How a sheet is laid out, judged by its first rows. */
export type SheetLayout = {
  /** Unique names of the columns; null when the first row is data already. */
  readonly header: readonly string[] | null
  /** The row behind which its records begin; titles above are none. */
  readonly headerRow: number
}

/** Finds the names of the columns: the first row with about as many cells as most have. Null: there is no row, not even a damaged one. */
export function sheetLayout(rows: readonly SheetRow[]): SheetLayout | null {
  const filled = rows.flatMap((row) => (row.kind === 'cells' ? [{ row: row.row, cells: row.cells }] : []))
  const widths = filled.map(({ cells }) => count(cells)).toSorted((one, other) => one - other)
  const usual = widths[Math.floor(widths.length / 2)] ?? 0
  const first = filled.find(({ cells }) => count(cells) >= Math.max(1, usual * 0.6))
  if (first === undefined) return rows.length === 0 ? null : { header: null, headerRow: 0 }
  const below = filled.filter(({ row }) => row > first.row).map(({ cells }) => cells)
  if (hasData(first.cells, below)) return { header: null, headerRow: first.row - 1 }
  return { header: uniqueNames(first.cells), headerRow: first.row }
}

/** The cells of a row by the names of their columns; a cell behind the last name is called by its number. */
export function rowRecord(header: readonly string[] | null, cells: readonly string[]): Record<string, string> {
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
