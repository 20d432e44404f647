import { basename } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { readHead, readPlainFile } from '../files/named-file.ts'
import { unescapeFormula } from '../../../shared/report/csv.ts'

/** The columns of `failed.csv`; a file with this header narrows a migration to its users. */
export const failedColumns = [
  'source_id',
  'file',
  'line',
  'email_or_phone',
  'login_method',
  'state',
  'reason',
  'advice',
  'tenant',
  'cause',
] as const

/** Bytes of a list of users; a million of them take some fifty million. */
export const maxNames = 256 * 1024 * 1024

/** Files that are lists of failed users, among others that are exports. */
type SeparatedFiles = {
  readonly exports: readonly string[]
  readonly lists: readonly string[]
  /** Source ids or FILE:LINE that the lists name; null without a list. */
  readonly names: readonly string[] | null
}

/** Finds the lists among files by how they begin, and reads them. Problem: `file-too-large`. */
export function separateFailedLists(paths: readonly string[]): Result<SeparatedFiles> {
  const lists = paths.filter((path) => isFailedList(readHead(path, 200).toString('utf8')))
  const names: string[] = []
  for (const path of lists) {
    const read = readPlainFile(path, maxNames)
    if (read.kind === 'too-large')
      return problem('file-too-large', `${basename(path)} is too large for a list of failed users.`)
    if (read.kind === 'unreadable')
      return problem('file-vanished', `${basename(path)} cannot be read. Choose it again.`)
    for (const name of listedUsers(read.bytes.toString('utf8').replace(/^\uFEFF/, ''))) names.push(name)
  }
  return ok({ exports: paths.filter((path) => !lists.includes(path)), lists, names: lists.length === 0 ? null : names })
}

/** Is this the beginning of a failed.csv, as it was saved or as a spreadsheet saved it again? */
export function isFailedList(text: string): boolean {
  return delimiterOf(text) !== null
}

/** The users that a list names: source ids or FILE:LINE, one a line, or the rows of a failed.csv. */
export function listedUsers(text: string): readonly string[] {
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
    const sourceId = unescapeFormula(id)
    return sourceId === '' ? `${unescapeFormula(file)}:${line}` : sourceId
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
