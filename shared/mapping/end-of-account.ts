import { readTime } from '../users/time-joined.ts'
import { isCompactDate, isNoTime, isTime } from './cell.ts'

/* When an account ends or is let in again, as databases write it. */

/** Values that stand for all times of a column before or after now: only what ends something lies ahead for some users. */
export const pastTime = 'a past time'
export const timeToCome = 'a time to come'

/** Whether a named value stands for times. */
export function isSideOfNow(value: string): boolean {
  return value === pastTime || value === timeToCome
}

/** Whether a value is a date with its year. Other numbers than `20240131` are none: IDs look like seconds since 1970. */
export function isWrittenDate(text: string): boolean {
  if (isCompactDate(text)) return true
  return /^\d{1,4}[-./ ][\d\p{L}]/u.test(text) && isTime(text) && endOf(text, true) !== null
}

type SideOfNow = typeof pastTime | typeof timeToCome | null

/**
 * Tells on which side of now written dates are; null: it is none, or the zero of a database. Nearly all are told by their year, because
 * columns of large tables are counted by this.
 */
export function sidesOfNow(now = Date.now()): (text: string) => SideOfNow {
  const thisYear = new Date(now).getUTCFullYear()
  return (text) => {
    const year = yearIn(text)
    if (year <= 1970) return null
    if (year !== thisYear) return year > thisYear ? timeToCome : pastTime
    return (endOf(text, true) ?? 0) > now ? timeToCome : pastTime
  }
}

/** The first four digits in a row or the year of a date without marks, as a number; 0: none. */
function yearIn(text: string): number {
  let digits = 0
  let number = 0
  for (let at = 0; at <= text.length; at += 1) {
    const digit = text.charCodeAt(at) - zero
    if (digit >= 0 && digit <= 9) {
      digits += 1
      number = number * 10 + digit
    } else {
      if (digits === 4) return number
      if (digits === 8 && text.length === 8) return Math.floor(number / 10_000)
      digits = 0
      number = 0
    }
  }
  return 0
}

const zero = 48

/** Whether a word in place of a date says that something never ends. */
export function neverEnds(text: string): boolean {
  return forever.test(text.trim())
}

const forever =
  /^(?:never|forever|perm(?:anent\w{0,4})?|indefinit\w{0,4}|indefinid[oa]|unbefristet|dauerhaft|definiti[fv]\w?|bezterminowo|s[uü]resiz|навсегда|бессрочно|永久)$/iu

const day = 24 * 60 * 60 * 1000
/** Milliseconds from 1601, where the counts of Windows begin, to 1970. */
const windowsEpoch = 11_644_473_600_000

/**
 * When an account ends or is let in again, in milliseconds since 1970; infinite for never. Besides times as databases write them: the
 * 100 nanoseconds since 1601 of Active Directory, the days since 1970 of shadow(5), and dates as spreadsheets write them. Of a date that may
 * have its day or its month first, the one counts that keeps its user out: the `earlier` one for the end of an account.
 */
export function endOf(text: string, earlier: boolean): number | null {
  if (isNoTime(text) || /^(?:0|-1|infinity|9223372036854775807)$/i.test(text) || neverEnds(text)) return Infinity
  if (/^(?:19|2\d)\d\d$/.test(text)) return Date.UTC(Number(text) + 1)
  if (/^\d{4,5}$/.test(text)) return Number(text) * day
  if (/^\d{18}$/.test(text)) return Number(text) / 10_000 - windowsEpoch
  const [, one = '', mark, other = '', year, hour = '0', minute = '00', half] = ofSpreadsheet.exec(text) ?? []
  if (year === undefined) return readTime(text)
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const at = (month: string, date: string) => readTime(`${year}-${month}-${date} ${hours}:${minute}`)
  const times = [at(other, one), mark === '.' ? null : at(one, other)].filter((time) => time !== null)
  return times.length === 0 ? null : earlier ? Math.min(...times) : Math.max(...times)
}

const ofSpreadsheet = /^(\d\d?)([./-])(\d\d?)\2(\d{4})(?:,? (\d\d?):(\d\d)(?::\d\d)?(?: ?([ap]m))?)?$/i
