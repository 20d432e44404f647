import { isTime, textOf } from '../mapping/cell.ts'
import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, listField, objectField, profileOfUser, shareOf, textField, third, timeField } from './fields.ts'
import { confirmedField, idField, passwordOf } from './own-columns.ts'

/** Auth.js (NextAuth): the tables User and Account, as any of its adapters writes them. */
export const authjs: ExportFormat = {
  provider: 'authjs',
  title: 'Auth.js (NextAuth)',
  recognise: recogniseAuthJs,
  read: (record) => (isAccount(record) ? readAccount(record) : readUser(record)),
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'emailVerified', becomes: 'Email verified, and that links by email are used' },
    { path: 'userId', becomes: 'Source ID of its user' },
    { path: 'provider', becomes: 'Provider' },
    { path: 'providerAccountId', becomes: 'Provider user ID' },
    { path: 'createdAt', becomes: 'Time joined' },
  ],
}

function recogniseAuthJs({ records }: Sample): Recognition | null {
  if (shareOf(records, isUser) >= 0.8) {
    const reason =
      'its users have a name and a time (or nothing) for the verified email, and ids or images as in Auth.js'
    return { provider: 'authjs', shape: 'User', reason, role: 'users' }
  }
  if (shareOf(records, isAccount) < 0.8) return null
  const reason = 'it has a provider and a provider account id for a user'
  return { provider: 'authjs', shape: 'Account', reason, role: 'parts' }
}

/** Better Auth has true or false where Auth.js has a time. Without the image, only Prisma's ids tell. */
function isUser(record: SourceRecord): boolean {
  const column = verifiedColumn(record)
  if (column === undefined || !hasFields(record, 'email', 'name')) return false
  const value = objectField(record, column)?.['$date'] ?? record[column]
  const text = textOf(value)
  if (text !== null && !isTime(text.trim())) return false
  return hasFields(record, 'image') || /^c[a-z0-9]{24}$/.test(textField(record, 'id') ?? '')
}

function isAccount(record: SourceRecord): boolean {
  return (
    (hasFields(record, 'userId') || hasFields(record, 'user_id')) &&
    (hasFields(record, 'providerAccountId') || hasFields(record, 'provider_account_id'))
  )
}

function verifiedColumn(record: SourceRecord): string | undefined {
  return ['emailVerified', 'email_verified'].find((name) => hasFields(record, name))
}

/** The time is set when a link that was sent to the email is used for the first time; third parties leave it empty. */
function readUser(record: SourceRecord): Entry {
  const sourceId = idField(record, 'id', '_id')
  const email = textField(record, 'email')
  const identities = (listField(record, 'accounts') ?? []).flatMap((account) => identityOf(account) ?? [])
  if (sourceId === null && email === null && identities.length === 0) {
    return { kind: 'unreadable', reason: 'This record has neither an id nor an email.' }
  }
  const emailVerified = confirmedField(record, 'emailVerified', 'email_verified')
  const password = passwordOf(record, 'authjs', 'password', 'passwordHash', 'hashedPassword', 'password_hash')
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified,
      emailIsLogin: email !== null && emailVerified === true && password.hash === null,
      ...password,
      identities,
      ...profileOfUser({ joined: timeField(record, 'createdAt', 'created_at') }),
    },
    keys: sourceId === null ? [] : [`authjs:${sourceId}`],
  }
}

/** Accounts of a link by email, a password or a passkey are joined with nothing to add. */
function readAccount(record: SourceRecord): Entry {
  const user = idField(record, 'userId', 'user_id')
  if (user === null) return { kind: 'unreadable', reason: 'This account has no user that it belongs to.' }
  const identity = identityOf(record)
  return { kind: 'part', part: identity === null ? {} : { identities: [identity] }, keys: [`authjs:${user}`] }
}

function identityOf(account: SourceRecord): Identity | null {
  const provider = textField(account, 'provider', 'provider_id', 'providerId')
  const type = textField(account, 'type', 'provider_type', 'providerType')?.toLowerCase() ?? 'oauth'
  if (provider === null || ['email', 'credentials', 'webauthn'].includes(type)) return null
  return third(provider, textField(account, 'providerAccountId', 'provider_account_id') ?? '')
}
