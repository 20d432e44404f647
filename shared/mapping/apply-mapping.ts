import type { Entry, SourceRecord } from './export-format.ts'
import { ownHash } from '../hashes/own-hash.ts'
import type { HashInput } from '../hashes/verdict.ts'
import { joinIdentities } from '../users/known-provider.ts'
import { newUser, type Profile, type User, userWith } from '../users/user.ts'
import { auth0Subject, isOfPasswordAtAuth0 } from '../users/auth0-subject.ts'
import { isEmailAddress } from '../users/normalise-email.ts'
import { booleanOf, contactOf, isPhone, textOf, trimmedText, withoutTextMark } from './cell.ts'
import { isDash } from './columns/profile-columns.ts'
import { profileOf, tenantsOf } from './profile-of.ts'
import { saysAlgorithm, type SaysAlgorithm } from './names/column-words.ts'
import type { Mapping } from './mapping.ts'
import { namesCountry, prefixByName, withPrefix } from './entries/phone-prefix.ts'
import type { FactorStates } from './entries/factor-use.ts'
import { identityReader } from './entries/identities.ts'
import { standingOf } from './entries/standing.ts'
import { byTarget, textFrom, type ByTarget, type Notation, type Source } from './entries/target-sources.ts'
import { readerOf } from './value-at.ts'

/**
 * The sorted mapping with derived facts. `profile`: the columns of a profile; null: none. `declares`: whether the path of a hash names its kind.
 * `isMapped`: some column tells a user from a row without one.
 */
type Compiled = ByTarget & {
  readonly profile: Parameters<typeof profileOf>[1] | null
  readonly declares: boolean
  readonly isMapped: boolean
  /** The columns of phones that have codes of countries or areas, or countries, and no numbers. */
  readonly prefixes: readonly (Source['columns'][number] & { readonly kind: 'country' | 'area' })[]
  readonly identitiesOf: ReturnType<typeof identityReader>
}

function compiled(sources: ByTarget, statesOf: FactorStates = () => () => []): Compiled {
  const { metadata, role, 'time-joined': joined, 'password-hash': hash } = sources
  const totp = sources['totp-secret'].columns.map((column) => ({ ...column, statesOf: statesOf(column.path) }))
  const profile = { metadata: metadata.columns, roles: role.columns, totp, joined: joined.columns }
  const isRead = Object.values(profile).some(({ length }) => length > 0)
  const { columns } = sources.phone
  const prefixes = columns.flatMap((column) => {
    const kind =
      columns.length > 1 ? (prefixByName(column.path) ?? (namesCountry(column.path) ? 'country' : null)) : null
    return kind === null ? [] : [{ ...column, kind }]
  })
  const numbers = columns.filter(({ path }) => prefixes.every((one) => one.path !== path))
  return {
    ...sources,
    phone: { ...sources.phone, columns: numbers },
    prefixes,
    profile: isRead ? profile : null,
    declares: hash.columns.some(({ path }) => ofMeteor.test(path)),
    isMapped: ofUsers.some((target) => sources[target].columns.length > 0),
    identitiesOf: identityReader(sources),
  }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && isEmailAddress(value.trim())
}

/** Targets of which one tells a user from a row without one. */
const ofUsers = ['source-id', 'email', 'phone', 'password-hash', 'provider-user-id'] as const

const nothingMapped =
  'No column that tells a user has a value in this record: neither ID, email, phone number, password nor third-party login. If another column does, map it; else add a login in the old system.'
const addressLeft =
  'None of the mapped columns has a value in this record, but another one has an email address: map that column as well.'
const noneMapped =
  'No column looks like an email, a phone number or an ID. If one holds these, map it on Map columns or with --mapping; otherwise choose the export with the users.'

/**
 * Turns records into users by a mapping. Where several columns have the same target, the first with a value counts.
 * Verified columns that are there but empty say no; what is neither mapped nor the same in every record stays unsaid.
 */
export function readByMapping(mapping: Mapping, notation: Notation = {}): (record: SourceRecord) => Entry {
  const sources = compiled(byTarget(mapping, notation), notation.factorStates)
  const nameOf = notation.signInName === undefined ? null : readerOf(notation.signInName)
  // A record with such a name is that of a user, also without a login.
  const hasName = (record: SourceRecord) => nameOf !== null && /^\S+$/.test(trimmedText(nameOf(record)))
  return (record) => readUser(sources, record, hasName)
}

function readUser(mapping: Compiled, record: SourceRecord, hasName: (record: SourceRecord) => boolean): Entry {
  const { user, subject } = userIn(mapping, record)
  const { sourceId, email, phone, hash, identities } = user
  const hasNothing = sourceId === null && email === null && phone === null && hash === null && identities.length === 0
  if (hasNothing && !hasName(record)) {
    if (!mapping.isMapped) return { kind: 'unreadable', reason: noneMapped }
    return { kind: 'unreadable', reason: Object.values(record).some(isAddress) ? addressLeft : nothingMapped }
  }
  return { kind: 'user', user, keys: keysOf(sourceId, subject) }
}

/** The keys that parts of a user may name. Nearly all users have one ID, so lists of both would only cost time. */
function keysOf(sourceId: string | null, subject: string | null): readonly string[] {
  const own = sourceId ?? subject
  if (own === null) return []
  return subject === null || subject === own ? [`id:${own}`] : [`id:${own}`, `id:${subject}`]
}

/** All that the mapped columns say of a user, if anything. */
function userIn(mapping: Compiled, record: SourceRecord): { readonly user: User; readonly subject: string | null } {
  const sourceId = idIn(mapping['source-id'], record)
  const { email, phone, phoneInEmail } = contactsOf(mapping, record)
  const emailVerified = saysYes(mapping['email-verified'], record)
  const hash = hashOf(mapping, record)
  const there = mapping.identitiesOf(record)
  const subject = subjectOf(mapping, record, sourceId)
  const tenants = tenantsIn(mapping, record)
  const profile = mapping.profile === null ? null : profileOf(record, mapping.profile)
  const fields = {
    sourceId,
    email,
    emailVerified,
    phone,
    // The flag of a column of emails is that of its number as well.
    phoneVerified: saysYes(mapping['phone-verified'], record) ?? (phoneInEmail === true ? emailVerified : null),
    hasPassword: hash !== null || (subject !== null && isOfPasswordAtAuth0(subject)) ? true : null,
    hash,
    identities: there.length === 0 && subject !== null ? identityOf(subject) : there,
    standing: standingOf(mapping, record),
  }
  // Nearly all users have no more, and each spread object takes as long as reading a column.
  if (tenants === null && profile === null && phoneInEmail !== true) return { user: newUser(fields), subject }
  const user = newUser({
    ...fields,
    ...(tenants === null ? {} : { tenants }),
    ...(profile === null ? {} : { profile }),
    ...(phoneInEmail === true ? { phoneInEmail } : {}),
  })
  return { user, subject }
}

/** The ID of a user; null: the record has none, or a dash in its place, which a core would store as an ID. */
function idIn(source: Source, record: SourceRecord): string | null {
  const id = withoutTextMark(textFrom(source, record))
  return id === null || isDash(id) ? null : id
}

/** Reads what a mapping adds to a user that a known format read: what it says of a record counts before what the format says. */
export function addByMapping(mapping: Mapping, notation: Notation = {}): (user: User, record: SourceRecord) => User {
  const sources = compiled(byTarget(mapping, notation), notation.factorStates)
  return (own, record) => {
    const { user: added } = userIn(sources, record)
    const hash = added.hash ?? withParameters(own.hash, sources, record)
    return userWith(own, {
      sourceId: added.sourceId ?? own.sourceId,
      ...contactWith('email', own, added),
      ...contactWith('phone', own, added),
      hash,
      hasPassword: added.hash === null ? own.hasPassword : true,
      identities: joinIdentities(own.identities, added.identities),
      standing: own.standing === 'active' ? added.standing : own.standing,
      ...(added.phoneInEmail === undefined ? {} : { phoneInEmail: added.phoneInEmail }),
      ...(added.tenants === undefined ? {} : { tenants: added.tenants }),
      ...(added.profile === undefined ? {} : { profile: joinProfiles(own.profile, added.profile) }),
    })
  }
}

/** The contact that a mapping says, else the own one. Whether another address is verified says nothing of it. */
function contactWith(field: 'email' | 'phone', own: User, added: User): Partial<User> {
  const [contact, verified] = [added[field] ?? own[field], `${field}Verified`] as const
  const isSame = added[field] === null || added[field].trim().toLowerCase() === own[field]?.trim().toLowerCase()
  const is = added[verified] ?? (isSame ? own[verified] : null)
  return field === 'email' ? { email: contact, emailVerified: is } : { phone: contact, phoneVerified: is }
}

/** A hash of a known format with the salt and the algorithm that a mapping names. */
function withParameters(hash: HashInput | null, mapping: Compiled, record: SourceRecord): HashInput | null {
  if (hash === null) return null
  const [salt, declared] = [textFrom(mapping.salt, record), declaredIn(mapping['hash-algorithm'], record)]
  return { ...hash, ...(salt === null ? {} : { salt }), ...(declared === null ? {} : { declared }) }
}

function joinProfiles(own: Profile = {}, added: Profile): Profile {
  return {
    ...own,
    ...added,
    ...(own.metadata === undefined || added.metadata === undefined
      ? {}
      : { metadata: { ...own.metadata, ...added.metadata } }),
    ...(own.roles === undefined || added.roles === undefined
      ? {}
      : { roles: [...new Set([...own.roles, ...added.roles])] }),
    ...(own.totp === undefined || added.totp === undefined ? {} : { totp: [...new Set([...own.totp, ...added.totp])] }),
  }
}

/** The subject of the user at Auth0, from a column of IDs there or as the user's own ID; null: there is none. */
function subjectOf(mapping: ByTarget, record: SourceRecord, sourceId: string | null): string | null {
  const { columns } = mapping['provider-user-id']
  const text = columns.length === 0 ? sourceId : (textFrom(mapping['provider-user-id'], record) ?? sourceId)
  return text?.includes('|') === true && auth0Subject(text) !== null ? text : null
}

function identityOf(subject: string): User['identities'] {
  const { provider = null, userId = '' } = auth0Subject(subject) ?? {}
  return provider === null ? [] : [{ provider, userId, email: null, emailVerified: null }]
}

function hashOf(mapping: Compiled, record: SourceRecord): HashInput | null {
  const hash = textFrom(mapping['password-hash'], record)
  if (hash === null) return null
  const own = ownHash(hash)
  if (own !== hash) return { hash: own }
  const salt = textFrom(mapping.salt, record)
  const declared = declaredIn(mapping['hash-algorithm'], record) ?? declaredByPath(mapping, record)
  if (salt === null && declared === null) return { hash }
  return { hash, ...(salt === null ? {} : { salt }), ...(declared === null ? {} : { declared }) }
}

/** The algorithm that a column says by a yes or by having a value, such as a pepper, else the one that a column names. */
function declaredIn(source: Source, record: SourceRecord): string | null {
  let named: string | null = null
  for (const { path, read } of source.columns) {
    const value = textOf(read(record))
    if (value === null) continue
    const said = saysAlgorithm(path)
    if (said === null) named ??= value
    else if (says(said, value)) return said.algorithm
  }
  return named ?? source.constant
}

function says({ by }: SaysAlgorithm, value: string): boolean {
  const answer = booleanOf(value)
  return by === 'value' || (by === 'any' ? answer !== false && value.trim() !== '' : answer === true)
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

/** Whether a column says yes, or else the constant. Where records leave out what is empty, a column that others have says no without one. */
function saysYes({ columns, constant }: Source, record: SourceRecord): boolean | null {
  let there = false
  for (const { read, isEmptyIn } of columns) {
    const value = read(record)
    if (booleanOf(value) === true) return true
    if (value !== undefined || (constant === null && isEmptyIn(record))) there = true
  }
  return there ? false : booleanOf(constant)
}

/** A number in a column of emails is the phone number of a user who has no other: some sign in with one of both. */
function contactsOf(mapping: Compiled, record: SourceRecord): Pick<User, 'email' | 'phone' | 'phoneInEmail'> {
  const email = contactFrom(mapping.email, record)
  const number = contactFrom(mapping.phone, record)
  const phone = number === null ? null : withPrefixes(number, mapping.prefixes, record)
  return phone === null && email !== null && isNumberAsContact(email)
    ? { email: null, phone: email, phoneInEmail: true }
    : { email, phone }
}

/** The number with the code of its country or area, where a column of phones has such codes. */
function withPrefixes(number: string, prefixes: Compiled['prefixes'], record: SourceRecord): string {
  return prefixes.reduce((phone, { read, kind }) => withPrefix(phone, read(record), kind), number)
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
