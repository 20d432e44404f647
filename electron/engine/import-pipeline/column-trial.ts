import { labelKey } from '../../../shared/mapping/entries/label-key.ts'
import { isReferenceKey } from '../../../shared/mapping/entries/references.ts'
import {
  calledKey,
  maybeProfileKey,
  possibleNameKey,
  signInKey,
} from '../../../shared/mapping/entries/sign-in-names.ts'
import { addressRankKey, contactRankKey } from '../../../shared/exports/logins/address-rows.ts'
import { hasNoLogin } from '../../../shared/exports/kinds/other-kind.ts'
import { isObject } from '../../../shared/json.ts'
import type { Entry, SourceRecord } from '../../../shared/mapping/export-format.ts'
import { columnTitle } from '../../../shared/mapping/shown/target-titles.ts'
import { readEmbedded } from '../../../shared/mapping/value-at.ts'

/* Finds out which columns are used by reading records with other values in them. */

/** Records that are read with other values of one column. */
const maxRecords = 20

/**
 * Tells what a column that no list names becomes after all, because another value of it changes what a record becomes: the flag beside an
 * address, the parameters of a hash. Null: nothing reads it in these records; undefined: none of them has a value to change.
 */
export function columnTrial(
  read: (record: SourceRecord) => Entry,
  records: readonly SourceRecord[],
): (path: string) => string | null | undefined {
  const entries: Entry[] = []
  return (path) => {
    let tried = 0
    for (const [index, record] of records.entries()) {
      const others = otherValues
        .map((other) => recordOf(changedAt(record, path, other)))
        .filter((changed) => changed !== null)
      if (others.length === 0) continue
      const before = (entries[index] ??= read(record))
      for (const changed of others) {
        const becomes = difference(path, before, read(changed))
        if (becomes !== null) return becomes
      }
      tried += 1
      if (tried === maxRecords) return null
    }
    return tried === 0 ? undefined : null
  }
}

/** Titles of the parts of a user. */
const titles: Readonly<Record<string, string>> = {
  sourceId: 'Source ID',
  email: 'Email',
  emailVerified: 'Email verified',
  phone: 'Phone number',
  phoneVerified: 'Phone verified',
  phoneIsLogin: 'Login by code',
  emailIsLogin: 'Login by code',
  hasPassword: 'Whether there is a password',
  hash: 'Password hash',
  identities: 'Third-party login',
  tenants: 'Tenant',
  metadata: 'Metadata',
  roles: 'Role',
  totp: 'TOTP secret',
  joined: 'Time joined',
}

/** The first part that a column changes; null: none. */
function difference(path: string, one: Entry, other: Entry): string | null {
  if (one.kind !== other.kind) return [one, other].some(lacksLogin) ? null : aboutEntry
  if (one.kind === 'unreadable' || other.kind === 'unreadable') return null
  if (one.kind === 'aside' || other.kind === 'aside') return isSame(one, other) ? null : aboutEntry
  const [before, after] = [ownOf(one), ownOf(other)]
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].find(
    (name) => !notRead.has(name) && !isSame(before[name], after[name]),
  )
  if (changed === 'standing') return columnTitle([before, after].some(isDeleted) ? 'deleted' : 'disabled', path)
  if (changed !== undefined) return titles[changed] ?? aboutEntry
  return isSame(ofRecord(one.keys), ofRecord(other.keys)) ? null : asOwner
}

/** Without the names that users sign in with, of which only a file of hashes makes use, and the rank of an address among others of its user. */
function ofRecord(keys: readonly string[]): readonly string[] {
  const words = [signInKey, possibleNameKey, calledKey, labelKey, maybeProfileKey, addressRankKey, contactRankKey]
  return keys.filter((key) => !isReferenceKey(key) && !words.some((word) => key.startsWith(word)))
}

/** Without what is noted of its columns, or a name to sign in with, such a record is none of a user. */
const lacksLogin = (entry: Entry) =>
  (entry.kind === 'unreadable' && entry.lacksLogin === true) ||
  (entry.kind === 'user' && (entry.user.unmapped !== undefined || entry.user.sourceId === null) && hasNoLogin(entry))

const isDeleted = ({ standing }: Readonly<Record<string, unknown>>) => standing === 'deleted'

/** Findings about values, not what becomes of them. */
const notRead: ReadonlySet<string> = new Set([
  'unmapped',
  'roundedTimes',
  'mayBeOther',
  'computedId',
  'lacksCells',
  'phoneInEmail',
  'mayBeCut',
])

/** The use of a column that is nothing but a key: rows of other files find the user by it. */
export const asOwner = 'The user it belongs to'

const aboutEntry = 'The kind of entry'

function ownOf(entry: Extract<Entry, { kind: 'user' | 'part' }>): Readonly<Record<string, unknown>> {
  const { profile, ...own } = entry.kind === 'user' ? entry.user : { profile: undefined, ...entry.part }
  return { ...own, ...profile }
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

const opposites: Readonly<Record<string, string>> = {
  true: 'false',
  false: 'true',
  t: 'f',
  f: 't',
  yes: 'no',
  no: 'yes',
  '1': '0',
  '0': '1',
}

/** In place of no value: a time is a yes in a flag as well, `deleted_at`. */
const aTime = '2001-02-03 04:05:06'

/** Other values: another text, the opposite, none, and a time in place of none. Undefined: there is no such. */
const otherValues: readonly ((value: unknown) => unknown)[] = [
  (value) => {
    if (typeof value === 'boolean') return !value
    if (typeof value === 'number') return value === 0 ? 1 : 0
    if (typeof value !== 'string' || value === '') return undefined
    return opposites[value.toLowerCase()] ?? `x${value}`
  },
  (value) => (typeof value === 'number' ? value + 1 : undefined),
  (value) => (value === null || value === undefined ? undefined : null),
  (value) => (value === null || value === '' ? aTime : undefined),
]

function recordOf(value: unknown): SourceRecord | null {
  return isObject(value) ? Object.fromEntries(Object.entries(value)) : null
}

/** A value with another one at a path, as `valueAt` follows it; undefined: there is none. */
function changedAt(value: unknown, path: string, other: (value: unknown) => unknown): unknown {
  if (typeof value === 'string') {
    const changed = changedAt(readEmbedded(value) ?? undefined, path, other)
    return changed === undefined ? undefined : JSON.stringify(changed)
  }
  if (Array.isArray(value)) return changedInList(value, path, other)
  const record = recordOf(value)
  if (record === null) return undefined
  if (Object.hasOwn(record, path)) return withMember(record, path, other(record[path]))
  for (let at = path.length - 1; at > 0; at -= 1) {
    const name = path.slice(0, at)
    if ((path[at] === '.' || path[at] === '[') && Object.hasOwn(record, name)) {
      const rest = path.slice(path[at] === '.' ? at + 1 : at)
      return withMember(record, name, changedAt(record[name], rest, other))
    }
  }
  return undefined
}

function changedInList(list: readonly unknown[], path: string, other: (value: unknown) => unknown): unknown {
  const step = /^\[(\d{1,6})\]\.?/.exec(path)
  if (step === null) {
    // A pair of a name and a value stands for a member.
    const index = list.findIndex((pair) => Object.values(recordOf(pair) ?? {})[0] === path)
    const pair = recordOf(list[index])
    const field = pair === null ? undefined : Object.keys(pair)[1]
    return pair === null || field === undefined
      ? undefined
      : inList(list, index, withMember(pair, field, other(pair[field])))
  }
  const index = Number(step[1])
  const rest = path.slice(step[0].length)
  return inList(list, index, rest === '' ? other(list[index]) : changedAt(list[index], rest, other))
}

function withMember(record: SourceRecord, name: string, value: unknown): SourceRecord | undefined {
  return value === undefined ? undefined : { ...record, [name]: value }
}

function inList(list: readonly unknown[], at: number, value: unknown): unknown {
  return value === undefined ? undefined : list.map((element, index) => (index === at ? value : element))
}
