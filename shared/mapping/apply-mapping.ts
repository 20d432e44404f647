import { isObject } from '../json.ts'
import type { Entry, SourceRecord } from './export-format.ts'
import type { HashInput } from '../hashes/verdict.ts'
import { type Identity, newUser, type Standing, type User } from '../users/user.ts'
import { identityWithoutId, isNoId, knownProvider } from '../users/known-provider.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { readTime } from '../users/time-joined.ts'
import {
  anObject,
  booleanOf,
  contactOf,
  disabledByFlags,
  disabledByWord,
  isTime,
  textOf,
  withoutTextMark,
  isPhone,
} from './cell.ts'
import { profileOf, tenantsOf } from './profile-of.ts'
import { flagOfHash, holdsAccountFlags, saysEnabled, saysExpiry, saysUntil } from './names/column-words.ts'
import type { MappedColumn, Mapping } from './mapping.ts'
import type { MappingTarget } from './targets.ts'
import { idInProfile } from './third-party-profile.ts'
import { readEmbedded, readerOf, valueAt } from './value-at.ts'

/** Provider names that mean the table's own passwords, not a third party. */
export const ownLogins: ReadonlySet<string> = new Set([
  'local',
  'lokal',
  'password',
  'credentials',
  'credential',
  'database',
  'email',
  'username',
  'native',
  'none',
  'default',
  'internal',
  'builtin',
  'built-in',
  'manual',
  'standard',
])

/** Where the value of a target comes from: the first of its columns that has one, else the same for every record. */
type Source = {
  readonly columns: readonly (Pick<MappedColumn, 'path' | 'values'> & {
    readonly read: (record: SourceRecord) => unknown
  })[]
  readonly constant: string | null
}

/** A mapping sorted by its targets, once for all records. */
type ByTarget = { readonly [T in MappingTarget]: Source } & Pick<Mapping, 'fixedProvider'>

/**
 * The sorted mapping with derived facts. `profile`: the columns of a profile; null: none. `declares`: whether the path of a hash names its kind.
 * `whyUnread`: the reason why a record has no user.
 */
type Compiled = ByTarget & {
  readonly profile: Parameters<typeof profileOf>[1] | null
  readonly declares: boolean
  readonly whyUnread: string
  readonly logins: LoginList | null
}

/** A list of logins, of which the mapping names the first entry; the paths are those within an entry. */
type LoginList = {
  readonly read: (record: SourceRecord) => unknown
  readonly provider: string
  readonly userId: string
  readonly email: string | null
}

/** The list that both the provider and the ID there are in, if there is one. */
function loginListOf(sources: ByTarget): LoginList | null {
  for (const { path } of sources['provider-user-id'].columns) {
    const at = path.lastIndexOf('[0].')
    if (at === -1) continue
    const first = path.slice(0, at + '[0].'.length)
    const within = (target: MappingTarget) =>
      sources[target].columns.find((one) => one.path.startsWith(first))?.path.slice(first.length) ?? null
    const provider = within('provider')
    if (provider !== null)
      return {
        read: readerOf(path.slice(0, at)),
        provider,
        userId: path.slice(first.length),
        email: within('provider-email'),
      }
  }
  return null
}

function compiled(sources: ByTarget): Compiled {
  const { metadata, role, 'totp-secret': totp, 'time-joined': joined, 'password-hash': hash } = sources
  const profile = { metadata: metadata.columns, roles: role.columns, totp: totp.columns, joined: joined.columns }
  const isRead = Object.values(profile).some(({ length }) => length > 0)
  return {
    ...sources,
    profile: isRead ? profile : null,
    declares: hash.columns.some(({ path }) => ofMeteor.test(path)),
    whyUnread: ofUsers.some((target) => sources[target].columns.length > 0) ? nothingMapped : noneMapped,
    logins: loginListOf(sources),
  }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && isEmailAddress(value.trim())
}

/** Targets of which one tells a user from a row without one. */
const ofUsers = ['source-id', 'email', 'phone', 'password-hash', 'provider-user-id'] as const

function byTarget({ columns, constants = [], fixedProvider }: Mapping): ByTarget {
  const sourceOf = (target: MappingTarget): Source => ({
    columns: columns.filter((one) => one.target === target).map((one) => ({ ...one, read: readerOf(one.path) })),
    constant: constants.find((one) => one.target === target)?.value ?? null,
  })
  return {
    'source-id': sourceOf('source-id'),
    email: sourceOf('email'),
    'email-verified': sourceOf('email-verified'),
    phone: sourceOf('phone'),
    'phone-verified': sourceOf('phone-verified'),
    'password-hash': sourceOf('password-hash'),
    salt: sourceOf('salt'),
    'hash-algorithm': sourceOf('hash-algorithm'),
    provider: sourceOf('provider'),
    'provider-user-id': sourceOf('provider-user-id'),
    'provider-email': sourceOf('provider-email'),
    disabled: sourceOf('disabled'),
    deleted: sourceOf('deleted'),
    metadata: sourceOf('metadata'),
    role: sourceOf('role'),
    'totp-secret': sourceOf('totp-secret'),
    'time-joined': sourceOf('time-joined'),
    tenant: sourceOf('tenant'),
    fixedProvider,
  }
}

const nothingMapped = 'None of the mapped columns has a value in this record.'
const addressLeft =
  'None of the mapped columns has a value in this record, but another one has an email address: map that column as well.'
const noneMapped =
  'No column is taken for an email, a phone number or an ID. Map the one that is: on Map columns, or with --mapping.'

/**
 * Turns records into users by a mapping. Where several columns have the same target, the first with a value counts.
 * Verified columns that are there but empty say no; what is neither mapped nor the same in every record stays unsaid.
 */
export function readByMapping(mapping: Mapping): (record: SourceRecord) => Entry {
  const sources = compiled(byTarget(mapping))
  return (record) => readUser(sources, record)
}

function readUser(mapping: Compiled, record: SourceRecord): Entry {
  const sourceId = withoutTextMark(textFrom(mapping['source-id'], record))
  const { email, phone } = contactsOf(mapping, record)
  const hash = hashOf(mapping, record)
  const identities = withOthers(identitiesOf(mapping, record), mapping, record)
  if (sourceId === null && email === null && phone === null && hash === null && identities.length === 0) {
    const isLeft = mapping.whyUnread === nothingMapped && Object.values(record).some(isAddress)
    return { kind: 'unreadable', reason: isLeft ? addressLeft : mapping.whyUnread }
  }
  const tenants = tenantsIn(mapping, record)
  const profile = mapping.profile === null ? null : profileOf(record, mapping.profile)
  const user = newUser({
    sourceId,
    email,
    emailVerified: saysYes(mapping['email-verified'], record),
    phone,
    phoneVerified: saysYes(mapping['phone-verified'], record),
    hasPassword: hash === null ? null : true,
    hash,
    identities,
    standing: standingOf(mapping, record),
    ...(tenants === null ? {} : { tenants }),
    ...(profile === null ? {} : { profile }),
  })
  return { kind: 'user', user, keys: sourceId === null ? [] : [`id:${sourceId}`] }
}

function hashOf(mapping: Compiled, record: SourceRecord): HashInput | null {
  const hash = textFrom(mapping['password-hash'], record)
  if (hash === null) return null
  const salt = textFrom(mapping.salt, record)
  const declared = declaredIn(mapping['hash-algorithm'], record) ?? declaredByPath(mapping, record)
  if (salt === null && declared === null) return { hash }
  return { hash, ...(salt === null ? {} : { salt }), ...(declared === null ? {} : { declared }) }
}

/** The algorithm that a column names, or says by a yes. */
function declaredIn(source: Source, record: SourceRecord): string | null {
  for (const { path, read } of source.columns) {
    const value = textOf(read(record))
    const flag = value === null ? null : flagOfHash(path)
    if (flag === null ? value !== null : booleanOf(value) === true) return flag ?? value
  }
  return source.constant
}

/** Meteor keeps bcrypt over a SHA-256 of the password as `services.password.bcrypt` (packages/accounts-password). */
const ofMeteor = /(?:(?:^|[._])services[._]|^|\.)password\.bcrypt$|(?:^|_)services_password_bcrypt$/i

/** The algorithm that a path declares for its hash, where the text of the hash does not show it. */
function declaredByPath({ declares, 'password-hash': { columns } }: Compiled, record: SourceRecord): string | null {
  if (!declares) return null
  const first = columns.find(({ read }) => textOf(read(record)) !== null)
  return first !== undefined && ofMeteor.test(first.path) ? 'bcrypt-sha256' : null
}

function tenantsIn({ tenant }: ByTarget, record: SourceRecord): readonly string[] | null {
  if (tenant.columns.length === 0) return null
  const tenants = [...new Set(tenant.columns.flatMap(({ read }) => tenantsOf(read(record))))]
  return tenants.length === 0 ? null : tenants
}

const noIdentities: readonly Identity[] = []

function identitiesOf(mapping: ByTarget, record: SourceRecord): readonly Identity[] {
  const userId = textFrom(mapping['provider-user-id'], record)
  if (userId === null || isNoId(userId)) return withoutId(mapping, record)
  const provider = providerIn(mapping, record)
  if (provider === ownLogin || isOwnLogin(mapping, record, provider, userId)) return noIdentities
  const email = textFrom(mapping['provider-email'], record)
  return [{ provider: provider ?? 'unknown', userId, email, emailVerified: null }]
}

/** All entries of a list of logins are read as its first one is. */
function withOthers(first: readonly Identity[], mapping: Compiled, record: SourceRecord): readonly Identity[] {
  const { logins } = mapping
  const list = logins?.read(record)
  if (logins === null || list === undefined || list === null) return first
  const entries: unknown = typeof list === 'string' ? readEmbedded(list) : list
  if (!Array.isArray(entries) || entries.length < 2) return first
  const others = entries.slice(1, maxLogins).flatMap((entry: unknown): readonly Identity[] => {
    const [provider, userId] = [logins.provider, logins.userId].map(
      (path) => textOf(valueAt(entry, path))?.trim() ?? '',
    )
    if (provider === undefined || userId === undefined || userId === '' || isNoId(userId)) return []
    if (provider === '' || ownLogins.has(provider.toLowerCase()) || isOwnLogin(mapping, record, provider, userId))
      return []
    const email = logins.email === null ? null : textOf(valueAt(entry, logins.email))
    return [{ provider, userId, email, emailVerified: null }]
  })
  const isNew = ({ provider, userId }: Identity) =>
    !first.some((one) => one.userId === userId && one.provider === provider)
  return [...first, ...others.filter(isNew)]
}

/** A user has no more logins; what is beyond is asked about. */
const maxLogins = 24

/** Whether a name that is no third party's stands for the system's own password, which the record has, with its own address as the ID. */
function isOwnLogin(mapping: ByTarget, record: SourceRecord, provider: string | null, userId: string): boolean {
  if (provider === null || knownProvider(provider) !== null || ofCompany.test(provider)) return false
  const email = textFrom(mapping.email, record)?.trim().toLowerCase()
  return userId.trim().toLowerCase() === email && textFrom(mapping['password-hash'], record) !== null
}

/** The third party that a record names without an ID there. */
function withoutId({ provider }: ByTarget, record: SourceRecord): readonly Identity[] {
  const named = textFrom(provider, record)?.trim() ?? ''
  return named !== '' && (knownProvider(named) !== null || ofCompany.test(named))
    ? [{ ...identityWithoutId(named), userId: idInProfile(record, named) ?? '' }]
    : noIdentities
}

/** Providers of companies, which have no name of their own in the core. */
const ofCompany = /^(?:saml|samlp|oidc|adfs|waad|okta|azure)(?:$|[-_.:| ])/i

const ownLogin = Symbol('the login of the old system itself')

function providerIn({ provider, fixedProvider }: ByTarget, record: SourceRecord): string | typeof ownLogin | null {
  const named = textFrom(provider, record)?.trim() ?? null
  return named !== null && ownLogins.has(named.toLowerCase()) ? ownLogin : (named ?? fixedProvider)
}

/** Reads the third party that a record names by its mapping; null: it names none. */
export function providerReader(mapping: Mapping): (record: SourceRecord) => string | null {
  const sources = byTarget(mapping)
  return (record) => {
    const provider = providerIn(sources, record)
    return provider === ownLogin ? null : provider
  }
}

function standingOf({ deleted, disabled }: Pick<ByTarget, 'deleted' | 'disabled'>, record: SourceRecord): Standing {
  for (const { values, read } of deleted.columns) if (isDeleted(read(record), values)) return 'deleted'
  for (const { path, values, read } of disabled.columns) if (isDisabled(path, read(record), values)) return 'disabled'
  return 'active'
}

/** Reads who is disabled or deleted by a mapping that says nothing else. */
export function readStanding({ columns }: Mapping): (record: SourceRecord) => Standing {
  const sourceOf = (wanted: MappingTarget): Source => ({
    columns: columns.filter(({ target }) => target === wanted).map((one) => ({ ...one, read: readerOf(one.path) })),
    constant: null,
  })
  const sources = { deleted: sourceOf('deleted'), disabled: sourceOf('disabled') }
  return (record) => standingOf(sources, record)
}

/** Whether a value is one of those that the operator named; an empty one stands for no value. */
function isNamed(value: unknown, values: readonly string[]): boolean {
  const text = isObject(value) ? anObject : (textOf(value)?.trim().toLowerCase() ?? '')
  return values.some((one) => one.trim().toLowerCase() === text)
}

/** Whether a value says that an account is deleted. */
export function isDeleted(value: unknown, values?: readonly string[]): boolean {
  if (values !== undefined) return isNamed(value, values)
  // A flag may count on from 1, and databases of Microsoft write -1 for yes.
  return booleanOf(value) ?? /^(?:deleted|-1|[2-9])$/i.test(textOf(value)?.trim() ?? '')
}

/** In a column like `active` or `is_enabled` it is the no that disables. */
export function isDisabled(path: string, value: unknown, values?: readonly string[]): boolean {
  if (values !== undefined) return isNamed(value, values)
  if (holdsAccountFlags(path)) return disabledByFlags(value)
  const word = disabledByWord(value)
  if (word !== null) return word
  const isEnd = saysExpiry(path)
  if (isEnd || saysUntil(path)) {
    const text = textOf(value)?.trim() ?? ''
    // A lock without an end has begun, and a zero is no time at all.
    if (!isEnd && /^(?:0|0000-00-00.*)$/.test(text)) return false
    const time = endOf(text, isEnd)
    if (time !== null) return time > Date.now() !== isEnd
    if (isEnd) return booleanOf(value) === true && !isTime(text)
  }
  const flag = booleanOf(value)
  return flag !== null && flag !== saysEnabled(path)
}

const day = 24 * 60 * 60 * 1000
/** Milliseconds from 1601, where the counts of Windows begin, to 1970. */
const windowsEpoch = 11_644_473_600_000

/**
 * When an account ends or is let in again, in milliseconds since 1970; infinite for never. Besides times as databases write them: the
 * 100 nanoseconds since 1601 of Active Directory, the days since 1970 of shadow(5), and dates as spreadsheets write them. Of a date that may
 * have its day or its month first, the one counts that keeps its user out: the `earlier` one for the end of an account.
 */
function endOf(text: string, earlier: boolean): number | null {
  if (/^(?:0|-1|never|infinity|9223372036854775807|0000-00-00.*)$/i.test(text)) return Infinity
  if (/^(?:19|2\d)\d\d$/.test(text)) return Date.UTC(Number(text) + 1)
  if (/^\d{4,5}$/.test(text)) return Number(text) * day
  if (/^\d{18}$/.test(text)) return Number(text) / 10_000 - windowsEpoch
  const [, one = '', mark, other = '', year, hour = '0', minute = '00', half] = ofSpreadsheet.exec(text) ?? []
  if (year === undefined) return readTime(text)
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === 'pm' ? 12 : 0)
  const at = (month: string, date: string) => readTime(`${year}-${month}-${date} ${hours}:${minute}`)
  const times = [at(other, one), mark === '.' ? null : at(one, other)].filter((time) => time !== null)
  return times.length === 0 ? null : earlier ? Math.min(...times) : Math.max(...times)
}

const ofSpreadsheet = /^(\d\d?)([./-])(\d\d?)\2(\d{4})(?:,? (\d\d?):(\d\d)(?::\d\d)?(?: ?([ap]m))?)?$/i

function saysYes({ columns, constant }: Source, record: SourceRecord): boolean | null {
  let there = false
  for (const { read } of columns) {
    const value = read(record)
    if (value === undefined) continue
    if (booleanOf(value) === true) return true
    there = true
  }
  return there ? false : booleanOf(constant)
}

function textFrom({ columns, constant }: Source, record: SourceRecord): string | null {
  for (const { read } of columns) {
    const value = textOf(read(record))
    if (value !== null) return value
  }
  return constant
}

/** A number in a column of emails is the phone number of a user who has no other: some sign in with one of both. */
function contactsOf(mapping: ByTarget, record: SourceRecord): Pick<User, 'email' | 'phone'> {
  const email = contactFrom(mapping.email, record)
  const phone = contactFrom(mapping.phone, record)
  return phone === null && email !== null && isNumberAsContact(email) ? { email: null, phone: email } : { email, phone }
}

/** Whether the contact in a column of emails is a phone number. */
export function isNumberAsContact(contact: string): boolean {
  return !contact.includes('@') && isPhone(contact, 9)
}

/** An email or a phone number, which are never the same in every record. */
function contactFrom({ columns }: Source, record: SourceRecord): string | null {
  for (const { read } of columns) {
    const value = contactOf(read(record))
    if (value !== null) return value
  }
  return null
}
