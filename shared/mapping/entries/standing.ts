import { isComputed, isComputedTime } from '../../computed-value.ts'
import { isObject } from '../../json.ts'
import type { Standing } from '../../users/user.ts'
import {
  aCode,
  anObject,
  booleanOf,
  deletedByWord,
  disabledByFlags,
  disabledByWord,
  isEpoch,
  isRandomCode,
  isTime,
  textOf,
  trimmedText,
} from '../cell.ts'
import { isLockEnded } from '../unmapped/bans-over.ts'
import { endOf, isSideOfNow, isWrittenDate, sidesOfNow, timeToCome } from '../end-of-account.ts'
import type { SourceRecord } from '../export-format.ts'
import type { Mapping } from '../mapping.ts'
import { holdsAccountFlags, saysEnabled, endsAccount, mayBePlanned, saysUntil } from '../names/column-words.ts'
import { namesSuccessor } from '../names/standing/standing-names.ts'
import { isOffByFlag } from './state-words.ts'
import { byTarget, type ByTarget } from './target-sources.ts'

/** Whether a record says by its mapping that its user is disabled or deleted. */
export function standingOf({ deleted, disabled }: ByTarget, record: SourceRecord): Standing {
  for (const { values, read } of deleted.columns) if (isDeleted(read(record), values)) return 'deleted'
  let off: Standing = 'active'
  for (const { path, values, read } of disabled.columns) {
    const value = read(record)
    const standing = standingOfStatus(path, value, values)
    if (standing === 'deleted') return 'deleted'
    if (standing === 'disabled' && !(values === undefined && isLockEnded(path, value, record))) off = standing
  }
  if (off === 'disabled') return off
  const { constant, columns } = disabled
  const isSaid = () => columns.some(({ read }) => textOf(read(record)) !== null)
  return constant !== null && booleanOf(constant) === true && !isSaid() ? 'disabled' : 'active'
}

/** A reader of the standing of records alone, by the columns that the mapping names for it. */
export function readStanding(mapping: Mapping): (record: SourceRecord) => Standing {
  const sources = byTarget(mapping)
  return (record) => standingOf(sources, record)
}

/** Whether a value is a list of several, none of which is a list itself. */
export function isSeveral(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 1 && !value.some((one) => Array.isArray(one))
}

/** Whether a value is one of those that the operator named; an empty one stands for no value, and one for all times before or after now. */
function isNamed(value: unknown, values: readonly string[]): boolean {
  const whole = isObject(value) ? anObject : trimmedText(value)
  const text = whole.toLowerCase()
  const isCode = (isComputed(value) && !isComputedTime(value)) || isRandomCode(whole)
  if (values.some((one) => one.trim().toLowerCase() === text || (one === aCode && isCode))) return true
  return values.some(isSideOfNow) && isWrittenDate(text) && values.includes(sidesOfNow()(text) ?? '')
}

/** Whether a value says that an account is deleted. Of a list, one of its elements is enough. */
export function isDeleted(value: unknown, values?: readonly string[]): boolean {
  if (isSeveral(value)) return value.some((one) => isDeleted(one, values))
  if (values !== undefined) return isNamed(value, values)
  // A flag may count on from 1, and databases of Microsoft write -1 for yes.
  const isSaid = isEpoch(trimmedText(value)) ? false : booleanOf(value)
  if (isSaid === true && isToCome(value)) return false
  return isSaid ?? /^(?:deleted|-1|[2-9])$/i.test(trimmedText(value))
}

/** Whether a value is a date to come, on which something is planned. */
function isToCome(value: unknown): boolean {
  const text = trimmedText(value)
  return isWrittenDate(text) && sidesOfNow()(text) === timeToCome
}

/** The standing that a status says. A word of deletion counts as such, unless the operator named the words that disable. */
export function standingOfStatus(path: string, value: unknown, values?: readonly string[]): Standing {
  if (!isDisabled(path, value, values)) return 'active'
  const saysDeleted = isSeveral(value) ? value.some(deletedByWord) : deletedByWord(value)
  return values === undefined && saysDeleted ? 'deleted' : 'disabled'
}

/** In a column like `active` or `is_enabled` it is the no that disables. Of a list of tags, `['vip', 'banned']`, one of them is enough. */
export function isDisabled(path: string, value: unknown, values?: readonly string[]): boolean {
  if (isSeveral(value)) return value.some((one) => isDisabled(path, one, values))
  if (values !== undefined) return isNamed(value, values)
  const { holdsFlags, isEnd, isUntil, isPlanned, letsIn, isSuccessor } = meaningOf(path)
  if (holdsFlags) return disabledByFlags(value)
  if (isSuccessor) return textOf(value) !== null && !/^(?:0+(?:-0+)*|false|no|none|null|n)$/i.test(trimmedText(value))
  const word = disabledByWord(value)
  if (word !== null) return word
  if (isEnd || isUntil) {
    const text = trimmedText(value)
    // A lock without an end has begun, and a zero is no time at all.
    if (!isEnd && /^0+(?:-00-00.*)?$/.test(text)) return false
    const time = endOf(text, isEnd)
    if (time !== null) return time > Date.now() !== isEnd
    if (isEnd) return booleanOf(value) === true && !isTime(text)
  }
  if (isPlanned && isToCome(value)) return false
  return isOffByFlag(letsIn ? 'lets-in' : 'keeps-out', value)
}

/** The name of a column of flags, parsed once for all records. */
type Meaning = {
  readonly holdsFlags: boolean
  readonly isEnd: boolean
  readonly isUntil: boolean
  /** A date to come is that of an end that is planned. */
  readonly isPlanned: boolean
  readonly letsIn: boolean
  /** A value is the account that took the place of this one. */
  readonly isSuccessor: boolean
}

const meanings = new Map<string, Meaning>()
/** More than the columns of a mapping. */
const maxMeanings = 500

function meaningOf(path: string): Meaning {
  const known = meanings.get(path)
  if (known !== undefined) return known
  if (meanings.size >= maxMeanings) meanings.clear()
  const meaning = {
    holdsFlags: holdsAccountFlags(path),
    isEnd: endsAccount(path),
    isUntil: saysUntil(path),
    isPlanned: mayBePlanned(path),
    letsIn: saysEnabled(path),
    isSuccessor: namesSuccessor(path),
  }
  meanings.set(path, meaning)
  return meaning
}
