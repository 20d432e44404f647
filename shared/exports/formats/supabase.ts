import { isTime } from '../../mapping/cell.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { readEmbedded } from '../../mapping/value-at.ts'
import { identityWithoutId, joinIdentities } from '../../users/known-provider.ts'
import { offTotp } from '../../users/totp-secret.ts'
import { newUser, type Identity, type Standing } from '../../users/user.ts'
import { field, profileOfUser, shareOf, withoutContact } from '../fields.ts'

/** Supabase: the tables auth.users, auth.identities and auth.mfa_factors, in one file or several, and the users of its admin API. */
export const supabase: ExportFormat = {
  provider: 'supabase',
  title: 'Supabase',
  recognise: recogniseSupabase,
  read: readSupabase,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_confirmed_at', becomes: 'Email verified' },
    { path: 'confirmed_at', becomes: 'Email verified, in older versions' },
    { path: 'phone', becomes: 'Phone number' },
    { path: 'phone_confirmed_at', becomes: 'Phone verified' },
    { path: 'encrypted_password', becomes: 'Password hash' },
    { path: 'raw_app_meta_data.providers', becomes: 'Login methods' },
    { path: 'raw_app_meta_data.provider', becomes: 'Login method' },
    { path: 'app_metadata.providers', becomes: 'Login methods' },
    { path: 'app_metadata.provider', becomes: 'Login method' },
    { path: 'identities[0].provider', becomes: 'Provider' },
    { path: 'banned_until', becomes: 'Disabled' },
    { path: 'deleted_at', becomes: 'Deleted' },
    { path: 'raw_user_meta_data', becomes: 'Metadata', whole: true },
    { path: 'user_metadata', becomes: 'Metadata', whole: true },
    { path: 'raw_app_meta_data', becomes: 'Metadata, but for the login methods', whole: true },
    { path: 'app_metadata', becomes: 'Metadata, but for the login methods', whole: true },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Login method' },
    { path: 'provider_id', becomes: 'Provider user ID' },
    { path: 'identity_data.sub', becomes: 'Provider user ID, in older versions' },
    { path: 'identity_data.email', becomes: 'Provider email' },
    { path: 'secret', becomes: 'TOTP secret' },
  ],
  // Anonymous users have no login, which is a finding of its own.
  preferences: ['is_sso_user', 'is_anonymous', 'is_super_admin', 'email_change_confirm_status'],
}

/** Reads a record of any table, because one file may hold several. */
function readSupabase(record: SourceRecord): Entry {
  if (isSupabaseFactor(record)) return readSupabaseFactor(record)
  return isSupabaseIdentity(record) ? readSupabaseIdentity(record) : readSupabaseUser(record, Date.now())
}

function recogniseSupabase({ records }: Sample): Recognition | null {
  const users = shareOf(records, isSupabaseUser)
  const identities = shareOf(records, isSupabaseIdentity)
  const factors = shareOf(records, isSupabaseFactor)
  if (users + identities + factors < 0.8) return null
  if (users + identities === 0) {
    const reason = 'its records have a user_id, a factor_type and a secret'
    return { provider: 'supabase', shape: 'auth.mfa_factors', reason, role: 'parts' }
  }
  if (users === 0) {
    const reason = 'its records have a user_id, a provider and identity_data'
    return { provider: 'supabase', shape: 'auth.identities', reason, role: 'parts' }
  }
  if (identities > 0) return found('auth.users and auth.identities', 'it holds the columns of both tables')
  return records.some((record) => field.has(record, 'app_metadata'))
    ? found('users of the admin API', 'its records have aud, app_metadata and user_metadata')
    : found('auth.users', 'its records have the columns of auth.users; the IDs at third parties are in auth.identities')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'supabase', shape, reason, role: 'users' }
}

/** Whether a record is a row of auth.users, with all or chosen columns, or a user of the admin API. */
function isSupabaseUser(record: SourceRecord): boolean {
  if (field.has(record, 'aud', 'app_metadata', 'user_metadata')) return true
  const named = ['raw_app_meta_data', 'raw_user_meta_data', 'email_confirmed_at'].some((name) =>
    field.has(record, name),
  )
  return (
    field.has(record, 'id') &&
    (field.has(record, 'raw_app_meta_data') || (field.has(record, 'encrypted_password') && named))
  )
}

/** Reads a user. `now`: milliseconds since 1970, after which a ban counts. */
export function readSupabaseUser(record: SourceRecord, now: number): Entry {
  const sourceId = field.text(record, 'id')
  const methods = methodsOf(record)
  const hash = field.text(record, 'encrypted_password')
  const phone = phoneOf(record)
  const email = field.text(record, 'email')
  // Scripts let the database make the ID.
  if (sourceId === null && email === null && phone === null) return withoutContact
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: confirmed(record, 'email_confirmed_at', 'confirmed_at'),
      phone,
      phoneVerified: confirmed(record, 'phone_confirmed_at'),
      phoneIsLogin: phone !== null && methods.has('phone'),
      emailIsLogin: email !== null && methods.has('email') && hash === null,
      hasPassword: hash !== null ? true : field.has(record, 'encrypted_password') ? false : null,
      hash: hash === null ? null : { hash, provider: 'supabase' },
      identities: identitiesOf(record, methods),
      standing: standingOf(record, now),
      ...profileOfUser({
        metadata: metadataOf(record),
        joined: field.time(record, 'created_at'),
      }),
    }),
    keys: sourceId === null ? [] : [supabaseKey(sourceId)],
  }
}

/**
 * Metadata of the user and of the app, each object under its own name, without Supabase's list of login methods, and without what it copies there
 * at sign-up: the ID, the contacts of the user and whether these are verified.
 */
function metadataOf(record: SourceRecord): ReturnType<typeof field.metadata> {
  const name = field.has(record, 'raw_app_meta_data') ? 'raw_app_meta_data' : 'app_metadata'
  const ofUser = field.has(record, 'raw_user_meta_data') ? 'raw_user_meta_data' : 'user_metadata'
  const ofApp = Object.entries(field.object(record, name) ?? {}).filter(([key]) => !/^providers?$/.test(key))
  const own = Object.entries(field.object(record, ofUser) ?? {}).filter(([key, value]) => !isCopy(record, key, value))
  const objects = { [name]: Object.fromEntries(ofApp), [ofUser]: Object.fromEntries(own) }
  return field.metadata({ ...record, ...objects }, ofUser, name)
}

/** Whether a member of the user's metadata repeats what the user has: `sub`, `email`, `email_verified`. */
function isCopy(record: SourceRecord, key: string, value: unknown): boolean {
  if (/^(?:email|phone)_verified$/.test(key)) return typeof value === 'boolean'
  const own = { sub: 'id', email: 'email', phone: 'phone' }[key]
  if (own === undefined || typeof value !== 'string') return false
  const [copied, original] = [value, field.text(record, own) ?? ''].map((one) =>
    one.trim().toLowerCase().replace(/^\+/, ''),
  )
  return copied !== '' && copied === original
}

/** The login methods in the app's metadata: `{"provider":"email","providers":["email","google"]}`. */
function methodsOf(record: SourceRecord): ReadonlySet<string> {
  const data = field.object(record, 'raw_app_meta_data') ?? field.object(record, 'app_metadata') ?? {}
  const listed = data['providers']
  const list = typeof listed === 'string' ? readEmbedded(listed) : listed
  const names = Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
  const first = field.text(data, 'provider')
  return new Set(first === null ? names : [first, ...names])
}

/** The third-party logins of a user. Their ids are in auth.identities only, whose rows the admin API includes. */
function identitiesOf(record: SourceRecord, methods: ReadonlySet<string>): readonly Identity[] {
  const named = [...methods].filter((name) => name !== '' && !ownLogins.has(name)).map(identityWithoutId)
  const rows = field.list(record, 'identities') ?? []
  return joinIdentities(
    named,
    rows.flatMap((row) => supabaseIdentity(row) ?? []),
  )
}

/** Whether the first existing one of these columns has a time; null if none exists. */
function confirmed(record: SourceRecord, ...names: readonly string[]): boolean | null {
  const name = names.find((one) => field.has(record, one))
  return name === undefined ? null : isTime(field.text(record, name)?.trim() ?? '')
}

/** The phone number. Supabase stores it in international form without the leading `+`. */
function phoneOf(record: SourceRecord): string | null {
  const phone = field.text(record, 'phone')?.trim() ?? null
  return phone !== null && /^[1-9]\d{6,14}$/.test(phone) ? `+${phone}` : phone
}

function standingOf(record: SourceRecord, now: number): Standing {
  if (isTime(field.text(record, 'deleted_at')?.trim() ?? '')) return 'deleted'
  const until = field.text(record, 'banned_until')?.trim() ?? ''
  return until === 'infinity' || timeOf(until) > now ? 'disabled' : 'active'
}

/** Milliseconds since 1970 of `2024-01-15 10:30:00.000000+00` or an ISO 8601 time, in UTC if it has no zone; NaN for anything else. */
function timeOf(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i.exec(text)
  if (parts === null) return Number.NaN
  const [, day, time = '00:00:00', hours = '+00', minutes = '00'] = parts
  return Date.parse(`${day}T${time}${hours}:${minutes}`)
}

/** Whether a record is a row of auth.mfa_factors. */
function isSupabaseFactor(record: SourceRecord): boolean {
  return field.has(record, 'user_id', 'factor_type', 'secret')
}

/** Reads a second factor. Phones and security keys become empty parts. */
function readSupabaseFactor(record: SourceRecord): Entry {
  const userId = field.text(record, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This factor has no user_id to find its user by.' }
  const keys = [supabaseKey(userId)]
  const secret = field.text(record, 'secret')
  if (secret === null || field.text(record, 'factor_type') !== 'totp') return { kind: 'part', part: {}, keys }
  const isInUse = field.text(record, 'status') !== 'unverified'
  return { kind: 'part', part: { totp: [isInUse ? secret : offTotp] }, keys }
}

/** Whether a record is a row of auth.identities. */
function isSupabaseIdentity(record: SourceRecord): boolean {
  return field.has(record, 'user_id', 'provider', 'identity_data')
}

/** Join key of identities and factors with their user. */
function supabaseKey(userId: string): string {
  return `supabase:${userId}`
}

/** Reads an identity. One of a password or code becomes an empty part, because the user's row has the same data. */
function readSupabaseIdentity(record: SourceRecord): Entry {
  const userId = field.text(record, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This identity has no user_id to find its user by.' }
  const identity = supabaseIdentity(record)
  return { kind: 'part', part: identity === null ? {} : { identities: [identity] }, keys: [supabaseKey(userId)] }
}

/** Logins that Supabase verifies itself. */
const ownLogins: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous'])

/** The third-party login of a row. Newer versions have its id in `provider_id`, older ones in `identity_data.sub` and `id`. */
function supabaseIdentity(record: SourceRecord): Identity | null {
  const provider = field.text(record, 'provider')
  if (provider === null || ownLogins.has(provider)) return null
  const data = field.object(record, 'identity_data') ?? {}
  return {
    provider,
    userId:
      field.text(record, 'provider_id') ?? field.text(data, 'sub', 'provider_id') ?? field.text(record, 'id') ?? '',
    email: field.text(data, 'email') ?? field.text(record, 'email'),
    emailVerified: field.flag(data, 'email_verified'),
  }
}
