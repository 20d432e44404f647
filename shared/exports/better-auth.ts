import { booleanOf, isTime, textOf } from '../mapping/cell.ts'
import { emptyUser, type Standing } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { booleanField, hasFields, shareOf, textField } from './fields.ts'
import { confirmedField, idField, isToCome } from './own-columns.ts'
import { third } from './third-party-columns.ts'

/** Better Auth: its tables user and account; passwords are in the accounts of the provider `credential`. */
export const betterAuth: ExportFormat = {
  provider: 'better-auth',
  title: 'Better Auth',
  recognise: recogniseBetterAuth,
  read: (record) => (isAccount(record) ? readAccount(record) : readUser(record, Date.now())),
  fields: [
    { path: 'id', becomes: 'Id in the old system' },
    { path: 'email', becomes: 'Email' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'banned', becomes: 'Disabled' },
    { path: 'userId', becomes: 'Id of the user this belongs to' },
    { path: 'providerId', becomes: 'Third party, or credential for a password' },
    { path: 'accountId', becomes: 'Id at the third party' },
    { path: 'password', becomes: 'Password hash' },
  ],
}

function recogniseBetterAuth({ records }: Sample): Recognition | null {
  if (shareOf(records, isUser) >= 0.8) {
    const reason = 'its users have name, image, a yes or no for the verified email and no password, as in Better Auth'
    return { provider: 'better-auth', shape: 'user', reason, role: 'users' }
  }
  if (shareOf(records, isAccount) < 0.8) return null
  const reason = 'it has accountId and providerId for a userId'
  return { provider: 'better-auth', shape: 'account', reason, role: 'parts' }
}

function isUser(record: SourceRecord): boolean {
  const times = hasFields(record, 'createdAt', 'updatedAt') || hasFields(record, 'created_at', 'updated_at')
  const verified = textOf(record['emailVerified'] ?? record['email_verified'])
  return (
    times &&
    hasFields(record, 'id', 'name', 'email', 'image') &&
    verified !== null &&
    booleanOf(verified) !== null &&
    !isTime(verified.trim()) &&
    !['password', 'passwordHash', 'password_hash'].some((name) => hasFields(record, name))
  )
}

function isAccount(record: SourceRecord): boolean {
  return (
    hasFields(record, 'accountId', 'providerId', 'userId') || hasFields(record, 'account_id', 'provider_id', 'user_id')
  )
}

/** `now` in milliseconds since 1970: a ban that is over does not count. */
function readUser(record: SourceRecord, now: number): Entry {
  const sourceId = idField(record, 'id', '_id')
  if (sourceId === null) return { kind: 'unreadable', reason: 'This record has no id.' }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email: textField(record, 'email'),
      emailVerified: confirmedField(record, 'emailVerified', 'email_verified'),
      phone: textField(record, 'phoneNumber', 'phone_number'),
      phoneVerified: confirmedField(record, 'phoneNumberVerified', 'phone_number_verified'),
      standing: standingOf(record, now),
    },
    keys: [`better-auth:${sourceId}`],
  }
}

function readAccount(record: SourceRecord): Entry {
  const user = idField(record, 'userId', 'user_id')
  const provider = textField(record, 'providerId', 'provider_id')
  if (user === null || provider === null) {
    return { kind: 'unreadable', reason: 'This account has no userId or no providerId.' }
  }
  const keys = [`better-auth:${user}`]
  const hash = textField(record, 'password')
  if (provider === 'credential') {
    return { kind: 'part', part: hash === null ? {} : { hash: { hash, provider: 'better-auth' } }, keys }
  }
  const id = textField(record, 'accountId', 'account_id') ?? ''
  return { kind: 'part', part: { identities: [third(provider, id)] }, keys }
}

function standingOf(record: SourceRecord, now: number): Standing {
  if (booleanField(record, 'banned') !== true) return 'active'
  const until = record['banExpires'] ?? record['ban_expires']
  return textOf(until) === null || isToCome(until, now) ? 'disabled' : 'active'
}
