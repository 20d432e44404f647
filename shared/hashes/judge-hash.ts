import { unreachable } from '../result.ts'
import { judgeArgon2 } from './families/argon2.ts'
import { bareText } from './bare-text.ts'
import { base64 } from './base64.ts'
import { judgeBcrypt, judgeBcryptPhc } from './families/bcrypt.ts'
import { encryptedPassword, judgeEncrypted } from './families/encrypted.ts'
import { cryptShapes } from './families/crypt.ts'
import { readDeclared, type Declared } from './declared.ts'
import { decode } from './encoded.ts'
import { digestShapes } from './families/hex-digests.ts'
import { jettyShapes } from './families/jetty.ts'
import { ldapShapes } from './families/ldap.ts'
import { isAsLongAsKeys, judgeRawScrypt, judgeScrypt, looksLikeRawScrypt } from './families/firebase-scrypt.ts'
import { judgeNotKept } from './mask-hash.ts'
import { isPlaceholder, ofPlaceholder } from './placeholder.ts'
import { pairShapes, pbkdf2Shapes } from './families/pbkdf2.ts'
import { phpassShapes } from './families/phpass.ts'
import { scryptShapes } from './families/scrypt.ts'
import { judgeByShape, type HashShape, shortestHash } from './shape.ts'
import { unwrap } from './unwrap.ts'
import { type HashInput, type HashVerdict, malformed, type ScryptParameters, unsupported } from './verdict.ts'
import { judgeAbsence } from './absence.ts'

/** The dialects of a core; Argon2i is documented for one of them only. */
type Dialect = 'documented' | 'supertokens'

/**
 * Says what will happen to one password hash. Never throws; no reason repeats the hash, its salt or its declared
 * algorithm. `parameters`: the scrypt project's, null while they are not given.
 */
export function judgeHash(input: HashInput, parameters: ScryptParameters | null, dialect: Dialect): HashVerdict {
  if (last !== null && last.input === input && last.parameters === parameters && last.dialect === dialect)
    return last.verdict
  const verdict = judge(input, parameters, dialect)
  last = { input, parameters, dialect, verdict }
  return verdict
}

/** The hash of a user is judged for its calls and for its kind. */
let last: Judged | null = null
type Judged = {
  readonly input: HashInput
  readonly parameters: ScryptParameters | null
  readonly dialect: Dialect
  readonly verdict: HashVerdict
}

function judge(input: HashInput, parameters: ScryptParameters | null, dialect: Dialect): HashVerdict {
  const text = bareText(input.hash)
  const asWritten = judgeLayers(input, text, parameters, dialect, 3)
  const verdict = asWritten.kind === 'reject' ? judgeDecoded(input, text, parameters, dialect, asWritten, 3) : asWritten
  if (isDoubtful(verdict) && isPlaceholder(text)) return ofPlaceholder
  return verdict.kind === 'accept' && text.length !== input.hash.length && verdict.send !== input.hash.trim()
    ? { ...verdict, kind: 'rewrite', reason: 'The quotes around it are removed; the hash itself is untouched.' }
    : verdict
}

/** Whether a text was refused for its look alone: as a broken hash, a clear password, or none that is known. */
function isDoubtful(verdict: HashVerdict): boolean {
  if (verdict.kind !== 'reject') return false
  return verdict.why === 'malformed' || verdict.family === 'plaintext' || verdict.family === 'unknown'
}

/** bcrypt and Argon2 hold their salt. Another one beside them may have been added to the password before it was hashed, as Metabase does. */
function besideSalt(verdict: HashVerdict, salt: string): HashVerdict {
  if (salt === '' || (verdict.kind !== 'accept' && verdict.kind !== 'rewrite')) return verdict
  if (verdict.family === 'firebase-scrypt' || verdict.send.includes(salt.split('=', 1)[0] ?? salt)) return verdict
  return { ...verdict, kind: 'warn', reason: ownSalt }
}

const ownSalt =
  'It holds its salt, and another salt stands beside it. If that one was added to the password before it was hashed, nobody can sign in with it; check one known password first.'

/**
 * Judges what is inside an encoding: exactly one whole hash is sent, and a hash that is named or broken inside is named so.
 * Anything else stays what it was taken for as it is written.
 */
function judgeDecoded(
  input: HashInput,
  text: string,
  parameters: ScryptParameters | null,
  dialect: Dialect,
  before: HashVerdict,
  layers: number,
): HashVerdict {
  const inside = layers > 0 ? decode(text) : null
  if (inside === null) return before
  const bare = bareText(inside.text)
  const found = judgeLayers({ ...input, hash: bare }, bare, parameters, dialect, 3)
  const verdict = found.kind === 'reject' ? judgeDecoded(input, bare, parameters, dialect, found, layers - 1) : found
  switch (verdict.kind) {
    case 'accept':
      return { ...verdict, kind: 'rewrite', reason: inside.how }
    case 'rewrite':
      return { ...verdict, reason: `${inside.how} ${verdict.reason}` }
    case 'warn':
      return { ...verdict, reason: `${verdict.reason} ${inside.how}` }
    case 'reject':
      return verdict.family === 'unknown' || verdict.family === 'plaintext' ? before : verdict
    case 'redacted':
    case 'no-password':
      return verdict
    default:
      return unreachable(verdict)
  }
}

/** Unwraps the hash layer by layer, then judges the content. */
function judgeLayers(
  input: HashInput,
  text: string,
  parameters: ScryptParameters | null,
  dialect: Dialect,
  layers: number,
): HashVerdict {
  const absence = judgeAbsence(text)
  if (absence !== null) return absence
  const mark = judgeNotKept(text)
  if (mark !== null) return mark
  const inside = layers > 0 ? unwrap(input, text) : null
  if (inside === null) return besideSalt(judgeBare(input, text, parameters, dialect), bareText(input.salt ?? ''))
  const verdict = judgeLayers(inside.input, bareText(inside.input.hash), parameters, dialect, layers - 1)
  if (inside.how === '') return verdict
  if (verdict.kind === 'accept') return { ...verdict, kind: 'rewrite', reason: inside.how }
  if (verdict.kind === 'rewrite') return { ...verdict, reason: `${inside.how} ${verdict.reason}` }
  return verdict.kind === 'warn' ? { ...verdict, reason: `${verdict.reason} ${inside.how}` } : verdict
}

function judgeBare(input: HashInput, text: string, parameters: ScryptParameters | null, dialect: Dialect): HashVerdict {
  const declared = input.declared === undefined ? null : readDeclared(input.declared, input.provider)
  if (declared !== null && declared.kind !== 'silent') return judgeDeclared(declared, input, text, parameters, dialect)
  return judgeByLook(input, text, parameters, dialect)
}

/** The provider's word beats the look: a peppered or prehashed bcrypt looks like any other. */
function judgeDeclared(
  declared: Exclude<Declared, { kind: 'silent' }>,
  input: HashInput,
  text: string,
  parameters: ScryptParameters | null,
  dialect: Dialect,
): HashVerdict {
  switch (declared.kind) {
    case 'unsupported': {
      // Fixtures name the algorithm by which the program will hash a clear password. An unknown algorithm may give as short a hash.
      const clear = declared.family === 'other' ? null : judgeClear(input, text, parameters, dialect)
      return clear ?? unsupported(declared.family, declared.reason)
    }
    case 'encrypted':
      // Said of a whole column, in which a program may write hashes from some day on.
      return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)
        ? encryptedPassword
        : judgeByLook({ ...input, declared: '' }, text, parameters, dialect)
    case 'bcrypt':
      return (
        judgeBcrypt(text) ??
        judgeLookAlike(text) ??
        judgeDamaged(text) ??
        judgeClear(input, text, parameters, dialect) ??
        malformed('bcrypt', notAsDeclared)
      )
    case 'argon2':
      if (/^(?:[0-9a-f]{2}){16,}$/i.test(text)) return unsupported('argon2-variant', bareArgon2)
      return (
        judgeArgon2(text, dialect, input.digestBytes) ??
        judgeDamaged(text) ??
        judgeClear(input, text, parameters, dialect) ??
        malformed('argon2', notAsDeclared)
      )
    case 'firebase-scrypt':
      return judgeScrypt(text, parameters) ?? judgeLookAlike(text) ?? judgeRawScrypt(input, text, parameters)
    default:
      return unreachable(declared)
  }
}

/** The verdict on a clear password of a file of no known product, whatever is declared of it; null for any other text. */
function judgeClear(
  input: HashInput,
  text: string,
  parameters: ScryptParameters | null,
  dialect: Dialect,
): HashVerdict | null {
  if (input.provider !== undefined) return null
  const verdict = judgeByLook(input, text, parameters, dialect)
  return verdict.kind === 'reject' && verdict.family === 'plaintext' ? verdict : null
}

const bareArgon2 =
  'Argon2 in hexadecimal, without its salt and costs beside it, as Gitea writes it: the core cannot check it.'
const notAsDeclared = 'The export declares another algorithm than the hash looks like.'

function judgeByLook(
  input: HashInput,
  text: string,
  parameters: ScryptParameters | null,
  dialect: Dialect,
): HashVerdict {
  return (
    judgeBcrypt(text) ??
    judgeArgon2(text, dialect) ??
    judgeScrypt(text, parameters) ??
    judgeLookAlike(text) ??
    (input.provider === 'firebase' || isRawScrypt(input, text, parameters)
      ? judgeRawScrypt(input, text, parameters)
      : null) ??
    judgeEncrypted(text) ??
    judgeByShape(text, unsupportedShapes) ??
    judgeDamaged(text) ??
    judgeUnknown(text)
  )
}

/** In the order in which they are tried: the more telling first. */
const unsupportedShapes = [
  ...pbkdf2Shapes,
  ...scryptShapes,
  ...phpassShapes,
  ...ldapShapes,
  ...jettyShapes,
  ...digestShapes,
  ...cryptShapes,
  ...pairShapes,
]

/**
 * A bare hash of a file of the operator's own: with a salt of Firebase's length beside it, or once the parameters of a project are given,
 * as long as its signer key.
 */
function isRawScrypt({ salt = '' }: HashInput, text: string, parameters: ScryptParameters | null): boolean {
  if (parameters === null) return looksLikeRawScrypt(text, salt)
  return isAsLongAsKeys(text) || (salt !== '' && base64.countBytes(text) === parameters.signerKeyLength)
}

function judgeUnknown(text: string): HashVerdict {
  if (text.length <= longestAround && wholeAmong.test(text)) return malformed('bcrypt', among)
  if (isAsLongAsKeys(text)) return unsupported('bare-64', bare64, wayOutOfBare64)
  const ofBytes = digestInBase64(text)
  if (ofBytes !== null) return unsupported('bare-digest', ofBytes)
  if (text.length >= shortestHash && isOfWords(text)) return unsupported('plaintext', ofWords)
  if (text.length >= shortestHash && isOfSigns(text)) return unsupported('plaintext', ofSigns)
  if (text.length >= shortestHash) return unsupported('unknown', unknown)
  return mayBeCut.test(text) ? unsupported('unknown', cut) : unsupported('plaintext', short)
}

/** The reason for 16, 20 or 32 bytes in base64, whose padding tells them from words; null for any other text, and for letters in base64. */
function digestInBase64(text: string): string | null {
  const algorithms = text.endsWith('=') ? asLongAs[text.length] : undefined
  if (algorithms === undefined || !/^[A-Za-z0-9+/]{22,43}={1,2}$/.test(text)) return null
  if (base64.decode(text).every((byte) => byte >= 32 && byte < 127)) return null
  return `It is as long as ${algorithms} in base64, and nothing in the file says what it is.`
}

/** Algorithms by how many characters their digests have in base64. */
const asLongAs: Readonly<Record<number, string>> = { 24: 'MD5', 28: 'SHA-1 or PBKDF2', 44: 'SHA-256 or PBKDF2' }

/** Words of small letters and numbers with signs or blanks between them, as generators of passwords write them: no encoding gives such a text. */
function isOfWords(text: string): boolean {
  const parts = text.length <= longestOfWords ? text.split(/[-_. ]/) : []
  const isWord = (part: string) => /^\p{Lu}?\p{Ll}{2,}$/u.test(part)
  return (
    parts.length <= maxWords &&
    parts.filter(isWord).length >= 2 &&
    parts.every((part) => isWord(part) || /^\p{L}?\d{0,8}[!?]?$/u.test(part))
  )
}

/** A text with several signs that no encoding of a hash has, as generators of passwords mix them. */
function isOfSigns(text: string): boolean {
  const signs = new Set(text.match(/[\\~^[\]?`]/g))
  return signs.size >= 2 && text.length <= longestOfSigns && /^[!-z|~][!-~]*$/.test(text) && !/^[[{]|["']/.test(text)
}

/** Shorter than hashes with their salts, of which a program may have encrypted some. */
const longestOfSigns = 40
const ofSigns = 'It has signs that no hash is written with: it is probably the password itself, in clear text.'

const longestOfWords = 64
/** More make a sentence. */
const maxWords = 6
const ofWords = 'It is words and numbers: it is probably the password itself, in clear text.'

const longestAround = 1000
const wholeAmong = /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}(?![./A-Za-z0-9])/
const among =
  'A whole bcrypt hash with something around it that is not known here: the name of a user, or a mark that locks the account.'

/** Digits and letters of a hexadecimal number, as many as hardly any password has of them alone. */
const mayBeCut = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{12,19}$/i

const short = 'It is too short for a hash: it is probably the password itself, in clear text.'
const cut = 'It is too short for a hash: either a longer one was cut, or it is the password itself.'
const unknown = 'It looks like no hash that is known here.'
const bare64 =
  'It has 64 bytes in base64, which may be of SHA-512, PBKDF2 or Firebase scrypt: nothing in the file says of which.'
const wayOutOfBare64 =
  'If they are from Firebase, give the hash parameters of its project (--scrypt-parameters, or choose Firebase as the provider of the file in Export). Otherwise create these users passwordless or exclude them.'

const dollar = '(?:%24|&#0*36;|&#x0*24;|&dollar;|\\\\\\$)'
const encoded = new RegExp(`^(?:argon2|bcrypt)?${dollar}+(?:2[abxy]?|argon2|f_scrypt)`, 'i')

const hints: readonly (readonly [look: RegExp, reason: string])[] = [
  [/^[^$]*%24/, 'The dollar signs were encoded for a web address (%24) on the way.'],
  [/^[^$]*&/, 'The dollar signs were encoded for a web page on the way.'],
  [/^[^$]*\\/, 'A backslash was put before the dollar signs on the way.'],
]

/** A bcrypt hash in which a shell replaced `$2a`, `$10` and the like with nothing. */
const eaten = /^(?:[./A-Za-z0-9]{53}|[abxy]?[0-9][./A-Za-z0-9]{53}|[abxy]?0(?=[A-Za-z0-9]*[./])[./A-Za-z0-9]{24,52})$/

const doubled = /^\$\$(?:2[abxy]?|argon2(?:id|i|d)|f_scrypt)\$\$/

/** Hashes of a known family that something on the way has changed; each with a hint what it was. */
function judgeDamaged(text: string): HashVerdict | null {
  if (encoded.test(text)) {
    const reason = hints.find(([look]) => look.test(text))?.[1] ?? 'The dollar signs were changed on the way.'
    return malformed('unknown', reason)
  }
  if (doubled.test(text)) return malformed('unknown', 'Every dollar sign was doubled on the way.')
  if (/^\{\s*"/.test(text)) {
    if (isJson(text)) return unsupported('unknown', 'A credential in JSON of a form that is not known here.')
    return malformed('unknown', 'It begins like a credential in JSON but is not whole.')
  }
  if (eaten.test(text)) {
    return malformed(
      'bcrypt',
      'It looks like bcrypt without its beginning: a shell may have taken the dollar signs for variables.',
    )
  }
  return null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * bcrypt over something else than the password: with the framework's prefix removed it looks like plain bcrypt and
 * never fits. Refused whatever follows the prefix.
 */
const overSomethingElse: readonly (readonly [prefix: RegExp, family: string, reason: string])[] = [
  [
    /^(?:\$bcrypt-sha256\$|bcrypt_sha256\$)/,
    'bcrypt_sha256',
    'bcrypt over a SHA-256 of the password: it looks like bcrypt, but the core would never find it right.',
  ],
  [
    /^!bcrypt!\d+!/,
    'bcrypt-variant',
    'bcrypt of Request Tracker, over a SHA-512 of the password: the core would never find it right.',
  ],
  [
    /^\$wp\$/,
    'wordpress-bcrypt',
    'bcrypt of WordPress 6.8 and later, over an HMAC of the password: the core would never find it right.',
  ],
]

const shapes: readonly HashShape[] = [
  { family: 'sha', name: 'A hash of Request Tracker', whole: /^!sha512!.+!.+$/, begins: /^!sha512!/ },
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^[$:][AB][$:](?:[^$:]*[$:])?[0-9a-f]{32}$/,
    begins: /^[$:]B[$:]/,
  },
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^:pbkdf2:[a-z0-9]+:[0-9]+:[0-9]+:.+:.+$/,
    begins: /^:pbkdf2:/,
  },
  {
    family: 'mediawiki',
    name: 'A hash of MediaWiki',
    whole: /^:(?:pbkdf2-legacy[AB]|bcrypt|argon2):.{20,}$/,
    begins: /^:(?:pbkdf2-legacy[AB]|bcrypt|argon2):/,
  },
]

/** Hashes of frameworks that are easily taken for something the core checks. */
function judgeLookAlike(text: string): HashVerdict | null {
  for (const [prefix, family, reason] of overSomethingElse) {
    if (prefix.test(text)) return unsupported(family, reason)
  }
  if (text.startsWith('fakeHash:'))
    return unsupported(
      'firebase-emulator',
      'A value of the Firebase emulator, which holds no hash.',
      'Export from the project itself; the emulator keeps passwords as plain text.',
    )
  return judgeBcryptPhc(text) ?? judgeByShape(text, shapes)
}
