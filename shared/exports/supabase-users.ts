import { isTime } from '../mapping/cell.ts'
import { readEmbedded } from '../mapping/value-at.ts'
import { identityWithoutId, joinIdentities } from '../users/known-provider.ts'
import { emptyUser, type Identity, type Standing } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, listField, objectField, textField } from './fields.ts'
import { metadataFields, profileOfUser, timeField } from './profile-fields.ts'
import { ownLogins, supabaseIdentity, supabaseKey } from './supabase-identities.ts'

/** A row of auth.users, whole or with chosen columns, or a user of the admin API. */
export function isSupabaseUser(record: SourceRecord): boolean {
  if (hasFields(record, 'aud', 'app_metadata', 'user_metadata')) return true
  const named = ['raw_app_meta_data', 'raw_user_meta_data', 'email_confirmed_at'].some((name) =>
    hasFields(record, name),
  )
  return (
    hasFields(record, 'id') &&
    (hasFields(record, 'raw_app_meta_data') || (hasFields(record, 'encrypted_password') && named))
  )
}

/** `now` in milliseconds since 1970: a ban that is over does not count. */
export function readSupabaseUser(record: SourceRecord, now: number): Entry {
  const sourceId = textField(record, 'id')
  if (sourceId === null) return { kind: 'unreadable', reason: 'This record is no user: it has no id.' }
  const methods = methodsOf(record)
  const hash = textField(record, 'encrypted_password')
  const phone = phoneOf(record)
  const email = textField(record, 'email')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: confirmed(record, 'email_confirmed_at', 'confirmed_at'),
      phone,
      phoneVerified: confirmed(record, 'phone_confirmed_at'),
      phoneIsLogin: phone !== null && methods.has('phone'),
      emailIsLogin: email !== null && methods.has('email') && hash === null,
      hasPassword: hash !== null ? true : hasFields(record, 'encrypted_password') ? false : null,
      hash: hash === null ? null : { hash, provider: 'supabase' },
      identities: identitiesOf(record, methods),
      standing: standingOf(record, now),
      ...profileOfUser({
        metadata: metadataOf(record),
        joined: timeField(record, 'created_at'),
      }),
    },
    keys: [supabaseKey(sourceId)],
  }
}

/** What the user or the app keeps, each object under its own name; which login methods there are is Supabase's own. */
function metadataOf(record: SourceRecord): ReturnType<typeof metadataFields> {
  const name = hasFields(record, 'raw_app_meta_data') ? 'raw_app_meta_data' : 'app_metadata'
  const ofApp = Object.entries(objectField(record, name) ?? {}).filter(([key]) => !/^providers?$/.test(key))
  return metadataFields({ ...record, [name]: Object.fromEntries(ofApp) }, 'raw_user_meta_data', 'user_metadata', name)
}

/** The names of the login methods in the metadata, e.g. `{"provider":"email","providers":["email","google"]}`. */
function methodsOf(record: SourceRecord): ReadonlySet<string> {
  const data = objectField(record, 'raw_app_meta_data') ?? objectField(record, 'app_metadata') ?? {}
  const listed = data['providers']
  const list = typeof listed === 'string' ? readEmbedded(listed) : listed
  const names = Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : []
  const first = textField(data, 'provider')
  return new Set(first === null ? names : [first, ...names])
}

/** The ids at third parties are in auth.identities only; the admin API brings these rows along. */
function identitiesOf(record: SourceRecord, methods: ReadonlySet<string>): readonly Identity[] {
  const named = [...methods].filter((name) => name !== '' && !ownLogins.has(name)).map(identityWithoutId)
  const rows = listField(record, 'identities') ?? []
  return joinIdentities(
    named,
    rows.flatMap((row) => supabaseIdentity(row) ?? []),
  )
}

/** The first of these columns that is there decides; null when none is. */
function confirmed(record: SourceRecord, ...names: readonly string[]): boolean | null {
  const name = names.find((one) => hasFields(record, one))
  return name === undefined ? null : isTime(textField(record, name)?.trim() ?? '')
}

/** Supabase keeps numbers in international form without the leading `+`. */
function phoneOf(record: SourceRecord): string | null {
  const phone = textField(record, 'phone')?.trim() ?? null
  return phone !== null && /^[1-9]\d{6,14}$/.test(phone) ? `+${phone}` : phone
}

function standingOf(record: SourceRecord, now: number): Standing {
  if (isTime(textField(record, 'deleted_at')?.trim() ?? '')) return 'deleted'
  const until = textField(record, 'banned_until')?.trim() ?? ''
  return until === 'infinity' || timeOf(until) > now ? 'disabled' : 'active'
}

/** Milliseconds of `2024-01-15 10:30:00.000000+00` or of ISO 8601, without a zone in UTC; NaN for anything else. */
function timeOf(text: string): number {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|([+-]\d\d)(?::?(\d\d))?)?)?$/i.exec(text)
  if (parts === null) return Number.NaN
  const [, day, time = '00:00:00', hours = '+00', minutes = '00'] = parts
  return Date.parse(`${day}T${time}${hours}:${minutes}`)
}
