import {
  type AttributeColumns,
  attributeColumns,
  attributeOf,
  loginAttributes,
  noAttributeNames,
} from '../../mapping/rows/attribute-rows.ts'
import { textOf, trimmedText } from '../../mapping/cell.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesOfColumns } from '../../mapping/first-records.ts'
import { loginLikenesses } from '../../mapping/unmapped/login-likeness.ts'
import { fitOfName } from '../../mapping/names/name-fit.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { anyUserKey } from '../../mapping/rows/standing-rows.ts'
import { unreadRows } from '../../mapping/rows/unread-rows.ts'
import { isHashKind } from '../../users/user.ts'
import { standingTable } from '../standing/standing-tables.ts'

/*
 * Files of settings of users by name and value: `wp_usermeta`, `customer_entity_varchar` of Magento, `mdl_user_info_data`, fields of Drupal. A row
 * is no user; one that keeps its user out is a part of that user.
 */

const besides =
  /^(?:(?:u?meta|value|row)?_?id|pk|entity_?type(?:_?id)?|store_?id|deleted|delta|revision_?id|lang(?:uage|code)?|\w{0,20}format|created_?(?:at|on)?|updated_?(?:at|on)?|modified)$/i

/** The columns of such a file; null: the sample is none. */
function settingColumns(sample: Sample): AttributeColumns | null {
  const columns = namesOfColumns(sample)
  const found = attributeColumns(columns)
  if (found === null) return null
  const known = new Set<string>(Object.values(found))
  return columns.every((column) => known.has(column) || besides.test(column)) ? found : null
}

/** The recognition and the reader of such a file; null: the sample is none, or its values are logins of its users. */
export function settingRows(
  sample: Sample,
): { readonly recognition: Recognition; readonly read: (record: SourceRecord) => Entry } | null {
  const columns = settingColumns(sample)
  if (columns === null) return null
  const { name: key, value } = columns
  const rows = sample.records.map((record) => ({ name: textOf(record[key]) ?? '', text: textOf(record[value]) ?? '' }))
  const isOneSetting = new Set(rows.map(({ name }) => name)).size === 1
  const filled = rows.filter(({ text }) => text !== '')
  const logins = filled.filter(
    ({ name, text }) => (isOneSetting || saysLogin(name)) && loginLikenesses(text, hintsOf(value)) !== null,
  )
  if (logins.length * 2 > filled.length) return null
  return {
    recognition: {
      provider: 'generic',
      shape: settingsShape,
      reason: `its rows are settings of users by name and value (${key}, ${value}), and no users`,
      role: 'parts',
    },
    read: settingReader(sample, columns),
  }
}

export const settingsShape = 'settings of users'

/** Reads a setting: one that keeps its user out, or one that is counted. */
function settingReader(sample: Sample, { owner, name }: AttributeColumns): (record: SourceRecord) => Entry {
  const standing = standingTable({ ...sample, table: 'user_meta' }, { provider: 'generic', users: ['users'] })
  const unread = unreadRows()
  return (record) => {
    const entry = standing?.read(record) ?? null
    if (entry?.kind === 'part') return { ...entry, keys: [`${anyUserKey}${trimmedText(record[owner])}`] }
    const row = unread(record, settingsShape)
    if (row.kind !== 'aside' || row.logins === undefined || saysLogin(textOf(record[name]) ?? '')) return row
    // Of another address, such as the one for bills, the name says so.
    const { table, logins, ...aside } = row
    const hashes = logins.filter(
      ({ kind }) => kind === 'clear-password' || (kind !== 'totp-secret' && isHashKind(kind)),
    )
    return hashes.length === 0 || table === undefined ? aside : { ...aside, table, logins: hashes }
  }
}

/** Whether a setting is what its user signs in with, by its name. */
function saysLogin(name: string): boolean {
  return hintsOf(name).password !== null || fitOfName('email', name) === 'exact'
}

/** Rows of such a file that have the password hashes of users, one for each, and those that are settings. */
type PasswordRows = {
  readonly isOfUser: (record: SourceRecord) => boolean
  readonly passwords: NonNullable<Sample['passwords']>
  /** The entry of a record, which is a setting if it is no password. */
  readonly withKind: (entry: Entry, record: SourceRecord) => Entry
}

/** Tells the rows with the passwords of users from other settings; null: the sample has no settings, or no surely known password among them. */
export function passwordRows(sample: Sample): PasswordRows | null {
  const columns = settingColumns(sample)
  if (columns === null) return null
  const { hash } = loginAttributes(sample.records, columns)
  if (hash === null) return null
  const { owner, name, value } = columns
  const isOfUser = (record: SourceRecord) => attributeOf(record, columns, noAttributeNames).key === hash
  const read = settingReader(sample, columns)
  return {
    isOfUser,
    passwords: { owner, value, reason: `the rows with “${hash}” in “${name}” have a password hash of each user` },
    withKind: (entry, record) => (isOfUser(record) ? entry : read(record)),
  }
}
