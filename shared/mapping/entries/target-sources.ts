import { base64 } from '../../hashes/base64.ts'
import { hashAmongClear } from '../../hashes/own-hash.ts'
import { inOrder } from '../../users/time-joined.ts'
import { isObject } from '../../json.ts'
import { isTime, textOf } from '../cell.ts'
import type { DateOrders } from '../columns/date-orders.ts'
import type { SourceRecord } from '../export-format.ts'
import type { FactorStates } from './factor-use.ts'
import { isBinaryOfMongo } from '../names/ids/id-names.ts'
import { isCalled } from '../names/name-fit.ts'
import type { MappedColumn, Mapping } from '../mapping.ts'
import type { MappingTarget } from '../targets.ts'
import { readerOf } from '../value-at.ts'

/** Where the value of a target comes from: the first of its columns that has one, else the same for every record. */
export type Source = {
  readonly columns: readonly (Pick<MappedColumn, 'path' | 'values'> & {
    readonly read: (record: SourceRecord) => unknown
    /** Whether a record that does not have the column leaves out an empty value, as the sample has the column, and the record what it is in. */
    readonly isEmptyIn: (record: SourceRecord) => boolean
  })[]
  readonly constant: string | null
}

/** A mapping sorted by its targets, once for all records. */
export type ByTarget = { readonly [T in MappingTarget]: Source } & Pick<Mapping, 'fixedProvider'>

/**
 * How the columns of a table write their values. `clearColumns`: paths of columns of clear passwords. `statusColumns`: of a status in words, in
 * which a time says nothing that is known. `factorStates`: columns that say whether a second factor is in use. `sampled`: the paths of the sample.
 */
export type Notation = {
  readonly dateOrders?: DateOrders
  readonly clearColumns?: ReadonlySet<string>
  readonly statusColumns?: ReadonlySet<string>
  readonly factorStates?: FactorStates
  /** The column of the names that users sign in with. */
  readonly signInName?: string
  readonly sampled?: readonly string[]
}

/** Sorts a mapping by its targets. Without another ID, addresses in a column that is called one are the IDs as well. */
export function byTarget({ columns, constants = [], fixedProvider }: Mapping, notation: Notation = {}): ByTarget {
  const sourceOf = (target: MappingTarget): Source => ({
    columns: columns
      .filter((one) => one.target === target)
      .map((one) => ({
        ...one,
        read: readerFor(target, one.path, notation),
        isEmptyIn: notation.sampled?.includes(one.path) === true ? isContainerOf(one.path) : () => false,
      })),
    constant: constants.find((one) => one.target === target)?.value ?? null,
  })
  const isMapped = (target: MappingTarget) => columns.some((one) => one.target === target)
  const emails = sourceOf('email')
  const ofAddresses = { ...emails, columns: emails.columns.filter(({ path }) => isCalled('source-id', path)) }
  return {
    'source-id': isMapped('source-id') ? sourceOf('source-id') : ofAddresses,
    email: emails,
    'email-verified': sourceOf('email-verified'),
    phone: sourceOf('phone'),
    'phone-verified': sourceOf('phone-verified'),
    'password-hash': sourceOf('password-hash'),
    salt: sourceOf('salt'),
    'hash-algorithm': sourceOf('hash-algorithm'),
    provider: sourceOf('provider'),
    'provider-user-id': sourceOf('provider-user-id'),
    'provider-email': sourceOf('provider-email'),
    disabled: sourceOf('disabled'),
    deleted: sourceOf('deleted'),
    metadata: sourceOf('metadata'),
    role: sourceOf('role'),
    'totp-secret': sourceOf('totp-secret'),
    'time-joined': sourceOf('time-joined'),
    tenant: sourceOf('tenant'),
    fixedProvider,
  }
}

/** Whether a record has the object that a path is in. */
function isContainerOf(path: string): (record: SourceRecord) => boolean {
  const end = path.lastIndexOf('.')
  const read = end === -1 ? null : readerOf(path.slice(0, end))
  return (record) => read === null || isObject(read(record))
}

const ofTimes: ReadonlySet<MappingTarget> = new Set(['time-joined', 'disabled', 'deleted'])

/** Reads the value of a column for a target as its table writes it. */
export function readerFor(
  target: MappingTarget,
  path: string,
  { dateOrders, clearColumns, statusColumns }: Notation = {},
): (record: SourceRecord) => unknown {
  const read = readerOf(path)
  const readText = (change: (text: string) => string | undefined) => (record: SourceRecord) => {
    const value = read(record)
    return typeof value === 'string' ? change(value) : value
  }
  if (target === 'password-hash') return clearColumns?.has(path) === true ? readText(hashAmongClear) : read
  if (target === 'source-id' && isBinaryOfMongo(path)) return readText(uuidOf)
  if (!ofTimes.has(target)) return read
  if (target !== 'time-joined' && statusColumns?.has(path) === true)
    return readText((text) => (isTime(text.trim()) ? undefined : text))
  const order = dateOrders?.get(path)
  return order === undefined ? read : readText((text) => inOrder(text, order))
}

/** The UUID that bytes in base64 are; the same text where they are none. */
function uuidOf(text: string): string {
  if (base64.countBytes(text) !== 16) return text
  const digits = base64.decode(text).map((byte) => byte.toString(16).padStart(2, '0'))
  return [4, 6, 8, 10].reduceRight((all, at) => [...all.slice(0, at), '-', ...all.slice(at)], digits).join('')
}

/** The first text of a source in a record. */
export function textFrom({ columns, constant }: Source, record: SourceRecord): string | null {
  for (const { read } of columns) {
    const value = textOf(read(record))
    if (value !== null) return value
  }
  return constant
}
