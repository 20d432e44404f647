import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { newUser, type Identity } from '../../users/user.ts'
import { field, profileOfUser, shareOf, third, thirdParty, withoutEmail } from '../fields.ts'
import { confirmedField, idField, passwordOf, phoneColumn, standingOfRow } from '../own-columns.ts'

/** Passport.js: users with their password and third-party ids in one table, in nested objects, or in federated_credentials. */
export const passport: ExportFormat = {
  provider: 'passport',
  title: 'Passport.js',
  recognise: recognisePassport,
  read: (record) => {
    if (isFederated(record)) return readFederated(record)
    return isApart(record) ? readTutorialUser(record) : readPassportUser(record)
  },
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'google_id', becomes: 'User ID at Google' },
    { path: 'provider', becomes: 'Provider' },
    { path: 'verified', becomes: 'Email verified' },
    { path: 'active', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'subject', becomes: 'Provider user ID' },
    { path: 'local.email', becomes: 'Email' },
    { path: 'local.password', becomes: 'Password hash' },
    { path: 'google.id', becomes: 'User ID at Google' },
    { path: 'created_at', becomes: 'Time joined' },
  ],
}

function recognisePassport({ records }: Sample): Recognition | null {
  if (shareOf(records, isPassportUser) >= 0.8 && records.some(isTelling)) {
    const reason = 'it has email and password beside IDs at third parties, as the strategies of Passport.js keep them'
    return { provider: 'passport', shape: 'table of users', reason, role: 'users' }
  }
  if (shareOf(records, isTutorialUser) >= 0.8) {
    const reason = 'it has email and password in local, beside google or facebook, as the tutorial of Passport.js has'
    return { provider: 'passport', shape: 'users with local and third parties apart', reason, role: 'users' }
  }
  if (shareOf(records, isFederated) < 0.8) return null
  const reason = 'it has a provider and a subject for a user_id'
  return { provider: 'passport', shape: 'federated_credentials', reason, role: 'parts' }
}

const passwords = ['password', 'password_hash', 'passwordHash', 'hashed_password', 'hashedPassword']
/** Password columns that suggest Passport.js. A table with another name for it gets a mapping. */
const telling = ['password', 'passwordHash', 'hashedPassword']
/** Fields of frameworks that have formats of their own. */
const others = ['remember_token', 'email_verified_at', 'is_superuser', 'encryptionScheme', 'emailVerified', 'aud']

function isPassportUser(record: SourceRecord): boolean {
  return (
    field.has(record, 'email') &&
    telling.some((name) => field.has(record, name)) &&
    thirdParty.hasColumn(record) &&
    !others.some((name) => field.has(record, name))
  )
}

/** Whether a record has ids at third parties, or the provider `local`. Other tables get a mapping. */
function isTelling(record: SourceRecord): boolean {
  return thirdParty.hasIds(record) || field.text(record, 'provider')?.trim().toLowerCase() === 'local'
}

function isFederated(record: SourceRecord): boolean {
  return field.has(record, 'user_id', 'provider', 'subject')
}

function readPassportUser(record: SourceRecord): Entry {
  const sourceId = idField(record, 'id', '_id', 'user_id')
  const email = field.text(record, 'email')
  const identities = thirdParty.listOf(record)
  if (sourceId === null && email === null && identities.length === 0) {
    return withoutEmail
  }
  const { hash, hasPassword } = passwordOf(record, 'passport', ...passwords)
  const salt = field.text(record, 'salt')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: confirmedField(
        record,
        'verified',
        'email_verified',
        'is_verified',
        'isVerified',
        'is_email_verified',
      ),
      phone: phoneColumn(record),
      hasPassword,
      hash: hash === null || salt === null ? hash : { ...hash, salt },
      identities,
      standing: standingOfRow(record),
      ...profileOfUser({ joined: field.time(record, 'created_at', 'createdAt') }),
    }),
    keys: sourceId === null ? [] : [`passport:${sourceId}`],
  }
}

function readFederated(record: SourceRecord): Entry {
  const user = idField(record, 'user_id')
  const provider = field.text(record, 'provider')
  const subject = field.text(record, 'subject')
  if (user === null || provider === null || subject === null) {
    return { kind: 'unreadable', reason: 'This credential has no user_id, no provider or no subject.' }
  }
  return { kind: 'part', part: { identities: [third(nameOf(provider), subject)] }, keys: [`passport:${user}`] }
}

/** The name of a provider. OpenID Connect strategies store the issuer's address, `https://accounts.google.com`. */
function nameOf(provider: string): string {
  const issuer = /^https:\/\/(?:www\.|accounts\.|appleid\.)?(google|facebook|apple|twitter|github|linkedin)\.com\/?$/i
  return issuer.exec(provider.trim())?.[1]?.toLowerCase() ?? provider
}

const parties = ['google', 'facebook', 'twitter', 'github', 'linkedin', 'apple'] as const

/** Whether a record follows a widespread tutorial: `local.email` and `local.password` beside `google.id`, `facebook.id`. */
function isTutorialUser(record: SourceRecord): boolean {
  if (field.has(record, 'email') || field.has(record, 'password')) return false
  const local = field.object(record, 'local')
  return (local !== null && field.has(local, 'email', 'password')) || partiesOf(record).length > 0
}

/** Whether a record has its logins in objects, also one with an address alone in `local`. */
function isApart(record: SourceRecord): boolean {
  return isTutorialUser(record) || (!field.has(record, 'email') && field.object(record, 'local') !== null)
}

function readTutorialUser(record: SourceRecord): Entry {
  const sourceId = idField(record, '_id', 'id')
  const local = field.object(record, 'local') ?? {}
  const identities = partiesOf(record)
  const email = field.text(local, 'email') ?? identities.find((one) => one.email !== null)?.email ?? null
  if (sourceId === null && email === null && identities.length === 0) return withoutEmail
  const hash = field.text(local, 'password')
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      hasPassword: hash !== null,
      hash: hash === null ? null : { hash, provider: 'passport' },
      identities,
      standing: standingOfRow(record),
      ...profileOfUser({ joined: field.time(record, 'createdAt', 'created_at') }),
    }),
    keys: sourceId === null ? [] : [`passport:${sourceId}`],
  }
}

function partiesOf(record: SourceRecord): readonly Identity[] {
  return parties.flatMap((name) => {
    const data = field.object(record, name)
    const id = data === null ? null : field.text(data, 'id')
    return data === null || id === null ? [] : [third(name, id, field.text(data, 'email'))]
  })
}
