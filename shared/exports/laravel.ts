import { emptyUser } from '../users/user.ts'
import type { Entry, ExportFormat, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, shareOf, textField } from './fields.ts'
import { confirmedField, idField, passwordOf, phoneColumn, standingOfRow } from './own-columns.ts'
import { third, thirdPartiesOf } from './third-party-columns.ts'

/** Laravel: its table of users, with the columns that Socialite projects add, and a table of social accounts. */
export const laravel: ExportFormat = {
  provider: 'laravel',
  title: 'Laravel',
  recognise: recogniseLaravel,
  read: (record) => (isLaravelLogin(record) ? readLaravelLogin(record) : readLaravelUser(record)),
  fields: [
    { path: 'id', becomes: 'Id in the old system' },
    { path: 'email', becomes: 'Email' },
    { path: 'email_verified_at', becomes: 'Email verified' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'google_id', becomes: 'Id at Google' },
    { path: 'deleted_at', becomes: 'Deleted' },
    { path: 'user_id', becomes: 'Id of the user this belongs to' },
    { path: 'provider', becomes: 'Third party' },
    { path: 'provider_id', becomes: 'Id at the third party' },
  ],
}

function recogniseLaravel({ records }: Sample): Recognition | null {
  if (shareOf(records, isLaravelUser) >= 0.8) {
    const reason = 'it has password beside remember_token or email_verified_at, as Laravel’s users have'
    return { provider: 'laravel', shape: 'table of users', reason, role: 'users' }
  }
  if (shareOf(records, isLaravelLogin) < 0.8) return null
  const reason = 'it has a provider and the id there for a user_id, as with Socialite'
  return { provider: 'laravel', shape: 'social accounts', reason, role: 'parts' }
}

function isLaravelUser(record: SourceRecord): boolean {
  return (
    hasFields(record, 'email', 'password') &&
    (hasFields(record, 'remember_token') || hasFields(record, 'email_verified_at')) &&
    !hasFields(record, 'is_superuser')
  )
}

/** What other frameworks have in their tables of logins. */
const ofOthers = ['identity_data', 'account_id', 'provider_account_id', 'uid', 'subject']
/** What makes a table one of users, with the ids at a provider beside the rest; logins have it only with their tokens. */
const ofUsers = ['email', 'mail', 'email_address', 'password', 'password_hash', 'phone']
const tokens = ['token', 'access_token', 'refresh_token']

/** The names of these columns vary; those of other frameworks are other ones. */
function isLaravelLogin(record: SourceRecord): boolean {
  const has = (name: string) => hasFields(record, name)
  return (
    has('user_id') &&
    (has('provider') || has('provider_name')) &&
    (has('provider_id') || has('provider_user_id')) &&
    !ofOthers.some(has) &&
    (!ofUsers.some(has) || tokens.some(has))
  )
}

function readLaravelUser(record: SourceRecord): Entry {
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
      emailVerified: confirmedField(record, 'email_verified_at'),
      phone: phoneColumn(record),
      ...passwordOf(record, 'laravel', 'password'),
      identities: thirdPartiesOf(record),
      standing: standingOfRow(record),
    },
    keys: sourceId === null ? [] : [`laravel:${sourceId}`],
  }
}

function readLaravelLogin(record: SourceRecord): Entry {
  const user = idField(record, 'user_id')
  const provider = textField(record, 'provider', 'provider_name')
  const userId = textField(record, 'provider_user_id', 'provider_id')
  if (user === null || provider === null || userId === null) {
    return { kind: 'unreadable', reason: 'This login has no user_id, no provider or no id there.' }
  }
  return {
    kind: 'part',
    part: { identities: [third(provider, userId, textField(record, 'email'))] },
    keys: [`laravel:${user}`],
  }
}
