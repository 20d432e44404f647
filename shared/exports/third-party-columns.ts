import { textOf } from '../mapping/cell.ts'
import { identityWithoutId } from '../users/known-provider.ts'
import type { Identity } from '../users/user.ts'
import type { SourceRecord } from '../mapping/export-format.ts'
import { textField } from './fields.ts'

/** `google_id`, `googleId`, `facebook_user_id`, ... */
const idColumn =
  /^(google|facebook|github|gitlab|apple|twitter|linkedin|microsoft|azure|bitbucket|discord|twitch|slack|spotify)_?(?:user_?)?(?:id|uid|sub)$/i

const providerColumns = ['provider', 'provider_name', 'providerName', 'oauth_provider', 'social_type', 'auth_provider']
const userIdColumns = [
  'provider_id',
  'providerId',
  'provider_user_id',
  'uid',
  'oauth_id',
  'oauthId',
  'oauth_uid',
  'social_id',
  'socialId',
]

/** Values that tables use for a login with the table's own password. */
const ownLogin = /^(?:local|email|password|credentials?|database|native|none|web|site)$/i

/** Whether the table has a column for the ids at one third party. */
export function hasThirdPartyIds(record: SourceRecord): boolean {
  return Object.keys(record).some((name) => idColumn.test(name))
}

/** The same, or columns for the name of a third party and the id there. */
export function hasThirdPartyColumn(record: SourceRecord): boolean {
  return hasThirdPartyIds(record) || (hasOne(record, providerColumns) && hasOne(record, userIdColumns))
}

/** Third parties in a row of users: a column each (`google_id`), or one for the name and one for the id. */
export function thirdPartiesOf(record: SourceRecord): readonly Identity[] {
  const byColumn = Object.entries(record).flatMap(([name, value]) => {
    const provider = idColumn.exec(name)?.[1]?.toLowerCase()
    const userId = textOf(value)
    return provider === undefined || userId === null ? [] : [third(provider, userId)]
  })
  const provider = textField(record, ...providerColumns)?.trim() ?? null
  if (provider === null || ownLogin.test(provider)) return byColumn
  // `google_oauth2` is what `google_id` belongs to.
  const known = byColumn.some((identity) => provider.toLowerCase().includes(identity.provider))
  if (known) return byColumn
  const userId = textField(record, ...userIdColumns)
  return [...byColumn, userId === null ? identityWithoutId(provider) : third(provider, userId)]
}

/** An identity of which the export knows the provider and the id only. */
export function third(provider: string, userId: string, email: string | null = null): Identity {
  return { provider, userId, email, emailVerified: null }
}

function hasOne(record: SourceRecord, names: readonly string[]): boolean {
  return names.some((name) => Object.hasOwn(record, name))
}
