import { hashLikeness, hashLikenessUnderPasswordName } from '../../hashes/hash-likeness.ts'
import { lastName, flagOfHash, holdsAccountFlags, saysExpiry, splitPath } from '../names/column-words.ts'
import type { Confidence } from '../mapping.ts'
import type { MappingTarget } from '../targets.ts'
import { fitOfName, hintsOf, isOwnSecret, type NameFit, thirdPartyOf } from '../names/name-hints.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { isCode, mayBePlace } from '../names/standing-names.ts'
import { isOfEitherOrder, readTimeJoined } from '../../users/time-joined.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { ownLogins } from '../entries/identities.ts'
import { knownProvider } from '../../users/known-provider.ts'
import { booleanOf, contactOf, disabledByWord, isPhone, isTime } from '../cell.ts'
import { inOtherLanguages } from '../names/names-in-languages.ts'

/** A possible target of a column, with its confidence and reason. */
export type Candidate = {
  readonly column: ColumnProfile
  readonly target: MappingTarget
  readonly confidence: Confidence
  readonly reason: string
  /** Higher is better; only compared. */
  readonly rank: number
}

/** How well the values of a column suit a target. `telling`: values like these are seldom anything else. */
type ValueFit = {
  /** `some`: fewer than half of them do, but some. */
  readonly kind: 'telling' | 'fits' | 'partly' | 'some' | 'empty' | 'not'
  readonly words: string
}

type Look = { readonly what: string; readonly telling: boolean; readonly test: (value: string) => boolean }

const emails: Look = {
  what: 'email addresses',
  telling: true,
  test: (value) => isEmailAddress((contactOf(value) ?? '').trim()),
}
/** Addresses within a machine or an office, and made-up ones, where a column is called so: `admin@localhost`, `1@1.1`. */
const namedEmails: Look = {
  ...emails,
  telling: false,
  test: (value) => emails.test(value) || /^[^\s@"'<>:$/,;]{1,64}@[\p{L}\p{N}.-]{1,253}$/u.test(value.trim()),
}
const answers: Look = { what: 'yes or no, or a time', telling: false, test: (value) => booleanOf(value) !== null }
const ids: Look = { what: 'ids', telling: false, test: (value) => !/\s/.test(value.trim()) && value.length <= 256 }
const providers: Look = { what: 'names of providers', telling: true, test: isProviderName }

const never: Look = { what: 'nothing', telling: false, test: () => false }

const looks: Record<MappingTarget, Look> = {
  'source-id': ids,
  email: emails,
  'email-verified': answers,
  phone: { what: 'phone numbers', telling: false, test: (value) => isPhone(contactOf(value) ?? '') },
  'phone-verified': answers,
  'password-hash': { what: 'password hashes', telling: true, test: isHash },
  salt: { what: 'salts', telling: false, test: (value) => /^\S{2,256}$/.test(value.trim()) },
  'hash-algorithm': {
    what: 'names of algorithms',
    telling: false,
    test: (value) => /^[A-Za-z][\w .-]{1,40}$/.test(value),
  },
  provider: providers,
  'provider-user-id': { ...ids, test: (value) => ids.test(value) && !isProviderName(value) },
  'provider-email': emails,
  disabled: { ...answers, test: (value) => booleanOf(value) !== null || disabledByWord(value) !== null },
  // These are never suggested: only the operator knows what belongs into the core.
  metadata: never,
  role: never,
  'totp-secret': never,
  'time-joined': {
    what: 'times',
    telling: false,
    test: (value) => readTimeJoined(value, Number.POSITIVE_INFINITY) !== null || isOfEitherOrder(value),
  },
  tenant: {
    what: 'names or IDs',
    telling: false,
    test: (value) => /^[\p{L}\p{N}][\p{L}\p{N} ._:-]{0,99}$/u.test(value.trim()),
  },
  deleted: { ...answers, test: (value) => booleanOf(value) !== null || /^(?:deleted|active|\d)$/i.test(value.trim()) },
}

/** A number in a status column may mean anything. */
const statusText: Look = { what: 'known words', telling: false, test: (value) => disabledByWord(value) !== null }

const ends: Look = {
  ...answers,
  test: (value) => booleanOf(value) !== null || /^(?:-1|\d{4,5}|\d{18,19}|infinity)$/i.test(value.trim()),
}

const accountFlags: Look = {
  what: 'flags of Active Directory',
  telling: false,
  test: (value) => /^\d{1,10}$/.test(value.trim()),
}

const statusNames = new Set<string>(inOtherLanguages.status)

const confidences: Record<NameFit, Record<ValueFit['kind'], Confidence | null>> = {
  exact: { telling: 'exact', fits: 'exact', empty: 'likely', partly: 'unsure', some: null, not: null },
  likely: { telling: 'likely', fits: 'likely', empty: 'unsure', partly: 'unsure', some: null, not: null },
  weak: { telling: 'unsure', fits: null, empty: null, partly: null, some: null, not: null },
  none: { telling: 'unsure', fits: null, empty: null, partly: null, some: null, not: null },
}

const confidenceRank: Record<Confidence, number> = { exact: 3000, likely: 2000, unsure: 1000 }
/** The hashes of former passwords rank below any other column of hashes. */
const belowAll = 5000
const nameRank: Record<NameFit, number> = { exact: 300, likely: 200, weak: 100, none: 0 }

/** Whether a column may become a target, by its name and its values; null: no. `within`: the object around all columns or logins, whose name says nothing. */
export function judge(
  column: ColumnProfile,
  target: MappingTarget,
  numbered: boolean,
  within: string,
): Candidate | null {
  if (target === 'password-hash' && saysWhetherSet(column)) return null
  const name = numbered ? 'none' : holdsProviderIds(target, column) ? 'likely' : fitWithin(target, column.path, within)
  const values = fitOfValues(target, column)
  // A table without column names has nothing but its values.
  const tells =
    target === 'phone'
      ? column.values.every(isWrittenAsPhone) || areNationalNumbers(column.values)
      : values.kind === 'telling' || (target === 'email' && column.values.every((value) => value.includes('@')))
  const byValue = tells && values.kind !== 'empty' && target !== 'provider-email' && numbered ? 'likely' : null
  const sure = target === 'password-hash' && !numbered ? shareOfHashes(column) : 0
  if (proposed.has(target)) return propose(column, target, name, values)
  const usual =
    byValue ??
    emailsAsLogin(target, column, values) ??
    contactsOfBothKinds(target, column) ??
    algorithmsByValue(target, column) ??
    confidences[name][values.kind] ??
    byNameAlone(target, name, column) ??
    inDoubt(target, column, values)
  const judged =
    sure > 0 ? atLeastLikely(usual) : (oddOnesAside(target, name, values) ?? usual ?? otherWords(target, name, column))
  // The phone at an address that something is sent to may be that of another person.
  const confidence = judged !== null && target === 'phone' && isOfAddress(column.path) ? 'unsure' : judged
  if (confidence === null || (name === 'none' && target === 'provider-email')) return null
  const filled = column.records === 0 ? 0 : column.values.length / column.records
  const depth = column.path.split(/[.[]/).length
  return {
    column,
    target,
    confidence,
    reason: reasonOf(
      column.path,
      name === 'none' && byNameAlone(target, name, column) !== null ? 'likely' : name,
      values,
      numbered,
    ),
    rank:
      confidenceRank[confidence] +
      nameRank[name] +
      sure * surelyHashes +
      filled * 50 -
      depth * 10 -
      (target === 'password-hash' && hintsOf(column.path).former ? belowAll : 0),
  }
}

/** Whether a field is within an address, `addresses[0].telephone`. */
export function isOfAddress(path: string): boolean {
  return splitPath(path).containers.some((container) =>
    /addr(?:ess)?|adress|shipping|billing|delivery/i.test(container),
  )
}

/** Whether nothing but a phone number is written so: with a plus, an area in brackets, or blanks or dashes behind its zero. */
function isWrittenAsPhone(value: string): boolean {
  const text = value.trim()
  return (
    isPhone(text, 8) &&
    (text.startsWith('+') || /^\(\d{2,4}\) ?\d/.test(text) || (/^\(?0/.test(text) && /[\s()/-]/.test(text)))
  )
}

/** Whether all values are of 9 to 11 digits behind one zero, none twice and far apart, as numbers of a country are and counted IDs are not. */
function areNationalNumbers(values: readonly string[]): boolean {
  const numbers = values.map((value) => value.trim())
  if (numbers.length < 2 || new Set(numbers).size < numbers.length) return false
  if (!numbers.every((number) => /^0[1-9]\d{7,9}$/.test(number))) return false
  const sorted = numbers.map(Number).toSorted((one, other) => one - other)
  return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) > numbers.length * farApart
}

/** Nearer to each other on average, numbers were counted. */
const farApart = 1000

/** Whether a column that is called like a third party holds long numbers, as Discord and others count their users. */
function holdsProviderIds(target: MappingTarget, { path, values }: ColumnProfile): boolean {
  return (
    target === 'provider-user-id' &&
    thirdPartyOf(splitPath(path).name) !== null &&
    values.length > 0 &&
    values.every((value) => /^[1-9]\d{14,21}$/.test(value.trim()))
  )
}

/** A name fits less surely where it stands within an object. */
function fitWithin(target: MappingTarget, path: string, within: string): NameFit {
  const whole = fitOfName(target, path)
  if (within === '' || !path.startsWith(within) || whole === 'exact' || whole === 'likely') return whole
  const own = fitOfName(target, path.slice(within.length))
  return own === 'exact' ? 'likely' : own
}

/**
 * Data besides logins that the core can keep, where the name says so and the values fit. Needs the operator's consent:
 * a tenant that the core lacks blocks its users, and not every core keeps the time joined.
 */
const proposed: ReadonlySet<MappingTarget> = new Set(['tenant', 'time-joined'])

function propose(column: ColumnProfile, target: MappingTarget, name: NameFit, values: ValueFit): Candidate | null {
  if ((name !== 'exact' && name !== 'likely') || values.kind !== 'fits') return null
  const reason = reasonOf(column.path, name, values, false)
  return { column, target, confidence: 'unsure', reason, rank: confidenceRank.unsure + nameRank[name] }
}

/** A status in words or numbers that are not known may disable users; a `state` in words may be a part of a country. */
function otherWords(target: MappingTarget, name: NameFit, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'disabled' || (name !== 'exact' && name !== 'likely') || values.length === 0) return null
  if (!isStatusName(path) || areOfOrders(values)) return null
  return mayBePlace(path) && !values.every(isCode) ? null : 'unsure'
}

const ofOrders = /\b(?:ship(?:ped|ment|ping)|deliver(?:ed|y)|refund(?:ed)?|fulfil\w{0,8}|invoiced?|payment)\b/i

/** Whether a status is of orders and the like, by its values: `Awaiting Shipment`. */
export function areOfOrders(values: readonly string[]): boolean {
  return values.some((value) => ofOrders.test(value)) && values.every((value) => disabledByWord(value) !== true)
}

/** A column of nothing but unmistakable hashes beats one that is called “password” and holds something else. */
const surelyHashes = 250

/**
 * Which part of the values are password hashes beyond doubt. A hash that is not mapped is a password lost, so one of them is
 * enough to take the column, whatever it is called and whatever else is in it. Hashes of other secrets, such as reset tokens,
 * look the same: imported as passwords, they would let strangers in, so their columns are never taken by themselves.
 */
function shareOfHashes({ path, values }: ColumnProfile): number {
  if (hintsOf(path).otherSecret && !isOwnSecret(path)) return 0
  const sure = values.filter((value) => hashLikeness(value) === 'certain').length
  return sure / Math.max(values.length, 1)
}

function atLeastLikely(confidence: Confidence | null): Confidence {
  return confidence === 'exact' ? 'exact' : 'likely'
}

/** Odd values among them do not lose a column whose name says that it is the email or the phone. */
function oddOnesAside(target: MappingTarget, name: NameFit, { kind }: ValueFit): Confidence | null {
  const isContact = target === 'email' || target === 'phone'
  return isContact && (name === 'exact' || name === 'likely') && (kind === 'partly' || kind === 'some')
    ? 'likely'
    : null
}

/** A possible password column, by its name or by some of its values, is shown as such; the operator decides. */
function inDoubt(target: MappingTarget, { path, values }: ColumnProfile, { kind }: ValueFit): Confidence | null {
  if (target !== 'password-hash') return null
  const { id, password } = hintsOf(path)
  if (id && password === null && values.every((value) => hashLikeness(value) !== 'certain')) return null
  if (kind === 'telling' || kind === 'partly' || kind === 'some') return 'unsure'
  return password === 'whole' && values.length > 0 ? 'unsure' : null
}

const loginNames =
  /^(?:identifier|login|loginname|loginid|userlogin|username|signinname|benutzername|anmeldename|identifiant|usuario)$/

/** Whether a column is called like the name that users sign in with. */
export function isLoginName(path: string): boolean {
  return loginNames.test(lastName(path))
}

/** The logins of users, where all of them are email addresses. A column that is named as an email ranks before it. */
function emailsAsLogin(target: MappingTarget, { path }: ColumnProfile, { kind }: ValueFit): Confidence | null {
  return target === 'email' && kind === 'telling' && isLoginName(path) ? 'likely' : null
}

/** A contact or a login that is an email address of some users and a phone number of all others. */
function contactsOfBothKinds(target: MappingTarget, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'email' || !(isLoginName(path) || hintsOf(path).phone)) return null
  const emailsThere = values.filter(emails.test).length
  return emailsThere > 0 && emailsThere < values.length && areEmailsOrPhones(values) ? 'likely' : null
}

function areEmailsOrPhones(values: readonly string[]): boolean {
  return values.every((value) => emails.test(value) || isPhone(value, 8))
}

const algorithm =
  /^(?:ssha|sha|scram|md5|bcrypt|blowfish|argon2(?:id|i|d)?|s?crypt|pbkdf2?|phpass|django|drupal|wordpress|peppered|legacy|plain(?:text)?|clear(?:text)?|hmac)(?:$|[\d_ .:/-])/i
/** Algorithms that nothing but passwords is hashed with. */
const ofPasswords = /bcrypt|blowfish|argon2|scrypt|scram|pbkdf|phpass|ssha/i

/** A column of nothing but names of algorithms says how the passwords were hashed, whatever it is called: `encoder`. */
function algorithmsByValue(target: MappingTarget, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'hash-algorithm' || values.length === 0 || hintsOf(path).otherSecret) return null
  const areNames = values.every((value) => algorithm.test(value.trim()) && value.length <= 40)
  return areNames && values.some((value) => ofPasswords.test(value)) ? 'likely' : null
}

/**
 * A column called like a password is mapped whatever is in it: its hashes are judged one by one later. Sentences alone are labels
 * of a form, such as translations have.
 */
function byNameAlone(target: MappingTarget, name: NameFit, { path, values }: ColumnProfile): Confidence | null {
  if (target !== 'password-hash' || (values.length > 0 && values.every((value) => sentence.test(value)))) return null
  if (name === 'exact' || name === 'likely') return 'likely'
  const { password, former, id, otherSecret } = hintsOf(path)
  const isPassword = password === 'whole' && !former && !id && !otherSecret
  return isPassword && values.length > 0 && values.every((value) => !isTime(value)) ? 'likely' : null
}

const sentence = /^\p{L}+(?:[\s,]+\p{L}+){2,}[.?!:…]?$/u

/** Yes or no under the name of a password says whether there is one. */
function saysWhetherSet({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every((value) => /^(?:true|false|yes|no)$/i.test(value.trim()))
}

function reasonOf(path: string, name: NameFit, values: ValueFit, numbered: boolean): string {
  if (numbered) return `${values.words}; the table has no column names`
  if (name === 'none') return `${values.words}, though the name “${path}” does not say so`
  if (name === 'weak') return `${values.words}, but the name “${path}” says more than that`
  return `it is called “${path}”, and ${values.words}`
}

/** The look of values of a column that disables, by its name. */
function lookOfStanding(path: string): Look {
  if (holdsAccountFlags(path)) return accountFlags
  return isStatusName(path) ? statusText : saysExpiry(path) ? ends : looks.disabled
}

/** Whether a column says by words or numbers of its own what became of an account. */
export function isStatusName(path: string): boolean {
  const name = lastName(path)
  return /(?:status|state|zustand)$/.test(name) || statusNames.has(name)
}

/** Said of a column that is no key. */
export const notUnique = 'its values are not unique'

export function fitOfValues(target: MappingTarget, { path, values, records }: ColumnProfile): ValueFit {
  if (values.length === 0) return { kind: 'empty', words: 'all samples are empty' }
  const look = lookOf(target, path)
  const fitting = values.filter((value) => look.test(value)).length
  const share = fitting / values.length
  const which = share === 1 ? 'all' : share === 0 ? 'none of the' : `${fitting} of ${values.length}`
  const areOfBothKinds = target === 'email' && share > 0 && share < 1 && areEmailsOrPhones(values)
  const off = look === statusText ? wordsThatDisable(values) : ''
  const isCut = target === 'password-hash' && values.every(isBodyOfBcrypt)
  const what = isCut ? 'bcrypt hashes without their beginning' : look.what
  const words = `${which} samples are ${what}${off}${areOfBothKinds ? ', the others phone numbers, which are read as such' : ''}`
  if (target === 'source-id') {
    const distinct = new Set(values).size
    if (distinct === 1 && values.length > 2) return { kind: 'not', words: 'all records have the same' }
    if (distinct < values.length)
      return { kind: 'partly', words: `${notUnique} (${distinct} different ones in ${values.length} samples)` }
    if (values.length < records) return { kind: 'partly', words: 'not every record has one' }
  }
  // Where all sign in with passwords of the table, no third party is named.
  const isOwn = target === 'provider' && values.every((value) => ownLogins.has(value.trim().toLowerCase()))
  if (share >= 0.8) return { kind: look.telling && !isOwn ? 'telling' : 'fits', words }
  if (target === 'provider' && values.every((value) => /^(?!\d+$)[\w.:-]{2,60}$/.test(value.trim()))) {
    return { kind: 'fits', words: 'all samples are single words' }
  }
  return { kind: share >= 0.5 ? 'partly' : share > 0 ? 'some' : 'not', words }
}

/** The words of a status that keep its users out: the deleted are among the disabled. */
export function wordsThatDisable(values: readonly string[]): string {
  const words = new Set(values.map((value) => value.trim()).filter((value) => disabledByWord(value) === true))
  const shown = [...words].slice(0, maxWords).map((word) => `“${word}”`)
  const more = words.size > maxWords ? ' and others' : ''
  return words.size === 0 ? '' : `, of which ${shown.join(', ')}${more} ${words.size === 1 ? 'disables' : 'disable'}`
}

const maxWords = 4

function lookOf(target: MappingTarget, path: string): Look {
  if (target === 'disabled') return lookOfStanding(path)
  if (target === 'email') return fitOfName(target, path) === 'exact' ? namedEmails : emails
  return target === 'hash-algorithm' && flagOfHash(path) !== null ? answers : looks[target]
}

function isHash(value: string): boolean {
  const text = value.trim()
  return (
    hashLikeness(text) !== null ||
    (/^(?:\{[A-Z0-9-]+\}|[A-Za-z0-9_]{2,20}\$|\$(?![\d.,]+$))\S{8,}$/.test(text) &&
      hashLikenessUnderPasswordName(text) !== null) ||
    /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text) ||
    isBodyOfBcrypt(text) ||
    (/^[A-Za-z0-9+/_-]{40,}={0,2}$/.test(text) && !isTime(text) && !path.test(text) && !securityId.test(text))
  )
}

/** A bcrypt hash without its beginning, which a shell or a program dropped. */
function isBodyOfBcrypt(value: string): boolean {
  return /^[./A-Za-z0-9]{53}$/.test(value.trim()) && !path.test(value)
}

/** The ID of an account of Windows. */
const securityId = /^S-1-\d+(?:-\d+)+$/

/** Words between slashes, as names of resources have them. */
const path = /^(?:[a-z]{2,20}\/[\w-]{1,60}\/){2}/

export function isProviderName(value: string): boolean {
  return (
    knownProvider(value) !== null ||
    /^(?:local|password|credentials?|email|phone|auth0|google_oauth2|oauth2?|ldap|(?:saml|oidc|waad|adfs|okta)[\w.-]*)$/i.test(
      value.trim(),
    )
  )
}
