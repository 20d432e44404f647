import { isObject, type JsonObject } from '../../json.ts'
import { isTime, trimmedText } from '../cell.ts'
import { endOf } from '../end-of-account.ts'
import { namesEndOfBan, saysUntil, splitPath, wordsOf } from '../names/column-words.ts'
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

function hasPassed(text: string): boolean {
  const end = isTime(text) ? endOf(text, false) : null
  return end !== null && end <= Date.now()
}
