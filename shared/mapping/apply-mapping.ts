import { isObject } from '../json.ts'
import type { Entry, SourceRecord } from './export-format.ts'
import type { HashInput } from '../hashes/verdict.ts'
import { newUser, type Standing, type User } from '../users/user.ts'
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
import type { Mapping } from './mapping.ts'
import { identityReader } from './entries/identities.ts'
import { byTarget, textFrom, type ByTarget, type Source } from './entries/target-sources.ts'

/**
 * The sorted mapping with derived facts. `profile`: the columns of a profile; null: none. `declares`: whether the path of a hash names its kind.
 * `whyUnread`: the reason why a record has no user.
 */
type Compiled = ByTarget & {
  readonly profile: Parameters<typeof profileOf>[1] | null
  readonly declares: boolean
  readonly whyUnread: string
  readonly identitiesOf: ReturnType<typeof identityReader>
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
    identitiesOf: identityReader(sources),
  }
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && isEmailAddress(value.trim())
}

/** Targets of which one tells a user from a row without one. */
const ofUsers = ['source-id', 'email', 'phone', 'password-hash', 'provider-user-id'] as const

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
  const identities = mapping.identitiesOf(record)
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

function standingOf({ deleted, disabled }: ByTarget, record: SourceRecord): Standing {
  for (const { values, read } of deleted.columns) if (isDeleted(read(record), values)) return 'deleted'
  for (const { path, values, read } of disabled.columns) if (isDisabled(path, read(record), values)) return 'disabled'
  return 'active'
}

/** Reads who is disabled or deleted by a mapping that says nothing else. */
export function readStanding(mapping: Mapping): (record: SourceRecord) => Standing {
  const sources = byTarget(mapping)
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
