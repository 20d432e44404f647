import { readByMapping } from '../mapping/apply-mapping.ts'
import { textOf } from '../mapping/cell.ts'
import type { Entry, Sample, SourceRecord } from '../mapping/export-format.ts'
import { suggestMapping } from '../mapping/suggest-mapping.ts'
import { hasNoLogin, insideOf, userKind } from './other-kind.ts'

/*
 * A table of DynamoDB in which records of several kinds stand side by side, told apart by the beginnings of their keys: `USER#1` with
 * `PROFILE`, `ORDER#7` with `ITEM#2`.
 */

/** Tells records of users from all others by their keys. */
export type KeyKinds = {
  readonly isOfUser: (record: SourceRecord) => boolean
  /** The entry of a record; an `aside` if its key is of another kind and it has no password hash. */
  readonly withKind: (entry: Entry, record: SourceRecord) => Entry
}

type Key = { readonly partition: string; readonly sort: string }

/** Kinds that may hold a part of a user, which is never left aside with a login in it. */
const ofUser = new RegExp(
  `${userKind.source}|login|auth|credential|provider|social|google|facebook|github|apple|passw|mail|phone`,
  'i',
)

/** The kinds of keys in a sample; null: all records are of one kind, or none shows which is that of users. */
export function keyKinds(sample: Sample): KeyKinds | null {
  const keys = sample.records.map(keyOf)
  if (new Set(keys.map(nameOf)).size < 2) return null
  const read = readByMapping(suggestMapping(sample).mapping)
  const entries = sample.records.map(read)
  const kinds = kindsOf(keys, entries, hasHashAndContact) ?? kindsOf(keys, entries, hasContact, ofUser)
  if (kinds === null) return null
  const partitions = new Set([...kinds.values()].map(({ partition }) => partition))
  const kindOf = (record: SourceRecord) => {
    const key = keyOf(record)
    if (key === null || kinds.has(nameOf(key))) return null
    return key.sort === '' || !partitions.has(key.partition) ? key.partition : key.sort
  }
  return {
    isOfUser: (record) => kindOf(record) === null,
    withKind: (entry, record) => {
      if (hasHash(entry)) return entry
      const kind = kindOf(record)
      if (kind === null || (mayBeOfUser(kind) && !hasNoLogin(entry))) return entry
      return { kind: 'aside', what: kind.replace(/#$/, '') }
    },
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

/** A word alone may as well be a name. */
function mayBeOfUser(kind: string): boolean {
  return !kind.endsWith('#') || ofUser.test(kind)
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

/** The kinds that the keys of a record begin with; null: its partition key begins with none. */
function keyOf(record: SourceRecord): Key | null {
  const inside = insideOf(record)
  let [partition, sort] = ['', '']
  for (const [name, value] of Object.entries(inside)) {
    if (/^(?:pk|partition_?key|hash_?key)$/i.test(name)) partition = beginningOf(value)
    else if (/^(?:sk|sort_?key|range_?key)$/i.test(name)) sort = beginningOf(value) || wordOf(value)
  }
  return partition === '' ? null : { partition, sort }
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
