import { emptyUser, type Identity } from '../users/user.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import {
  booleanField,
  hasFields,
  listField,
  metadataFields,
  objectField,
  profileOfUser,
  shareOf,
  tenantsOfUser,
  textField,
  timeField,
} from './fields.ts'

/** Stytch: the table of password hashes from its support, and the users of its search, which the hashes join. */
export const stytch: ExportFormat = {
  provider: 'stytch',
  title: 'Stytch',
  recognise: recogniseStytch,
  read: (record) => {
    if (isStytchHash(record)) return readStytchHash(record)
    return isStytchMember(record) ? readStytchMember(record) : readStytchUser(record)
  },
  fields: [
    { path: 'user_id', becomes: 'Source ID' },
    { path: 'emails[0].email', becomes: 'Email' },
    { path: 'emails[0].verified', becomes: 'Email verified' },
    { path: 'phone_numbers[0].phone_number', becomes: 'Phone number' },
    { path: 'phone_numbers[0].verified', becomes: 'Phone verified' },
    { path: 'providers[0].provider_type', becomes: 'Provider' },
    { path: 'providers[0].provider_subject', becomes: 'Provider user ID' },
    { path: 'password.password_id', becomes: 'Has a password' },
    { path: 'is_locked', becomes: 'Disabled' },
    { path: 'id', becomes: 'Source ID of its user' },
    { path: 'member_id', becomes: 'Source ID' },
    { path: 'email_address', becomes: 'Email' },
    { path: 'email_address_verified', becomes: 'Email verified' },
    { path: 'organization_id', becomes: 'Tenant' },
    { path: 'member_password_id', becomes: 'Has a password' },
    { path: 'oauth_registrations[0].provider_subject', becomes: 'Provider user ID' },
    { path: 'sso_registrations[0].external_id', becomes: 'Enterprise user ID' },
    { path: 'hash', becomes: 'Password hash' },
    { path: 'salt', becomes: 'Hash salt' },
    { path: 'hash_method', becomes: 'Hash algorithm' },
    { path: 'trusted_metadata', becomes: 'Metadata', whole: true },
    { path: 'untrusted_metadata', becomes: 'Metadata', whole: true },
    { path: 'created_at', becomes: 'Time joined' },
  ],
}

function recogniseStytch({ records }: Sample): Recognition | null {
  if (shareOf(records, isStytchHash) >= 0.8) {
    const reason = 'its rows have an id, hash, salt, hash_method and project_id; emails are in the users of the API'
    return { provider: 'stytch', shape: 'password hash file', reason, role: 'parts' }
  }
  if (shareOf(records, isStytchMember) >= 0.8) {
    const reason = 'its records have a member_id like "member-live-..." with an email_address'
    return { provider: 'stytch', shape: 'members of organizations, which never have hashes', reason, role: 'users' }
  }
  if (shareOf(records, isStytchUser) < 0.8) return null
  const reason = 'its records have a user_id like "user-live-..." with emails and providers'
  return { provider: 'stytch', shape: 'users of the API, which never have hashes', reason, role: 'users' }
}

function isStytchHash(record: SourceRecord): boolean {
  return hasFields(record, 'id', 'hash', 'salt', 'hash_method', 'project_id')
}

function isStytchUser(record: SourceRecord): boolean {
  const known = /^user-(?:test|live)-/.test(textField(record, 'user_id') ?? '')
  return known && (hasFields(record, 'emails') || hasFields(record, 'phone_numbers'))
}

/** Of Stytch for companies: a person in one organization. A person in several has a member in each. */
function isStytchMember(record: SourceRecord): boolean {
  return /^member-(?:test|live)-/.test(textField(record, 'member_id') ?? '') && hasFields(record, 'email_address')
}

function readStytchMember(record: SourceRecord): Entry {
  const sourceId = textField(record, 'member_id')
  const enterprise = (listField(record, 'sso_registrations') ?? []).map((one) => ({
    provider: textField(one, 'connection_id') ?? 'sso',
    userId: textField(one, 'external_id') ?? '',
    email: null,
    emailVerified: null,
  }))
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: textField(record, 'email_address'),
      emailVerified: booleanField(record, 'email_address_verified'),
      hasPassword: hasFields(record, 'member_password_id') ? textField(record, 'member_password_id') !== null : null,
      identities: [
        ...(listField(record, 'oauth_registrations') ?? []).flatMap((one) => toIdentity(one) ?? []),
        ...enterprise,
      ],
      standing: standingOf(record),
      ...tenantsOfUser(record, 'organization_id'),
      ...profileIn(record),
    },
    keys: sourceId === null ? [] : [`stytch:${sourceId}`],
  }
}

function readStytchHash(record: SourceRecord): Entry {
  const id = textField(record, 'id')
  if (id === null) return { kind: 'unreadable', reason: 'This row has no id to find its user by.' }
  const hash = hashIn(record)
  return { kind: 'part', part: hash === null ? {} : { hash }, keys: [`stytch:${id}`] }
}

/** Also for users whose hashes were put beside them, as guides of other systems advise. */
function hashIn(record: SourceRecord): HashInput | null {
  const hash = textField(record, 'hash')
  if (hash === null) return null
  const salt = textField(record, 'salt')
  const declared = textField(record, 'hash_method') ?? textField(record, 'hashAlgorithm')
  return {
    hash,
    provider: 'stytch',
    ...(salt === null ? {} : { salt }),
    ...(declared === null ? {} : { declared }),
  }
}

function readStytchUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'user_id')
  if (sourceId === null) return { kind: 'unreadable', reason: 'This record is no user: it has no user_id.' }
  const email = best(listField(record, 'emails') ?? [])
  const phone = best(listField(record, 'phone_numbers') ?? [])
  const hasPassword = objectField(record, 'password') !== null
  const hash = hashIn(record)
  const phoneVerified = phone === null ? null : booleanField(phone, 'verified')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: email === null ? null : textField(email, 'email'),
      emailVerified: email === null ? null : booleanField(email, 'verified'),
      phone: phone === null ? null : textField(phone, 'phone_number'),
      phoneVerified,
      // A number is there to send codes to; beside a password they may be a second factor.
      phoneIsLogin: phoneVerified === true && !hasPassword,
      hasPassword: hasFields(record, 'password') ? hasPassword : hash === null ? null : true,
      hash,
      identities: (listField(record, 'providers') ?? []).flatMap((one) => toIdentity(one) ?? []),
      standing: standingOf(record),
      ...profileIn(record),
    },
    keys: [`stytch:${sourceId}`],
  }
}

function profileIn(record: SourceRecord) {
  return profileOfUser({
    metadata: metadataFields(record, 'trusted_metadata', 'untrusted_metadata'),
    joined: timeField(record, 'created_at'),
  })
}

/** The first verified one, else the first. */
function best(listed: readonly SourceRecord[]): SourceRecord | null {
  return listed.find((one) => booleanField(one, 'verified') === true) ?? listed[0] ?? null
}

function toIdentity(one: SourceRecord): Identity | null {
  const provider = textField(one, 'provider_type')
  if (provider === null) return null
  return { provider, userId: textField(one, 'provider_subject') ?? '', email: null, emailVerified: null }
}

function standingOf(record: SourceRecord) {
  if (textField(record, 'status')?.toLowerCase() === 'deleted') return 'deleted'
  return booleanField(record, 'is_locked') === true ? 'disabled' : 'active'
}
