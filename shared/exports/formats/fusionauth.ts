import { isDisabled } from '../../mapping/entries/standing.ts'
import { clearPassword } from '../../hashes/mask-hash.ts'
import { type HashInput, hashWith } from '../../hashes/verdict.ts'
import { base32OfBase64, offTotp, totpAddress } from '../../users/totp-secret.ts'
import { partOfUser } from '../../users/part-of-user.ts'
import { newUser, type Identity } from '../../users/user.ts'
import type { Entry, ExportFormat, Names, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { knownStanding, type StateWords } from '../../mapping/entries/state-words.ts'
import { asEmail, field, profileOfUser, shareOf, tenantsOfUser, withoutContact } from '../fields.ts'
import { fusionauthTables, tableOfIdentities, tableOfUsers } from './fusionauth-tables.ts'

/** Of a row of the table of identities: 1 is pending, 2 rejected. */
const states: StateWords = { active: ['0'], disabled: ['1', '2'] }

/** FusionAuth: users of its import, its API and a kickstart, the tables of its database, and links to identity providers. */
export const fusionauth: ExportFormat = {
  provider: 'fusionauth',
  title: 'FusionAuth',
  recognise: recogniseFusionAuth,
  read: (record, { role }, names) => {
    const ofApi = fusionauthTables.asOfApi(record)
    if (isLink(ofApi)) return readLink(ofApi, names)
    const entry = readFusionAuthUser(ofApi)
    if (role !== 'parts' || entry.kind !== 'user') return entry
    const part = partOfUser(entry.user, {}, true)
    return entry.keys.length === 0 ? withoutContact : { kind: 'part', part, keys: entry.keys }
  },
  names: fusionauthTables.names,
  together: fusionauthTables.together,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'users_id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'username', becomes: 'Email, if there is no other' },
    { path: 'verified', becomes: 'Email verified' },
    { path: 'mobilePhone', becomes: 'Phone number' },
    { path: 'phoneNumber', becomes: 'Phone number' },
    { path: 'password', becomes: 'Password hash' },
    { path: 'passwordLastUpdateInstant', becomes: 'Has a password' },
    { path: 'salt', becomes: 'Salt' },
    { path: 'factor', becomes: 'Hash cost' },
    { path: 'encryptionScheme', becomes: 'Hash algorithm' },
    { path: 'encryption_scheme', becomes: 'Hash algorithm' },
    { path: 'password_encryption_scheme', becomes: 'Hash algorithm' },
    { path: 'password_salt', becomes: 'Salt' },
    { path: 'password_factor', becomes: 'Hash cost' },
    { path: 'value', becomes: 'Email or phone number' },
    { path: 'type', becomes: 'Whether the value is an email or a phone number' },
    { path: 'mobile_phone', becomes: 'Phone number' },
    { path: 'active', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'expiry', becomes: 'Disabled when past' },
    { path: 'status', becomes: 'Disabled', states },
    { path: 'identityProviderName', becomes: 'Provider' },
    { path: 'identityProviderUserId', becomes: 'Provider user ID' },
    { path: 'userId', becomes: 'Source ID of its user' },
    { path: 'identity_providers_id', becomes: 'Provider' },
    { path: 'identity_providers_user_id', becomes: 'Provider user ID' },
    { path: 'tenantId', becomes: 'Tenant' },
    { path: 'data', becomes: 'Metadata', whole: true },
    { path: 'registrations[0].roles', becomes: 'Role', whole: true },
    { path: 'twoFactor.methods[0].secret', becomes: 'TOTP secret' },
    { path: 'twoFactorSecret', becomes: 'TOTP secret' },
    { path: 'insertInstant', becomes: 'Time joined' },
  ],
}

function recogniseFusionAuth({ records }: Sample): Recognition | null {
  if (records.length > 0 && shareOf(records, fusionauthTables.isUser) === 1) {
    const reason = 'it has the columns tenants_id, active and mobile_phone or password_encryption_scheme of its users'
    return { provider: 'fusionauth', shape: tableOfUsers, reason, role: 'users' }
  }
  if (records.length > 0 && shareOf(records, fusionauthTables.isIdentity) === 1) {
    const reason = 'it has the columns users_id and tenants_id of its identities'
    return { provider: 'fusionauth', shape: tableOfIdentities, reason, role: 'users' }
  }
  if (records.length > 0 && shareOf(records, (one) => isLink(fusionauthTables.asOfApi(one))) >= 0.8) {
    const reason = 'its records have the ID of a user and that at an identity provider'
    return { provider: 'fusionauth', shape: 'links to identity providers', reason, role: 'parts' }
  }
  if (records.length > 0 && shareOf(records, isFromKickstart) === 1) {
    const reason = 'its requests create users under /api/user, as a kickstart does'
    return { provider: 'fusionauth', shape: 'kickstart', reason, role: 'users' }
  }
  if (shareOf(records, isFusionAuthUser) < 0.8) return null
  const reason = records.some((record) => scheme(record) !== null)
    ? 'its records have an encryptionScheme with salt and factor beside the password'
    : 'its records have registrations and an insertInstant or usernameStatus'
  return { provider: 'fusionauth', shape: 'users', reason, role: 'users' }
}

function isFusionAuthUser(source: SourceRecord): boolean {
  const record = inner(source)
  if (field.has(record, 'encryptionScheme', 'password')) return true
  const ofApi = ['insertInstant', 'usernameStatus', 'passwordChangeRequired'].some((name) => field.has(record, name))
  return ofApi && ['registrations', 'memberships', 'tenantId'].some((name) => field.has(record, name))
}

/** Whether a record is the user of a request, with its address. */
function isFromKickstart(record: SourceRecord): boolean {
  return /^\/api\/user(?:\/|$)/.test(field.text(record, 'url') ?? '')
}

/** An expired user is not permitted to log in. */
function isExpired(record: SourceRecord): boolean {
  const expiry = field.text(record, 'expiry')
  return expiry !== null && isDisabled('expiry', expiry)
}

/** The user itself; the API wraps a single user in `user`. */
function inner(record: SourceRecord): SourceRecord {
  return field.object(record, 'user') ?? record
}

function readFusionAuthUser(source: SourceRecord): Entry {
  const record = inner(source)
  const sourceId = field.text(record, 'id')
  const email = field.text(record, 'email') ?? identifier(record, 'email') ?? asEmail(field.text(record, 'username'))
  const phone = field.text(record, 'phoneNumber', 'mobilePhone') ?? identifier(record, 'phoneNumber')
  if (sourceId === null && email === null && phone === null) return withoutContact
  const hash = hashOf(record)
  const identities = (field.list(record, 'identityProviderLinks') ?? []).flatMap((link) => toIdentity(link) ?? [])
  return {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: field.flag(record, 'verified'),
      phone,
      hasPassword: hash !== null ? true : field.has(record, 'password') ? false : omitsPassword(record, identities),
      hash,
      identities,
      standing:
        field.isOff(record, 'lets-in', 'active') || isExpired(record)
          ? 'disabled'
          : knownStanding(states, field.text(record, 'status')),
      ...tenantsOfUser(record, 'tenantId'),
      ...profileOfUser({
        metadata: field.metadata(record, 'data'),
        roles: (field.list(record, 'registrations') ?? []).flatMap((one) => field.roles(one, 'roles')),
        totp: totpOf(record),
        joined: field.time(record, 'insertInstant'),
      }),
    }),
    keys: sourceId === null ? [] : [`fusionauth:${sourceId}`],
  }
}

/**
 * Secrets of authenticator apps, in Base64: from the list of methods, or before version 1.26 from `twoFactorSecret`. Files for an import
 * have them; the API omits them.
 */
function totpOf(record: SourceRecord): readonly string[] {
  const methods = field.list(field.object(record, 'twoFactor') ?? {}, 'methods') ?? []
  const apps = methods.filter((one) => field.text(one, 'method') === 'authenticator')
  const secret =
    field.text(record, 'twoFactorDelivery') === 'TextMessage' ? null : field.text(record, 'twoFactorSecret')
  const isInUse = field.flag(record, 'twoFactorEnabled') === true
  const listed = apps.flatMap((one) =>
    totpAddressOf(field.text(one, 'secret'), field.object(one, 'authenticator') ?? {}),
  )
  return [...listed, ...(isInUse || secret === null ? totpAddressOf(secret, {}) : [offTotp])]
}

function totpAddressOf(secret: string | null, parameters: SourceRecord): readonly string[] {
  if (secret === null) return []
  const algorithm = (field.text(parameters, 'algorithm') ?? 'SHA1').replace(/^Hmac/i, '')
  const digits = field.text(parameters, 'codeLength') ?? '6'
  const period = field.text(parameters, 'timeStep') ?? '30'
  return [totpAddress(base32OfBase64(secret) ?? secret, { algorithm, digits, period })]
}

function scheme(record: SourceRecord): string | null {
  return field.text(inner(record), 'encryptionScheme')
}

/** The hash of a user. Users with a social login have an empty salt and a value that is no hash. */
function hashOf(record: SourceRecord): HashInput | null {
  const hash = field.text(record, 'password')
  if (hash === null || (!hash.startsWith('$') && record['salt'] === '')) return null
  if (!hash.startsWith('$') && isPlain(record)) return clearPassword(hash, 'fusionauth')
  const declared = scheme(record)
  const salt = field.text(record, 'salt')
  return hashWith({ hash, provider: 'fusionauth', declared, salt, factor: field.text(record, 'factor') })
}

/**
 * True where the API, which never returns a hash, says when the password was set; else null. FusionAuth gives users of a third party
 * a random password, which is no login method.
 */
function omitsPassword(record: SourceRecord, identities: readonly Identity[]): true | null {
  return identities.length === 0 && field.text(record, 'passwordLastUpdateInstant') !== null ? true : null
}

/** Whether the password is in clear text, as files for an import may have it; it is not passed on. */
function isPlain(record: SourceRecord): boolean {
  return scheme(record) === null && field.text(record, 'salt') === null
}

/** The identifier of a type. Since version 1.59 users have a list of them: `{"type": "email", "value": "..."}`. */
function identifier(record: SourceRecord, type: string): string | null {
  const listed = field.list(record, 'identities')?.find((one) => field.text(one, 'type') === type)
  return listed === undefined ? null : field.text(listed, 'value', 'displayValue')
}

function isLink(record: SourceRecord): boolean {
  return field.has(record, 'userId', 'identityProviderUserId')
}

function readLink(record: SourceRecord, names?: Names): Entry {
  const userId = field.text(record, 'userId')
  const identity = toIdentity(record, names)
  if (userId === null || identity === null) {
    return { kind: 'unreadable', reason: 'This link has no userId or no identity provider.' }
  }
  return { kind: 'part', part: { identities: [identity] }, keys: [`fusionauth:${userId}`] }
}

function toIdentity(link: SourceRecord, names?: Names): Identity | null {
  const id = field.text(link, 'identityProviderId')
  const named = id === null ? undefined : names?.get(fusionauthTables.keyOfProvider(id))
  const provider = named ?? field.text(link, 'identityProviderName', 'identityProviderType') ?? id
  if (provider === null) return null
  const userId = field.text(link, 'identityProviderUserId') ?? ''
  return { provider, userId, email: asEmail(field.text(link, 'displayName')), emailVerified: null }
}
