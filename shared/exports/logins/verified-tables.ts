import { booleanOf, trimmedText } from '../../mapping/cell.ts'
import { profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import type { MappedColumn } from '../../mapping/mapping.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { columnNames } from '../../mapping/names/column-names.ts'
import { wordsOf, withoutSchema } from '../../mapping/names/column-words.ts'
import { isCalled, saysNoMoreThanVerified } from '../../mapping/names/name-fit.ts'
import { isOfStaff } from '../../mapping/names/people-names.ts'
import { sharedPrefix } from '../../mapping/names/shared-prefix.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { hasHashes } from '../tables/hash-columns.ts'
import { type LoginTable, ownerKey } from './login-table.ts'
import { partReader } from './part-reader.ts'
import { addressesIn, signInName } from '../tables/other-people.ts'
import { joinOf, joinOfMany } from '../tables/owner-columns.ts'
import { keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { standingTable } from '../standing/standing-tables.ts'
import { isOfTable } from '../tables/table-names.ts'

/**
 * Finds the table that says whether the addresses of users are verified, one row for each: profiles with
 * `email_verified_at`, or `email_verifications`. None if there are several, because nothing tells which one counts.
 */
export function verifiedTables(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  if (keysOfPeople(users).length === 0) return []
  const found = others.flatMap((other) =>
    other.table === users.table ? [] : (verifiedTable(users, other, others) ?? []),
  )
  return found.length === 1 ? found : []
}

function verifiedTable(users: TableSample, other: TableSample, all: readonly TableSample[]): LoginTable | null {
  const path = verifiedColumn(other)
  // In a table with addresses, names or passwords, verification concerns those.
  if (path === null || hasHashes(other) || isOfStaff(other.table)) return null
  if (addressesIn(other).size > 0) return verifiedAddresses(users, other, all, path)
  if (Object.keys(other.records[0] ?? {}).some((name) => signInName.test(name))) return null
  const join = joinOf(users, keysOfPeople(users), other, all)
  if (join === null || join.owner === path) return null
  const own = suggestMapping(other).mapping.columns.filter(({ target }) => target === 'disabled')
  const columns: readonly MappedColumn[] = [{ path, target: 'email-verified' }, ...own]
  const readPart = partReader(users.table, other, join, columns)
  // A profile may disable its user as well.
  const standing = standingTable(other, { provider: '', users: [users.table] })
  const read = (record: SourceRecord): Entry | null => {
    const entry = readPart(record)
    if (entry?.kind !== 'part' || standing?.read(record)?.kind !== 'part') return entry
    return { ...entry, part: { ...entry.part, standing: 'disabled' } }
  }
  return { ...join, table: other.table, of: users.table, columns, counts: () => true, read }
}

/**
 * The table of the addresses of users, any number of them for each: what a row says holds for its own address alone, so it is that of the user only
 * where the two are the same.
 */
function verifiedAddresses(
  users: TableSample,
  other: TableSample,
  all: readonly TableSample[],
  path: string,
): LoginTable | null {
  const columns = profileColumns(other.records, other.header)
  const [address, ...more] = columns.filter(
    ({ values, records }) => values.length === records && values.every((value) => isEmailAddress(value.trim())),
  )
  if (address === undefined || more.length > 0) return null
  const isOwner = (column: string) => refersToAccount(column) || isOfTable(column, users)
  const join = joinOfMany(users, keysOfPeople(users), other, all, { isOwner, isNamed: () => false })
  if (join === null || !holdsAddressesOf(users, address.values)) return null
  const field = `${other.table}.${address.path}`
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns: [{ path, target: 'email-verified' }],
    isRepeated: true,
    counts: () => true,
    read: (record) => {
      const [owner, email] = [join.owner, address.path].map((column) => trimmedText(record[column]))
      const verified = booleanOf(record[path])
      if (owner === undefined || owner === '' || email === undefined || email === '') return null
      const unmapped = [{ kind: 'email', field, value: email, asks: false }] as const
      const part = verified === null ? { unmapped } : { emailVerified: verified, verifiedAddress: email, unmapped }
      return { kind: 'part', part, keys: [ownerKey(users.table, owner)] }
    },
  }
}

/** Whether most of the addresses are those that the users have themselves, as far as their first rows show. */
function holdsAddressesOf(users: TableSample, values: readonly string[]): boolean {
  const own = addressesIn(users)
  return values.filter((value) => own.has(value.trim().toLowerCase())).length * 2 > values.length
}

const ofAddresses = /^(?:(?:users?|accounts?|members?)?e?mails?|verif\w*|confirm\w*)$/

/** The one column that means a verified address by its name; in a table named after addresses or verification, the word “verified” is enough. Else null. */
function verifiedColumn(sample: TableSample): string | null {
  const isNamed = wordsOf(withoutSchema(sample.table)).some((word) => ofAddresses.test(word))
  const prefix = sharedPrefix(Object.keys(sample.records[0] ?? {}))
  const saysOfAddress = (path: string) =>
    wordsOf(path).some((word) => columnNames.email.core?.test(word) === true) && isCalled('email-verified', path)
  const [column, ...more] = profileColumns(sample.records, sample.header).filter(
    ({ path, values }) =>
      values.every((value) => booleanOf(value) !== null) &&
      (saysOfAddress(path) || (isNamed && saysNoMoreThanVerified(path, prefix))),
  )
  return column === undefined || more.length > 0 ? null : column.path
}

/** Whether a mapping reads addresses but not whether they are verified. */
export function lackVerified(columns: readonly MappedColumn[]): boolean {
  const targets = columns.map(({ target }) => target)
  return targets.includes('email') && !targets.includes('email-verified')
}

/** Whether users have addresses, but no entry says whether they are verified. */
export function lackVerifiedOf(entries: readonly Entry[]): boolean {
  const users = entries.flatMap((entry) => (entry.kind === 'user' ? [entry.user] : []))
  const says = (of: { readonly emailVerified?: boolean | null }) => (of.emailVerified ?? null) !== null
  const parts = entries.flatMap((entry) => (entry.kind === 'part' ? [entry.part] : []))
  return users.some(({ email }) => email !== null) && !users.some(says) && !parts.some(says)
}
