import type { SharedStrings } from './shared-strings.ts'
import type { Workbook } from './workbook.ts'

/** A cell as its sheet writes it. */
export type RawCell = { readonly type: string; readonly style: number; readonly value: string }

/** The text of a cell; null where it refers to a text that the workbook does not have. */
export function cellText({ type, style, value }: RawCell, strings: SharedStrings, workbook: Workbook): string | null {
  switch (type) {
    case 's':
      return /^\d{1,9}$/.test(value.trim()) ? strings.at(Number(value)) : null
    case 'b':
      return value.trim() === '1' ? 'true' : 'false'
    case 'n':
    case '':
      return withZeros(numberText(value, workbook.isDate(style), workbook.from1904), workbook.digits(style))
    default:
      return value
  }
}

/** From here on a spreadsheet has rounded an integer: it keeps fifteen digits. */
const exact = 1e15

/**
 * A number as text. One that was rounded is written as spreadsheets show it, with its exponent: whatever reads ids and phone
 * numbers knows such a text for what it is.
 */
function numberText(value: string, isDate: boolean, from1904: boolean): string {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) return value
  if (isDate && number >= 0 && number < maxSerial) return dateText(number, from1904)
  if (Math.abs(number) < exact) return String(number)
  return number.toExponential().replace('e+', 'E+')
}

/** The leading zeros that the format of the cell shows. */
function withZeros(text: string, digits: number): string {
  return digits > text.length && /^\d+$/.test(text) ? text.padStart(digits, '0') : text
}

const maxSerial = 2_958_466
const dayMs = 86_400_000

/** The date of a serial number: days since the end of 1899, with a 29 February 1900 that never was, or since 1904. */
function dateText(serial: number, from1904: boolean): string {
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial
  const date = new Date(Math.round((days - 25_569) * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(serial)
  const text = date.toISOString()
  return date.getTime() % dayMs === 0 ? text.slice(0, 10) : text.slice(0, 19)
}
