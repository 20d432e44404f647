import { splitPath, wordsOf, haveSameName, withoutSchema } from '../../mapping/names/column-words.ts'
import { holdsPeople, isPeopleWord } from '../../mapping/names/people-names.ts'
import { sharedPrefix, withoutPrefix } from '../../mapping/names/shared-prefix.ts'
import { hasHashes } from './hash-columns.ts'
import type { Sample } from '../../mapping/export-format.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { namesOwner, refersToAccount } from '../../mapping/names/account-names.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { plainName } from '../../mapping/columns/plain-names.ts'
import { isOfTable, keySuffix as suffix, stemOf } from './table-names.ts'
import {
  type TableSample,
  keysOf,
  tellsRowsApart,
  numbersRows,
  plainNumber,
  fullSample,
  isAnyKey,
} from './table-keys.ts'

/**
 * Whether a join is by the number of a row that names people in another column: by that of the accounts, where the column that refers to it is not called
 * after the accounts, or by that of the other table.
 */
export function isNumberOfRow(users: TableSample, other: TableSample, { owner, key, isDeclared }: Join): boolean {
  if (isDeclared === true) return false
  return (!isNamedAfter(users, other, owner) && numbersRows(users, key)) || numbersRows(other, owner)
}

/** How the rows of a table refer to users. */
export type Join = {
  /** The column that refers to the user of a row. */
  readonly owner: string
  /** The column of the users to which it refers. */
  readonly key: string
  /** The join is by matching values other than small numbers, so both tables are about the same people. */
  readonly byValue: boolean
  /** The schema declares it as a foreign key. */
  readonly isDeclared?: boolean
  readonly share: Share
}

/**
 * How many rows must refer to a user. Of a column that is named after the users or declared as their key, `most`: dumps keep rows of users that
 * were removed. Where only the values tell, `nearly-all`, or `all` of numbers.
 */
export type Share = keyof typeof shares

const shares = { all: 1, 'nearly-all': 9 / 10, most: 2 / 3 } as const

/** Whether enough of the rows refer to a user. */
export function isEnough(matched: number, rows: number, share: Share): boolean {
  return matched >= rows * shares[share]
}

/** How the rows of a table refer to users, at most one row to each; null if they do not, or ambiguously. */
export function joinOf(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
): Join | null {
  const unique = profileColumns(other.records, other.header).filter(tellsRowsApart)
  const declared = unique.flatMap((owner) => declaredJoin(users, keys, owner, other))
  if (declared.length > 0) return declared.length === 1 ? (declared[0] ?? null) : null
  // Where the users themselves refer to the rows, numbers that are in both match by chance.
  if (refersByKey(users, other)) return declaredByUsers(users, keys, unique, other)
  // A foreign key to another table does not refer to users.
  const owners = unique.filter(({ path }) => !foreignKeysOf(other, path).length)
  const byValue = owners.flatMap((owner) => {
    const key = keys.find((one) => areSamePeople(one, owner))
    return key === undefined ? [] : [{ owner: owner.path, key: key.path, byValue: true, share: 'nearly-all' as const }]
  })
  // A column named after the table of users is more certain than matching values: `person_id` beside `username`.
  const [both, ...more] = byValue.filter(({ owner }) => isNamedAfter(users, other, owner))
  if (both !== undefined && more.length === 0) return both
  const byName = both === undefined ? owners.filter(({ path }) => isNamedAfter(users, other, path)) : []
  if (byValue.length > 0 && byName.length !== 1) return byValue.length === 1 ? (byValue[0] ?? null) : null
  const prefix = sharedPrefix(Object.keys(other.records[0] ?? {}))
  const named = (byValue.length > 0 ? byName : owners).flatMap((owner) => {
    const name = plainName(other, owner.path)
    const meeting = meetingKeys(keys, users, owner, other)
    const isSame = ({ path }: ColumnProfile) =>
      isSameName(plainName(users, path), name) ||
      (owner === unique[0] && path === keys[0]?.path && areSameWords(plainName(users, path), name))
    // The users may have another ID under the same name: `UM_USER_ID` of attributes refers to `UM_ID`.
    const key =
      keys.find((one) => isSame(one) && mayMeet(one, users, owner, other, 'most')) ??
      meeting.find(({ path }) => isAnyKey(plainName(users, path))) ??
      meeting[0] ??
      keys[0]
    const refers =
      key !== undefined &&
      (isSame(key) ||
        isNamedAfter(users, other, owner.path) ||
        refersTo(withoutPrefix(owner.path, prefix), owner, users, all))
    return refers && mayMeet(key, users, owner, other, 'most') ? [byReference(owner, key)] : []
  })
  return named.length === 1 ? (named[0] ?? null) : null
}

/**
 * How the rows of a table refer to users, any number of rows to each; null if they do not, or ambiguously. `isOwner`: whether a column may
 * refer to users at all; `isNamed`: whether its name means an owner without a word for people.
 */
export function joinOfMany(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
  { isOwner, isNamed }: { readonly isOwner: (path: string) => boolean; readonly isNamed: (path: string) => boolean },
): Join | null {
  const owners = profileColumns(other.records, other.header).filter(
    ({ path, values, records }) => isOwner(path) && values.length === records && !splitPath(path).containers.length,
  )
  const declared = owners.flatMap((owner) => declaredJoin(users, keys, owner, other))
  const prefix = sharedPrefix(Object.keys(other.records[0] ?? {}))
  const named = owners.flatMap((owner) => {
    if (foreignKeysOf(other, owner.path).length > 0) return []
    const named = isNamed(owner.path) || isNamedAfter(users, other, owner.path)
    if (!named && !refersTo(withoutPrefix(owner.path, prefix), owner, users, all)) return []
    const meeting = meetingKeys(keys, users, owner, other)
    const key =
      meeting.find(({ path }) => isKeyOf(users, plainName(users, path), plainName(other, owner.path))) ??
      meeting.find((one) => areSamePeople(one, owner))
    return key === undefined ? [] : [byReference(owner, key)]
  })
  const [first, ...more] = declared.length > 0 ? declared : named
  if (first !== undefined) return more.length > 0 ? null : first
  const [key] = keys
  const same = owners.find((owner) => key !== undefined && isOwnKeyOf(key, users, owner, other))
  return same === undefined || key === undefined ? null : byReference(same, key)
}

/**
 * Whether a column has the name and the values of the first key of the users. Numbers that no row repeats may count the rows themselves,
 * and addresses may be those at a third party.
 */
function isOwnKeyOf(key: ColumnProfile, users: TableSample, owner: ColumnProfile, other: TableSample): boolean {
  const areSame = areSameWords(plainName(users, key.path), plainName(other, owner.path))
  if (!areSame || foreignKeysOf(other, owner.path).length > 0) return false
  const { values } = owner
  if (values.some((value) => isEmailAddress(value.trim()))) return false
  const isCount = values.every((value) => plainNumber.test(value.trim())) && new Set(values).size === values.length
  return !isCount && mayMeet(key, users, owner, other)
}

/**
 * How the rows of a table refer to users by the one column whose values are all keys of the users, whatever it is called. Numbers may be of
 * anything: they must be many, count no rows, and be under no name of an ID.
 */
export function joinOfValues(
  users: TableSample,
  [key]: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
  isOwner: (path: string) => boolean,
): Join | null {
  if (key === undefined) return null
  const known = new Set(key.values.map((value) => value.trim()))
  const isPart = users.records.length >= fullSample
  const owners = profileColumns(other.records, other.header).filter(({ path, values, records }) => {
    if (!isOwner(path) || values.length !== records || splitPath(path).containers.length > 0) return false
    if (foreignKeysOf(other, path).length > 0) return false
    const ids = values.map((value) => value.trim())
    const areNumbers = plainNumber.test(key.values[0] ?? '')
    if (ids.some((value) => plainNumber.test(value) !== areNumbers || isEmailAddress(value))) return false
    return (
      (isPart ? ids.some((id) => known.has(id)) : ids.every((id) => known.has(id))) &&
      (!areNumbers || (mayRefer(plainName(other, path), ids) && !mayBeOfOthers(ids, [users], all)))
    )
  })
  const [owner] = owners
  return owner === undefined || owners.length > 1
    ? null
    : { owner: owner.path, key: key.path, byValue: true, share: 'all' }
}

/** A join by a name or a declared key. */
function byReference(owner: ColumnProfile, key: ColumnProfile): Join {
  return { owner: owner.path, key: key.path, byValue: false, share: 'most' }
}

/** The keys of the users that the values of a column may be: those that nearly all values are, then those for IDs that most are. */
function meetingKeys(
  keys: readonly ColumnProfile[],
  users: TableSample,
  owner: ColumnProfile,
  other: TableSample,
): readonly ColumnProfile[] {
  const whole = keys.filter((one) => mayMeet(one, users, owner, other))
  const name = plainName(other, owner.path)
  const mayBeKey = ({ path }: ColumnProfile) => isKeyOf(users, plainName(users, path), name)
  const most = keys.filter((one) => mayBeKey(one) && mayMeet(one, users, owner, other, 'most'))
  return [...new Set([...whole, ...most])]
}

/** Whether a column of a table is named after the users, or as one of theirs is that shares a prefix with all others there: `f_klant_nr` beside `f_email` of `klanten`. */
export function isNamedAfter(users: TableSample, other: TableSample, path: string): boolean {
  return isOfTable(plainName(other, path), users) || isOfTable(plainName(users, path), users)
}

function isKeyOf(users: TableSample, key: string, owner: string): boolean {
  return isSameName(key, owner) || isAnyKey(key) || isOfTable(key, users)
}

function mayRefer(path: string, numbers: readonly string[]): boolean {
  const isCount = numbers.every((number, at) => Number(number) === Number(numbers[0]) + at)
  return !isCount && !isAnyKey(path) && !/[a-z]{3}_?id$/i.test(path) && new Set(numbers).size * 2 > numbers.length
}

/** The foreign keys of a column that the schema declares. */
export function foreignKeysOf({ foreignKeys = [] }: TableSample, column: string) {
  return foreignKeys.filter((one) => one.column.toLowerCase() === column.toLowerCase())
}

/** Joins by foreign keys declared in the schema. */
function declaredJoin(
  users: TableSample,
  keys: readonly ColumnProfile[],
  owner: ColumnProfile,
  other: TableSample,
): readonly Join[] {
  return foreignKeysOf(other, owner.path).flatMap(({ table, key: column }) => {
    if (!haveSameName(table, users.table)) return []
    const key = keys.find(({ path }) => column === null || path.toLowerCase() === column.toLowerCase())
    return key !== undefined && mayMeet(key, users, owner, other, 'most')
      ? [{ ...byReference(owner, key), isDeclared: true }]
      : []
  })
}

/** Whether the schema declares a foreign key of the users to another table: `accounts` refer to the `users` with their addresses. */
function refersByKey({ foreignKeys = [] }: TableSample, other: TableSample): boolean {
  return foreignKeys.some(({ table }) => haveSameName(table, other.table))
}

/** The join by such a key; null if several rows of the users refer to one of the other table, or by several columns. */
function declaredByUsers(
  users: TableSample,
  keys: readonly ColumnProfile[],
  owners: readonly ColumnProfile[],
  other: TableSample,
): Join | null {
  const found = (users.foreignKeys ?? []).flatMap(({ column, table, key: name }) => {
    if (!haveSameName(table, other.table)) return []
    const key = keys.find(({ path }) => path.toLowerCase() === column.toLowerCase())
    const named = name ?? (other.key?.length === 1 ? other.key[0] : undefined)
    const owner = owners.find(({ path }) => named === undefined || path.toLowerCase() === named.toLowerCase())
    if (key === undefined || owner === undefined || !mayMeet(owner, other, key, users)) return []
    return [{ ...byReference(owner, key), isDeclared: true }]
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Whether nearly all values of a column, such as names, addresses and generated ids, occur among the users. Small numbers and codes match by
 * chance; a few users have names as short as these.
 */
function areSamePeople(key: ColumnProfile, owner: ColumnProfile): boolean {
  const ids = new Set(key.values.map((value) => value.trim()))
  const values = owner.values.map((value) => value.trim())
  const telling = values.filter((value) => value.length > 2 && !plainNumber.test(value))
  if (telling.length * 3 < values.length * 2) return false
  return values.filter((value) => ids.has(value)).length * 10 >= values.length * 9
}

/** Whether the values of two columns may match: they must, if both samples hold the whole table. */
export function mayMeet(
  key: ColumnProfile,
  users: Sample,
  owner: ColumnProfile,
  other: Sample,
  share: Share = 'nearly-all',
): boolean {
  const ids = new Set(key.values.map((value) => value.trim()))
  const meet = owner.values.filter((value) => ids.has(value.trim())).length
  if (plainNumber.test(key.values[0] ?? '') !== plainNumber.test(owner.values[0] ?? '')) return false
  const arePart = users.records.length >= fullSample || other.records.length >= fullSample
  return arePart || isEnough(meet, owner.values.length, share)
}

/** Whether both columns have the same telling name, such as `member_id`; general names for keys do not count. */
function isSameName(key: string, owner: string): boolean {
  if (key.toLowerCase() !== owner.toLowerCase() || isAnyKey(key)) return false
  return /^uid$/i.test(key) || refersToAccount(key)
}

/** The same of the first key of either table, whatever it is called: `Staff ID` and `staff_id`. */
function areSameWords(key: string, owner: string): boolean {
  return !isAnyKey(key) && wordsOf(key).join(' ') === wordsOf(owner).join(' ')
}

/**
 * Whether a column is named after the table of users: `customer_id` after `customers`. If no table has its name, any word for people counts, unless
 * its IDs may be of other people. `name`: without the prefix of its table.
 */
function refersTo(name: string, owner: ColumnProfile, users: TableSample, all: readonly TableSample[]): boolean {
  if (!refersToAccount(name)) return namesOwner(name) && isOnlyOwner(users, all)
  const nouns = wordsOf(name)
    .map((word) => stemOf(word.replace(/(?<=.{3})id$/, '')))
    .filter((word) => !suffix.test(word))
  const isNamed = ({ table }: TableSample, fully: boolean) => {
    const words = wordsOf(withoutSchema(table)).map(stemOf)
    return fully ? nouns.length > 0 && nouns.at(-1) === words.at(-1) : nouns.some((noun) => words.includes(noun))
  }
  if (isNamed(users, false)) return true
  if (all.some((one) => one.table !== users.table && isNamed(one, true))) return false
  return nouns.every((noun) => isAnyone(noun)) && !mayBeOfOthers(owner.values, [users], all)
}

/** Whether a word for an owner can only mean these users: their table is called after people, and no other one is. */
function isOnlyOwner(users: TableSample, all: readonly TableSample[]): boolean {
  const [only, ...others] = all.filter(({ table }) => holdsPeople(table))
  return only?.table === users.table && others.length === 0
}

/** Whether IDs may be of people in another table than the users, since each of the two counts its own. */
export function mayBeOfOthers(
  ids: readonly string[],
  users: readonly TableSample[],
  all: readonly TableSample[],
): boolean {
  const others = all.filter(
    (other) => users.length > 0 && users.every((one) => one.table !== other.table && areApart(one, other)),
  )
  return others.some((other) =>
    keysOf(other).some((key) => {
      const known = new Set(key.values.map((value) => value.trim()))
      const areNumbers = [...known, ...ids].every((id) => plainNumber.test(id.trim()))
      const meet = ids.filter((id) => known.has(id.trim())).length
      return areNumbers && (other.records.length >= fullSample || meet * 10 >= ids.length * 9)
    }),
  )
}

/** Whether two tables hold accounts of different people: neither refers to the other, both have hashes or the same columns, and they share no address. */
function areApart(users: TableSample, other: TableSample): boolean {
  const [own, theirs] = [users, other].map((sample) => profileColumns(sample.records, sample.header))
  if (own === undefined || theirs === undefined) return false
  if (theirs.some(({ path }) => isNamedAfter(users, other, path))) return false
  if (own.some(({ path }) => isNamedAfter(other, users, path))) return false
  const addresses = new Set(own.flatMap(addressesOf))
  const common = theirs.flatMap(addressesOf)
  if (common.length === 0 || common.some((address) => addresses.has(address))) return false
  const paths = new Set(own.map(({ path }) => path))
  return hasHashes(other) || (!hasHashes(users) && theirs.every(({ path }) => paths.has(path)))
}

function addressesOf({ values }: ColumnProfile): readonly string[] {
  return values.flatMap((value) => (isEmailAddress(value.trim()) ? [value.trim().toLowerCase()] : []))
}

/** Whether a table has a column that is named after the users and holds their ids, each once. */
export function isNamedIn(users: TableSample, other: TableSample): boolean {
  const keys = keysOf(users)
  return keysOf(other).some(
    (owner) => isNamedAfter(users, other, owner.path) && keys.some((key) => mayMeet(key, users, owner, other)),
  )
}

function isAnyone(noun: string): boolean {
  return noun === '' || noun === 'u' || isPeopleWord(noun) || isPeopleWord(`${noun}s`)
}
