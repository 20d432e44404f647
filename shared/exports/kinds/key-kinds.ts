import { readByMapping } from '../../mapping/apply-mapping.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { isFormerWord, wordsOf } from '../../mapping/names/column-words.ts'
import type { MappingTarget } from '../../mapping/targets.ts'
import { partOfUser } from '../../users/part-of-user.ts'
import { type UnmappedKind, userWith } from '../../users/user.ts'
import { isNoId } from '../../users/known-provider.ts'
import { thirdPartyLoginSearch } from '../../mapping/rows/third-party-rows.ts'
import { hasNoLogin, insideOf, kindIn, userKind, valuesOf, withLoginThere } from './other-kind.ts'

/*
 * Records of several kinds that stand side by side, told apart by the beginnings of their keys: in DynamoDB `USER#1` with `PROFILE`,
 * `ORDER#7` with `ITEM#2`, in Redis `user:1` and `session:2`.
 */

/** Tells records of users from all others by their keys, or by the field that names their kind. */
type KeyKinds = {
  readonly isOfUser: (record: SourceRecord) => boolean
  /** The entry of a record; of another kind, an `aside` if it has no login, else one that may be no user. */
  readonly withKind: (entry: Entry, record: SourceRecord) => Entry
}

/** The kinds of a record, and the whole partition key, `USER#1`, that all items of a user share. */
type Key = { readonly partition: string; readonly sort: string; readonly of: string }

/** Kinds that may hold users, or parts of them. */
const ofUser = new RegExp(
  `${userKind.source}|login|auth|credential|provider|social|google|facebook|github|apple|passw|mail|phone`,
  'i',
)

/** The kinds of records in a sample; null: all are of one kind, or none shows which is that of users. */
export function keyKinds(sample: Sample): KeyKinds | null {
  return kindsByKey(sample) ?? kindsByField(sample)
}

function kindsByKey(sample: Sample): KeyKinds | null {
  const companions = companionsIn(sample.records)
  const keyOf = (record: SourceRecord) => keyIn(record, companions)
  const keys = sample.records.map(keyOf)
  if (new Set(keys.map(nameOf)).size < 2) return null
  const entries = sample.records.map(readByMapping(suggestMapping(sample).mapping))
  const withBoth = kindsOf(keys, entries, hasHashAndContact)
  const kinds = withBoth ?? kindsOf(keys, entries, hasContact, ofUser)
  if (kinds === null) return null
  const partitions = new Set([...kinds.values()].map(({ partition }) => partition))
  const kindOf = (record: SourceRecord) => {
    const key = keyOf(record)
    if (key === null || kinds.has(nameOf(key))) return null
    return key.sort === '' || !partitions.has(key.partition) ? key.partition : key.sort
  }
  const isBeside = (record: SourceRecord) => kindOf(record) !== null && partitions.has(keyOf(record)?.partition ?? '')
  const hashIn = hashReader(sample, keyOf, isBeside, withBoth !== null)
  const loginIn = thirdPartyLoginSearch()
  const identityIn = (record: SourceRecord): Entry | null => {
    const key = isBeside(record) ? keyOf(record) : null
    if (key === null || key.of === '') return null
    const values = valuesOf(record)
    const login = loginIn(values, nameOf(key))
    const userId = login === null ? '' : trimmedText(values[login.column])
    if (login === null || userId === '' || isNoId(userId)) return null
    const identity = { provider: login.provider, userId, email: null, emailVerified: null }
    return { kind: 'part', part: { identities: [identity] }, keys: [`${itemKey}${key.of}`] }
  }
  return {
    isOfUser: (record) => kindOf(record) === null,
    withKind: (entry, record) => {
      const part = hashIn(record) ?? identityIn(record)
      if (part !== null) return part
      if (entry.kind === 'user' && kindOf(record) === null) return withItemKey(entry, keyOf(record))
      if ((entry.kind !== 'user' && entry.kind !== 'unreadable') || hasHash(entry)) return entry
      const kind = kindOf(record)
      if (kind === null) return entry
      if (hasNoLogin(entry)) return withLoginThere({ kind: 'aside', what: kind.replace(/[#:]$/, '') }, record)
      // An order may have the address of its customer in the same field as users have theirs.
      const mayBeOther = entry.kind === 'user' && kind.endsWith('#') && !ofUser.test(kind)
      return mayBeOther ? { ...entry, user: userWith(entry.user, { mayBeOther: true }) } : entry
    },
  }
}

/** Begins the key by which items of one partition find each other. */
const itemKey = 'item:'

function withItemKey(entry: Extract<Entry, { kind: 'user' }>, key: Key | null): Entry {
  return key === null || key.of === '' ? entry : { ...entry, keys: [...entry.keys, `${itemKey}${key.of}`] }
}

/** Targets that an item with the login of its user may have. */
const ofLogin: readonly MappingTarget[] = ['password-hash', 'salt', 'hash-algorithm', 'disabled', 'totp-secret']

/** Reads the hash of an item. `asksAs`: the hash is no value of the user before the operator says so, because each user may have several, or former ones. */
type HashItem = {
  readonly read: ReturnType<typeof readByMapping>
  readonly field: string
  readonly asksAs: UnmappedKind | null
}

/**
 * Reads hashes in items of their own (`USER#1` with `CREDENTIALS`) as parts of users. Former passwords, and several items of one user, are asked
 * about. `isBeside`: whether a record is in the partition of a user and has another kind; `haveHashes`: the users have a hash in their own item.
 */
function hashReader(
  sample: Sample,
  keyOf: (record: SourceRecord) => Key | null,
  isBeside: (record: SourceRecord) => boolean,
  haveHashes: boolean,
): (record: SourceRecord) => Entry | null {
  const beside = sample.records.filter(isBeside)
  const items = new Map<string, HashItem>()
  for (const name of new Set(beside.map((record) => nameOf(keyOf(record))))) {
    const records = beside.filter((record) => nameOf(keyOf(record)) === name)
    const owners = records.map((record) => keyOf(record)?.of ?? '')
    const { mapping } = suggestMapping({ ...sample, records })
    const columns = mapping.columns.filter(({ target }) => ofLogin.includes(target))
    const path = columns.find(({ target }) => target === 'password-hash')?.path
    if (path === undefined) continue
    const isFormer = wordsOf(name).some(isFormerWord)
    const isOne = !isFormer && new Set(owners).size === owners.length
    const kind = keyOf(records[0] ?? {})?.sort.replace(/#$/, '') ?? ''
    items.set(name, {
      read: readByMapping({ ...mapping, columns }),
      field: `${kind}.${path}`,
      asksAs: isOne ? null : haveHashes && !isFormer ? 'second-hash' : 'password-hash',
    })
  }
  return (record) => {
    const key = items.size === 0 ? null : keyOf(record)
    const item = key === null ? undefined : items.get(nameOf(key))
    const entry = item?.read(record)
    if (key === null || item === undefined || key.of === '' || entry?.kind !== 'user') return null
    const { hash } = entry.user
    if (hash === null) return null
    const asked = item.asksAs === null ? null : { kind: item.asksAs, field: item.field, value: hash.hash, asks: true }
    return {
      kind: 'part',
      part: asked === null ? partOfUser(entry.user) : { unmapped: [asked] },
      keys: [`${itemKey}${key.of}`],
    }
  }
}

/** The kinds of the records that fit; null: none do. */
function kindsOf(
  keys: readonly (Key | null)[],
  entries: readonly Entry[],
  fits: (entry: Entry) => boolean,
  called = /^/,
): ReadonlyMap<string, Key> | null {
  const found = keys.flatMap((key, at) => {
    const entry = entries[at]
    const isOne = key !== null && entry !== undefined && fits(entry) && called.test(nameOf(key))
    return isOne ? [[nameOf(key), key] as const] : []
  })
  return found.length === 0 ? null : new Map(found)
}

function hasHash(entry: Entry): boolean {
  return entry.kind === 'user' && entry.user.hash !== null
}

function hasContact(entry: Entry): boolean {
  return entry.kind === 'user' && (entry.user.email !== null || entry.user.phone !== null)
}

function hasHashAndContact(entry: Entry): boolean {
  return hasHash(entry) && hasContact(entry)
}

function nameOf(key: Key | null): string {
  return key === null ? '' : `${key.partition}${key.sort}`
}

/**
 * Records whose field names a kind that extends the kind of the users: `UserSettings` beside `User`, `com.acme.user_session` beside
 * `com.acme.user`. Of the other kinds, each record says itself whether it may be a user.
 */
function kindsByField(sample: Sample): KeyKinds | null {
  const kindOf = (record: SourceRecord) => kindIn(record)?.replace(/^.*[.:\\/](?=.)/, '') ?? ''
  const words = (kind: string) => wordsOf(kind).join(' ')
  if (new Set(sample.records.map(kindOf)).size < 2) return null
  const read = readByMapping(suggestMapping(sample).mapping)
  const ofUsers = new Set(
    sample.records.filter((record) => !hasNoLogin(read(record))).map((record) => words(kindOf(record))),
  )
  const isCompanion = (record: SourceRecord) => {
    const kind = words(kindOf(record))
    return !ofUsers.has(kind) && [...ofUsers].some((one) => userKind.test(one) && kind.startsWith(`${one} `))
  }
  if (!sample.records.some(isCompanion)) return null
  return {
    isOfUser: (record) => !isCompanion(record),
    withKind: (entry, record) =>
      hasNoLogin(entry) && isCompanion(record)
        ? withLoginThere({ kind: 'aside', what: kindOf(record) }, record)
        : entry,
  }
}

/**
 * The words behind the keys of other records, or behind the numbers of several: `settings` of `user:1:settings` beside `user:1`, as NodeBB keeps
 * its objects. What follows the name of a tenant is the ID of a user: `user:acme:anna`.
 */
function companionsIn(records: readonly SourceRecord[]): ReadonlySet<string> {
  const keys = new Set(records.map(idIn))
  const heads = new Map<string, Set<string>>()
  for (const key of keys) {
    const { head, tail } = dividedKey(key)
    if (tail !== '') heads.set(tail, (heads.get(tail) ?? new Set()).add(head))
  }
  const isBehind = (of: ReadonlySet<string>) =>
    [...of].some((head) => keys.has(head)) || (of.size > 1 && [...of].every((head) => /:\d+$/.test(head)))
  return new Set([...heads].flatMap(([tail, of]) => (isBehind(of) ? [tail] : [])))
}

/** `user:1` and `settings` of `user:1:settings`. */
function dividedKey(key: string): { readonly head: string; readonly tail: string } {
  const [, head = '', tail = ''] = /^([A-Za-z][\w.-]{0,40}:[^:]{1,80}):([A-Za-z][\w:-]{1,40})$/.exec(key) ?? []
  return { head, tail }
}

/** The key of a record in a store of keys and values, or its ID. */
function idIn(record: SourceRecord): string {
  const found = Object.entries(insideOf(record)).find(
    ([name, value]) => /^_?(?:id|key)$/.test(name) && beginsWithKind.test(textIn(value)),
  )
  return textIn(found?.[1])
}

const beginsWithKind = /^[A-Za-z][\w.-]{0,40}:/

/** The kinds that the keys of a record begin with; null: its partition key, or its ID, begins with none. `companions`: words behind keys that are kinds as well. */
function keyIn(record: SourceRecord, companions: ReadonlySet<string>): Key | null {
  let [partition, sort, of] = ['', '', '']
  for (const [name, value] of Object.entries(insideOf(record))) {
    if (/^(?:pk|partition_?key|hash_?key)$/i.test(name)) [partition, of] = [beginningOf(value), textIn(value)]
    else if (/^(?:sk|sort_?key|range_?key)$/i.test(name)) sort = beginningOf(value) || wordOf(value)
  }
  if (partition !== '') return { partition, sort, of }
  const id = idIn(record)
  const kind = beginsWithKind.exec(id)?.[0] ?? ''
  if (kind === '') return null
  if (companions.size === 0) return { partition: kind, sort: '', of: '' }
  const { head, tail } = dividedKey(id)
  return companions.has(tail)
    ? { partition: kind, sort: `${kind}${tail}`, of: head }
    : { partition: kind, sort: '', of: id }
}

/** `USER#` of `USER#1`. Empty: the key begins with no kind. */
function beginningOf(value: unknown): string {
  return /^[A-Za-z][\w-]{0,40}#/.exec(textIn(value))?.[0] ?? ''
}

/** A whole sort key that is no ID: `PROFILE`. */
function wordOf(value: unknown): string {
  return /^(?:[A-Z][A-Z_]{2,40}|profile|metadata|settings)$/.exec(textIn(value))?.[0] ?? ''
}

function textIn(value: unknown): string {
  return textOf(typeof value === 'object' && value !== null && 'S' in value ? value.S : value) ?? ''
}
