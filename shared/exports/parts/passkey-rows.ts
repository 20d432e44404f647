import { textOf } from '../../mapping/cell.ts'
import type { ColumnUse } from '../../mapping/shown/column-report.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Entry, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { namesMaker, refersToAccount } from '../../mapping/names/account-names.ts'
import { lastName, splitPath } from '../../mapping/names/column-words.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { anyEmailKey, anyUserKey } from '../../mapping/rows/standing-rows.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { valueAt } from '../../mapping/value-at.ts'
import { type LoginTable, ownerKey } from '../logins/login-table.ts'
import { joinOfMany } from '../tables/owner-columns.ts'
import { keysOfPeople, type TableSample } from '../tables/table-keys.ts'

/*
 * Files and tables of passkeys (WebAuthn, FIDO2, U2F), of which a user may have several. A passkey works only at the system that it was made for, so a
 * row is no login of its user and says only that there is one.
 */

/** Whether a table or file holds passkeys by its name. */
export function namesPasskeys(name: string): boolean {
  return /pass_?key|web_?authn|fido|u2f|authenticators?(?:\.\w+)?$|security_?key/i.test(name)
}

const keyOrId =
  /^(?:(?:credential|cred|webauthn|passkey|fido2?|u2f|key)?(?:public|pub)key(?:cose|credential|bytes|pem|spki)?|cose(?:public)?key|(?:webauthn|passkey|fido2?|u2f|public|key)?(?:credential|cred)(?:id|rawid|handle|keyid)?(?:base64(?:url)?|hash)?|keyhandle|rawid)$/
/** Names of what each passkey has beside its key and ID. */
const besideKey =
  /^(?:sign(?:ature|ing)?count(?:er)?|counter|aaguid|(?:authenticator)?transports?|attest\w*|backupeligible|backupstate|(?:credential)?backedup|(?:credential)?devicetype|uvinitiali[sz]ed|userverified|userhandle|publickeycredentialtype|clonewarning|discoverable|residentkey|rpid|authenticatordata|clientdatajson)$/

/** The shortest ID or key of a passkey. */
const shortest = 16

/** The columns of a passkey: `keys` have its key or ID in every row. */
type PasskeyColumns = { readonly all: readonly ColumnProfile[]; readonly keys: readonly ColumnProfile[] }

/** The columns of a passkey; null: the rows are none, or some have logins as well, as in a table of credentials of several kinds. */
function passkeyColumns(sample: Sample, name: string): PasskeyColumns | null {
  const profiles = profileColumns(sample.records, sample.header)
  const isWhole = ({ values, records }: ColumnProfile) =>
    values.length === records && values.every((value) => value.trim().length >= shortest)
  const keys = profiles.filter((column) => isNamed(column.path, keyOrId) && isWhole(column))
  const all = [...keys, ...profiles.filter(({ path }) => isNamed(path, besideKey))]
  if (keys.length === 0 || all.length < (namesPasskeys(name) ? 2 : 3)) return null
  const isOther = ({ path }: { readonly path: string }) => !all.some((column) => column.path === path)
  const mapped = suggestMapping(sample).mapping.columns.filter(isOther)
  // In a list that is called so, an email is that of the user of a passkey.
  const isLogin = mapped.some(
    ({ target }) => (target === 'email' && !namesPasskeys(name)) || target === 'phone' || target === 'password-hash',
  )
  return isLogin || profiles.filter(isOther).some(({ path }) => hintsOf(path).password !== null) ? null : { all, keys }
}

/** A name within an object of a passkey is that of a part of it: `credential.id`. */
function isNamed(path: string, names: RegExp): boolean {
  const { containers } = splitPath(path)
  return names.test(lastName(path)) || names.test(`${lastName(containers.at(-1) ?? '')}${lastName(path)}`)
}

/** Whether the rows of a table are passkeys, and no logins under whatever names: each has its parts in columns of their own. */
export function holdsPasskeys(sample: TableSample): boolean {
  return passkeyColumns(sample, sample.table)?.all.every(({ path }) => !path.includes('.')) === true
}

/** The recognition and the reader of a file of passkeys, and what its columns become; null: the sample is none. `name`: of the file. */
export function passkeyRows(
  sample: Sample,
  name: string,
): {
  readonly recognition: Recognition
  readonly uses: readonly ColumnUse[]
  readonly read: (record: SourceRecord) => Entry
} | null {
  const columns = passkeyColumns(sample, name)
  if (columns === null) return null
  const named = ownerIn(sample, columns)
  const owner = named ?? addressIn(sample)
  const ofOwner: ColumnUse = {
    column: owner ?? '',
    becomes: 'The user it belongs to',
    confidence: 'likely',
    reason: named === null ? 'it has the email of a user' : 'it is called like the ID of a user',
  }
  return {
    recognition: {
      provider: 'generic',
      shape: 'passkeys of users',
      reason: `its rows are passkeys${owner === null ? '' : ` of users (${owner})`}, which no other system can use`,
      role: 'parts',
    },
    uses: [...(owner === null ? [] : [ofOwner]), ...usesOf(columns)],
    read: (record) => {
      const id = owner === null ? '' : (textOf(valueAt(record, owner))?.trim() ?? '')
      // A row of another kind may have a login.
      if (!hasKey(record, columns)) return { kind: 'unreadable', reason: noPasskey }
      return id === ''
        ? { kind: 'aside', what: 'passkey of an unknown user' }
        : { kind: 'part', part: { passkeys: true }, keys: [keyOf(id)] }
    },
  }
}

/** The key of the user that a row names by an ID, or by an email. */
function keyOf(id: string): string {
  return id.includes('@') ? `${anyEmailKey}${id.toLowerCase()}` : `${anyUserKey}${id}`
}

/** The column with an email in every row; null: there is none. */
function addressIn({ records, header }: Sample): string | null {
  const isWhole = ({ values, records: all }: ColumnProfile) =>
    values.length === all && values.every((value) => isEmailAddress(value.trim()))
  return profileColumns(records, header).find(isWhole)?.path ?? null
}

const noPasskey = 'This row has no passkey, as the first rows of the file have.'

function hasKey(record: SourceRecord, { keys }: PasskeyColumns): boolean {
  return keys.some(({ path }) => (textOf(valueAt(record, path))?.trim() ?? '') !== '')
}

function usesOf({ all }: PasskeyColumns): readonly ColumnUse[] {
  const reason = 'passkeys work only where they were made, so they stay behind'
  return all.map(({ path }) => ({ column: path, becomes: 'A passkey', confidence: 'likely', reason }))
}

/** The column with the ID of the user of each row: that of an ID rather than a name. */
function ownerIn(sample: Sample, columns: PasskeyColumns): string | null {
  const owners = profileColumns(sample.records, sample.header)
    .map(({ path }) => path)
    .filter((path) => mayOwn(path, columns) && refersToAccount(withoutOid(path)))
  return owners.find((path) => /id$/i.test(withoutOid(path))) ?? owners[0] ?? null
}

/** MongoDB writes an ID as an object. */
function withoutOid(path: string): string {
  return path.replace(/\.\$oid$/, '')
}

function mayOwn(path: string, { all }: PasskeyColumns): boolean {
  return !all.some((column) => column.path === path) && !namesMaker(path)
}

/** The tables of a dump with passkeys of these users. */
export function passkeyTables(users: TableSample, others: readonly TableSample[]): readonly LoginTable[] {
  const keys = keysOfPeople(users)
  if (keys.length === 0) return []
  return others.flatMap((other): readonly LoginTable[] => {
    if (other.table === users.table || !holdsPasskeys(other)) return []
    const columns = passkeyColumns(other, other.table)
    if (columns === null) return []
    const isOwner = (path: string) => mayOwn(path, columns)
    const join = joinOfMany(users, keys, other, others, { isOwner, isNamed: () => false })
    if (join === null) return []
    return [
      {
        ...join,
        table: other.table,
        of: users.table,
        columns: [],
        uses: usesOf(columns),
        isRepeated: true,
        counts: (record) => hasKey(record, columns),
        read: (record): Entry | null => {
          const id = textOf(record[join.owner])?.trim() ?? ''
          return id === '' ? null : { kind: 'part', part: { passkeys: true }, keys: [ownerKey(users.table, id)] }
        },
      },
    ]
  })
}
