import { emptyUser, type Standing } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { asEmail, booleanField, hasFields, shareOf, textField } from './fields.ts'
import { confirmedField, isToCome, passwordOf } from './own-columns.ts'
import { third } from './third-party-columns.ts'

/** ASP.NET Identity: AspNetUsers and AspNetUserLogins, with columns in any case, with or without `_` between words. */
export const aspnetIdentity: ExportFormat = {
  provider: 'aspnet-identity',
  title: 'ASP.NET Identity',
  recognise: recogniseAspNet,
  read: (record) => {
    const row = plainNames(record)
    return isLogin(row) ? readLogin(row) : readUser(row, Date.now())
  },
  fields: [
    { path: 'Id', becomes: 'Source ID' },
    { path: 'Email', becomes: 'Email' },
    { path: 'UserName', becomes: 'Email, if there is no other' },
    { path: 'EmailConfirmed', becomes: 'Email verified' },
    { path: 'PhoneNumber', becomes: 'Phone number' },
    { path: 'PhoneNumberConfirmed', becomes: 'Phone verified' },
    { path: 'PasswordHash', becomes: 'Password hash' },
    { path: 'LockoutEnd', becomes: 'Disabled until then' },
    { path: 'LoginProvider', becomes: 'Provider' },
    { path: 'ProviderKey', becomes: 'Provider user ID' },
    { path: 'UserId', becomes: 'Source ID of its user' },
  ],
}

function recogniseAspNet({ records }: Sample): Recognition | null {
  const rows = records.map(plainNames)
  if (shareOf(rows, isUser) >= 0.8) {
    const reason = 'it has UserName and PasswordHash with other columns of AspNetUsers'
    return { provider: 'aspnet-identity', shape: 'AspNetUsers', reason, role: 'users' }
  }
  if (shareOf(rows, isLogin) < 0.8) return null
  const reason = 'it has LoginProvider and ProviderKey for a UserId'
  return { provider: 'aspnet-identity', shape: 'AspNetUserLogins', reason, role: 'parts' }
}

function plainNames(record: SourceRecord): SourceRecord {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name.toLowerCase().replaceAll('_', ''), value]),
  )
}

function isUser(row: SourceRecord): boolean {
  const more = [
    'securitystamp',
    'normalizedusername',
    'normalizedemail',
    'emailconfirmed',
    'lockoutenabled',
    'lockoutend',
  ]
  return hasFields(row, 'username', 'passwordhash') && more.some((name) => hasFields(row, name))
}

function isLogin(row: SourceRecord): boolean {
  return hasFields(row, 'loginprovider', 'providerkey', 'userid')
}

/** `now` in milliseconds since 1970: a lockout that is over does not count. */
function readUser(row: SourceRecord, now: number): Entry {
  const sourceId = textField(row, 'id')
  const email = textField(row, 'email') ?? asEmail(textField(row, 'username'))
  if (sourceId === null && email === null) {
    return { kind: 'unreadable', reason: 'This record has neither an Id nor an Email.' }
  }
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId,
      email,
      emailVerified: confirmedField(row, 'emailconfirmed'),
      phone: textField(row, 'phonenumber'),
      phoneVerified: confirmedField(row, 'phonenumberconfirmed'),
      ...passwordOf(row, 'aspnet-identity', 'passwordhash'),
      standing: standingOf(row, now),
    },
    keys: sourceId === null ? [] : [userKey(sourceId)],
  }
}

function readLogin(row: SourceRecord): Entry {
  const user = textField(row, 'userid')
  const provider = textField(row, 'loginprovider')
  const id = textField(row, 'providerkey')
  if (user === null || provider === null || id === null) {
    return { kind: 'unreadable', reason: 'This login has no UserId, no LoginProvider or no ProviderKey.' }
  }
  return { kind: 'part', part: { identities: [third(provider, id)] }, keys: [userKey(user)] }
}

/** Databases write the same GUID in capitals and in small letters. */
function userKey(id: string): string {
  return `aspnet-identity:${id.trim().toLowerCase()}`
}

/** A lockout counts only while it is to come, and only for users that can be locked out. */
function standingOf(row: SourceRecord, now: number): Standing {
  if (booleanField(row, 'lockoutenabled') === false) return 'active'
  return isToCome(row['lockoutend'] ?? row['lockoutenddateutc'], now) ? 'disabled' : 'active'
}
