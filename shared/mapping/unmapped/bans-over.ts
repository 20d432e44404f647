import { isObject, type JsonObject } from '../../json.ts'
import { remembered } from '../../remembered.ts'
import { booleanOf, isTime, trimmedText } from '../cell.ts'
import { endOf } from '../end-of-account.ts'
import type { SourceRecord } from '../export-format.ts'
import { namesEndOfBan, saysUntil, splitPath, wordsOf } from '../names/column-words.ts'
import { isActorWord, isReasonWord } from '../names/standing/reason-names.ts'
import { lockStem } from '../names/standing/standing-stems.ts'
import { standingName } from '../names/standing/standing-names.ts'

/* Bans and locks of a user that are over, as their own fields say: they keep no user out. */

/** Whether a value that is an object, or a list of bans with objects, holds a ban, or none but those that are over; null: it is neither. */
export function banIn(path: string, value: unknown): 'ban' | 'over' | null {
  const list = Array.isArray(value) && isListOfBans(path) ? value : [value]
  const bans = list.filter(isObject).filter((one) => Object.keys(one).some((name) => !name.startsWith('$')))
  if (bans.length === 0) return null
  return bans.every(isBanOver) ? 'over' : 'ban'
}

/** Whether a list has the bans of its user; a list of blocks may have the people that its user blocks. */
function isListOfBans(path: string): boolean {
  return /^(?:bans|suspensions|lockouts|sperren|bannissements|suspensiones|suspensoes|sospensioni)$/.test(
    wordsOf(splitPath(path).name).at(-1) ?? '',
  )
}

function isBanOver(ban: JsonObject): boolean {
  return Object.entries(ban).some(([name, end]) => namesEndOfBan(name) && hasPassed(trimmedText(end)))
}

/** Whether a value is the end of a lock, and has passed. */
export function isLockOver(path: string, text: string): boolean {
  return isTime(text) && endsLockAt(path) && hasPassed(text)
}

/** Whether a column says when a lock ends, or a field of one does: `ban.to`. */
function endsLockAt(path: string): boolean {
  if (saysUntil(path)) return true
  const { containers, name } = splitPath(path)
  return standingName(containers.at(-1) ?? '') === 'keeps-out' && namesEndOfBan(name)
}

/**
 * Whether the lock of a user is over by another column of the record: `banned_until` beside `banned_at` or a yes in `banned`, or `unbanned_at` with a later
 * time. The reason of a lock and its author say no more than these.
 */
export function isLockEnded(path: string, value: unknown, record: SourceRecord): boolean {
  const { lock, begins } = lockAt(path)
  if (lock === '' || (begins && booleanOf(value) !== true)) return false
  return Object.keys(record).some((other) => {
    if (other === path) return false
    if (saysUntil(other)) return lockIn(wordsOf(other)) === lock && hasPassed(trimmedText(record[other]))
    if (!begins) return lockAt(other).lock === lock && lockAt(other).begins && isLockEnded(other, record[other], record)
    return (
      isTime(trimmedText(value)) &&
      other.toLowerCase() === `un${path.toLowerCase()}` &&
      isLater(trimmedText(record[other]), trimmedText(value))
    )
  })
}

/** The column by whose times the lock is over that another column is about; undefined: there is none. */
export function endOfLock(path: string, others: readonly string[]): string | undefined {
  const { lock, begins } = lockAt(path)
  if (lock === '' || !begins) return undefined
  return others.find((other) => other !== path && saysUntil(other) && lockIn(wordsOf(other)) === lock)
}

/** The lock that a column is about, by the first letters of its word; empty: none. `begins`: of a column with the beginning of the lock, and not its reason or author. */
const lockAt = remembered((path): { readonly lock: string; readonly begins: boolean } => {
  const words = wordsOf(path)
  const rest = words.filter((word) => !lockStem.test(word) && !besideLock.test(word))
  const isOfLock =
    !path.includes('.') && !saysUntil(path) && rest.every((word) => isReasonWord(word) || isActorWord(word))
  return { lock: isOfLock ? lockIn(words) : '', begins: rest.length === 0 }
})

const besideLock =
  /^(?:at|on|since|from|start|started|begin|begins|date|time|am|seit|von|ab|ts|timestamp|utc|user|account|is)$/

function lockIn(words: readonly string[]): string {
  const word = words.find((one) => lockStem.test(one)) ?? ''
  return word.replace(/^(?:ge|aus)(?=sperr|bann)/, '').slice(0, 3)
}

/** Whether a time that has passed is not before another. */
function isLater(text: string, before: string): boolean {
  const [end, begin] = [isTime(text) ? endOf(text, false) : null, endOf(before, false)]
  return end !== null && begin !== null && end >= begin && end <= Date.now()
}

function hasPassed(text: string): boolean {
  const end = isTime(text) ? endOf(text, false) : null
  return end !== null && end <= Date.now()
}
