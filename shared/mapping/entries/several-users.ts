import { isHashKind, type User } from '../../users/user.ts'
import type { Entry, SourceRecord } from '../export-format.ts'
import { deepest, listsOfUsers, partsOf } from './lists-of-users.ts'

/* Records that are several users in one, whose logins must never be joined. */

/** Makes an entry unreadable if its record holds the logins of several users. */
export function withoutOthers(entry: Entry, record: SourceRecord): Entry {
  if (entry.kind !== 'user' && entry.kind !== 'unreadable') return entry
  const ofLogins = entry.kind === 'user' ? reasonOf(entry.user, record) : null
  const lists = listsOfUsers(record)
  // One alone may be mapped.
  const isOne = lists?.named?.isSure === true && (entry.kind === 'unreadable' || entry.user.email === null)
  const areOthers = (lists?.holdsSeveral === true || isOne) && !hasOwnLogin(entry, record)
  const reason = ofLogins ?? (areOthers ? ofUsers : null)
  return reason === null ? entry : { kind: 'unreadable', reason }
}

/** Whether what the user signs in with stands outside of the lists, under whatever name: the lists are its own then. */
function hasOwnLogin(entry: Entry, record: SourceRecord): boolean {
  if (entry.kind !== 'user') return false
  const { hash, phone, identities } = entry.user
  const own = JSON.stringify(record, (_, value: unknown) =>
    Array.isArray(value) ? null : typeof value === 'bigint' ? String(value) : value,
  )
  return [hash?.hash, phone, ...identities.map(({ userId }) => userId)].some(
    (login) => typeof login === 'string' && own.includes(JSON.stringify(login).slice(1, -1)),
  )
}

function reasonOf({ email, hash, unmapped = [] }: User, record: SourceRecord): string | null {
  const inLists = unmapped.filter(({ kind, field }) => field.includes('[]') && (kind === 'email' || isHashKind(kind)))
  if (inLists.length === 0) return null
  const emails = new Set(inLists.flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])))
  const areSeveral = emails.size > 1 && inLists.length > emails.size + 1
  if (email === null && hash === null && (areSeveral || inLists.some(({ field }) => field.includes('[][]'))))
    return ofLists
  const { mails, lists } = partsOf(record)
  return mails.length === 0 && lists.some(({ items }) => holdsAccounts(items)) ? ofAccounts : null
}

const ofLists =
  'This record has several addresses and password hashes in lists, which may be those of several users. Export an object for each user.'
const ofAccounts =
  'This record has a list of accounts, each with an address and a password of its own. Export an object for each of them.'
const ofUsers = 'This record holds a list of users, and no login of its own. Export an object for each user.'

/** Whether a list has several objects with an address and a hash each, at any level. */
function holdsAccounts(list: readonly unknown[], depth = 0): boolean {
  if (depth > deepest) return false
  const all = list.map((one) => partsOf(one))
  const accounts = all.filter(({ mails, hasHash }) => mails.length > 0 && hasHash)
  const addresses = new Set(accounts.map(({ mails }) => mails[0]))
  return addresses.size > 1 || all.some(({ lists }) => lists.some(({ items }) => holdsAccounts(items, depth + 1)))
}
