import { isMarkOfNone } from '../../hashes/absence.ts'
import { mayBeOfJetty } from '../../hashes/families/jetty.ts'
import { base64Pair } from '../../hashes/families/pbkdf2.ts'
import { hashesIn, hashLikeness, hashLikenessUnderPasswordName, isUuid } from '../../hashes/hash-likeness.ts'
import { auth0Subject } from '../../users/auth0-subject.ts'
import { addressBesideName } from '../../users/address-beside-name.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { knownProvider } from '../../users/known-provider.ts'
import type { UnmappedKind } from '../../users/user.ts'
import { booleanOf, isPhone, isTime, phonesIn, textOf } from '../cell.ts'
import { hintsOf, type NameHints } from '../names/name-hints.ts'

/** The likeness of a value to a login. `certain`: on its own; `byName`: only under the name of its field. */
export type LoginLikeness = {
  readonly kind: UnmappedKind
  readonly value: string
  readonly provider: string | null
  readonly certain: boolean
  readonly byName: boolean
}

/**
 * Login methods that a value may be; null: none, as nearly always. The look of the value ranks before the name of its
 * field. Called for each value of an export.
 */
export function loginLikenesses(value: string, hints: NameHints): readonly LoginLikeness[] | null {
  const isShort = value.length < shortest && !(hints.password === 'whole' && shortPassword.test(value))
  if (hints.provider === null && (isShort || isUuid(value))) return null
  if (value.includes('@')) {
    const emails = emailsIn(value, hints)
    if (emails !== null) return emails.length === 0 ? null : emails.map((email) => look('email', email, true))
  }
  const likeness = hashLikeness(value)
  if (likeness !== null) return [look('password-hash', value.trim(), likeness === 'certain')]
  const inside = hashesIn(value)
  if (inside.length > 0) return inside.map((hash) => look('password-hash', hash, true))
  const first = value.charCodeAt(0)
  const id = ownId(value, hints)
  if (id !== null) return [id]
  if ((first === plus || hasScheme.test(value)) && isPhone(value, 8)) return [look('phone', value.trim(), true)]
  if (hints.password !== null && !hints.id && isUnderPasswordName(value, hints.password)) {
    return [look('password-hash', value.trim(), false, true)]
  }
  if (hints.provider !== null && isId(value)) return [idOf(value, hints.provider || 'unknown', false)]
  if (hints.thirdParty !== null && countedThere.test(value)) return [idOf(value, hints.thirdParty, false)]
  const phones = hints.phone && !(hints.time && isTime(value)) ? phonesIn(value) : []
  return phones.length === 0 ? null : phones.map((phone) => look('phone', phone, false, true))
}

/** A number as long as those by which third parties count their users. */
const countedThere = /^[1-9]\d{14,21}$/

const plus = 43
const hasScheme = /^tel:\+/i
/** Only a third party gives out shorter ids, and only people choose shorter passwords. */
const shortest = 5
const shortPassword = /^[\p{L}\d]{3,4}$/u

/**
 * Whether a value is a login by nothing but the name of its field, if at all: a short word or number that is no ID of Google. Under a name
 * that says password, it may be one.
 */
export function isWord(value: string): boolean {
  return value.length <= maxWord && word.test(value)
}

const maxWord = 28

/** Shorter than any hash that begins with a letter or a digit. */
const word = /^(?!1\d{20}$)[a-z\d][\w.-]{0,27}$/i

/** Whether a value is a phone number and nothing else. */
export function isNumberWithCountry(value: string): boolean {
  return withCountry.test(value)
}

const withCountry = /^\+[1-9]\d{7,14}$/

/** A cheap look at a value in a field whose name says nothing, which tells nearly every other value apart. */
export function mayBeLogin(value: string): boolean {
  const { length } = value
  if (length < shortest) return false
  const first = value.charCodeAt(0)
  // No letter or digit, as hashes and phone numbers begin; spaces and quotes may stand before anything.
  if (first < digitZero) return true
  if (isUuid(value)) return false
  if (length >= longEnough && !value.includes(' ') && !value.startsWith('http')) return !entryName.test(value)
  if (first >= letterA && behindName.test(value)) return true
  // Ids of Google and Apple begin with 0 or 1.
  if (length >= 20 && first <= digitZero + 1) return true
  return holdsMark.test(value) || (first === letterT && value.startsWith('tel:')) || mayBeOfJetty(value)
}

/** Characters of emails, IDs with their provider, hashes and objects that are rare elsewhere. */
const holdsMark = /[@|${]/
const [letterA, letterT] = [97, 116]

/** The name of an entry of a directory, `uid=ann,ou=people,dc=acme`, with no sign that a login within has. */
const entryName = /^[A-Za-z]{1,20}=[^,$:%&\\'"@|{}]+,[^$:%&\\'"@|{}]+$/

const digitZero = 48
/** Every hash that begins with a letter or a digit. */
const longEnough = 30

/** A value that looks like a login of a kind, of no third party. */
export function look(kind: UnmappedKind, value: string, certain: boolean, byName = false): LoginLikeness {
  return { kind, value, provider: null, certain, byName }
}

/** In a column that says password and nothing else, any text is one; in others, what could be a hash. */
function isUnderPasswordName(value: string, hint: 'whole' | 'part'): boolean {
  const text = value.trim()
  if (hint === 'whole' && /^\d{4,8}$/.test(text)) return true
  if (isTime(text) || booleanOf(text) !== null || /^[\d.,-]+$/.test(text) || isUuid(text)) return false
  if (/^[{[]/.test(text) || /^https?:/.test(text) || isMarkOfNone(text)) return false
  if (hashLikenessUnderPasswordName(value) !== null) return true
  return hint === 'whole' && !/\s/.test(text) && text.length <= 256 && !/^(?:[!*x]+|n\/?a|none|null)$/i.test(text)
}

/** A digest, also behind the name of its algorithm, or the beginning of one behind the name of a file. */
const bareDigest = /^(?:(?:md5:)?[0-9a-f]+|[\w-]{1,200}_[0-9a-f]{6,16})$/i

/**
 * Whether a value that may be a hash is none by its name: of a pair of keys or a picture, or a bare digest of a token, a key or a checksum. One
 * with a salt is written as passwords are. What is taken for a hash only by the word digest in a name is one of what that name says.
 */
export function isOtherDigest(
  { kind, certain, value, byName }: LoginLikeness,
  { otherDigest, secondFactor, token, keyPair, ofPicture }: NameHints,
): boolean {
  if (kind !== 'password-hash' || certain) return false
  return (
    keyPair ||
    ofPicture ||
    ((otherDigest || secondFactor || token) && (byName || bareDigest.test(value) || base64Pair.test(value)))
  )
}

/** A digest with its salt, as shops keep passwords among other values of their customers: checksums and tokens have none. */
export function isSaltedDigest(value: string): boolean {
  return /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}):[\w+/=.-]{2,64}(?::\d)?$/i.test(value.trim())
}

/** Whether a value that looks like a hash is none by the name of its field alone. */
export function isChecksum(value: string, path: string): boolean {
  return isOtherDigest(look('password-hash', value, hashLikeness(value) === 'certain'), hintsOf(path))
}

/** The name of an account whose user signs in with another one: nothing arrives there. */
const madeOfId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}@[\w.-]+\.onmicrosoft\.com$/i

/** Names in realms of Kerberos, which are in capitals. */
const ofRealms = /^[^\s@,]+@[A-Z0-9.-]+(?:, ?[^\s@,]+@[A-Z0-9.-]+)*$/

/** The addresses that a value consists of, also `Ann <ann@acme.example>`; null for a sentence that holds some. */
function emailsIn(value: string, { principal }: NameHints): readonly string[] | null {
  const text = value.trim()
  if (madeOfId.test(text) || (principal && ofRealms.test(text))) return []
  if (isEmailAddress(text)) return [text]
  if (text.length > 2000 || text.includes('//')) return null
  const beside = addressBesideName(text)
  if (beside !== null) return [beside]
  const named = inBrackets.exec(text)?.[1]
  if (named !== undefined) return isEmailAddress(named) ? [named] : null
  const listed = text.split(/[;,]/).map((part) => inBrackets.exec(part.trim())?.[1] ?? part.trim())
  if (listed.length > 1 && listed.length <= 20 && listed.every(isEmailAddress)) return listed
  const parts = text
    .replace(/^(?:mailto|smtp|sip):/i, '')
    .split(/[\s,;|[\]{}"]+/)
    .filter((part) => part !== '')
  return parts.length > 0 && parts.length <= 20 && parts.every((part) => isEmailAddress(part)) ? parts : null
}

/** An address behind the name of its user: `Ann Lee <ann@acme.example>`. */
const inBrackets = /^[^@<>]*<([^\s@<>]+@[^\s@<>]+)>$/

/** Ids that third parties give out and that look like nothing else. */
const ownIds: readonly (readonly [look: RegExp, provider: string])[] = [
  [/^1\d{20}$/, 'google'],
  [/^\d{6}\.[0-9a-f]{32}\.\d{4}$/, 'apple'],
]

/** An ID behind the name of the third party that it is of: `google:1173…`. */
const behindName = /^(?:passport-)?([a-z][a-z._-]{3,29}):([\w.-]{2,256})$/
const longNumber = /^\d{15,40}$/

function ownId(value: string, { provider, id, otherDigest }: NameHints): LoginLikeness | null {
  const subject = auth0Subject(value)
  if (subject?.provider) return idOf(subject.userId, subject.provider, true)
  const [, name = '', there = ''] = behindName.exec(value) ?? []
  // In a column of IDs or keys it is one, however short.
  if (knownProvider(name) !== null && (id || otherDigest || longNumber.test(there))) return idOf(there, name, true)
  if (value.length < 20 || value.length > 44) return null
  const own = ownIds.find(([shape]) => shape.test(value))
  return own === undefined ? null : idOf(value, provider || own[1], true)
}

/** An id in a field that is called like one: neither an answer nor a time. */
function isId(value: string): boolean {
  if (value.length > 256 || textOf(value) === null) return false
  return !/\s|^(?:0|-|true|false|yes|no|none|[tfyn])$|^\d{4}-\d\d-\d\d/i.test(value)
}

function idOf(value: string, provider: string, certain: boolean): LoginLikeness {
  return { kind: 'provider-user-id', value, provider, certain, byName: !certain }
}
