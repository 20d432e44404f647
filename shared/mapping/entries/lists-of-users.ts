import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { isObject } from '../../json.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { isSignInName } from '../names/column-words.ts'
import { fitOfName } from '../names/name-fit.ts'
import { hintsOf } from '../names/name-hints.ts'
import { holdsPersons, isPartOfUser } from '../names/people-names.ts'

/*
 * Lists of users within a record: of a group, such as an organizational unit, which has no login of its own. A user may have lists as well, of
 * emails or of relatives, but something to sign in with beside them.
 */

/** A list, and the name that it has in its object. */
type NamedList = { readonly name: string; readonly items: readonly unknown[] }

/** The lists of an object, and the logins outside of its lists. */
export type Parts = { readonly mails: string[]; readonly lists: NamedList[]; hasHash: boolean; hasLogin: boolean }

/** Levels of objects that are searched. */
export const deepest = 8

/** The parts of a value. `name`: that which it has in its object. */
export function partsOf(value: unknown, parts: Parts = newParts(), name = '', depth = 0): Parts {
  if (typeof value === 'string') {
    if (isEmailAddress(value)) parts.mails.push(value.toLowerCase())
    else if (hashLikeness(value) === 'certain') parts.hasHash = true
    else parts.hasLogin ||= value !== '' && (isSignInName(name, false) || fitOfName('phone', name) === 'exact')
  } else if (Array.isArray(value)) parts.lists.push({ name, items: value })
  else if (typeof value === 'object' && value !== null && depth < deepest)
    for (const [key, member] of Object.entries(value)) partsOf(member, parts, key, depth + 1)
  return parts
}

function newParts(): Parts {
  return { mails: [], lists: [], hasHash: false, hasLogin: false }
}

/** Whether the parts of an object are enough to sign in with. */
export function isOfUser({ mails, hasHash, hasLogin }: Parts): boolean {
  return mails.length > 0 || hasHash || hasLogin
}

/**
 * How a record holds users. `named`: the list of its own that is called after people; `isSure`: its objects have addresses or passwords, or
 * nothing stands beside it, and no other record has to show it. `holdsSeveral`: some list, at any level, has several objects with addresses that differ.
 */
type ListsOfUsers = {
  readonly named: { readonly list: string; readonly isSure: boolean } | null
  readonly holdsSeveral: boolean
}

/** Finds the lists of users in a record; null: it is a user, or holds no lists. */
export function listsOfUsers(record: object): ListsOfUsers | null {
  if (!mayHoldUsers(record)) return null
  const parts = partsOf(record)
  if (isOfUser(parts)) return null
  const isAlone = Object.keys(record).length === 1
  const own = Object.entries(record).flatMap(([list, items]: [string, unknown]) =>
    Array.isArray(items) && holdsPersons(list) && !isPartOfUser(list) && items.every(isObject)
      ? [{ list, isSure: items.some((one) => partsOf(one).mails.length > 0 || isAlone || hasPassword(one)) }]
      : [],
  )
  return {
    named: own.find(({ isSure }) => isSure) ?? own[0] ?? null,
    holdsSeveral: parts.lists.some((list) => holdsSeveral(list, 0)),
  }
}

/** Whether an object has a text of its own under the name of a password. */
function hasPassword(object: object): boolean {
  return Object.entries(object).some(
    ([name, value]: [string, unknown]) => typeof value === 'string' && hintsOf(name).password === 'whole',
  )
}

/** Whether an object has a list of objects, or an empty one, at any level: nearly all records have none. */
function mayHoldUsers(value: unknown, depth = 0): boolean {
  if (Array.isArray(value)) return value.length === 0 || value.some(isObject)
  if (!isObject(value) || depth >= deepest) return false
  for (const name in value) {
    const member = value[name]
    if (typeof member === 'object' && member !== null && mayHoldUsers(member, depth + 1)) return true
  }
  return false
}

function holdsSeveral({ name, items }: NamedList, depth: number): boolean {
  if (isPartOfUser(name) || depth > deepest) return false
  const objects = items.filter(isObject).map((one) => ({ one, parts: partsOf(one) }))
  const isKind = isListOfParts(
    name,
    objects.map(({ one }) => one),
  )
  const addresses = new Set(objects.flatMap(({ parts }) => parts.mails.slice(0, 1)))
  if (addresses.size > 1) return !isKind
  return objects.some(({ parts }) => !isOfUser(parts) && parts.lists.some((list) => holdsSeveral(list, depth + 1)))
}

/** Whether the objects of a list are addresses or logins of one person: each is of a kind, or of a provider. */
export function isListOfParts(name: string, objects: readonly object[]): boolean {
  return !holdsPersons(name) && objects.some((one) => Object.keys(one).some((key) => ofPart.test(key)))
}

/** Fields of an address or a login that is one of several of the same user. */
const ofPart = /^(?:provider\w*|platform|issuer|connection|type|kind|label|(?:is_?)?(?:primary|main|default))$/i
