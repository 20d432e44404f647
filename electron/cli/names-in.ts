import { plainCell } from '../engine/reporting/csv.ts'
import { failedColumns } from '../engine/reporting/failed-list.ts'

/** Is this the beginning of a failed.csv, as it was saved or as a spreadsheet saved it again? */
export function isFailedList(text: string): boolean {
  return delimiterOf(text) !== null
}

/** The users that a list names: source ids or FILE:LINE, one a line, or the rows of a failed.csv. */
export function namesIn(text: string): readonly string[] {
  const delimiter = delimiterOf(text)
  if (delimiter === null) {
    return withoutMark(text)
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
  }
  const rows = rowsOf(withoutMark(text), delimiter).slice(1)
  const named = rows.filter((row) => row.some((cell) => cell !== ''))
  return named.map(([id = '', file = '', line = '']) => {
    const sourceId = plainCell(id)
    return sourceId === '' ? `${plainCell(file)}:${line}` : sourceId
  })
}

/** Spreadsheets of many countries write `;` and put a mark in front. */
function delimiterOf(text: string): ',' | ';' | null {
  const header = withoutMark(text).split(/\r?\n/, 1)[0]?.replaceAll('"', '') ?? ''
  for (const delimiter of [',', ';'] as const) if (header === failedColumns.join(delimiter)) return delimiter
  return null
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}

/** The cells of every row; quoted cells may hold line breaks. */
function rowsOf(text: string, delimiter: ',' | ';'): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'y')
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (found === null) break
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === delimiter) continue
    rows.push(row)
    row = []
  }
  return rows
}
