import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { contactOf } from '../../../../shared/mapping/cell.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'

/** Limit on cells per row; no table of users has as many columns. */
export const maxCells = 10_000

/** The mark around quoted cells; some scripts for MySQL write the apostrophe. */
export type Quote = '"' | "'"

/**
 * Splits one row, with or without its line end, into cells; null if its quotation marks are unbalanced. Returns at most `most` + 1
 * cells.
 */
export function splitCells(row: string, delimiter: string, quote: Quote = '"', most = maxCells): string[] | null {
  const text = withoutLineEnd(row)
  if (!text.includes(quote)) return text.split(delimiter, most + 1)
  const cells: string[] = []
  let at = 0
  while (true) {
    if (cells.length > most) return cells
    const open = skipSpaces(text, at)
    const formula = readFormula(text, open, delimiter, quote)
    if (formula !== null) {
      cells.push(formula.value)
      if (formula.end === text.length) return cells
      at = formula.end + 1
      continue
    }
    if (text[open] !== quote) {
      const next = text.indexOf(delimiter, at)
      cells.push(next === -1 ? text.slice(at) : text.slice(at, next))
      if (next === -1) return cells
      at = next + 1
      continue
    }
    const quoted = readQuoted(text, open + 1, quote)
    if (quoted === null) return null
    cells.push(readFormula(quoted.value, 0, delimiter, quote, true)?.value ?? quoted.value)
    at = skipSpaces(text, quoted.end)
    if (at === text.length) return cells
    if (text[at] !== delimiter) return null
    at += 1
  }
}

/**
 * The cells of a row that stands as a whole between quotation marks, `"ann@acme.example,""Lee, Ann"""`, as programs write a table that was one column of
 * texts for them. Any other row as it is.
 */
export function withoutWrapping(cells: readonly string[], delimiter: string, quote: Quote = '"'): readonly string[] {
  const [only, ...others] = cells
  if (only === undefined || others.length > 0 || !only.includes(delimiter)) return cells
  return splitCells(only, delimiter, quote) ?? cells
}

/** Whether a cell is a value that cannot be a column's name: an email, a phone number, a time in milliseconds, a UUID, a date with time, a hash. */
export function looksLikeData(cell: string): boolean {
  const text = cell.trim()
  return (
    isEmailAddress(contactOf(text) ?? '') ||
    hashLikeness(text) !== null ||
    /^\+?\d[\d ()./-]{6,}\d$/.test(text) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text) ||
    /^\d{4}-\d\d-\d\d[T ]\d\d:/.test(text) ||
    /^[0-9a-f]{32,}$/i.test(text) ||
    /^\$[\w-]+\$.{8,}/.test(text) ||
    /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z0-9+/_-]{40,}={0,2}$/.test(text)
  )
}

/** Possible column names; words for a missing value are excluded. */
const nameOfColumn = /^(?!(?:null|nil|none|n\/a)$)[\p{L}_][\p{L}\p{N}_ .:()/-]*$/iu

/**
 * Whether the row has a cell that cannot be a column's name. A row is still a header, with a stray value among its names, if it names a
 * column in which most rows below have such values.
 */
export function hasData(cells: readonly string[], below: readonly (readonly string[])[]): boolean {
  if (!cells.some(looksLikeData)) return false
  return !cells.some((cell, at) => {
    if (!nameOfColumn.test(cell.trim()) || looksLikeData(cell)) return false
    const others = below.map((row) => row[at]?.trim() ?? '').filter((other) => other !== '')
    return others.filter(looksLikeData).length * 2 > others.length
  })
}

/**
 * A formula of nothing but a text, `="0041"`, as programs write numbers for spreadsheets that would change them; null: there is none. `isWhole`: the text is
 * that of one cell.
 */
function readFormula(
  text: string,
  from: number,
  delimiter: string,
  quote: Quote,
  isWhole = false,
): { readonly value: string; readonly end: number } | null {
  if (text[from] !== '=' || text[from + 1] !== quote) return null
  const quoted = readQuoted(text, from + 2, quote)
  if (quoted === null) return null
  const end = skipSpaces(text, quoted.end)
  return end === text.length || (!isWhole && text[end] === delimiter) ? { value: quoted.value, end } : null
}

function readQuoted(text: string, from: number, quote: Quote): { readonly value: string; readonly end: number } | null {
  let value = ''
  let at = from
  while (true) {
    const close = text.indexOf(quote, at)
    if (close === -1) return null
    value += text.slice(at, close)
    if (text[close + 1] !== quote) return { value, end: close + 1 }
    value += quote
    at = close + 2
  }
}

function skipSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at += 1
  return at
}

function withoutLineEnd(text: string): string {
  if (text.endsWith('\r\n')) return text.slice(0, -2)
  return text.endsWith('\n') || text.endsWith('\r') ? text.slice(0, -1) : text
}

/** Cells with the hashes of Argon2 in one piece that stood without quotation marks, with the commas of `m=65536,t=3,p=4`. */
export function withWholeHashes(cells: readonly string[]): readonly string[] {
  const whole: string[] = []
  for (let at = 0; at < cells.length; at += 1) {
    const parts = cells.slice(at, at + 3)
    const isHash = argon2Parts.every((part, index) => part.test(parts[index] ?? ''))
    whole.push(isHash ? parts.join(',') : (cells[at] ?? ''))
    if (isHash) at += 2
  }
  return whole
}

const argon2Parts = [/^\s*\$argon2(?:id|i|d)\$(?:v=\d+\$)?m=\d+$/, /^t=\d+$/, /^p=\d+\$[\w+/]+\$/]
