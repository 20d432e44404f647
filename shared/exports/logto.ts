import type { Entry, ExportFormat, Sample, SourceRecord } from '../mapping/export-format.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import {
  booleanField,
  hasFields,
  listField,
  metadataFields,
  objectField,
  profileOfUser,
  shareOf,
  textField,
  third,
  timeField,
} from './fields.ts'

/** Logto: the users of its management API, without hashes, and the tables of its database, with hashes and enterprise logins. */
export const logto: ExportFormat = {
  provider: 'logto',
  title: 'Logto',
  recognise: ({ records }: Sample) => {
    if (shareOf(records, isEnterpriseLogin) >= 0.8) {
      const reason = 'it has an issuer and the identity_id there for a user_id, as user_sso_identities has'
      return { provider: 'logto', shape: 'user_sso_identities', reason, role: 'parts' }
    }
    if (shareOf(records, isLogtoUser) < 0.8) return null
    const shape = records.some((record) => hasFields(record, 'password_encrypted'))
      ? 'table of users'
      : 'users of the API'
    const reason = 'its users have a primary email and phone beside identities, as Logto keeps them'
    return { provider: 'logto', shape, reason, role: 'users' }
  },
  read: (record) => (isEnterpriseLogin(record) ? readEnterpriseLogin(record) : readLogtoUser(record)),
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'primaryEmail', becomes: 'Email' },
    { path: 'primaryPhone', becomes: 'Phone number' },
    { path: 'hasPassword', becomes: 'Has a password' },
    { path: 'identities.google.userId', becomes: 'Google user ID' },
    { path: 'ssoIdentities[0].identityId', becomes: 'Enterprise user ID' },
    { path: 'isSuspended', becomes: 'Disabled' },
    { path: 'primary_email', becomes: 'Email' },
    { path: 'primary_phone', becomes: 'Phone number' },
    { path: 'password_encrypted', becomes: 'Password hash' },
    { path: 'password_encryption_method', becomes: 'Algorithm of the hash' },
    { path: 'is_suspended', becomes: 'Disabled' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'issuer', becomes: 'Provider' },
    { path: 'identity_id', becomes: 'Provider user ID' },
    { path: 'customData', becomes: 'Metadata', whole: true },
    { path: 'custom_data', becomes: 'Metadata', whole: true },
    { path: 'mfa_verifications', becomes: 'TOTP secret', whole: true },
    { path: 'createdAt', becomes: 'Time joined' },
    { path: 'created_at', becomes: 'Time joined' },
  ],
}

function isLogtoUser(record: SourceRecord): boolean {
  return hasFields(record, 'primaryEmail', 'identities') || hasFields(record, 'primary_email', 'identities')
}

function isEnterpriseLogin(record: SourceRecord): boolean {
  return hasFields(record, 'user_id', 'issuer', 'identity_id', 'sso_connector_id')
}

function readEnterpriseLogin(record: SourceRecord): Entry {
  const owner = textField(record, 'user_id')
  if (owner === null) return { kind: 'unreadable', reason: 'This login has no user_id to find its user by.' }
  const email = textField(objectField(record, 'detail') ?? {}, 'email')
  const identity = third(textField(record, 'issuer') ?? 'unknown', textField(record, 'identity_id') ?? '', email)
  return { kind: 'part', part: { identities: [identity] }, keys: [`logto:${owner}`] }
}

function readLogtoUser(record: SourceRecord): Entry {
  const sourceId = textField(record, 'id')
  const email = textField(record, 'primaryEmail', 'primary_email')
  const phone = textField(record, 'primaryPhone', 'primary_phone')
  const identities = identitiesOf(record)
  if (sourceId === null && email === null && phone === null && identities.length === 0) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email or phone number.' }
  }
  const hash = textField(record, 'passwordEncrypted', 'password_encrypted')
  const declared = textField(record, 'passwordEncryptionMethod', 'password_encryption_method')
  const knows = booleanField(record, 'hasPassword') ?? (hasFields(record, 'password_encrypted') ? false : null)
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      // Numbers are kept with their country code and without the plus.
      phone: phone !== null && /^\d{7,15}$/.test(phone) ? `+${phone}` : phone,
      hasPassword: hash === null ? knows : true,
      hash: hash === null ? null : { hash, provider: 'logto', ...(declared === null ? {} : { declared }) },
      identities,
      standing: booleanField(record, 'isSuspended', 'is_suspended') === true ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(record, 'customData', 'custom_data'),
        totp: appsOf(record),
        joined: timeField(record, 'createdAt', 'created_at'),
      }),
    },
    keys: sourceId === null ? [] : [`logto:${sourceId}`],
  }
}

/** The API leaves the keys out. */
function appsOf(record: SourceRecord): readonly string[] {
  const factors = listField(record, 'mfaVerifications') ?? listField(record, 'mfa_verifications') ?? []
  return factors.flatMap((one) => (textField(one, 'type') === 'Totp' ? (textField(one, 'key') ?? []) : []))
}

/** `{"google": {"userId": "...", "details": {...}}}`, and the logins through enterprise connections. */
function identitiesOf(record: SourceRecord): readonly Identity[] {
  const listed = objectField(record, 'identities') ?? {}
  const social = Object.keys(listed).flatMap((provider) => {
    const one = objectField(listed, provider)
    if (one === null) return []
    return [third(provider, textField(one, 'userId') ?? '', textField(objectField(one, 'details') ?? {}, 'email'))]
  })
  const enterprise = (listField(record, 'ssoIdentities') ?? []).map((one) =>
    third(textField(one, 'issuer') ?? 'unknown', textField(one, 'identityId') ?? ''),
  )
  return [...social, ...enterprise]
}
