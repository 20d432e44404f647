import type { HashInput } from '../hashes/verdict.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, listField, objectField, textField } from './fields.ts'
import { metadataFields, profileOfUser, rolesField, tenantsOfUser, timeField } from './profile-fields.ts'
import { connectionKey, databaseKey } from './auth0-keys.ts'

/** One entry of `identities`. The first one is the primary; linked ones carry what their provider knows in `profileData`. */
type Login = {
  readonly provider: string
  readonly userId: string
  readonly connection: string | null
  readonly email: string | null
  readonly emailVerified: boolean | null
}

/** A user_id of Auth0 alone or beside a field of Auth0: tables of an app keep such an id beside columns of their own. */
export function isAuth0User(record: SourceRecord): boolean {
  const plain = plainKeys(record)
  if (!/^[a-z0-9][\w.-]*\|./i.test(textField(plain, 'user_id') ?? '')) return false
  const others = Object.keys(plain).filter((name) => name !== 'user_id' && name !== 'id')
  return others.length === 0 || others.some((name) => ofUsers.test(name))
}

const ofUsers =
  /^(?:email|phone_number|identities(?:\[\d+\].*)?|email_verified|logins_count|last_login|(?:app|user)_metadata|blocked|connection)$/

/** A user as Auth0 imports it, with a hash of another system. */
export function isAuth0Import(record: SourceRecord): boolean {
  const custom = objectField(record, 'custom_password_hash')
  return custom !== null && ['algorithm', 'hash'].some((name) => Object.hasOwn(custom, name))
}

const ofImport = ['password_hash', 'app_metadata', 'user_metadata', 'email_verified', 'user_id', 'username']

/** One that may stand beside it in the same file: with a hash of Auth0's own, or without any. */
export function mayBeAuth0Import(record: SourceRecord): boolean {
  if (isAuth0Import(record)) return true
  return Object.hasOwn(record, 'email') && ofImport.some((name) => Object.hasOwn(record, name))
}

export function readAuth0User(source: SourceRecord): Entry {
  const record = plainKeys(source)
  const sourceId = textField(record, 'user_id')
  const email = textField(record, 'email')
  const sms = linkedProfile(record, 'sms')
  const phone = textField(record, 'phone_number') ?? textField(sms, 'phone_number')
  const logins = loginsOf(record, sourceId)
  if (sourceId === null && email === null && phone === null && logins.length === 0) {
    return { kind: 'unreadable', reason: 'This record has neither a user_id nor an email or phone number.' }
  }
  const uses = (provider: string) => logins.some((login) => login.provider === provider)
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: booleanField(record, 'email_verified'),
      phone,
      phoneVerified: booleanField(record, 'phone_verified') ?? booleanField(sms, 'phone_verified'),
      phoneIsLogin: uses('sms'),
      emailIsLogin: uses('email'),
      hasPassword: uses('auth0') || hash !== null ? true : logins.length > 0 ? false : null,
      hash,
      identities: logins.filter(({ provider }) => !ownLogins.has(provider)).map(toIdentity),
      standing: booleanField(record, 'blocked') === true ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'user_metadata', 'app_metadata'),
        roles: rolesField(record, 'roles'),
        joined: timeField(record, 'created_at'),
      }),
      ...tenantsOfUser(record, 'organizations', 'org_id', 'organization_id'),
    },
    keys: keysOf(sourceId, email, logins),
  }
}

/** Logins that Auth0 checked itself: a password, a code by SMS, a code or link by email. */
const ownLogins = new Set(['auth0', 'sms', 'email'])

/** Without `identities` (a field that exports may leave out) the login method is in the user_id, before the first `|`. */
function loginsOf(record: SourceRecord, sourceId: string | null): readonly Login[] {
  const listed = listField(record, 'identities') ?? flatIdentities(record)
  if (listed.length > 0) return listed.flatMap((identity) => toLogin(identity) ?? [])
  const bar = sourceId?.indexOf('|') ?? -1
  if (sourceId === null || bar < 1) return []
  const userId = sourceId.slice(bar + 1)
  return [{ provider: sourceId.slice(0, bar), userId, connection: null, email: null, emailVerified: null }]
}

function toLogin(identity: SourceRecord): Login | null {
  const provider = textField(identity, 'provider')
  const userId = textField(identity, 'user_id')
  if (provider === null || userId === null) return null
  const profile = objectField(identity, 'profileData') ?? {}
  return {
    provider,
    userId,
    connection: textField(identity, 'connection'),
    email: textField(profile, 'email') ?? textField(identity, 'profileData.email'),
    emailVerified: booleanField(profile, 'email_verified') ?? booleanField(identity, 'profileData.email_verified'),
  }
}

/** What a linked login of this kind carries along; empty: there is none. */
function linkedProfile(record: SourceRecord, provider: string): SourceRecord {
  const linked = listField(record, 'identities')?.find((one) => textField(one, 'provider') === provider)
  return objectField(linked ?? {}, 'profileData') ?? {}
}

/** The CSV form has a column for each field: `identities[0].provider`. */
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

/** Users that were imported with a hash of another system and never logged in since keep it. */
function hashOf(record: SourceRecord): HashInput | null {
  const custom = objectField(record, 'custom_password_hash')
  const plain = textField(record, 'password_hash', 'passwordHash')
  if (custom === null) return plain === null ? null : { hash: plain, provider: 'auth0' }
  const hash = textField(objectField(custom, 'hash') ?? custom, 'value', 'hash')
  if (hash === null) return null
  const declared = declaredOf(custom)
  const salt = textField(objectField(custom, 'salt') ?? custom, 'value', 'salt')
  return {
    hash,
    provider: 'auth0',
    ...(declared === null ? {} : { declared }),
    ...(salt === null || salt === hash ? {} : { salt }),
  }
}

/** A password that was hashed in another encoding than UTF-8 gives a hash that never fits, however it looks. */
function declaredOf(custom: SourceRecord): string | null {
  const algorithm = textField(custom, 'algorithm')
  const encoding = textField(objectField(custom, 'password') ?? {}, 'encoding')?.toLowerCase() ?? 'utf8'
  return algorithm === null || /^(?:utf-?8|ascii)$/.test(encoding) ? algorithm : `${algorithm} over ${encoding}`
}

/** The ids first, then connection and email: the same email may be in several connections. */
function keysOf(sourceId: string | null, email: string | null, logins: readonly Login[]): readonly string[] {
  const database = logins.filter(({ provider }) => provider === 'auth0')
  const keys = [
    ...(sourceId === null ? [] : [`id:${sourceId}`]),
    ...database.map(({ userId }) => databaseKey(userId)),
    ...database.flatMap((login) => connectionKey(login.connection, login.email ?? email) ?? []),
  ]
  return [...new Set(keys)]
}

/** The export extension writes names as in `Email Verified`, with `Id` for user_id. */
function plainKeys(record: SourceRecord): SourceRecord {
  if (Object.hasOwn(record, 'user_id')) return record
  const plain = Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll(' ', '_'), value] as const)
  const fields = Object.fromEntries(plain)
  return { ...fields, user_id: fields['user_id'] ?? fields['id'] }
}
