import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'

/*
 * Kinds of records by a code in the first cell, as programs of mainframes write files: `H` for a header, `D` for each record, `T` for a trailer. Headers
 * and trailers have another number of cells.
 */

type Cells = readonly string[]

/** The code and the number of cells of the records of a table. */
export type RecordKind = { readonly code: string; readonly columns: number }

/**
 * The kind of the records among the first rows: they all have one code and one number of cells, and a row above or below them has another code and
 * another number. Null: the table has no such rows.
 */
export function recordKind(rows: readonly Cells[]): RecordKind | null {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [columns, share] = [...counts].toSorted((one, other) => other[1] - one[1])[0] ?? [0, 0]
  const code = rows.find(({ length }) => length === columns)?.[0]?.trim() ?? ''
  if (columns < 3 || share < minRecords || share * 2 < rows.length || !isCode.test(code)) return null
  const kind = { code, columns }
  const isRecord = (cells: Cells) => cells.length === columns
  if (!rows.every((cells) => !isRecord(cells) || cells[0]?.trim() === code)) return null
  const [first, last] = [rows.findIndex(isRecord), rows.findLastIndex(isRecord)]
  const around = [...rows.slice(0, first), ...rows.slice(last + 1)]
  const isAround = around.length > 0 && around.length <= maxAround && around.some((one) => isOtherKind(one, kind))
  return isAround ? kind : null
}

/** Whether a row has the code of another kind, and not as many cells as records; a row with an address or a hash may be a user. */
export function isOtherKind(cells: Cells, { code, columns }: RecordKind): boolean {
  const own = cells[0]?.trim() ?? ''
  if (cells.length === columns || cells.length < 2 || own === code || !isCode.test(own)) return false
  return !cells.some((cell) => cell.includes('@') || hashLikeness(cell.trim()) !== null)
}

const isCode = /^[\p{L}\d]{1,4}$/u
const minRecords = 3
/** The most rows above and below the records. */
const maxAround = 4
