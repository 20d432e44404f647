import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isColumnNote } from '../../../../shared/mapping/names/composed/heading-notes.ts'
import { headerName } from '../../../../shared/mapping/names/header-names.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { looksLikeData } from './csv-cells.ts'
import { areNames, filled, isSecondHeader } from './header-row.ts'

/*
 * Where the names of columns stand among titles, notes and a legend above them, groups of columns, and rows that describe the columns. A row of titles may have as
 * many cells as a header, so the row is looked for whose names fit the logins below it.
 */

type Cells = readonly string[]

/** The most rows of titles. */
const maxAbove = 20

/** The place of the row that names the logins below it best; null: nothing says that it is another row than the first. */
export function findHeader(rows: readonly Cells[]): number | null {
  const kinds = rows.map((cells) => cells.map(loginKind))
  const candidates = rows.slice(0, Math.min(maxAbove + 1, rows.length - 1))
  const fits = candidates.map((cells, at) => namedLogins(cells, kinds.slice(at + 1)))
  const best = Math.max(...fits.map(({ sum }) => sum), 0)
  const place = best > 0 ? fits.findIndex(({ sum }) => sum === best) : findNames(candidates, rows)
  if (place <= 0) return null
  const { columns } = fits[place] ?? { columns: [] }
  const width = rows[place]?.length ?? 0
  const isTitle = (cells: Cells, at: number) => {
    const isLogin = columns.some(({ column, kind }) => kinds[at]?.[column] === kind)
    if (isLogin && cells.length * 2 > width && !isLabelled(cells)) return false
    // Names of other columns have records below them.
    return at === place - 1 || !areNames(cells, 0.5)
  }
  return rows.slice(0, place).every(isTitle) ? place : null
}

/** The place of the first row of names below titles of fewer cells, where nothing below is surely a login: -1 for none. */
function findNames(candidates: readonly Cells[], rows: readonly Cells[]): number {
  const place = candidates.findIndex((cells) => areNames(cells, 0.5) && !cells.some(looksLikeData))
  const below = rows.slice(place + 1)
  const usual = usualCells(below)
  const [header = []] = rows.slice(Math.max(place, 0))
  const isBelowTitles = rows
    .slice(0, Math.max(place, 0))
    .every((cells) => filled(cells) < Math.min(usual, filled(header)))
  return isBelowTitles && !below.some((cells) => areNames(cells, 0.5)) ? place : -1
}

type LoginKind = 'email' | 'phone' | 'hash'

function loginKind(cell: string): LoginKind | null {
  const text = cell.trim()
  if (text.includes('@') && isEmailAddress(text)) return 'email'
  if (/^\+?\d[\d ()./-]{6,}\d$/.test(text) && !/^\d{1,4}([./-])\d\d?\1\d{1,4}$/.test(text)) return 'phone'
  return hashLikeness(text) === null ? null : 'hash'
}

/** How well the cells of a row name the logins of the rows below, and the columns that they name. */
function namedLogins(cells: Cells, below: readonly (readonly (LoginKind | null)[])[]) {
  if (filled(cells) < 2 || cells.some(looksLikeData)) return { sum: 0, columns: [] }
  const columns = cells.flatMap((cell, column) => {
    const kinds = below.flatMap((row) => row[column] ?? [])
    const [kind] = kinds
    if (kind === undefined || kinds.length * 2 < below.length || kinds.some((one) => one !== kind)) return []
    if (isNamed(cell, kind)) return [{ column, kind, fit: 2 }]
    return headerName(cell) === 'surely' ? [{ column, kind, fit: 1 }] : []
  })
  return { sum: columns.reduce((sum, { fit }) => sum + fit, 0), columns }
}

function isNamed(cell: string, kind: LoginKind): boolean {
  if (kind === 'email') return fitOfName('email', cell) !== 'none'
  const { password, phone } = hintsOf(cell)
  return kind === 'hash' ? password !== null : phone || fitOfName('phone', cell) !== 'none'
}

/** Whether a row has a label before its value: `Contact: | support@acme.example`. */
function isLabelled(cells: Cells): boolean {
  return /:\s*$/.test(cells.find((cell) => cell.trim() !== '') ?? '')
}

/** The number of filled cells that most rows have at least. */
function usualCells(rows: readonly Cells[]): number {
  const counts = rows.map(filled).toSorted((one, other) => one - other)
  return counts[Math.floor(counts.length / 2)] ?? 0
}

/** The names of columns, the last row that says something of columns, and the records below it. */
type Header<R> = { readonly cells: Cells; readonly last: R; readonly data: readonly R[] }

/** Reads a header in `first`, or in the row below it where that has the names which a program gave, with the groups above it and a row of descriptions below it. */
export function readHeader<R extends { readonly cells: Cells }>(
  first: R,
  above: R | undefined,
  below: readonly R[],
): Header<R> {
  const cellsOf = (rows: readonly R[]) => rows.map(({ cells }) => cells)
  const [next, ...others] = below
  const isTwice = next !== undefined && isSecondHeader(first.cells, cellsOf(below))
  const [names, groups] = isTwice ? [next, first] : [first, above]
  const unheaded = isTwice ? others : below
  const [description, ...described] = describesColumns(cellsOf(unheaded)) ? unheaded : []
  return {
    cells: withGroups(names.cells, groups?.cells),
    last: description ?? names,
    data: description === undefined ? unheaded : described,
  }
}

/**
 * The names of columns, with the groups in the row above: a column without a name is called as its group, where that is a name, and one of several columns of one
 * name has its group before it, `Billing Email`.
 */
function withGroups(header: Cells, above: Cells = []): readonly string[] {
  if (filled(above) < 2) return header
  const names = header.map((cell) => cell.trim().toLowerCase())
  return header.map((cell, at) => {
    if (cell.trim() === '') return headerName(above[at] ?? '') === null ? cell : (above[at] ?? '')
    const isRepeated = names.filter((name) => name === names[at]).length > 1
    const group = isRepeated ? above.slice(0, at + 1).findLast((one) => one.trim() !== '') : undefined
    return group === undefined ? cell : `${group.trim()} ${cell.trim()}`
  })
}

/**
 * Whether the first row below a header describes its columns: types of values, `required`, or texts of several words, in columns in which all other rows have emails,
 * numbers, dates or hashes.
 */
function describesColumns([cells, ...below]: readonly Cells[]): boolean {
  if (cells === undefined || below.length === 0 || cells.some(looksLikeData)) return false
  const given = cells.filter((cell) => cell.trim() !== '')
  const contradictions = cells.flatMap((cell, at) => {
    const text = cell.trim()
    const others = below.map((row) => row[at]?.trim() ?? '').filter((other) => other !== '')
    const isTyped = (other: string) => looksLikeData(other) || /^\d[\d.,:/-]*$/.test(other)
    return text !== '' && others.length > 0 && others.every(isTyped) ? [text] : []
  })
  if (contradictions.some((text) => /^\d/.test(text))) return false
  const areNotes = given.length > 1 && given.every(isColumnNote)
  if (areNotes && (contradictions.length > 0 || given.length > 2)) return true
  return contradictions.length > 1 && contradictions.every((text) => isColumnNote(text) || /\p{L}\s+\p{L}/u.test(text))
}
