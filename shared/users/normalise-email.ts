import { hashesIn } from '../hashes/hash-likeness.ts'
import { holdsVariable } from '../hashes/variable.ts'
import { isWiderThan, widths } from './width.ts'

/** `odd`: one sentence about an unusual email that is sent anyway; null: it is usual. `isVariable`: the address is not in the file. */
export type NormalisedEmail =
  | { readonly kind: 'ok'; readonly email: string; readonly odd: string | null }
  | { readonly kind: 'invalid'; readonly reason: string; readonly isVariable?: true }

/** The usual shape of an email: linear, and enough to skip the closer look. */
const plain = /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/

/** White space and control characters anywhere, after trimming. */
// oxlint-disable-next-line no-control-regex -- these are the characters to find
const forbidden = /[\s\u0000-\u001f\u007f-\u009f]/

/** Something before the last `@` that counts and something after it. */
const hasBothSides = /[^@]@+[^@]/

/** A letter, a digit or a sign of any script after the last `@`: dots and hyphens alone name no host. */
const hasName = /[^@.-][.-]*$/

/**
 * Trims and lower-cases an email, as the core does (it checks nothing else). Invalid is only what cannot be a
 * user's email at all: empty, without `@` between two texts or a name in its domain, with white space or control characters, over 256
 * characters, glued to something else, such as a password, or made of a variable. Anything odder is passed on with a sentence in `odd`.
 */
export function normaliseEmail(raw: string): NormalisedEmail {
  if (raw === lastRaw) return lastEmail
  lastEmail = normalise(raw)
  lastRaw = raw
  return lastEmail
}

/** The email of a user is asked about for its calls and for its kind. */
let lastRaw = ''
let lastEmail: NormalisedEmail = invalid('The email is empty.')

function normalise(raw: string): NormalisedEmail {
  // Nearly all: there is nothing to trim, and no capital letter.
  if (isPlain(raw)) return { kind: 'ok', email: raw, odd: null }
  const email = raw.trim().toLowerCase()
  if (isPlain(email)) return { kind: 'ok', email, odd: null }
  if (email === '') return invalid('The email is empty.')
  if (holdsVariable(raw)) return ofVariable
  if (isWiderThan(email, widths.email)) return invalid('The email is longer than the 256 characters the core stores.')
  if (forbidden.test(email)) return invalid('The email contains white space or a control character.')
  if (!hasBothSides.test(email)) return invalid('The email has no @ with text on both sides.')
  if (!hasName.test(email)) return invalid('The domain of the email has no name.')
  const glued = gluedToAddress(raw)
  if (glued !== null) return invalid(glued)
  return { kind: 'ok', email, odd: oddity(email) }
}

function isPlain(email: string): boolean {
  return email.length <= 254 && email.indexOf('@') <= 64 && plain.test(email) && !email.endsWith(unreachable)
}

/** RFC 2606, 2. Sandboxes of Salesforce and others add it to addresses, so that no mail reaches their users. */
const unreachable = '.invalid'

const ofVariable: NormalisedEmail = {
  kind: 'invalid',
  reason: 'The email has a variable in it, whose value comes from elsewhere.',
  isVariable: true,
}

function invalid(reason: string): NormalisedEmail {
  return { kind: 'invalid', reason }
}

/** Invisible characters that people paste along: zero width, direction marks, soft hyphen, byte order mark. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/

/** The first oddity of an email, in the order of their weight. */
function oddity(email: string): string | null {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  if (local.includes('@')) return 'The email has more than one @.'
  if (invisible.test(email)) return 'The email contains an invisible character.'
  if (/[,;<>()[\]\\":]/.test(email)) return 'The email has a character that looks like more than one address.'
  if (!domain.includes('.')) return 'The domain of the email has no dot.'
  if (hasStrayDot(domain)) return 'The domain of the email has a dot too many.'
  if (hasStrayDot(local)) return 'The part before the @ has a dot too many.'
  if (!/^[a-z0-9.-]+$/.test(domain)) return 'The domain of the email has unusual characters.'
  if (email.endsWith(unreachable))
    return 'The domain of the email ends in .invalid, which no mail reaches: a sandbox may have added it.'
  if (!topLevel.test(domain)) return 'The domain of the email ends in no top-level domain.'
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  if (/[^\u0000-\u007f]/.test(local)) return 'The part before the @ has letters outside ASCII.'
  if (local.length > 64) return 'The part before the @ is longer than the usual 64 characters.'
  if (email.length > 254) return 'The email is longer than mail systems deliver (254 characters).'
  return null
}

/** No top-level domain is a single letter or has a digit or a hyphen, but where `xn--` begins another script (RFC 5890). */
const topLevel = /\.(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/

function hasStrayDot(text: string): boolean {
  return text.startsWith('.') || text.endsWith('.') || text.includes('..')
}

/** Letters of any language, digits, hyphens and dots (RFC 5890), and the underscore that some hosts have; or an address of a computer in brackets (RFC 5321, 4.1.3). */
const domain = /^(?:[\p{L}\p{M}\p{N}._\u00ad\u200b-\u200f\u2060-\u2064\ufeff-]+|\[[0-9a-f.:]+\])$/iu

/** Texts in quotation marks may hold any sign; outside of them, these part an address from something else. */
const plainLocal = /^(?:"[^"]*"|[^:,;|@]*(?:@[^:,;|]*)?)$/

/**
 * Why a text with an `@` is more than an email address: a sign that no domain takes, a colon or another delimiter before the `@`, a password hash.
 * Null where it is none of these. An address that something was glued to is never sent, because that may be a password.
 */
function gluedToAddress(raw: string): string | null {
  const text = raw.trim()
  const at = text.lastIndexOf('@')
  if (!domain.test(text.slice(at + 1))) return 'The email has a character after the @ that no domain can have.'
  if (!plainLocal.test(text.slice(0, at)))
    return 'The email has a character before the @ that separates it from something else.'
  return hashesIn(text).length > 0 ? 'The email holds a password hash.' : null
}

const address = /^[^\s@"<>()[\]{}|,;:/]+@(?:[\p{L}\p{M}\p{N}_-]+\.)+(?!\d)[\p{L}\p{M}\p{N}_-]+$/u

/**
 * Whether a text is one email address with a domain of several parts, and nothing else. No domain ends in a number, as a version does. Nothing
 * arrives at the name that Entra gives to a guest, `ann_acme.example#EXT#@contoso.onmicrosoft.com`.
 */
export function isEmailAddress(text: string): boolean {
  return address.test(text) && !text.includes('#EXT#@') && (!text.includes('$') || hashesIn(text).length === 0)
}
