import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { isHashKind } from '../../users/user.ts'
import type { Entry, SourceRecord } from '../export-format.ts'

/* Records that are several users in one, whose logins must never be joined. */

/** Makes an entry unreadable if its record holds the logins of several users. */
export function withoutOthers(entry: Entry, record: SourceRecord): Entry {
  if (entry.kind !== 'user') return entry
  const { email, hash, unmapped = [] } = entry.user
  const inLists = unmapped.filter(({ kind, field }) => field.includes('[]') && (kind === 'email' || isHashKind(kind)))
  if (inLists.length === 0) return entry
  const emails = new Set(inLists.flatMap(({ kind, value }) => (kind === 'email' ? [value] : [])))
  const areSeveral = emails.size > 1 && inLists.length > emails.size + 1
  if (email === null && hash === null && (areSeveral || inLists.some(({ field }) => field.includes('[][]'))))
    return { kind: 'unreadable', reason: ofLists }
  const { mails, lists } = partsOf(record)
  return mails.length === 0 && lists.some(holdsAccounts) ? { kind: 'unreadable', reason: ofAccounts } : entry
}

const ofLists =
  'This record has several addresses and password hashes in lists, which may be those of several users. Export an object for each user.'
const ofAccounts =
  'This record has a list of accounts, each with an address and a password of its own. Export an object for each of them.'

/** Levels of objects that are searched. */
const deepest = 8

/** The lists of an object, and the logins outside of its lists. */
type Parts = { readonly mails: string[]; readonly lists: (readonly unknown[])[]; hasHash: boolean }

function partsOf(value: unknown, parts: Parts = { mails: [], lists: [], hasHash: false }, depth = 0): Parts {
  if (typeof value === 'string') {
    if (isEmailAddress(value)) parts.mails.push(value.toLowerCase())
    else parts.hasHash ||= hashLikeness(value) === 'certain'
  } else if (Array.isArray(value)) parts.lists.push(value)
  else if (typeof value === 'object' && value !== null && depth < deepest)
    for (const member of Object.values(value)) partsOf(member, parts, depth + 1)
  return parts
}

/** Whether a list has several objects with an address and a hash each, at any level. */
function holdsAccounts(list: readonly unknown[], depth = 0): boolean {
  if (depth > deepest) return false
  const all = list.map((one) => partsOf(one))
  const accounts = all.filter(({ mails, hasHash }) => mails.length > 0 && hasHash)
  const addresses = new Set(accounts.map(({ mails }) => mails[0]))
  return addresses.size > 1 || all.some(({ lists }) => lists.some((one) => holdsAccounts(one, depth + 1)))
}
