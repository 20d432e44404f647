import { hashFamily } from './family-title.ts'
import { ofPlaceholder } from './placeholder.ts'
import { isVariable, ofVariable } from './variable.ts'
import { type HashInput, type HashVerdict, malformed, unsupported } from './verdict.ts'

const dots = '••••'

/** The part of each form that may be shown: algorithm and cost, written in full, so that nothing of a password slips through. */
const heads: readonly RegExp[] = [
  /^(?:bcrypt\$|bcrypt_sha256\$|\$wp|\{(?:bcrypt|crypt|blf-crypt)\})?\$2[abxy]?\$[0-9]{2}\$/i,
  /^(?:argon2\$|\{(?:argon2(?:id|i|d)?|crypt)\})?\$?argon2(?:id|i|d)\$(?:v=[0-9]{1,2}\$)?(?:[mtp]=[0-9]{1,10},?){1,3}\$/i,
  /^\$(?:fbscrypt\$v=1,n=[0-9]{1,2},r=[0-9]{1,3},p=1,|firescrypt\$ln=[0-9]{1,2},r=[0-9]{1,3},p=1\$|firebase-scrypt\$)/,
  /^pbkdf2_sha(?:1|256|512)\$[0-9]{1,10}\$/,
  /^\$pbkdf2(?:-sha(?:1|256|512))?\$(?:[0-9]{1,10}\$|i=[0-9]{1,10},)?/,
  /^pbkdf2:sha(?:1|256|512):[0-9]{1,10}\$/,
  /^pbkdf2\([0-9]{1,10},[0-9]{1,3},sha(?:1|256|512)\)\$/,
  /^\$scrypt\$ln=[0-9]{1,2},r=[0-9]{1,3},p=[0-9]{1,3}\$/,
  /^(?:SCRYPT|scrypt):[0-9]{1,10}:[0-9]{1,3}:[0-9]{1,3}[:$]/,
  /^\{(?:S?SHA(?:1|256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-[A-Z0-9-]{3,16})?|PKCS5S2)\}/i,
  /^\$(?:1|apr1|5|6|7|8|y|gy|P|H|S|B|md5|sha1|sha256|sha512|md5-crypt|hmac-[a-z0-9]{3,6})\$/,
  /^(?:sha1|sha256|sha512|md5|scrypt|crypt)\$/,
  /^\$(?:p5k2|SHA)\$/,
  /^SCRAM-SHA-(?:1|256|512)\$[0-9]{1,10}:/,
  /^grub\.pbkdf2\.sha(?:1|256|512)\.[0-9]{1,10}\./,
]

/** A hash as the screen may show it: algorithm, cost and dots; never any part of salt, digest or password. */
export function maskHash(text: string): string {
  const bare = text.trim()
  if (bare === '') return ''
  if (judgeNotKept(bare) !== null) return 'not kept'
  const scrypt = /^\$f_scrypt\$[^$]+\$[^$]+(\$m=[0-9]{1,2}\$r=[0-9]{1,3}\$s=)/.exec(bare)?.[1]
  if (scrypt !== undefined) return `$f_scrypt$${dots}$${dots}${scrypt}${dots}`
  if (bare.startsWith('{"')) return `{${dots}}`
  for (const head of heads) {
    const shown = head.exec(bare)?.[0]
    if (shown !== undefined) return shown + dots
  }
  return dots
}

/** Stands in a document for a value that was not kept, because it may be a password itself. */
const beginning = '$not-kept$'

/** The mark for a password that an export holds in clear text, in a field that says so. */
export const clearTextMark = `${beginning}unsupported$clear-text`

/** The mark for a clear password that stands among hashes, or among others of its kind. */
export const plaintextMark = `${beginning}unsupported$plaintext`

/** The mark for a field for a password in clear text, or for the variable that stands there. */
export function clearPassword(text: string, provider: string): HashInput {
  return { hash: isVariable(text) ? notKeptMark(ofVariable) : clearTextMark, provider }
}

/** The verdict on a hash, or its salt, that only the database or a program can compute. */
const ofDatabase = unsupported(
  'computed',
  'Only the database, or the program that fills in a template, can compute it. Load the file there, and export the users again.',
)

/** The mark for a hash, or its salt, that only the database can compute. */
export function computedPassword(): HashInput {
  return { hash: notKeptMark(ofDatabase) }
}

type Refusal = Extract<HashVerdict, { kind: 'reject' }>

/** The mark for a value that was refused like this. */
export function notKeptMark({ why, family }: Refusal): string {
  return `${beginning}${why === 'malformed' ? 'malformed' : 'unsupported'}$${family}`
}

/** The verdict of a mark, in the group that the value was counted in; null for any other text. */
export function judgeNotKept(text: string): HashVerdict | null {
  if (!text.startsWith(beginning)) return null
  const [why, family = 'unknown'] = text.slice(beginning.length).split('$')
  if (family === 'clear-text') return unsupported(family, inClearText)
  if (family === 'plaintext') return unsupported(family, clear)
  if (family === ofVariable.family) return ofVariable
  if (family === ofPlaceholder.family) return ofPlaceholder
  if (family === ofDatabase.family) return ofDatabase
  if (family === 'unknown') return unsupported(family, unknown)
  const reason = `It looks like ${hashFamily.title(family)}, but it may be a password itself. It was not kept.`
  return why === 'malformed' ? malformed(family, reason) : unsupported(family, reason)
}

const inClearText =
  'The export holds the password itself, in clear text. It was not kept, and the core takes hashes only.'
const clear = 'It is probably the password itself, in clear text. The value was not kept.'
const unknown = 'It looks like no hash that is known here. The value was not kept, because it may be a password.'
