import { isTime } from '../../cell.ts'
import { isAboutOtherThing } from '../../names/other-things.ts'
import { enoughToTell } from './key-values.ts'
import { isKey } from './key-form.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Keys of users by their values alone, whatever their column is called: `matricula`, `legajo`, `nim`. */

/**
 * Whether a column may be the key of its users: another number or code of one form in each of many rows, that is no measure, date, post code
 * or phone number.
 */
export function mayBeKey(column: ColumnProfile): boolean {
  if (column.records < enoughToTell || !isKey(column) || isAboutOtherThing(column.path)) return false
  const values = column.values.map((value) => value.trim())
  if (values.every((value) => /^\d+$/.test(value))) return areCounted(values)
  return values.every((value) => code.test(value) && !isTime(value)) && new Set(values.map(formOf)).size === 1
}

/** Digits with letters, or with a check digit behind them. Longer groups of digits make a phone number. */
const code = /^(?=.*\d{3})(?:(?=.*\p{L})[\p{L}\d_/-]{4,20}|\d{4}[/]\d{3,8}|[\d.]{3,15}-\d{1,2})$/u

function formOf(value: string): string {
  return value.replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '9')
}

/** Numbers of one length, or ever higher ones, as they are given out one after the other; round ones are measured. */
function areCounted(values: readonly string[]): boolean {
  const areAlike = values.every(({ length }) => length === values[0]?.length && length >= shortest)
  const numbers = values.map(Number)
  const areHigher = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
  const isStep = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  if (!areAlike && (!areHigher || (isStep && (numbers[0] ?? 0) <= 1))) return false
  return !areMeasures(values) && !values.every((value) => ofDate.test(value) || ofPhone.test(value))
}

/** Whether numbers are years, days or mostly round, as amounts and points are, and not given out one after the other. */
export function areMeasures(values: readonly string[]): boolean {
  const texts = values.map((value) => value.trim())
  if (texts.length < 3 || !texts.every((value) => /^\d+$/.test(value))) return false
  const areCountedUp = texts.every((value, at) => at === 0 || Number(value) === Number(texts[at - 1]) + 1)
  const areRound = texts.filter((value) => value.endsWith('0')).length * 2 > texts.length
  return !areCountedUp && (areRound || texts.every((value) => ofDate.test(value)))
}

const shortest = 4
/** Years, and days with their year first. */
const ofDate = /^(?:19|20)\d\d(?:(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?$/
const ofPhone = /^0[1-9]\d{7,9}$/
