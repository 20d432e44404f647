import { describesFileOf } from '../../../../shared/exports/kinds/other-kind.ts'
import { base64 } from '../../../../shared/hashes/base64.ts'
import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { listsOfUsers } from '../../../../shared/mapping/entries/lists-of-users.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-fit.ts'
import { holdsPersons } from '../../../../shared/mapping/names/people-names.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { fromBase64 } from '../from-base64.ts'
import { isOfPerson } from '../named-rows.ts'
import { fieldsOfPage } from '../json/page-names.ts'
import { userLists } from '../json/likeness/user-likeness.ts'
import { usersByDots, usersByPaths } from './dotted-users.ts'
import type { Found } from './found.ts'
import { usersOfRequests } from './request-users.ts'

/* Where the users of a YAML document are: in a list, or in an object in which each has a name. */

/** The records of one document. `others`: further lists of users, which are not read. */
export type Users = { readonly records: readonly Found[]; readonly others: readonly object[] }

const userField = /mail|^(?:user_?name|phone\w*|user_?id|uid|sub|id|_id|password\w*)$/i

/** Finds the users of a document: a list, an object that has one under a usual name, an object of users by key, or a single user. */
export function findUsers(document: unknown): Users {
  if (document === null || document === undefined) return { records: [], others: [] }
  if (Array.isArray(document)) {
    const groups = usersOfGroups(document)
    if (groups !== null) return { records: groups, others: [] }
    const deep = accountsWithin(document)
    if (deep.length > 0) return { records: deep, others: [] }
    const realms: readonly unknown[] = document
    return realms.length > 0 && realms.every(isRealm)
      ? { records: realms.flatMap((realm) => usersOfRealm(realm, realms.length > 1)), others: [] }
      : { records: elements(document), others: [] }
  }
  if (isRealm(document)) return { records: usersOfRealm(document, false), others: [] }
  if (isObject(document) && isByAddress(document)) return { records: elements(document), others: [] }
  const created = isObject(document) ? usersOfRequests(document) : null
  if (created !== null) return { records: created, others: [] }
  const byPaths = isObject(document) ? usersByPaths(document) : []
  if (byPaths.length > 0) return { records: byPaths, others: [] }
  const addressed = isObject(document) ? addressesAmongSettings(document) : []
  if (addressed.length > 0) return { records: addressed, others: [] }
  if (!isObject(document) || looksLikeUser(document)) return { records: [{ value: document, name: null }], others: [] }
  const named = withUsers(namedLists(document, 1))
  const [first, ...others] = named.length > 0 ? named : otherLists(document)
  if (first !== undefined) {
    const beside = named.length > 0 ? accountsBeside(document) : []
    return { records: [...beside, ...elements(first)], others: named.length > 0 ? others : [] }
  }
  const dotted = usersByDots(document)
  if (dotted.length > 0) return { records: dotted, others: [] }
  const inside = accountsInside(document, 0)
  if (inside !== null) return { records: elements(inside), others: [] }
  const items = itemsOf(document)
  if (items !== null) return joined(items.map(findUsers))
  const written = usersInTexts(document, 0)
  if (written.length > 0) return { records: written, others: [] }
  const secret = fieldsOfSecret(document)
  if (secret !== null) return { records: [{ value: secret, name: null, from: document }], others: [] }
  const byHash = objectsInside(document, isByHash)
  if (byHash.length > 0) return { records: byHash.flatMap(elements), others: [] }
  const ofClasses = fixturesOf(document)
  if (ofClasses.length > 0) return { records: ofClasses, others: [] }
  if (isByName(document)) return { records: elements(document), others: [] }
  return { records: [{ value: document, name: null }], others: [] }
}

/** The users of a list of groups, each with a list of its own under a name for people; null: it is no such list. A group may have none. */
function usersOfGroups(groups: readonly unknown[]): readonly Found[] | null {
  const lists = groups.map((group) => (isObject(group) ? (listsOfUsers(group)?.named ?? null) : null))
  const list = lists.find((one) => one?.isSure === true)?.list
  if (list === undefined || lists.some((one) => one?.list !== list)) return null
  return groups.filter(isObject).flatMap((group) => {
    const users: unknown = Object.entries(group).find(([name]) => name === list)?.[1]
    return Array.isArray(users) ? elements(users).map((one) => ({ ...one, group: fieldsOfPage(group) })) : []
  })
}

/** The accounts with passwords in the lists of users of settings, such as the variables of a playbook; empty where an entry is a user itself. */
function accountsWithin(entries: readonly unknown[]): readonly Found[] {
  if (!entries.every((one) => isObject(one) && !looksLikeUser(one) && !isPerson(one) && !isRealm(one))) return []
  const lists = entries.filter(isObject).flatMap((one) => namedLists(one, 1))
  return lists
    .map(elements)
    .filter((users) => users.length > 0 && users.every(({ value }) => hasPassword(value)))
    .flat()
}

/** A realm of Keycloak. It has an id, as users have, and many lists beside its users. */
type Realm = { readonly realm: string; readonly users: readonly unknown[]; readonly federatedUsers?: unknown }

function isRealm(value: unknown): value is Realm {
  return (
    isObject(value) &&
    'realm' in value &&
    typeof value.realm === 'string' &&
    'users' in value &&
    Array.isArray(value.users)
  )
}

/** The users of a realm. `isListed`: one of several realms, so each user gets the name of its realm. */
function usersOfRealm({ realm, users, federatedUsers }: Realm, isListed: boolean): readonly Found[] {
  const federated: readonly unknown[] = Array.isArray(federatedUsers) ? federatedUsers : []
  return [...users, ...federated].map((value) => ({ value, name: null, ...(isListed ? { realm } : {}) }))
}

/** Lists, and objects of users by key, under names like `users`. The lists of several tenants are one. */
function namedLists(object: object, level: number): object[] {
  return Object.entries(object).flatMap(([name, value]: [string, unknown]) => {
    if (!isContainer(value)) return []
    const isList =
      (userLists.has(name) && (Array.isArray(value) || isByName(value) || hasUsersAmongOthers(value))) ||
      (holdsPersons(name) && !Array.isArray(value) && isByName(value) && Object.values(value).every(hasPassword))
    if (isList && (level <= deepest || elements(value).every((one) => looksLikeUser(one.value)))) return [value]
    if (level >= (Array.isArray(value) ? deepest : deepestOfSettings)) return []
    if (!Array.isArray(value)) return namedLists(value, level + 1)
    const inside = value.flatMap((one: unknown) => (isObject(one) && !isPerson(one) ? namedLists(one, level + 1) : []))
    return inside.length > 0 && inside.every((list) => Array.isArray(list)) ? [inside.flat()] : inside
  })
}

/** Levels of lists, and of those in settings, where each entry has to have a field of a user. */
const [deepest, deepestOfSettings] = [4, 6]

/** The lists that hold users, without lists of mere names, such as the members of a group. Without lists of users: all lists. */
function withUsers(lists: readonly object[]): readonly object[] {
  const some = lists.filter((list) =>
    elements(list).some(({ name, value }) => isObject(value) || (name !== null && isNameWithHash([name, value]))),
  )
  return some.length > 0 ? some : lists
}

/** Lists of objects with the fields of users under other names, lists of accounts first. Deeper ones have to be of accounts. */
function otherLists(object: object): object[] {
  const lists = Object.values(object).filter(
    (value: unknown): value is unknown[] => Array.isArray(value) && value.some(looksLikeUser),
  )
  const accounts = lists.filter((list) => list.some(isAccount))
  return lists.length > 0
    ? [...accounts, ...lists.filter((list) => !accounts.includes(list))]
    : listsOfAccounts(object, deepest)
}

function listsOfAccounts(object: object, levels: number): object[] {
  return Object.values(object).flatMap((value: unknown) => {
    if (Array.isArray(value)) return value.length > 1 && value.every(isAccountOrAddressed) ? [value] : []
    return isObject(value) && levels > 1 ? listsOfAccounts(value, levels - 1) : []
  })
}

/** The members of an object of users by key, without those that describe the file. */
function membersOf(object: object): readonly [string, unknown][] {
  return Object.entries(object).filter(([name, value]) => !describesFileOf(name, isObject(value)))
}

/** Whether all values are objects, as in an object of users by key. */
function isByName(object: object): boolean {
  const members = Object.entries(object).filter(([name]) => !describesFileOf(name, true))
  return members.length > 0 && (members.every(([, value]) => isObject(value)) || isByAddress(object))
}

/**
 * Whether an object of users by key has entries that are no objects: two accounts at least, or one beside names with a hash. As one record, one
 * user would get the hash of another one.
 */
export function hasUsersAmongOthers(object: object): boolean {
  if (looksLikeUser(object) || isPerson(object)) return false
  const members = membersOf(object)
  const accounts = members.filter(([, value]) => isObject(value) && hasPassword(value) && hasLogin(value))
  return accounts.length > 1 || (accounts.length === 1 && members.some(isNameWithHash))
}

/** Whether all keys are email addresses with a text, or names with a password hash, as in `ann@acme.example: $2b$...`, `ann: $2b$...`. */
function isByAddress(object: object): boolean {
  const entries: [string, unknown][] = Object.entries(object)
  const areAddresses = entries.every(
    ([name, value]) => (typeof value === 'string' || Array.isArray(value)) && isEmailAddress(name),
  )
  return entries.length > 0 && (areAddresses || isByHash(object))
}

/** The members of an object that are addresses with a text, among settings; one of them has a password hash. */
function addressesAmongSettings(object: object): readonly Found[] {
  const members: [string, unknown][] = Object.entries(object)
  const addressed = members.filter(([name, value]) => typeof value === 'string' && isEmailAddress(name))
  return addressed.some(isNameWithHash) ? addressed.map(([name, value]) => ({ value, name })) : []
}

export function isNameWithHash([name, value]: [string, unknown]): boolean {
  return typeof value === 'string' && hashLikeness(value) === 'certain' && hintsOf(name).password === null
}

/**
 * The rows of objects of users by name, each under the name of their class or group, as fixtures of tests and demos have them. Those without
 * passwords are a list of their own beside those with them.
 */
function fixturesOf(document: object): readonly Found[] {
  const groups = groupsInside(document, 1)
  const withPassword = groups.filter(([, users]) => Object.values(users).some(hasPassword))
  const areApart = withPassword.length > 0 && withPassword.length < groups.length
  return groups.flatMap(([list, users]) => elements(users).map((row) => (areApart ? { ...row, list } : row)))
}

/** The groups at the highest level that has some. */
function groupsInside(object: object, level: number): readonly (readonly [string, object])[] {
  const members = Object.entries(object).filter((member): member is [string, object] => isObject(member[1]))
  const groups = members.filter(([, users]) => isGroup(Object.values(users)))
  if (groups.length > 0 || level > deepest) return groups
  return members.flatMap(([, inside]) => groupsInside(inside, level + 1))
}

/** Whether the members of an object are users: each has a login, or they have fields in common and some have a login. As one record they would be mixed. */
function isGroup(users: readonly unknown[]): boolean {
  if (users.length === 0 || !users.every(isObject)) return false
  return users.every(hasLogin) || (users.some(hasLogin) && areAlike(users))
}

/** Whether each of several objects has a field in common with another one. */
function areAlike(objects: readonly object[]): boolean {
  return objects.every((one) =>
    objects.some((other) => other !== one && Object.keys(one).some((name) => name in other)),
  )
}

function hasLogin(user: object): boolean {
  return Object.keys(user).some((name) => isOfLogin(name) || fitOfName('phone', name) === 'exact')
}

function hasPassword(user: unknown): boolean {
  return isObject(user) && Object.keys(user).some((name) => hintsOf(name).password !== null)
}

function isOfLogin(name: string): boolean {
  return /mail|^(?:user_?name|login|password\w*)(?:$|\W)/i.test(name)
}

/** Whether all members are names with a password hash, `ann: $2b$...`. */
function isByHash(object: object): boolean {
  const entries: [string, unknown][] = Object.entries(object)
  return entries.length > 0 && entries.every(isNameWithHash)
}

/** The objects of a kind at any level below an object. */
function objectsInside(object: object, isOne: (object: object) => boolean, level = 1): readonly object[] {
  if (level > maxLevels) return []
  const members: unknown[] = Object.values(object)
  return members.filter(isContainer).flatMap((one) => {
    return !Array.isArray(one) && isOne(one) ? [one] : objectsInside(one, isOne, level + 1)
  })
}

/** Levels of a file of settings below which no accounts are searched. */
const maxLevels = 8

/** Accounts that are members of the document themselves, beside its list of users. */
function accountsBeside(document: object): readonly Found[] {
  return elements(document).filter(({ value }) => isAccount(value) && Object.values(value).some(isText(isEmailAddress)))
}

/** The object whose members are all accounts, each under its name, at any level. */
function accountsInside(object: object, level: number): object | null {
  const members = membersOf(object).map(([, value]) => value)
  if (members.length > 0 && members.every(isAccount)) return object
  for (const member of level < deepest ? members.filter(isObject) : []) {
    const inside = accountsInside(member, level + 1)
    if (inside !== null) return inside
  }
  return null
}

function isAccount(value: unknown): value is object {
  return isObject(value) && Object.values(value).some(isText((text) => hashLikeness(text) === 'certain'))
}

function isAccountOrAddressed(value: unknown): boolean {
  return (
    isAccount(value) || (looksLikeUser(value) && isObject(value) && Object.values(value).some(isText(isEmailAddress)))
  )
}

function isText(is: (text: string) => boolean): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && is(value)
}

/** The elements of a list, or the members of an object by their names. */
export function elements(container: object): readonly Found[] {
  if (!Array.isArray(container)) return membersOf(container).map(([name, value]) => ({ value, name }))
  const list: readonly unknown[] = container
  const written = list.flatMap((one) => (typeof one === 'string' ? usersInLines(one) : []))
  if (list.length > 0 && written.length === list.length) return written
  return underOwnNames(list) ?? list.map((value) => ({ value, name: null }))
}

/** The users of a list in which each stands alone under a name of its own: `- ann: { mail: ... }`. Null: this is no such list. */
function underOwnNames(list: readonly unknown[]): readonly Found[] | null {
  const found = list.flatMap((element): Found[] => {
    const [member, ...others] = isObject(element) ? Object.entries(element) : []
    const [name, value]: [string, unknown] = member ?? ['', null]
    return others.length === 0 && looksLikeUser(value) ? [{ value, name }] : []
  })
  const areApart = new Set(found.map(({ name }) => name)).size === list.length
  return list.length > 1 && found.length === list.length && areApart ? found : null
}

/** The objects that a list of Kubernetes holds, each of which would be a document of its own. */
function itemsOf(document: object): readonly unknown[] | null {
  if (!('kind' in document && 'items' in document)) return null
  const { kind, items } = document
  return typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) && items.every(isObject)
    ? items
    : null
}

function joined(found: readonly Users[]): Users {
  return { records: found.flatMap(({ records }) => records), others: found.flatMap(({ others }) => others) }
}

/** The fields of an account in a secret of Kubernetes, in clear or in base64, beside what the secret says of itself; null: it holds no password. */
function fieldsOfSecret(document: object): object | null {
  if (!('kind' in document && document.kind === 'Secret')) return null
  const { data, stringData, ...about }: Readonly<Record<string, unknown>> = { ...document }
  const encoded: [string, unknown][] = isObject(data) ? Object.entries(data) : []
  const plain: [string, unknown][] = isObject(stringData) ? Object.entries(stringData) : []
  const fields = [
    ...encoded.map(
      ([name, value]) => [name, typeof value === 'string' ? (fromBase64(value) ?? value) : value] as const,
    ),
    ...plain,
  ]
  return fields.some(([name]) => hintsOf(name).password === 'whole')
    ? { ...about, ...Object.fromEntries(fields) }
    : null
}

/** Users in texts that hold nothing but lines of a name and its hash, plain or in base64, as a secret holds the file of a server. */
function usersInTexts(value: unknown, level: number): readonly Found[] {
  if (typeof value === 'string') return usersInLines(value)
  if (!isContainer(value) || level > maxLevels) return []
  return Object.values(value).flatMap((member: unknown) => usersInTexts(member, level + 1))
}

function usersInLines(text: string): readonly Found[] {
  const inside = base64.text(text) === null ? null : fromBase64(text.replaceAll(/\s/g, ''))
  const lines = (inside ?? text).split(/\r\n|\n|\r/).filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const users = lines.flatMap((line): Found[] => {
    const [, name = '', hash = ''] = nameWithHash.exec(line.trim()) ?? []
    return isNameWithHash([name, hash]) ? [{ value: hash, name, isEncoded: inside !== null }] : []
  })
  return users.length === lines.length ? users : []
}

const nameWithHash = /^([^\s:,;|"]{1,256}):(\S{13,})$/

export function looksLikeUser(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).some(([name, member]) => userField.test(name) && typeof member !== 'object')
  )
}

/** Whether an object has a field of a person, which no tenant has. */
function isPerson(object: object): boolean {
  return Object.entries(object).some(([name, value]) => isOfPerson(name) && typeof value === 'string')
}

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

export function isObject(value: unknown): value is object {
  return isContainer(value) && !Array.isArray(value)
}
