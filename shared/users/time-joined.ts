import { isDigit } from './digit.ts'
import { hourOfHalf, writtenDate } from './written-date.ts'

/** Older than any login that is migrated; ticks and other counts of time, read as seconds since 1970, end up before it. */
const earliest = Date.UTC(1995, 0, 1)

/**
 * When a user signed up, in milliseconds since 1970, from what an export writes: ISO 8601 (without a zone in UTC), the date of an
 * email or of JavaScript, generalized time of a directory, the same without a zone or a time of day, or seconds, milliseconds, micro- or nanoseconds since 1970, told by
 * their digits. Null: it is none of these, no day of the calendar, before 1995, or later than `now`.
 */
export function readTimeJoined(text: string, now: number): number | null {
  const time = readTime(text.trim())
  return time !== null && time >= earliest && time <= now ? Math.trunc(time) : null
}

/** Reads any time in the same forms, also before 1995 and after now. */
export function readTime(text: string): number | null {
  const leading = digitsAtStart(text)
  if (leading === 8 && text.length === 8) return ofParts(digits(text, 0, 4), digits(text, 4, 6), digits(text, 6, 8))
  if (leading === 14 && text.length === 14) return ofDirectory(`${text}Z`) ?? sinceEpoch(Number(text))
  if (leading > 8 && leading < 20 && (leading === text.length || hasFraction(text, leading)))
    return sinceEpoch(Number(text))
  if (leading >= 14) return ofDirectory(text)
  return ofIso(text) ?? ofDotted(text) ?? ofEitherOrder(text) ?? ofDateText(text) ?? ofWritten(text)
}

/** `3. März 2024`; without a zone in UTC. */
function ofWritten(text: string): number | null {
  const date = writtenDate(text)
  if (date === null) return null
  return ofTexts([date.year, String(date.month), date.day, date.hour, date.minute, date.second])
}

/** Of today, seconds have 10 digits, milliseconds 13, microseconds 16 and nanoseconds 19. */
function sinceEpoch(count: number): number {
  if (count < 1e11) return Math.round(count * 1000)
  if (count < 1e14) return count
  return count < 1e17 ? count / 1000 : count / 1e6
}

const iso =
  /^(\d{4})[-/](\d\d?)[-/](\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?)?$/i

function ofIso(text: string): number | null {
  const [, year, month, day, hour, minute, second, fraction, zone] = iso.exec(text) ?? []
  const at = ofTexts([year, month, day, hour, minute, second])
  return at === null ? null : at + Number(`0.${fraction ?? 0}`) * 1000 - offsetOf(zone ?? 'Z')
}

const dotted = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/

/** `9.2.2023, 16:34`: with dots, the day stands first wherever dates are written so. */
function ofDotted(text: string): number | null {
  const [, day, month, year, hour, minute, second] = dotted.exec(text) ?? []
  return ofTexts([year, month, day, hour, minute, second])
}

const eitherOrder = /^(\d\d?)([/-])(\d\d?)\2(\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?(?: ?([ap])m)?)?$/i

/** The times that a date may be with its day first, and with its month first. */
function inEitherOrder(text: string): readonly [number | null, number | null] {
  const [, one, , other, year, hour, minute, second, half] = eitherOrder.exec(text) ?? []
  const at = (month?: string, date?: string) => ofTexts([year, month, date, hourOfHalf(hour, half), minute, second])
  return [at(other, one), at(one, other)]
}

/** `25/12/2023` or `12/25/2023`: null where either number may be the month. */
function ofEitherOrder(text: string): number | null {
  const [dayFirst, monthFirst] = inEitherOrder(text)
  return dayFirst === null || monthFirst === null || dayFirst === monthFirst ? (dayFirst ?? monthFirst) : null
}

/** Whether a text is a date that is not read, because its day and its month may be either way round. */
export function isOfEitherOrder(text: string): boolean {
  const [dayFirst, monthFirst] = inEitherOrder(text.trim())
  return dayFirst !== null && monthFirst !== null && dayFirst !== monthFirst
}

/** Which of day and month stands first in a date with slashes or dashes. */
export type DateOrder = 'day-first' | 'month-first'

/** The order that a text shows alone; null: it is no such date, or one that either order fits. */
export function orderOfDate(text: string): DateOrder | null {
  const [dayFirst, monthFirst] = inEitherOrder(text.trim())
  if ((dayFirst === null) === (monthFirst === null)) return null
  return dayFirst === null ? 'month-first' : 'day-first'
}

/** A date of either order as one of the given order, with its year first; any other text as it is. */
export function inOrder(text: string, order: DateOrder): string {
  const [dayFirst, monthFirst] = inEitherOrder(text.trim())
  const at = order === 'day-first' ? dayFirst : monthFirst
  return at === null || dayFirst === null || monthFirst === null ? text : new Date(at).toISOString()
}

/** `20230209163422Z` or `20230209163422.0Z`. */
function ofDirectory(text: string): number | null {
  // Nearly all end with their seconds and a Z.
  const zone = text.length === 15 && text.endsWith('Z') ? 'Z' : /^\d{14}(?:[.,]\d{1,9})?(Z|[+-]\d{4})$/i.exec(text)?.[1]
  if (zone === undefined) return null
  const [year, month, day] = [digits(text, 0, 4), digits(text, 4, 6), digits(text, 6, 8)]
  const at = ofParts(year, month, day, digits(text, 8, 10), digits(text, 10, 12), digits(text, 12, 14))
  return at === null ? null : at - offsetOf(zone)
}

/** `Thu, 09 Feb 2023 16:34:22 GMT`, or `Thu Feb 09 2023 16:34:22 GMT+0100`. */
function ofDateText(text: string): number | null {
  const mail = /^(?:[A-Z][a-z]{2}, )?(\d\d?) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) (GMT|UTC|Z|[+-]\d{4})$/.exec(
    text,
  )
  const script = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d?) (\d{4}) (\d\d):(\d\d):(\d\d) (?:GMT|UTC)([+-]\d{4})?\b/.exec(
    text,
  )
  const [day, name, year, hour, minute, second, zone] =
    mail?.slice(1) ?? (script === null ? [] : [script[2], script[1], ...script.slice(3)])
  const month = monthOfName(name ?? '')
  const at = month === 0 ? null : ofTexts([year, String(month), day, hour, minute, second])
  return at === null ? null : at - offsetOf(zone ?? 'Z')
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The number of a month by its English name, which may be cut to three letters; 0: it is none. */
export function monthOfName(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1
}

/** How many digits a text begins with. */
function digitsAtStart(text: string): number {
  let at = 0
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1
  return at
}

/** Whether a number has a fraction: digits behind a point up to its end. */
function hasFraction(text: string, point: number): boolean {
  return text.charAt(point) === '.' && /^\d+\.\d+$/.test(text)
}

/** The number that a range of digits writes. */
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - zero
  return number
}

const zero = 48

/** Year, month, day, and as much of hour, minute and second as there is. */
function ofTexts(texts: readonly (string | undefined)[]): number | null {
  const [year, month, day, hour = 0, minute = 0, second = 0] = texts
  return ofParts(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second))
}

/** Null: no such day or time of day. */
function ofParts(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number | null {
  const at = Date.UTC(year, month - 1, day)
  if (!isDay(at, month, day) || hour > 23 || minute > 59 || second > 60) return null
  return at + ((hour * 60 + minute) * 60 + second) * 1000
}

/** Whether a month has the day that the time was made of; nearly always without asking the calendar. */
function isDay(at: number, month: number, day: number): boolean {
  if (month >= 1 && month <= 12 && day >= 1 && day <= 28) return true
  const date = new Date(at)
  return date.getUTCDate() === day && date.getUTCMonth() === month - 1
}

/** Milliseconds ahead of UTC. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const [, sign, hours = 0, minutes = 0] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
