import { isObject } from '../../json.ts'
import { readTime } from '../../users/time-joined.ts'
import type { Standing } from '../../users/user.ts'
import { aCode, anObject, booleanOf, disabledByFlags, disabledByWord, isRandomCode, isTime, textOf } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { holdsAccountFlags, saysEnabled, saysExpiry, saysUntil } from '../names/column-words.ts'
import { byTarget, type ByTarget } from './target-sources.ts'

/** Whether a record says by its mapping that its user is disabled or deleted. */
export function standingOf({ deleted, disabled }: ByTarget, record: SourceRecord): Standing {
  for (const { values, read } of deleted.columns) if (isDeleted(read(record), values)) return 'deleted'
  for (const { path, values, read } of disabled.columns) if (isDisabled(path, read(record), values)) return 'disabled'
  return 'active'
}

/** A reader of the standing of records alone, by the columns that the mapping names for it. */
export function readStanding(mapping: Mapping): (record: SourceRecord) => Standing {
  const sources = byTarget(mapping)
  return (record) => standingOf(sources, record)
}

/** Whether a value is one of those that the operator named; an empty one stands for no value. */
function isNamed(value: unknown, values: readonly string[]): boolean {
  const whole = isObject(value) ? anObject : (textOf(value)?.trim() ?? '')
  const text = whole.toLowerCase()
  return values.some((one) => one.trim().toLowerCase() === text || (one === aCode && isRandomCode(whole)))
}

/** Whether a value says that an account is deleted. */
export function isDeleted(value: unknown, values?: readonly string[]): boolean {
  if (values !== undefined) return isNamed(value, values)
  // A flag may count on from 1, and databases of Microsoft write -1 for yes.
  return booleanOf(value) ?? /^(?:deleted|-1|[2-9])$/i.test(textOf(value)?.trim() ?? '')
}

/** In a column like `active` or `is_enabled` it is the no that disables. */
export function isDisabled(path: string, value: unknown, values?: readonly string[]): boolean {
  if (values !== undefined) return isNamed(value, values)
  if (holdsAccountFlags(path)) return disabledByFlags(value)
  const word = disabledByWord(value)
  if (word !== null) return word
  const isEnd = saysExpiry(path)
  if (isEnd || saysUntil(path)) {
    const text = textOf(value)?.trim() ?? ''
    // A lock without an end has begun, and a zero is no time at all.
    if (!isEnd && /^(?:0|0000-00-00.*)$/.test(text)) return false
    const time = endOf(text, isEnd)
    if (time !== null) return time > Date.now() !== isEnd
    if (isEnd) return booleanOf(value) === true && !isTime(text)
  }
  const flag = booleanOf(value)
  return flag !== null && flag !== saysEnabled(path)
}

const day = 24 * 60 * 60 * 1000
/** Milliseconds from 1601, where the counts of Windows begin, to 1970. */
const windowsEpoch = 11_644_473_600_000

/**
 * When an account ends or is let in again, in milliseconds since 1970; infinite for never. Besides times as databases write them: the
 * 100 nanoseconds since 1601 of Active Directory, the days since 1970 of shadow(5), and dates as spreadsheets write them. Of a date that may
 * have its day or its month first, the one counts that keeps its user out: the `earlier` one for the end of an account.
 */
function endOf(text: string, earlier: boolean): number | null {
  if (/^(?:0|-1|never|infinity|9223372036854775807|0000-00-00.*)$/i.test(text)) return Infinity
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
