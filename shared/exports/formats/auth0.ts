import { type HashInput, hashWith } from '../../hashes/verdict.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { newUser, type Identity } from '../../users/user.ts'
import { field, profileOfUser, shareOf, tenantsOfUser, thirdParty } from '../fields.ts'
import { idField } from '../own-columns.ts'

/** Auth0: users of the bulk export, the Management API or the export extension, and the file of password hashes from its support. */
export const auth0: ExportFormat = {
  provider: 'auth0',
  title: 'Auth0',
  recognise: recogniseAuth0,
  read: (record, recognition) => (recognition.role === 'parts' ? readAuth0Hash(record) : readAuth0User(record)),
  // All entries of `identities` are read; here the first stands for all.
  fields: [
    { path: 'user_id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified', becomes: 'Email verified' },
    { path: 'phone_number', becomes: 'Phone number' },
    { path: 'phone_verified', becomes: 'Phone verified' },
    { path: 'identities[0].provider', becomes: 'Login method: password, third party, or code by email or SMS' },
    { path: 'identities[0].user_id', becomes: 'Provider user ID' },
    { path: 'identities[0].connection', becomes: 'Joins the password hash, together with the email' },
    { path: 'identities[0].profileData.email', becomes: 'Provider email' },
    { path: 'custom_password_hash.hash.value', becomes: 'Password hash that was imported into Auth0' },
    { path: 'custom_password_hash.algorithm', becomes: 'Algorithm of that hash' },
    { path: 'blocked', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'organizations', becomes: 'Tenant', whole: true },
    { path: 'org_id', becomes: 'Tenant' },
    { path: '_id.$oid', becomes: 'Source ID of its user' },
    { path: '_ID.$oid', becomes: 'Source ID of its user' },
    { path: 'alt_id', becomes: 'Source ID of its user, before _id' },
    { path: 'passwordHash', becomes: 'Password hash' },
    { path: 'connection', becomes: 'Joins the user, together with the email' },
    { path: 'user_metadata', becomes: 'Metadata', whole: true },
    { path: 'app_metadata', becomes: 'Metadata', whole: true },
    { path: 'roles', becomes: 'Role', whole: true },
  ],
}

function recogniseAuth0({ records }: Sample): Recognition | null {
  if (records.some(isAuth0Hash) && shareOf(records, mayBeAuth0Hash) >= 0.8) {
    const reason = 'its records have a password hash and the ID or connection of a database user'
    return { provider: 'auth0', shape: 'password hash file', reason, role: 'parts' }
  }
  const isMixed = (record: SourceRecord) => isAuth0User(record) || mayBeAuth0Import(record)
  if (records.some(isAuth0Import) && shareOf(records, isMixed) >= 0.8) {
    const reason = 'its records have a custom_password_hash with an algorithm, as Auth0 imports it'
    return { provider: 'auth0', shape: 'users as Auth0 imports them', reason, role: 'users' }
  }
  const share = shareOf(records, isAuth0User)
  if (share < 0.8) return null
  const which = share === 1 ? 'every record has' : 'nearly every record has'
  return { provider: 'auth0', shape: 'users', reason: `${which} a user_id like "provider|id"`, role: 'users' }
}

/** One entry of `identities`. The first is the primary one; linked ones have the provider's data in `profileData`. */
type Login = {
  readonly provider: string
  readonly userId: string
  readonly connection: string | null
  readonly email: string | null
  readonly emailVerified: boolean | null
}

/** Whether a record has a `user_id` of Auth0, alone or with another field of Auth0. Tables of applications keep such an id beside columns of their own. */
function isAuth0User(record: SourceRecord): boolean {
  const plain = plainKeys(record)
  if (!/^[a-z0-9][\w.-]*\|./i.test(field.text(plain, 'user_id') ?? '')) return false
  const others = Object.keys(plain).filter((name) => name !== 'user_id' && name !== 'id')
  return others.length === 0 || others.some((name) => ofUsers.test(name))
}

const ofUsers =
  /^(?:email|phone_number|identities(?:\[\d+\].*)?|email_verified|logins_count|last_login|(?:app|user)_metadata|blocked|connection)$/

/** Whether a record is a user in Auth0's import format, with a hash of another system. */
function isAuth0Import(record: SourceRecord): boolean {
  const custom = field.object(record, 'custom_password_hash')
  return custom !== null && ['algorithm', 'hash'].some((name) => Object.hasOwn(custom, name))
}

const ofImport = ['password_hash', 'app_metadata', 'user_metadata', 'email_verified', 'user_id', 'username']

/** Whether a record may belong to an import file: it has a hash of another system, one of Auth0's own, or none. */
function mayBeAuth0Import(record: SourceRecord): boolean {
  if (isAuth0Import(record)) return true
  return Object.hasOwn(record, 'email') && ofImport.some((name) => Object.hasOwn(record, name))
}

function readAuth0User(source: SourceRecord): Entry {
  const record = plainKeys(source)
  const sourceId = field.text(record, 'user_id')
  const email = field.text(record, 'email')
  const sms = linkedProfile(record, 'sms')
  const phone = field.text(record, 'phone_number') ?? field.text(sms, 'phone_number')
  const logins = loginsOf(record, sourceId)
  if (sourceId === null && email === null && phone === null && logins.length === 0) {
    return { kind: 'unreadable', reason: 'This record has neither a user_id nor an email or phone number.' }
  }
  const uses = (provider: string) => logins.some((login) => login.provider === provider)
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: field.flag(record, 'email_verified'),
      phone,
      phoneVerified: field.flag(record, 'phone_verified') ?? field.flag(sms, 'phone_verified'),
      phoneIsLogin: uses('sms'),
      emailIsLogin: uses('email'),
      hasPassword: uses('auth0') || hash !== null ? true : logins.length > 0 ? false : null,
      hash,
      identities: logins.filter(({ provider }) => !ownLogins.has(provider)).map(toIdentity),
      standing: field.isOff(record, 'keeps-out', 'blocked') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: field.metadata(record, 'user_metadata', 'app_metadata'),
        roles: field.roles(record, 'roles'),
        joined: field.time(record, 'created_at'),
      }),
      ...tenantsOfUser(record, 'organizations', 'org_id', 'organization_id'),
    }),
    keys: keysOf(sourceId, email, logins),
  }
}

/** Logins that Auth0 verifies itself: password, code by SMS, code or link by email. */
const ownLogins = new Set(['auth0', 'sms', 'email'])

/** The logins of a user. If the export omits `identities`, the login method is the part of the `user_id` before the first `|`. */
function loginsOf(record: SourceRecord, sourceId: string | null): readonly Login[] {
  const listed = field.list(record, 'identities') ?? flatIdentities(record)
  if (listed.length > 0) return listed.flatMap((identity) => toLogin(identity) ?? [])
  const bar = sourceId?.indexOf('|') ?? -1
  if (sourceId === null || bar < 1) return []
  const userId = sourceId.slice(bar + 1)
  return [{ provider: sourceId.slice(0, bar), userId, connection: null, email: null, emailVerified: null }]
}

function toLogin(identity: SourceRecord): Login | null {
  const provider = field.text(identity, 'provider')
  const userId = field.text(identity, 'user_id')
  if (provider === null || userId === null) return null
  const profile = field.object(identity, 'profileData') ?? {}
  return {
    provider,
    userId,
    connection: field.text(identity, 'connection'),
    email: field.text(profile, 'email') ?? field.text(identity, 'profileData.email'),
    emailVerified: field.flag(profile, 'email_verified') ?? field.flag(identity, 'profileData.email_verified'),
  }
}

/** The profile of the linked login at a provider; empty if there is none. */
function linkedProfile(record: SourceRecord, provider: string): SourceRecord {
  const linked = field.list(record, 'identities')?.find((one) => field.text(one, 'provider') === provider)
  return field.object(linked ?? {}, 'profileData') ?? {}
}

/** The identities of the CSV form, which has a column for each field: `identities[0].provider`. */
function flatIdentities(record: SourceRecord): readonly SourceRecord[] {
  const identities: Record<string, unknown>[] = []
  for (const [name, value] of Object.entries(record)) {
    const column = /^identities\[(\d{1,2})\]\.(.+)$/.exec(name)
    if (column === null) continue
    const index = Number(column[1])
    identities[index] = { ...identities[index], [column[2] ?? '']: value }
  }
  return identities.filter((identity) => identity !== undefined)
}

function toIdentity({ provider, userId, email, emailVerified }: Login): Identity {
  return { provider, userId, email, emailVerified }
}

/** The hash of a user. A user imported with a hash of another system keeps it until the first login. */
function hashOf(record: SourceRecord): HashInput | null {
  const custom = field.object(record, 'custom_password_hash')
  const plain = field.text(record, 'password_hash', 'passwordHash')
  if (custom === null) return plain === null ? null : { hash: plain, provider: 'auth0' }
  const hash = field.text(field.object(custom, 'hash') ?? custom, 'value', 'hash')
  if (hash === null) return null
  const declared = declaredOf(custom)
  const salt = field.text(field.object(custom, 'salt') ?? custom, 'value', 'salt')
  return hashWith({ hash, provider: 'auth0', declared, salt: salt === hash ? null : salt })
}

/** The algorithm of a hash. An encoding other than UTF-8 is added to it, because such a hash never matches a core's. */
function declaredOf(custom: SourceRecord): string | null {
  const algorithm = field.text(custom, 'algorithm')
  const encoding = field.text(field.object(custom, 'password') ?? {}, 'encoding')?.toLowerCase() ?? 'utf8'
  return algorithm === null || /^(?:utf-?8|ascii)$/.test(encoding) ? algorithm : `${algorithm} over ${encoding}`
}

/** Join keys: ids first, then connection and email, because several connections may have the same email. */
function keysOf(sourceId: string | null, email: string | null, logins: readonly Login[]): readonly string[] {
  const database = logins.filter(({ provider }) => provider === 'auth0')
  const keys = [
    ...(sourceId === null ? [] : [`id:${sourceId}`]),
    ...database.map(({ userId }) => databaseKey(userId)),
    ...database.flatMap((login) => connectionKey(login.connection, login.email ?? email) ?? []),
  ]
  return [...new Set(keys)]
}

/** Field names of the API. The export extension writes `Email Verified`, and `Id` for `user_id`. */
function plainKeys(record: SourceRecord): SourceRecord {
  if (Object.hasOwn(record, 'user_id')) return record
  const plain = Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value] as const)
  const fields = Object.fromEntries(plain)
  return { ...fields, user_id: fields['user_id'] ?? fields['id'] }
}

/** Whether a record is from the file of password hashes that Auth0's support provides. It holds database users only. */
function isAuth0Hash(record: SourceRecord): boolean {
  const hasHash = ['passwordHash', 'password_hash'].some((name) => Object.hasOwn(record, name))
  // Users of another MongoDB database also have an `_id`, but then with columns of third-party logins.
  const isUser = Object.hasOwn(record, 'user_id') || Object.hasOwn(record, 'id') || thirdParty.hasColumn(record)
  const isMarked = marks.some((name) => Object.hasOwn(record, name)) || isBare(record)
  return hasHash && isMarked && isSomebody(record) && !isUser
}

/** Whether a record may belong to the file of password hashes because other records certainly do: it has an id and a hash. */
function mayBeAuth0Hash(record: SourceRecord): boolean {
  if (isAuth0Hash(record)) return true
  const hasHash = ['passwordHash', 'password_hash'].some((name) => Object.hasOwn(record, name))
  return hasHash && objectId(record) !== null && !thirdParty.hasColumn(record)
}

const bareFields = new Set([
  '_id',
  '_ID',
  '_id.$oid',
  'email',
  'email_verified',
  'emailVerified',
  'passwordHash',
  'tenant',
])

/** Whether the id begins with `auth0|`, or a record without further fields mixes `passwordHash` with `email_verified` as Auth0 does. */
function isBare(record: SourceRecord): boolean {
  if (objectId(record)?.startsWith('auth0|') === true) return true
  const names = Object.keys(record)
  return (
    ['passwordHash', 'email_verified'].every((name) => names.includes(name)) &&
    names.every((name) => bareFields.has(name))
  )
}

/** Fields that only Auth0 has; an id of MongoDB with an email and a hash occurs in many databases. */
const marks = [
  'connection',
  'alt_id',
  'identifiers',
  '_tmp_is_unique',
  'password_set_date',
  'password_set_date.$date',
] as const

function isSomebody(record: SourceRecord): boolean {
  return (
    objectId(record) !== null || ['connection', 'alt_id', 'identifiers'].some((name) => Object.hasOwn(record, name))
  )
}

function readAuth0Hash(record: SourceRecord): Entry {
  const hash = field.text(record, 'passwordHash', 'password_hash')
  const id = field.text(record, 'alt_id') ?? objectId(record)
  const listed = field.list(record, 'identifiers')?.find((identifier) => field.text(identifier, 'type') === 'email')
  const email = field.text(record, 'email') ?? (listed === undefined ? null : field.text(listed, 'value'))
  const verified =
    field.flag(record, 'email_verified', 'emailVerified') ??
    (listed === undefined ? null : field.flag(listed, 'verified'))
  const byEmail = connectionKey(field.text(record, 'connection'), email)
  const keys = [...(id === null ? [] : [databaseKey(id)]), ...(byEmail === null ? [] : [byEmail])]
  if (keys.length === 0) {
    return {
      kind: 'unreadable',
      reason: 'This record has neither an ID nor an email with a connection to find its user by.',
    }
  }
  return {
    kind: 'part',
    part: {
      ...(email === null ? {} : { email }),
      ...(verified === null ? {} : { emailVerified: verified }),
      ...(hash === null ? {} : { hash: { hash, provider: 'auth0' } }),
    },
    keys,
  }
}

/** The id in `_id` or `_ID`: `{"$oid": "..."}` or the id itself. */
function objectId(record: SourceRecord): string | null {
  return idField(record, '_id', '_ID')
}

/** Join key of a database user. Hash files have the id with or without `auth0|`. */
function databaseKey(id: string): string {
  return `id:auth0|${id.startsWith('auth0|') ? id.slice('auth0|'.length) : id}`
}

/** Join key of an email within its connection; null if either is missing. An email alone is never a key. */
function connectionKey(connection: string | null, email: string | null): string | null {
  return connection === null || email === null ? null : `connection-email:${connection}:${email.trim().toLowerCase()}`
}
