import { inOrder } from '../../users/time-joined.ts'
import { textOf } from '../cell.ts'
import type { DateOrders } from '../columns/date-orders.ts'
import type { SourceRecord } from '../export-format.ts'
import type { MappedColumn, Mapping } from '../mapping.ts'
import type { MappingTarget } from '../targets.ts'
import { readerOf } from '../value-at.ts'

/** Where the value of a target comes from: the first of its columns that has one, else the same for every record. */
export type Source = {
  readonly columns: readonly (Pick<MappedColumn, 'path' | 'values'> & {
    readonly read: (record: SourceRecord) => unknown
  })[]
  readonly constant: string | null
}

/** A mapping sorted by its targets, once for all records. */
export type ByTarget = { readonly [T in MappingTarget]: Source } & Pick<Mapping, 'fixedProvider'>

/** Sorts a mapping by its targets. `orders`: how its columns write their dates. */
export function byTarget(
  { columns, constants = [], fixedProvider }: Mapping,
  orders: DateOrders = new Map(),
): ByTarget {
  const sourceOf = (target: MappingTarget): Source => ({
    columns: columns
      .filter((one) => one.target === target)
      .map((one) => ({ ...one, read: ofTimes.has(target) ? dateReader(one.path, orders) : readerOf(one.path) })),
    constant: constants.find((one) => one.target === target)?.value ?? null,
  })
  return {
    'source-id': sourceOf('source-id'),
    email: sourceOf('email'),
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

const ofTimes: ReadonlySet<MappingTarget> = new Set(['time-joined', 'disabled', 'deleted'])

/** Reads a column whose dates may have their day or their month first as its other dates are written. */
export function dateReader(path: string, orders: DateOrders): (record: SourceRecord) => unknown {
  const read = readerOf(path)
  const order = orders.get(path)
  if (order === undefined) return read
  return (record) => {
    const value = read(record)
    return typeof value === 'string' ? inOrder(value, order) : value
  }
}

/** The first text of a source in a record. */
export function textFrom({ columns, constant }: Source, record: SourceRecord): string | null {
  for (const { read } of columns) {
    const value = textOf(read(record))
    if (value !== null) return value
  }
  return constant
}
