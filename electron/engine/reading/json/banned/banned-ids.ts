import { booleanOf, textOf, trimmedText } from '../../../../../shared/mapping/cell.ts'
import { madeId } from '../../../../../shared/mapping/columns/keys/key-values.ts'
import type { SourceRecord } from '../../../../../shared/mapping/export-format.ts'
import { mentionsPeople } from '../../../../../shared/mapping/names/people-names.ts'
import { isBanList, isInOther } from '../../../../../shared/mapping/names/standing/standing-names.ts'
import { isEmailAddress } from '../../../../../shared/users/normalise-email.ts'

/*
 * Banned users that are named by bare IDs or addresses, in a list, `"bannedUserIds": [2, 7]`, or as the keys of an object,
 * `"suspended": {"2": true}`.
 */

/**
 * Whether the entries of a list name banned users. Within an object the list may be about other things, such as the features in
 * `features.disabled`: the name needs a word for people, or all entries the form of an ID.
 */
export function listsBanned(name: string, entries: readonly unknown[]): boolean {
  const texts = entries.flatMap((entry) => (isScalar(entry) && entry !== '' ? [String(entry)] : []))
  if (texts.length === 0 || !isBanList(name)) return false
  return mentionsPeople(name) || !name.includes('.') || haveFormOfIds(name, texts)
}

/**
 * Whether the keys of an object name banned users, each with a yes, a time or a reason. Keys are names of things more often than entries of
 * a list are, so all of them need the form of an ID, or the name a word for people.
 */
export function keysBanned(name: string, keys: readonly string[]): boolean {
  return keys.length > 0 && isBanList(name) && (mentionsPeople(name) || haveFormOfIds(name, keys))
}

function haveFormOfIds(name: string, texts: readonly string[]): boolean {
  if (texts.every((text) => digits.test(text))) return true
  return !isInOther(name) && texts.every((text) => isEmailAddress(text) || madeId.test(text) || numbered.test(text))
}

const digits = /^\d{1,20}$/
/** `u7`, `auth0|65f1c0`: a number behind a few letters, or what a provider calls its user. */
const numbered = /^(?:[a-z][\w-]{0,20}\|[\w.-]{1,128}|[a-z]{0,4}[_-]?\d{1,20})$/i

/** Whether a value may be an ID, an address or a name. */
export function isScalar(value: unknown): value is string | number | bigint {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

/** The row of a list of bans for an ID or an address alone; null: it is neither. */
export function bannedRow(value: unknown): SourceRecord | null {
  const id = typeof value === 'boolean' ? null : textOf(value)
  return id === null ? null : { [isEmailAddress(id) ? 'email' : 'user_id']: id }
}

/** The row for a member of an object whose keys are banned users; null: its value says that this one is not. */
export function bannedMember(key: string, value: unknown): SourceRecord | null {
  if (typeof value === 'object' && value !== null) return { ...bannedRow(key), ...value }
  const text = trimmedText(value)
  if (text === '' || booleanOf(value) === false) return null
  const says = booleanOf(value) === null ? { note: text } : {}
  return { ...bannedRow(key), ...says }
}
