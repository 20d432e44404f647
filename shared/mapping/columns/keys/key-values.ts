import { hashLikeness } from '../../../hashes/hash-likeness.ts'
import { isTime } from '../../cell.ts'
import { isOfEitherOrder, readTime } from '../../../users/time-joined.ts'
import { isEmailAddress } from '../../../users/normalise-email.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Values of a column as keys: unique or repeated, counted or made by a program. */

/** Whether the values of a column are a key: one in every record that has any, none of them twice. */
export function isUnique({ values }: ColumnProfile): boolean {
  return values.length >= 2 && new Set(values).size === values.length
}

/** Whether a value of a column comes again. */
export function comesAgain({ values }: ColumnProfile): boolean {
  return new Set(values).size < values.length
}

/** Whether so few of many values come again that they are a key in which a record was written twice, and not one of something else. */
export function hasFewRepeats(values: readonly string[]): boolean {
  return values.length >= enoughToRepeat && new Set(values).size * 10 >= values.length * 9
}

const enoughToRepeat = 20

const counted = /^\d{1,12}$/

/** An ID that a program made: a UUID, an ID of MongoDB, a ULID, or one behind its kind, `usr_8fk2…`. */
export const madeId =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|[0-7][0-9a-hjkmnp-tv-z]{25}|[a-z]{2,6}[_-][\w-]{8,40})$/i

/** A word as the name of a person is written, in letters that have no capitals as well. */
export function isFirstName(value: string): boolean {
  return /^(?:\p{Lu}[\p{Ll}\p{M}]+(?:-\p{Lu}[\p{Ll}\p{M}]+)?|\p{Lo}+)$/u.test(value.trim())
}

/** In fewer rows, values are all different by chance. */
export const enoughToTell = 10

/** The UUID of zeros, which programs write for no user. */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** Whether programs write an ID for no user. A user may have a zero where the IDs of users are counted from it. */
export function namesNoUser(id: string): boolean {
  return id === '0' || id === nilUuid
}

/** A UUID in its usual form. */
export const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In fewer rows, numbers say nothing by their form. */
export const enoughRows = 3

/** `ND001`: letters and the number of a row in its table. */
export function isCoded(value: string): boolean {
  return /^\p{L}{1,4}[-_]?\d{2,12}$/u.test(value)
}

/** Whether all values are letters of their kind and a number, `K-1001`, `K-1002`: no phone numbers, and no codes made by chance. */
export function areNumbered({ values: [first = '', ...others] }: ColumnProfile): boolean {
  const letters = /^\p{L}{1,4}[-_]?/u.exec(first)?.[0]
  return letters !== undefined && [first, ...others].every((value) => isCoded(value) && value.startsWith(letters))
}

/** Whether all values have the length and the check digit of the number of a payment card. */
export function areCardNumbers({ values }: ColumnProfile): boolean {
  return values.length >= enoughRows && values.every((value) => /^\d{15,16}$/.test(value) && hasCheckDigit(value))
}

/** A number of any length, in groups or with signs between them, as an office gives it to a person: `4000 1200 0034`, `2021/1004/MUC`. */
export function isNumberOfPerson(value: string): boolean {
  const text = value.trim()
  return (
    /^(?=.*\d)[\p{L}\d](?:[ ./:_+#-]?[\p{L}\d]){1,255}={0,2}$/u.test(text) &&
    !isTime(text) &&
    hashLikeness(text) !== 'certain'
  )
}

/** By the formula of Luhn, ISO/IEC 7812-1. */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Whether a text is a date or a time that is written as such. Digits alone may be a number that was given out as well. */
export function isWrittenTime(value: string): boolean {
  const text = value.trim()
  return !/^\d+$/.test(text) && (readTime(text) !== null || isOfEitherOrder(text) || ofDayOrClock.test(text))
}

/** `11-JAN-20`, as Oracle writes days, and times of a day. */
const ofDayOrClock = /^(?:\d{1,2}-[a-z]{3}-(?:\d\d){1,2}|\d{1,2}:\d\d(?::\d\d)?)$/i

/** A number with its year or its kind, as offices and schools give them out: `MAT/2107`, `2021/0455`. */
function isNumberOfYear(text: string): boolean {
  return /^(?=.*\d{3})[\p{L}\d]{1,12}[/][\p{L}\d-]{1,20}$/u.test(text) && !isTime(text)
}

/** Whether a value may be a key: letters, digits and signs without blanks, and no address or hash. */
export function isPlain(value: string): boolean {
  const text = value.trim()
  return (
    (/^(?:[\w\p{L}.:|-]{1,64}|\{[\w-]{8,40}\}|[xX]'[0-9a-fA-F]{8,64}')$/u.test(text) || isNumberOfYear(text)) &&
    !isEmailAddress(text) &&
    hashLikeness(text) !== 'certain'
  )
}

/** Whether all values are IDs that a program counted or made. */
export function areIdsOf({ values }: ColumnProfile): boolean {
  return values.every((value) => madeId.test(value)) || values.every((value) => counted.test(value))
}

/** Whether a column that is called like a person says of each record whether it is one, and has no IDs: `member`, 0 and 1. */
export function saysWhether({ values }: ColumnProfile): boolean {
  return values.includes('0') && values.every((value) => value === '0' || value === '1')
}
