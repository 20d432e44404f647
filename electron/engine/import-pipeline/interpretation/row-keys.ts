import { addressRows, type AddressRows, withContactRank } from '../../../../shared/exports/logins/address-rows.ts'
import { labelKey } from '../../../../shared/mapping/entries/label-key.ts'
import { referenceColumns, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import {
  calledColumn,
  calledKey,
  describedBy,
  possibleNameColumn,
  possibleNameKey,
  profileColumn,
  signInColumn,
  signInKey,
  withKeysOf,
} from '../../../../shared/mapping/entries/sign-in-names.ts'
import type { Entry, Sample, SourceRecord } from '../../../../shared/mapping/export-format.ts'
import type { Mapping } from '../../../../shared/mapping/mapping.ts'
import { isContactTarget } from '../../../../shared/mapping/targets.ts'

/* The keys by which rows of one file find their user in another: IDs, labels and names in columns that no login is read from. */

/** How a row tells its user. `addresses`: its rows are addresses of users; `owner`: the column that refers to the user; `signIn`: the column of user names. */
export type RowKeys = {
  readonly addresses: AddressRows | null
  readonly owner: ReturnType<typeof profileColumn>
  readonly signIn: string | null
  /** Reads records with these keys. */
  readonly withKeys: (read: ReadRecord) => ReadRecord
}

type ReadRecord = (record: SourceRecord) => Entry

/** Rows that have their logins beside them are found by these. */
export const noKeys: RowKeys = { addresses: null, owner: null, signIn: null, withKeys: (read) => read }

/** `name`: that of the file or table; null: its rows are no addresses of users. `hasLabels`: its entries have labels, by which others refer to them. */
export function keysOfRows(sample: Sample, mapping: Mapping, name: string | null, hasLabels: boolean): RowKeys {
  const addresses = name === null ? null : addressRows(sample, mapping, name, hasLabels)
  const owner = addresses?.owner ?? profileColumn(sample, mapping, hasLabels)
  const signIn = addresses === null ? signInColumn(sample, mapping) : null
  const isUnnamed = addresses === null && signIn === null
  const key = (path: string | null, word: string) => (path === null ? [] : [{ path, word }])
  const hasContacts = mapping.columns.some(({ target }) => isContactTarget(target))
  const before = [
    ...key(owner === null ? describedBy(sample, mapping) : null, labelKey),
    ...(owner === null ? [] : [owner]),
    ...referenceColumns(sample, mapping).map((path) => ({ path, word: referenceWord(path) })),
  ]
  const after = [
    ...key(isUnnamed ? possibleNameColumn(sample, mapping) : null, possibleNameKey),
    ...key(signIn, signInKey),
    ...key(isUnnamed ? calledColumn(sample, mapping) : null, calledKey),
  ]
  const keyed = (read: ReadRecord, keys: typeof before) =>
    keys.reduce((inner, { path, word }) => withKeysOf(path, word, inner), read)
  return {
    addresses,
    owner,
    signIn,
    withKeys: (read) => {
      const inner = keyed(read, before)
      return keyed(hasContacts ? withContactRank(addresses, sample, inner) : inner, after)
    },
  }
}
