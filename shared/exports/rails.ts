import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, shareOf, textField } from './fields.ts'
import { confirmedField, idField, passwordOf, phoneColumn, standingOfRow } from './own-columns.ts'
import { third, thirdPartiesOf } from './third-party-columns.ts'

/** Ruby on Rails: users of Devise or of has_secure_password, and a table of OmniAuth identities. */
export const rails: ExportFormat = {
  provider: 'rails',
  title: 'Ruby on Rails',
  recognise: recogniseRails,
  read: (record) => (isRailsIdentity(record) ? readRailsIdentity(record) : readRailsUser(record)),
  fields: [
    { path: 'id', becomes: 'Id in the old system' },
    { path: 'email', becomes: 'Email' },
    { path: 'confirmed_at', becomes: 'Email verified' },
    { path: 'encrypted_password', becomes: 'Password hash' },
    { path: 'password_digest', becomes: 'Password hash' },
    { path: 'locked_at', becomes: 'Disabled' },
    { path: 'user_id', becomes: 'Id of the user this belongs to' },
    { path: 'provider', becomes: 'Third party' },
    { path: 'uid', becomes: 'Id at the third party' },
  ],
}

function recogniseRails({ records }: Sample): Recognition | null {
  if (shareOf(records, isDeviseUser) >= 0.8) {
    return found('users of Devise', 'it has encrypted_password and other columns of Devise', 'users')
  }
  if (shareOf(records, isDigestUser) >= 0.8) {
    return found('users with password_digest', 'it has password_digest, as has_secure_password wants it', 'users')
  }
  return shareOf(records, isRailsIdentity) >= 0.8
    ? found('OmniAuth identities', 'it has provider and uid for a user_id', 'parts')
    : null
}

const deviseColumns = [
  'reset_password_token',
  'reset_password_sent_at',
  'remember_created_at',
  'sign_in_count',
  'current_sign_in_at',
  'confirmed_at',
  'unconfirmed_email',
  'failed_attempts',
  'unlock_token',
  'locked_at',
]
/** Supabase keeps an encrypted_password too. */
const notRails = ['raw_app_meta_data', 'raw_user_meta_data', 'email_confirmed_at', 'instance_id', 'password_hasher']

function isDeviseUser(record: SourceRecord): boolean {
  return (
    hasFields(record, 'email', 'encrypted_password') &&
    deviseColumns.some((name) => hasFields(record, name)) &&
    !notRails.some((name) => hasFields(record, name))
  )
}

function isDigestUser(record: SourceRecord): boolean {
  return hasFields(record, 'email', 'password_digest') && !notRails.some((name) => hasFields(record, name))
}

function isRailsIdentity(record: SourceRecord): boolean {
  return (
    hasFields(record, 'user_id', 'provider', 'uid') &&
    !hasFields(record, 'extra_data') &&
    !hasFields(record, 'email_verified')
  )
}

/** An email that waits for its confirmation (`unconfirmed_email`) is not the user's yet. */
function readRailsUser(record: SourceRecord): Entry {
  const sourceId = idField(record, 'id', 'uuid', '_id')
  const email = textField(record, 'email')
  if (sourceId === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: confirmedField(record, 'confirmed_at', 'email_confirmed_at', 'email_verified_at'),
      phone: phoneColumn(record),
      ...passwordOf(record, 'rails', 'encrypted_password', 'password_digest'),
      identities: thirdPartiesOf(record),
      standing: standingOfRow(record),
    },
    keys: sourceId === null ? [] : [`rails:${sourceId}`],
  }
}

function readRailsIdentity(record: SourceRecord): Entry {
  const user = idField(record, 'user_id')
  const provider = textField(record, 'provider')
  const uid = textField(record, 'uid')
  if (user === null || provider === null || uid === null) {
    return { kind: 'unreadable', reason: 'This identity has no user_id, no provider or no uid.' }
  }
  // OmniAuth's own "identity" and devise_token_auth's "email" stand for a password.
  const own = /^(?:identity|email|developer)$/.test(provider)
  const identities: readonly Identity[] = own ? [] : [third(provider, uid, textField(record, 'email'))]
  return { kind: 'part', part: { identities }, keys: [`rails:${user}`] }
}

function found(shape: string, reason: string, role: 'users' | 'parts'): Recognition {
  return { provider: 'rails', shape, reason, role }
}
