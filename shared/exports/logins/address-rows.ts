import { isTime } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { areIdsOf, comesAgain, saysWhether } from '../../mapping/columns/keys/key-values.ts'
import { labelColumn } from '../../mapping/entries/label-key.ts'
import { isOneWord, profileKey, signInKey } from '../../mapping/entries/sign-in-names.ts'
import type { Entry, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { hasIdsOfPeople, isOfUser, refersToPerson } from '../../mapping/names/account-names.ts'
import { isSignInName, wordsOf } from '../../mapping/names/column-words.ts'
import { isNameOfPerson } from '../../mapping/names/people-names.ts'
import { primaryMark } from '../../mapping/names/primary-names.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import type { MappingTarget } from '../../mapping/targets.ts'
import { isNameOfLogin } from './login-names.ts'
import { rankOfAddress } from './several-rows.ts'

/*
 * Files with the email addresses of users, several for some of them: which one is primary, or verified, tells the address that counts. Several addresses
 * of one user make its ID or name come again, so that it looks like no key of the rows.
 */

/** Begins the key of a row with an address by the rank of the address among all of its user. */
export const addressRankKey = 'address-rank:'
/** The same for a row of contacts that may be a user. */
export const contactRankKey = 'contact-rank:'

/** How such rows name their users, where nothing else tells, and how their addresses rank. */
export type AddressRows = {
  readonly owner: { readonly path: string; readonly word: string } | null
  readonly rank: (record: SourceRecord) => number
  /** The column that marks the primary address; empty: there is none. */
  readonly uses: readonly ColumnUse[]
}

/** The same for a file called `name`; null: its rows are something else. `hasLabels`: rows refer to others by labels. */
export function addressRows(sample: Sample, mapping: Mapping, name: string, hasLabels = false): AddressRows | null {
  const { columns } = mapping
  const targets = columns.map(({ target }) => target)
  if (targets.filter((target) => target === 'email').length !== 1 || targets.some((one) => ofAccounts.includes(one)))
    return null
  // Rows with names are persons of one account.
  if (namesOfColumns(sample).some(isNameOfPerson)) return null
  const owner = ownerIn(sample, mapping, hasLabels)
  if (owner === null) return null
  const mark = primaryMark(sample)
  const isRanked = mark !== null || targets.includes('email-verified')
  const isNamed = wordsOf(name).some((word) => isNameOfLogin(word, ['email']))
  const isRepeated = comesAgain(owner.column)
  const isSure = isNamed || isRanked || (owner.isOfUser && areAddressesAlone(sample, mapping, owner.column.path))
  if (!(isRepeated ? isSure : isNamed && isRanked)) return null
  const isFound = columns.some(({ path, target }) => path === owner.column.path && target === 'source-id')
  return {
    owner: isFound ? null : { path: owner.column.path, word: owner.word },
    rank: rankOfAddress(sample, mark),
    uses: mark === null ? [] : [{ column: mark.column, ...marking }],
  }
}

const marking = {
  becomes: 'Which address counts',
  confidence: 'likely',
  reason: 'its name and values say so',
} as const

/** Whether the rows say nothing of a person but addresses: further columns have times. */
function areAddressesAlone({ records, header }: Sample, { columns }: Mapping, owner: string): boolean {
  const others = profileColumns(records, header).filter(
    ({ path }) => path !== owner && columns.every((one) => one.path !== path),
  )
  return columns.every(({ target }) => target === 'email') && others.every(({ values }) => values.every(isTime))
}

const ofAccounts: readonly MappingTarget[] = ['password-hash', 'provider', 'provider-user-id', 'totp-secret', 'phone']

/** The column of IDs of users, else that of the names that they sign in with; null: there is none. */
function ownerIn({ records, header }: Sample, { columns }: Mapping, hasLabels: boolean) {
  const free = profileColumns(records, header).filter(({ path }) =>
    columns.every((one) => one.path !== path || one.target === 'source-id'),
  )
  const profiles = free.filter(({ values, records: all }) => values.length === all)
  const isId = (column: ColumnProfile) =>
    hasIdsOfPeople(column.path) && refersToPerson(column.path) && areIdsOf(column) && !saysWhether(column)
  const id = profiles.find(isId)
  if (id !== undefined) return { column: id, word: profileKey, isOfUser: isOfUser(id.path) }
  const label = hasLabels
    ? free.find(({ path, values }) => refersToPerson(path) && path !== labelColumn && values.every(isOneWord))
    : undefined
  if (label !== undefined) return { column: label, word: profileKey, isOfUser: isOfUser(label.path) }
  const name = profiles.find(({ path, values }) =>
    isSignInName(
      path,
      values.every((value) => isOneWord(value.trim())),
    ),
  )
  return name === undefined ? null : { column: name, word: signInKey, isOfUser: isSignInName(name.path, false) }
}

/** Reads rows with contacts with their rank as one more key: addresses of users, and others where a column marks the primary ones. */
export function withContactRank(
  addresses: AddressRows | null,
  sample: Sample,
  read: (record: SourceRecord) => Entry,
): (record: SourceRecord) => Entry {
  const mark = addresses === null ? primaryMark(sample) : null
  if (addresses === null && mark === null) return read
  const rank = addresses?.rank ?? rankOfAddress(sample, mark)
  const word = addresses === null ? contactRankKey : addressRankKey
  return (record) => {
    const entry = read(record)
    return entry.kind === 'user' ? { ...entry, keys: [...entry.keys, `${word}${rank(record)}`] } : entry
  }
}
