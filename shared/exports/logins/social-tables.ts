import { textOf, trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import type { MappedColumn } from '../../mapping/mapping.ts'
import { holdsPeople } from '../../mapping/names/people-names.ts'
import { environmentIn } from '../../mapping/names/ids/environment-names.ts'
import { refersToAccount } from '../../mapping/names/account-names.ts'
import { identityWithoutId, namesOwnLogin } from '../../users/known-provider.ts'
import { isProviderName } from '../../mapping/columns/value-fit.ts'
import {
  areAccountsThere,
  isIdThere,
  isOwnerInSignIn,
  isTableOfSignIn,
  mayHoldIdThere,
  thirdPartySearch,
} from '../../mapping/rows/third-party-rows.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { type LoginTable, ownerKey } from './login-table.ts'
import { withProviderNames } from './named-providers.ts'
import { joinOfMany, joinOfValues, mayBeOfOthers } from '../tables/owner-columns.ts'
import { keysOfPeople, type TableSample } from '../tables/table-keys.ts'
import { namesProviders, thirdPartyColumns } from './third-party-tables.ts'

/**
 * Finds the tables that hold third-party logins of the users, any number for each. A wrong owner would let one user log in as another, so
 * the table must be named after signing in, and exactly one column may refer to users.
 */
export function socialTables(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const keys = keysOfPeople(users)
  if (keys.length === 0) return []
  return others.flatMap((other) =>
    other.table === users.table || environmentIn(other.table) !== environmentIn(users.table)
      ? []
      : (socialTable(users, keys, other, others) ??
        tableOfKeys(users, keys, other, others) ??
        tableWithoutIds(users, keys, other, others) ??
        []),
  )
}

/** A table whose third parties another one names. It is judged by the rows of those that are known, and read whole. */
function tableOfKeys(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
): LoginTable | null {
  const named = withProviderNames(other, all)
  const found = named === null ? null : socialTable(users, keys, named.sample, all)
  return found === null || named === null ? null : named.asInFile(found)
}

function socialTable(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
): LoginTable | null {
  const isOfSignIn = isTableOfSignIn(other.table)
  const profiles = profileColumns(other.records, other.header)
  const there = thirdPartyColumns(users, other, all)
  const areProven = there !== null && areAccountsThere(other.records, there)
  const id = idColumn(other) ?? (areProven || isOfSignIn ? (there?.id ?? null) : null)
  const namesLogin = (value: string) => isProviderName(value) || namesOwnLogin(value)
  const named = profiles.filter(({ path, values }) => path !== id && values.some(isProviderName))
  const provider =
    named.find(({ values }) => values.every(namesLogin)) ??
    // Beside a third party that is known, another one is asked about.
    (isOfSignIn && there?.id === id ? named.find(({ path }) => path === there.provider) : undefined)
  if (id === null || provider === undefined) return null
  const isOwner = ownerTest(users, other, all, [id, provider.path])
  const ofMany =
    isOfSignIn || areProven ? joinOfMany(users, keys, other, all, { isOwner, isNamed: isOwnerInSignIn }) : null
  // A column that names an account, but not surely that of the users, may refer to other people.
  const isOpen = ofMany === null && !profiles.some(({ path }) => isOwner(path) && refersToAccount(path))
  const join = ofMany ?? (isOpen ? joinOfValues(users, keys, other, all, isOwner) : null)
  if (join === null) return null
  const email = addressColumn(profiles)
  const columns: readonly MappedColumn[] = [
    { path: provider.path, target: 'provider' },
    { path: id, target: 'provider-user-id' },
    ...(email === undefined ? [] : [{ path: email.path, target: 'provider-email' as const }]),
  ]
  const read = (record: SourceRecord): Entry | null => {
    const [owner, name, userId] = [join.owner, provider.path, id].map((path) => trimmedText(record[path]))
    if (owner === undefined || name === undefined || userId === undefined) return null
    if (owner === '' || name === '' || userId === '' || namesOwnLogin(name)) return null
    const address = email === undefined ? null : textOf(record[email.path])
    const identity = { provider: name, userId, email: address, emailVerified: null }
    return { kind: 'part', part: { identities: [identity] }, keys: [ownerKey(users.table, owner)] }
  }
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns,
    isRepeated: true,
    counts: () => true,
    read,
  }
}

/**
 * A table that names the third parties of users, and has no ID of theirs there: each of them is asked about. In a log, a user has many rows
 * of one.
 */
function tableWithoutIds(
  users: TableSample,
  keys: readonly ColumnProfile[],
  other: TableSample,
  all: readonly TableSample[],
): LoginTable | null {
  if (!isTableOfSignIn(other.table)) return null
  const profiles = profileColumns(other.records, other.header)
  const provider = profiles.find((one) => one.values.length === one.records && namesProviders(one))
  if (provider === undefined || provider.values.every(namesOwnLogin)) return null
  const isOwner = ownerTest(users, other, all, [provider.path])
  const join = joinOfMany(users, keys, other, all, { isOwner, isNamed: isOwnerInSignIn })
  if (join === null) return null
  const email = addressColumn(profiles)
  const rest = profiles.filter(({ path }) => ![join.owner, provider.path, email?.path].includes(path))
  if (rest.some(({ path, values }) => values.length > 0 && (isIdThere(path) || mayHoldIdThere(path, values))))
    return null
  const textsOf = (record: SourceRecord) =>
    [join.owner, provider.path, email?.path ?? ''].map((path) => trimmedText(record[path]))
  const logins = other.records.map((record) => JSON.stringify(textsOf(record)))
  if (new Set(logins).size < logins.length) return null
  return {
    ...join,
    table: other.table,
    of: users.table,
    columns: [
      { path: provider.path, target: 'provider' },
      ...(email === undefined ? [] : [{ path: email.path, target: 'provider-email' as const }]),
    ],
    isRepeated: true,
    counts: () => true,
    read: (record) => {
      const [owner = '', name = '', address = ''] = textsOf(record)
      if (owner === '' || name === '' || namesOwnLogin(name)) return null
      const identity = { ...identityWithoutId(name), email: address === '' ? null : address }
      return { kind: 'part', part: { identities: [identity] }, keys: [ownerKey(users.table, owner)] }
    },
  }
}

/**
 * Creates the test of which columns of a table may refer to users. If the file holds other people as well, a column called owner may refer to them,
 * unless a type beside it says that it does not.
 */
function ownerTest(
  users: TableSample,
  { foreignKeys = [], records }: TableSample,
  all: readonly TableSample[],
  taken: readonly string[],
) {
  const isAlone = all.every(({ table }) => table === users.table || isTableOfSignIn(table) || !holdsPeople(table))
  const isOfUsers = (path: string) => {
    if (!isOwnerInSignIn(path) || foreignKeys.some(({ column }) => column === path)) return true
    return (
      isAlone &&
      !mayBeOfOthers(
        records.flatMap((record) => textOf(record[path]) ?? []),
        [users],
        all,
      )
    )
  }
  return (path: string): boolean => !taken.includes(path) && isOfUsers(path)
}

function addressColumn(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find(({ values }) => values.length > 0 && values.every((value) => isEmailAddress(value.trim())))
}

/** The column of third-party ids, filled in most rows; null if there is none or several. */
function idColumn({ table, records }: TableSample): string | null {
  const search = thirdPartySearch()
  const found = records.flatMap((record) => search(record, table) ?? [])
  const [first] = found
  if (first === undefined || found.length * 2 <= records.length) return null
  return found.every((column) => column === first) ? first : null
}
