import { isUtf8 } from 'node:buffer'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { readRow } from '../named-rows.ts'
import type { RawRecord } from '../raw-record.ts'
import type { Found } from './found.ts'
import { completedValue } from './template.ts'
import { isNameWithHash } from './yaml-users.ts'
import type { At } from './yaml-spans.ts'

/* One entry of a YAML file as a record: plain data, with its key, realm and group. */

/** Number of values that may still be copied, because anchors can multiply a few values. */
type Budget = { left: number }

/** A YAML value as plain data, with aliases expanded; null if it exceeds the budget or the depth. */
function plainValue(value: unknown, budget: Budget): { readonly value: unknown } | null {
  let tooMuch = false
  const copy = (one: unknown, depth: number): unknown => {
    budget.left -= 1
    if (budget.left < 0 || depth > maxDepth) tooMuch = true
    if (tooMuch) return null
    if (one instanceof Uint8Array) return isUtf8(one) ? Buffer.from(one).toString('utf8') : `(${one.length} bytes)`
    if (typeof one === 'string') return completedValue(one)
    if (Array.isArray(one)) return one.map((element: unknown) => copy(element, depth + 1))
    if (typeof one !== 'object' || one === null) return one
    const members = Object.entries(one).map(([name, member]) => [
      name === '__proto__' ? '(__proto__)' : name,
      copy(member, depth + 1),
    ])
    return Object.fromEntries(members)
  }
  const copied = copy(value, 1)
  return tooMuch ? null : { value: copied }
}

const maxDepth = 200

/** Limits on values: of one record, and of all records for each byte of the file. */
export const bounds = { record: 10_000, perByte: 4, atLeast: 100_000 }

/** Reads one entry. Copying its values takes from the budget. */
export function readOne({ value, name, table }: Found, place: At, budget: Budget): RawRecord {
  if (table !== undefined) {
    const row = readRow(table.columns, value, table.mayBeShort)
    if (row.kind === 'unreadable') return unreadable(place, row.reason)
    return readOne({ value: row.value, name: null }, place, budget)
  }
  if (typeof value === 'string' && name !== null && isEmailAddress(name))
    return { ...place, kind: 'record', value: { email: name, password: value } }
  if (name !== null && isNameWithHash([name, value]))
    return { ...place, kind: 'record', value: { username: name, password: value } }
  // The values in a list have no names: `ann@acme.example: [$2b$…, admin]`.
  if (Array.isArray(value) && name !== null && isEmailAddress(name) && !value.some((one) => typeof one === 'object'))
    return readOne({ value: { email: name, ...namedByPlace(value) }, name: null }, place, budget)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable(place, noObject)
  const own = { left: Math.min(bounds.record, budget.left) }
  const plain = plainValue(value, own)
  budget.left -= bounds.record - Math.max(0, own.left)
  if (plain === null) return unreadable(place, tooMany)
  const record = Object.fromEntries(
    Object.entries(plain.value ?? {}).map(([field, one]) => [field.replace(fixtureFlag, ''), one]),
  )
  return { ...place, kind: 'record', value: name === null ? record : withName(record, name) }
}

function namedByPlace(list: readonly unknown[]): object {
  return Object.fromEntries(list.map((one, at) => [`value_${at + 1}`, one]))
}

/** Flag behind the name of a field, as Alice, a library for fixtures, has it. */
const fixtureFlag = / \((?:unique|local)\)$/

/** Adds the realm around a record, unless it has one. */
export function inRealm(record: RawRecord, realm: string | undefined): RawRecord {
  return record.kind === 'record' && realm !== undefined && !Object.hasOwn(record.value, 'realm')
    ? { ...record, value: { ...record.value, realm } }
    : record
}

/** Adds the fields of the group around a record; its own fields win. */
export function inGroup(record: RawRecord, group: Found['group']): RawRecord {
  return record.kind === 'record' && group !== undefined ? { ...record, value: { ...group, ...record.value } } : record
}

/** Adds the key of a user as `username`, or as `key` if the user has a user name. */
function withName(record: SourceRecord, name: string): SourceRecord {
  return Object.hasOwn(record, 'username') ? { ...record, key: record['key'] ?? name } : { username: name, ...record }
}

/** An entry that is no record, with its reason. `truncates`: the rest of the file is not read. */
export function unreadable(place: At, reason: string, truncates = false): RawRecord {
  const record = { ...place, kind: 'unreadable', reason } as const
  return truncates ? { ...record, truncates } : record
}

const noObject = 'This is not an object with the fields of a user.'

const tooMany = 'This object has more than 10,000 values, so it is not one user. Do anchors in it stand for much more?'
