import { type HashInput, hashWith } from '../../hashes/verdict.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { readEmbedded } from '../../mapping/value-at.ts'
import { newUser, type Identity } from '../../users/user.ts'
import { field, profileOfUser, shareOf, withoutContact } from '../fields.ts'

function isClerkUser(record: SourceRecord): boolean {
  if (!field.has(record, 'id')) return false
  const ofSupport = ['password_digest', 'password_hasher', 'verified_email_addresses', 'email_addresses']
  if (field.has(record, 'primary_email_address')) return ofSupport.some((name) => field.has(record, name))
  const ofApi = ['external_accounts', 'primary_email_address_id', 'password_enabled', 'password_digest']
  return field.has(record, 'email_addresses') && ofApi.some((name) => field.has(record, name))
}

function readClerkUser(record: SourceRecord): Entry {
  const sourceId = field.text(record, 'id')
  const email = clerkContact(record, 'email')
  const phone = clerkContact(record, 'phone')
  if (sourceId === null && email === null && phone === null) return withoutContact
  const hash = hashOf(record)
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email: email?.value ?? null,
      emailVerified: email?.verified ?? null,
      phone: phone?.value ?? null,
      phoneVerified: phone?.verified ?? null,
      hasPassword:
        hash !== null ? true : field.has(record, 'password_digest') ? false : field.flag(record, 'password_enabled'),
      hash,
      identities: [...accounts(record, 'external_accounts'), ...accounts(record, 'saml_accounts')],
      standing: field.isOff(record, 'keeps-out', 'banned', 'locked') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: field.metadata(record, 'public_metadata', 'private_metadata', 'unsafe_metadata'),
        totp: [field.text(record, 'totp_secret') ?? []].flat(),
        joined: field.time(record, 'created_at'),
      }),
    }),
    keys: sourceId === null ? [] : [`clerk:${sourceId}`],
  }
}

/** The hash with its hasher, which decides: a digest of `bcrypt_peppered` looks like any bcrypt. */
function hashOf(record: SourceRecord): HashInput | null {
  const hash = field.text(record, 'password_digest')
  const declared = field.text(record, 'password_hasher')
  return hash === null ? null : hashWith({ hash, provider: 'clerk', declared })
}

function accounts(record: SourceRecord, name: string): readonly Identity[] {
  return (field.list(record, name) ?? []).flatMap((account) => {
    const provider = field.text(account, 'provider')
    if (provider === null) return []
    const userId = field.text(account, 'provider_user_id', 'google_id', 'facebook_id') ?? ''
    return [{ provider, userId, email: field.text(account, 'email_address'), emailVerified: null }]
  })
}

/** Clerk: the CSV from its dashboard, the JSON with hashes from its support, and the users of its API. */
export const clerk: ExportFormat = {
  provider: 'clerk',
  title: 'Clerk',
  recognise: recogniseClerk,
  read: readClerkUser,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'primary_email_address', becomes: 'Email' },
    { path: 'verified_email_addresses', becomes: 'Email verified; email if there is no primary one' },
    { path: 'unverified_email_addresses', becomes: 'Email not verified; email if there is no other' },
    { path: 'email_addresses', becomes: 'Email' },
    { path: 'email_addresses[0].verification.status', becomes: 'Email verified' },
    { path: 'primary_phone_number', becomes: 'Phone number' },
    { path: 'verified_phone_numbers', becomes: 'Phone verified; phone number if there is no primary one' },
    { path: 'unverified_phone_numbers', becomes: 'Phone not verified; phone number if there is no other' },
    { path: 'phone_numbers', becomes: 'Phone number' },
    { path: 'password_digest', becomes: 'Password hash' },
    { path: 'password_hasher', becomes: 'Hash algorithm' },
    { path: 'password_enabled', becomes: 'Has a password' },
    { path: 'external_accounts[0].provider', becomes: 'Provider' },
    { path: 'external_accounts[0].provider_user_id', becomes: 'Provider user ID' },
    { path: 'external_accounts[0].email_address', becomes: 'Provider email' },
    { path: 'banned', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'locked', becomes: 'Disabled', flag: 'keeps-out' },
    { path: 'public_metadata', becomes: 'Metadata', whole: true },
    { path: 'totp_secret', becomes: 'TOTP secret' },
    { path: 'created_at', becomes: 'Time joined' },
    { path: 'private_metadata', becomes: 'Metadata', whole: true },
    { path: 'unsafe_metadata', becomes: 'Metadata', whole: true },
  ],
}

function recogniseClerk({ header, records }: Sample): Recognition | null {
  if (shareOf(records, isClerkUser) < 0.8) return null
  if (header !== null) {
    return found('table of the dashboard', 'it has the columns of the dashboard, which never has IDs at third parties')
  }
  return records.some(
    (record) => field.has(record, 'external_accounts') || field.has(record, 'primary_email_address_id'),
  )
    ? found('users of the API', 'its records have email_addresses with their verification; the API never has hashes')
    : found('JSON of the support', 'its records have email_addresses and a password_digest')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'clerk', shape, reason, role: 'users' }
}

/** An email or phone number. `verified`: null if Clerk does not say. */
type Contact = { readonly value: string; readonly verified: boolean | null }

const names = {
  email: {
    primary: 'primary_email_address',
    primaryId: 'primary_email_address_id',
    verified: 'verified_email_addresses',
    unverified: 'unverified_email_addresses',
    all: 'email_addresses',
    value: 'email_address',
  },
  phone: {
    primary: 'primary_phone_number',
    primaryId: 'primary_phone_number_id',
    verified: 'verified_phone_numbers',
    unverified: 'unverified_phone_numbers',
    all: 'phone_numbers',
    value: 'phone_number',
  },
} as const

/** The primary email or phone number, else the first verified one, else the first. */
function clerkContact(record: SourceRecord, kind: 'email' | 'phone'): Contact | null {
  const of = names[kind]
  const objects = (field.list(record, of.all) ?? []).flatMap((one) => toContact(one, of.value) ?? [])
  const listed: readonly Contact[] = [
    ...texts(record, of.verified).map((value) => ({ value, verified: true })),
    ...texts(record, of.unverified).map((value) => ({ value, verified: false })),
    ...objects,
    ...(objects.length > 0 ? [] : texts(record, of.all).map((value) => ({ value, verified: null }))),
  ]
  const primary = field.text(record, of.primary) ?? primaryOf(record, of)
  if (primary === null) return listed.find(({ verified }) => verified === true) ?? listed[0] ?? null
  const wanted = primary.trim().toLowerCase()
  const same = listed.find(({ value }) => value.toLowerCase() === wanted)
  return { value: primary, verified: same?.verified ?? null }
}

function primaryOf(record: SourceRecord, of: (typeof names)['email' | 'phone']): string | null {
  const id = field.text(record, of.primaryId)
  const object = field.list(record, of.all)?.find((one) => id !== null && field.text(one, 'id') === id)
  return object === undefined ? null : field.text(object, of.value)
}

function toContact(object: SourceRecord, name: string): Contact | null {
  const value = field.text(object, name)
  const status = field.text(field.object(object, 'verification') ?? {}, 'status')
  return value === null ? null : { value, verified: status === null ? null : status.toLowerCase() === 'verified' }
}

/** The texts of a list; tables separate them by `|` or `,`. */
function texts(record: SourceRecord, name: string): readonly string[] {
  const value = record[name]
  const list = typeof value === 'string' ? (readEmbedded(value) ?? value.split(/[|,]/)) : value
  if (!Array.isArray(list)) return []
  return list
    .filter((one): one is string => typeof one === 'string')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
