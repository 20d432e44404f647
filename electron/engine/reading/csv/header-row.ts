import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { madeId } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { headerName } from '../../../../shared/mapping/names/header-names.ts'
import { isSecretCell } from '../../../../shared/mapping/shown/shown-name.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { hasData, looksLikeData } from './csv-cells.ts'

/*
 * Whether the first row of a table has the names of its columns. A record that is taken for names is lost, and its values are printed as names, so a header
 * needs evidence: known names, or cells of another kind than those below.
 */

type Cells = readonly string[]

/** Texts that are common as values and rare as column names: numbers, dates, booleans, null. */
const plainData =
  /^(?:-?\d+(?:\.\d+)?|\d{4}-\d\d-\d\d(?:[T ].*)?|\d{1,2}([./-])\d{1,2}\1\d{2,4}|true|false|null|\\N|[!*]+(?:LK\*)?)$/i

/**
 * Whether the first row of a table is a record and not a header: it has a cell that cannot be a column's name, a number, date or boolean
 * in a column in which all rows below have one as well, or nothing in it says that it is a header.
 */
export function isRecord(cells: Cells, below: readonly Cells[]): boolean {
  if (hasEmailOfUser(cells, below)) return true
  if (areNumbersOfColumns(cells, below)) return false
  if (cells.some(looksLikeData)) return hasData(cells, below)
  if ([cells, ...below].every(isSetting)) return true
  if (standsAboveEmails(cells, below)) return false
  const isNamed = () => cells.some((cell, at) => evidenceOf(cell, column(below, at)) >= enough)
  const isPlain = cells.some((cell, at) => {
    if (!plainData.test(cell.trim())) return false
    // A header may have years among its names.
    if (/^(?:19|20)\d\d$/.test(cell.trim()) && isNamed()) return false
    const others = column(below, at)
    return others.length > 0 && others.every((other) => plainData.test(other))
  })
  return isPlain || !hasEvidence(cells, below)
}

/**
 * Whether the row below a header has names of columns as well, which a program gave: each cell is a known name, two cells surely are, and no
 * row below is like this one.
 */
export function isSecondHeader(header: Cells, [cells, ...below]: readonly Cells[]): boolean {
  if (cells === undefined || below.length === 0 || filled(cells) < Math.max(2, filled(header))) return false
  if (cells.every((cell, at) => cell.trim() === header[at]?.trim())) return false
  return areNames(cells, 1) && !below.some((row) => areNames(row, 0.5))
}

/** Whether a share of the cells are known names, and two surely are, of which one may be that of passwords. */
export function areNames(cells: Cells, share: number): boolean {
  const names = cells.filter((cell) => cell.trim() !== '').map(headerName)
  const known = names.filter((name) => name !== null)
  const sure = known.filter((name) => name !== 'maybe')
  return known.length >= names.length * share && sure.length >= 2 && sure.includes('surely')
}

/** The number of cells that are not empty. */
export function filled(cells: Cells): number {
  return cells.filter((cell) => cell.trim() !== '').length
}

/** Whether a row is one name with its value, `ann=secret`, which may be a password. */
function isSetting(cells: Cells): boolean {
  return cells.length === 1 && /^[^\s=]{1,100}=[^\s=]+$/.test(cells[0]?.trim() ?? '')
}

/**
 * Whether a row has an address where the rows below have addresses as well: no column is called by one, unless another column of addresses is
 * called by a known name.
 */
function hasEmailOfUser(cells: Cells, below: readonly Cells[]): boolean {
  const isAboveEmails = (at: number) => column(below, at).some(isEmailAddress)
  const namesEmails = (cell: string, at: number) =>
    headerName(cell) === 'surely' && mayNameEmails(cell) && isAboveEmails(at)
  return cells.some((cell, at) => isEmailAddress(cell.trim()) && isAboveEmails(at)) && !cells.some(namesEmails)
}

/** Whether a column has a text above nothing but email addresses: it is their name, whatever numbers stand beside it. */
function standsAboveEmails(cells: Cells, below: readonly Cells[]): boolean {
  return cells.some(
    (cell, at) =>
      mayNameEmails(cell) && below.length > 1 && below.every((row) => isEmailAddress(row[at]?.trim() ?? '')),
  )
}

/** Whether a cell above email addresses may be their name: it is neither one itself nor a user without one. */
function mayNameEmails(cell: string): boolean {
  return /\p{L}/u.test(cell) && !cell.includes('@') && !isOfAccount(cell)
}

/** Whether a cell is the name of an account that has no address, such as that of an administrator. */
export function isOfAccount(cell: string): boolean {
  return ofAccount.test(cell.trim())
}

/** Names of accounts that have no address: no column is called so. */
const ofAccount = /^(?:super|sys|site)?(?:admin(?:istrator|istrador|istrateur)?|root|user|guest|test|demo)\d*$/i

const enough = 2

/** Whether a row has known names of columns, each counted as surely as it is one, or other kinds of values than the rows below. */
function hasEvidence(cells: Cells, rows: readonly Cells[]): boolean {
  // Nothing could be read of signs alone.
  if (!cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)) || areCounted(cells)) return true
  // Files that were put together have the names again.
  const columns = columnsOf(
    rows.filter(
      (row) =>
        row.length !== cells.length ||
        row[0]?.trim() !== cells[0]?.trim() ||
        row.some((cell, at) => cell.trim() !== '' && cell.trim() !== cells[at]?.trim()),
    ),
    cells.length,
  )
  const named = cells.map((cell, at) => evidenceOf(cell, columns[at] ?? []))
  const known = named.reduce((sum, one) => sum + one, 0)
  // The name of an account may be a word that columns are called by.
  const hasPassword = cells.some((cell, at) => isSecretCell(cell) && (columns[at] ?? []).length > 0)
  if (hasPassword && known <= enough) return false
  if (known <= enough + 1 && cells.some((cell, at) => isSharedValue(cell, columns[at] ?? []))) return false
  const isAbove = (kind: Kind) => cells.filter((cell, at) => standsAbove(cell, columns[at] ?? [], kind)).length
  const numbers = isAbove(number)
  if (known >= enough || numbers >= enough || kinds.some((kind) => isAbove(kind) > 0)) return true
  // Beside the name of another column, `user` above numbers is a reference, and no account whose name is a word.
  const isName = (cell: string, at: number) => {
    const name = headerName(cell)
    return name !== null && name !== 'password' && !(columns[at] ?? []).includes(cell.trim())
  }
  const refers = cells.some(
    (cell, at) =>
      /^(?:user|account|member)$/i.test(cell.trim()) &&
      (columns[at] ?? []).length > 1 &&
      (columns[at] ?? []).every((other) => number.test(other) || madeId.test(other)) &&
      cells.some((other, place) => place !== at && isName(other, place)),
  )
  return known > 0 && (numbers > 0 || refers || rows.every(({ length }) => length !== cells.length))
}

/** Whether a word stands in many rows below as well, such as a role: it is no name. A password may be the word for one. */
function isSharedValue(cell: string, below: Cells): boolean {
  const text = cell.trim()
  if (!/\p{L}{2}/u.test(text) || headerName(text) === 'password') return false
  return below.filter((other) => other === text).length * 3 >= Math.max(below.length, 1)
}

/** Whether cells are names that a program made up, which count the columns: `c1`, `c2`. */
function areCounted(cells: Cells): boolean {
  const [stem] = /^\p{L}+[ _-]?(?=\d+$)/u.exec(cells[0]?.trim() ?? '') ?? []
  const first = Number(cells[0]?.trim().slice(stem?.length))
  return stem !== undefined && cells.length > 1 && cells.every((cell, at) => cell.trim() === `${stem}${first + at}`)
}

/** Whether cells number the columns from 0 or 1 on, as programs write tables whose columns have no names, above something else than numbers. */
function areNumbersOfColumns(cells: Cells, below: readonly Cells[]): boolean {
  const first = Number(cells[0]?.trim())
  const areCountedOn =
    cells.length > 1 && (first === 0 || first === 1) && cells.every((cell, at) => cell.trim() === `${first + at}`)
  const isOther = (at: number) => column(below, at).length > 0 && column(below, at).every((cell) => !/^\d*$/.test(cell))
  return areCountedOn && cells.some((_, at) => isOther(at))
}

/** No name comes again below it, nor stands above other names. */
function evidenceOf(cell: string, below: Cells): number {
  const name = headerName(cell)
  if (name === null || isSecretCell(cell)) return 0
  const text = cell.trim().toLowerCase()
  if (below.some((other) => other.toLowerCase() === text)) return 0
  const isAlike = (other: string) => {
    const says = headerName(other)
    return says === name || (says !== null && name === 'maybe')
  }
  if (below.length > 0 && areHalf(below, isAlike)) return 0
  const isHash = (other: string) => hashLikeness(other) !== null
  // A name such as `password_hash` is no password itself, though some of the hashes below it are cut.
  const standsAboveHashes =
    name === 'password' &&
    below.length > 0 &&
    (below.every(isHash) || (/(?:hash|digest)$/i.test(text) && below.some(isHash)))
  return name === 'surely' || standsAboveHashes ? enough : 1
}

/** Whether at least half of the values are so. Stops where no further value can change that. */
function areHalf(values: Cells, test: (value: string) => boolean): boolean {
  let [are, left] = [0, values.length]
  for (const value of values) {
    if (test(value)) are += 1
    left -= 1
    if (are * 2 >= values.length) return true
    if ((are + left) * 2 < values.length) return false
  }
  return false
}

type Kind = { readonly test: (text: string) => boolean; readonly rows: number }

const like = (pattern: RegExp, rows = 1): Kind => ({ test: (text) => pattern.test(text), rows })

/** Values of which a word above them is the name, and in how many rows. Hashes are none of them: the first password may be a clear one, of which others are numbers or dates. */
const kinds: readonly Kind[] = [
  { test: isEmailAddress, rows: 1 },
  like(/^\d{4}-\d\d-\d\d(?:[T ].*)?$|^\d{1,2}([./-])\d{1,2}\1\d{2,4}(?: .*)?$/),
  like(/^(?:[01]|true|false|yes|no|y|n)$/i, 2),
  like(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  like(/^\+\d[\d ()./-]{6,18}$/),
  like(/^-?\d+[.,]\d+$/),
  like(/^https?:\/\//),
  // Texts of several words.
  like(/^\S+(?:\s+\S+){2,}$/, 2),
  like(/^\d{1,3}(?:\.\d{1,3}){3}$/),
]

/** A single column of numbers may be one of passwords, whose first is a word. */
const number = like(/^-?\d+$/)

function standsAbove(cell: string, below: Cells, { test, rows }: Kind): boolean {
  return (
    below.length >= rows &&
    /\p{L}/u.test(cell) &&
    !isOfAccount(cell) &&
    headerName(cell) !== 'password' &&
    !test(cell.trim()) &&
    below.every(test)
  )
}

function columnsOf(rows: readonly Cells[], count: number): readonly Cells[] {
  return Array.from({ length: count }, (_, at) => column(rows, at))
}

/** The values of a column that are not empty. */
function column(rows: readonly Cells[], at: number): Cells {
  return rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
}
