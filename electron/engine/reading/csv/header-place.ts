import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { isColumnNote, isTypeAlone } from '../../../../shared/mapping/names/composed/heading-notes.ts'
import { headerName } from '../../../../shared/mapping/names/header-names.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { maxLinesAbove } from '../head.ts'
import { looksLikeData } from './csv-cells.ts'
import { areNames, filled, isOfAccount, isSecondHeader } from './header-row.ts'

/*
 * Where the names of columns stand among titles, notes and a legend above them, groups of columns, and rows that describe the columns. A row of titles may have as
 * many cells as a header, so the row is looked for whose names fit the logins below it.
 */

type Cells = readonly string[]

/** The place of the row that names the logins below it best; null: nothing says that it is another row than the first. */
export function findHeader(rows: readonly Cells[]): number | null {
  const kinds = rows.map((cells) => cells.map(loginKind))
  const candidates = rows.slice(0, Math.min(maxLinesAbove + 1, rows.length - 1))
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

/** The names of columns, the row that has them, the rows below that describe the columns, and the records. */
type Header<R> = {
  readonly cells: Cells
  readonly names: R
  readonly described: readonly R[]
  readonly data: readonly R[]
}

/** Reads a header in `first`, or in the row below it where that has the names which a program gave, with the groups above it and rows of descriptions below it. */
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
  const count = countDescriptions(cellsOf(unheaded))
  const described = unheaded.slice(0, count)
  const columns = columnsOf(cellsOf(unheaded.slice(count)))
  const again = described.find(({ cells }) => nameLogins(cells, columns))
  return {
    cells: withNames(withGroups(names.cells, groups?.cells), again?.cells),
    names,
    described,
    data: unheaded.slice(count),
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

/** The names of columns, each without one called as in a row of further names. */
function withNames(header: Cells, below: Cells = []): readonly string[] {
  return header.map((cell, at) => (cell.trim() === '' ? (below[at] ?? cell) : cell))
}

/** The cells of the rows below those that describe the columns. */
export function withoutDescriptions(below: readonly { readonly cells: Cells }[]): readonly Cells[] {
  const rows = below.map(({ cells }) => cells)
  return rows.slice(countDescriptions(rows))
}

/** The number of rows below the names that describe the columns: their types, what they are for, their names once more. */
function countDescriptions(rows: readonly Cells[]): number {
  const most = Math.min(maxDescriptions, rows.length - 1)
  for (let count = most; count > 0; count -= 1) {
    const columns = columnsOf(rows.slice(count))
    if (rows.slice(0, count).every((cells) => describesColumns(cells, columns))) return count
  }
  return 0
}

const maxDescriptions = 3

/** `kind`: most values are logins of this kind; `isTyped`: all are logins, numbers or dates. */
type Column = { readonly kind: LoginKind | null; readonly isTyped: boolean }

function columnsOf(rows: readonly Cells[]): readonly Column[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  return Array.from({ length: width }, (_, at) => {
    const values = rows.map((row) => row[at]?.trim() ?? '').filter((value) => value !== '')
    const isTyped = values.length > 0 && values.every((value) => looksLikeData(value) || /^\d[\d.,:/-]*$/.test(value))
    const kinds = values.flatMap((value) => loginKind(value) ?? [])
    const [kind] = kinds
    const isOne = kind !== undefined && kinds.length * 2 >= values.length && kinds.every((one) => one === kind)
    return { kind: isOne ? kind : null, isTyped }
  })
}

/** Whether a row describes the columns below the names: their types, `required`, a text of several words for each, or other names for them. */
function describesColumns(cells: Cells, columns: readonly Column[]): boolean {
  if (cells.some((cell) => example.test(cell.trim()))) return true
  if (cells.some(looksLikeData)) return false
  const given = cells.map((cell, at) => ({ text: cell.trim(), at })).filter(({ text }) => text !== '')
  const contradictions = given.filter(({ at }) => columns[at]?.isTyped === true).map(({ text }) => text)
  const isAboveLogins = given.some(({ at }) => (columns[at]?.kind ?? null) !== null)
  if (areNumbers(cells)) return isAboveLogins
  // Marks of what is required, and notes in brackets.
  const areMarks = (mark: RegExp) => given.length > 1 && given.every(({ text }) => mark.test(text))
  if (areMarks(/^[([<][^()[\]<>@]{1,80}[)\]>]$/) || (isAboveLogins && areMarks(/^\*{1,3}$/))) return true
  if (contradictions.some((text) => /^\d/.test(text))) return false
  const areNotes = given.length > 1 && given.every(({ text }) => isColumnNote(text))
  if (areNotes) {
    const areTypes = given.every(({ text }) => isTypeAlone(text))
    if (contradictions.length > 0 || isAboveLogins || given.length > 2 || areTypes) return true
  }
  if (contradictions.length > 1 && contradictions.every((text) => isColumnNote(text) || /\p{L}\s+\p{L}/u.test(text)))
    return true
  return nameLogins(cells, columns)
}

/** The word before the example of a value, in some languages. */
const example =
  /^(?:(?:beispiele?|bsp|examples?|sample|ejemplo|exemple|esempio|exemplo|voorbeeld|przykład|пример|例)\s?[:：]|(?:z\. ?b|e\.g|p\. ?ex|np|bijv)\.[:\s])/iu

/** Whether cells number the columns from 1 on. */
function areNumbers(cells: Cells): boolean {
  return cells.length > 2 && cells.every((cell, at) => cell.trim() === `${at + 1}`)
}

/**
 * Whether cells are names once more, as below headings of groups: `Address, Hash` below `Email, Password`. Each cell above logins says which, and where these are
 * of one kind, any other is surely a name. The name of an account and its first password may be such words as well.
 */
function nameLogins(cells: Cells, columns: readonly Column[]): boolean {
  const given = cells
    .map((cell, at) => ({ text: cell.trim(), kind: columns[at]?.kind ?? null }))
    .filter(({ text }) => text !== '')
  const kinds = new Set(given.flatMap(({ kind }) => kind ?? []))
  const isName = (text: string) => kinds.size > 1 || headerName(text) === 'surely'
  return (
    given.length > 1 &&
    kinds.size > 0 &&
    given.every(({ text, kind }) => !isOfAccount(text) && (kind === null ? isName(text) : saysKind(text, kind)))
  )
}

function saysKind(text: string, kind: LoginKind): boolean {
  return isNamed(text, kind) || (kind === 'email' && addressWord.test(text))
}

/** Words that are short for an email address below a heading that says so. */
const addressWord =
  /^(?:adress[ae]?|addresse?|direcci[oó]n|indirizzo|endere[cç]o|adres|adresi|адрес|cím|osoite|地址|アドレス|주소)$/iu
