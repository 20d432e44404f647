import { base64 } from './base64.ts'
import { bareText } from './bare-text.ts'
import { isWrittenLikeBcrypt } from './families/bcrypt.ts'
import { isJettyCredential, mayBeOfJetty } from './families/jetty.ts'
import { base64Pair } from './families/pbkdf2.ts'
import { decode, withoutLineBreaks } from './encoded.ts'
import { judgeHash } from './judge-hash.ts'
import { ofPlaceholder } from './placeholder.ts'
import { ofVariable } from './variable.ts'

/**
 * How likely a text is a password hash, by its look alone. `certain`: nothing else is written so. `possible`: it could be
 * something else as well: bare digests, damaged hashes, 64 bytes in base64.
 */
type HashLikeness = 'certain' | 'possible'

/** Judges a text of which nothing else is known, e.g. not even the name of its column. Null: it does not look like a hash. */
export function hashLikeness(raw: string): HashLikeness | null {
  if (!mayBeHash(raw)) return null
  const text = withoutLineBreaks(bareText(raw))
  if (ofSap.test(text)) return 'certain'
  if (text.length > maxHash || /\s/.test(text) || text.startsWith('fakeHash:')) return null
  // Bits that no library writes make it a broken hash of this family, not something else.
  if (isWholeHash(text)) return 'certain'
  if (isWholeInside(text, 3)) return 'certain'
  // A checksum may have the word MD5 before it as well.
  if (mayBeOfJetty(text) && isJettyCredential(text)) return text.startsWith('MD5') ? 'possible' : 'certain'
  if (certainBeginning.test(text)) return judge(text) === 'hash' ? 'certain' : 'possible'
  if (framework.test(text)) return 'certain'
  if (bareDigest.test(text) || base64Pair.test(text)) return 'possible'
  if (!marked.test(text)) return null
  return judge(text) === 'none' ? null : 'possible'
}

/**
 * The same for a value in a column that is called like a password: there, also texts count that the detector only knows
 * to be no plain word, and marks that an exporter put in place of a hash.
 */
export function hashLikenessUnderPasswordName(raw: string): HashLikeness | null {
  const likeness = hashLikeness(raw)
  if (likeness !== null) return likeness
  const text = bareText(raw)
  if (text.length > maxHash || /\s/.test(text) || text.startsWith('fakeHash:') || cipher.test(text)) return null
  const verdict = judgeHash({ hash: text }, null, 'supertokens')
  if (verdict.kind === 'no-password') return null
  return verdict.kind === 'reject' && noHash.has(verdict.family) ? null : 'possible'
}

const noHash: ReadonlySet<string> = new Set(['plaintext', ofVariable.family, ofPlaceholder.family])

/** Bcrypt or Argon2 from its first to its last character. Nothing else is written so. */
export function isWholeHash(text: string): boolean {
  return isWrittenLikeBcrypt(text) || wholeArgon2.test(text)
}

/** The name of a cipher with its mode and padding, as Java writes it: `AES/CBC/PKCS5Padding` (javax.crypto.Cipher). */
const cipher = /^[A-Za-z0-9_-]{2,30}\/[A-Za-z0-9]{2,10}\/[A-Za-z0-9-]{0,40}Padding$/

/** Exactly one whole hash in quotes, hexadecimal, base64 or escapes. */
function isWholeInside(text: string, layers: number): boolean {
  const inside = decode(text)
  if (inside === null) return false
  const bare = bareText(inside.text)
  return isWholeHash(bare) || (layers > 1 && isWholeInside(bare, layers - 1))
}

const maxHash = 4096

/** A cheap look that tells nearly every other value apart; called for each value of an export. */
function mayBeHash(text: string): boolean {
  if (text.length < shortest) return false
  const first = text.charCodeAt(0)
  if (first === dollar || first === brace || first === percent || first === ampersand || first === asterisk) return true
  if (mayBeOfJetty(text)) return true
  const hasBlankWithin = text.includes(' ') && first !== space && !text.endsWith('-')
  return text.length >= 30 && !hasBlankWithin && !isUuid(text) && !entryName.test(text)
}

/** The name of an entry of a directory, `uid=ann,ou=people,dc=acme`: without one of these signs, no hash in any encoding has a comma within. */
const entryName = /^[A-Za-z]{1,20}=[^,$:%&\\'"]+,[^$:%&\\'"]+$/

const shortest = 13

const [space, dollar, percent, ampersand, asterisk, brace] = [32, 36, 37, 38, 42, 123]

/** Beginnings that belong to password hashes alone. Whether the rest is whole, the detector says. */
const certainBeginning =
  /^(?:\$(?:2[abxy]?|argon2(?:id|i|d)|f_scrypt|fbscrypt|firescrypt|firebase-scrypt|bcrypt|bcrypt-sha256|wp|P|H|S|1|5|6|7|8|y|gy|apr1|md5|md5-crypt|sha\d+|sha\d+-crypt|scrypt|s0|pbkdf2(?:-\w+)?|hmac-\w+|NT|p5k2|SHA)\$|\{?SCRAM-SHA-(?:1|256|512)[$}]|\$scram\$|grub\.pbkdf2\.|U\$[PHS]\$|\{(?:S?SHA\d*(?:\.b64)?|S?MD5|CRYPT|PBKDF2[A-Z0-9_-]*|PKCS5S2|ARGON2\w*|BCRYPT|BLF-CRYPT|scrypt(?:@\w+)?)\})/i

const wholeArgon2 = /^\$argon2(?:id|i|d)\$(?:v=\d+\$)?[a-z]=[^$]+\$[A-Za-z0-9+/=_-]{8,}\$[A-Za-z0-9+/=_-]{6,}$/

/** The only hashes with a blank within. */
const ofSap = /^\{x-is(?:sha|SHA)\d{0,3}, ?\d{1,8}\}[A-Za-z0-9+/]{24,400}={0,2}$/

/** Hashes of frameworks, by their whole shape. */
const framework =
  /^(?:pbkdf2_sha\d+\$\d+\$[^$]+\$\S+|pbkdf2:[a-z0-9]+(?::\d+)?\$[^$]+\$[0-9a-f]+|pbkdf2\(\d+,\d+,[a-z\d]+\)\$[^$]*\$[0-9a-f]{20,}|scrypt:\d+:\d+:\d+\$[^$]+\$[0-9a-f]+|scrypt\$\d+\$.+\$.+|SCRYPT:\d+:\d+:\d+:\S+|bcrypt(?:_sha256)?\$\S{20,}|argon2\$\S{20,}|(?:unsalted_)?(?:md5|sha\d+)\$(?:[^$\s]*\$){0,3}[\w+/=-]{20,}|sha\d+:\d+:(?:\d+:)?[A-Za-z0-9+/=]{8,}:[A-Za-z0-9+/=]{16,}|AQAAAA[A-Za-z0-9+/]{60,120}={0,2}|\*[0-9A-F]{40}|:pbkdf2:\w+:\d+:\d+:\S+|:[AB]:(?:[^:\s]*:)?[0-9a-f]{32}|!(?:bcrypt!\d{1,2}|sha512)!\S{20,}|a:[1-9]:\{s:4:"hash";s:\d{2,3}:"[^"]{13,400}";[^{}]{0,400}\})$/

/** Digests without a word of what they are, alone or with a salt. */
const bareDigest =
  /^(?:(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})(?::[^:\s]{1,64}(?::\d)?)?|[0-9a-f]{16,128}:[0-9a-f]{32,2048}|md5[0-9a-f]{32})$/i

/** Further shapes that are asked about: marks of hashes that were changed on the way, and 64 bytes in base64. */
const marked =
  /^(?:\$[A-Za-z0-9_-]{1,20}\$|\$\$2|(?:argon2|bcrypt)?(?:%24|&#|&dollar;)|\{[A-Z][A-Z0-9_.@-]{1,30}\}\S{8,}$|[A-Za-z0-9+/_-]{86,88}={0,2}$|[A-Za-z0-9+/_-]+={0,2}(?:\$[A-Za-z0-9+/_-]+={0,2}){3}\$\d{1,3}\$\d{1,3}$|A[A-Za-z0-9+/]{65}==$)/

/** `hash`: a whole hash of a known family. `broken`: of one, but not whole. */
function judge(text: string): 'hash' | 'broken' | 'none' {
  const verdict = judgeHash({ hash: text }, null, 'supertokens')
  if (verdict.kind === 'no-password') return 'none'
  if (verdict.kind !== 'reject') return verdict.kind === 'redacted' ? 'broken' : 'hash'
  if (verdict.family === 'unknown' && verdict.why === 'unsupported') return text.startsWith('$') ? 'broken' : 'none'
  if (verdict === ofPlaceholder) return 'broken'
  if (verdict.family === 'plaintext') return 'none'
  return verdict.why === 'malformed' ? 'broken' : 'hash'
}

/** The form of a bcrypt hash, wherever it stands: its length is fixed, so that a full stop behind it does not belong to it. */
const bcrypt = /\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}/g

/** Beginnings of other hashes, up to the next sign that none of them has. */
const other =
  /(?:\$(?:argon2(?:id|i|d)|f_scrypt|fbscrypt|firescrypt|scrypt|P|H|S|1|5|6|y)\$|\$?pbkdf2[_-]sha\d{1,3}\$|pbkdf2\(\d{1,8},\d{1,4},[a-z\d]{3,8}\)\$|scrypt:\d{1,8}:\d{1,3}:\d{1,3}\$|\{(?:SSHA|SHA|CRYPT|BCRYPT|PBKDF2)[\w-]{0,12}\})[!#-&*-9=?-[\]-z~]{12,600}/g

/** Characters of a text that are looked through, and hashes that are taken from it. */
const maxText = 65_536
const maxHashes = 8

/**
 * Password hashes within a longer text, also one in base64: a note, a log line, JSON that is not whole. Only what is one beyond doubt,
 * because texts hold tokens and digests of all kinds.
 */
export function hashesIn(given: string): readonly string[] {
  const text = base64.text(given) ?? given
  if (!text.includes('$') && !text.includes('{')) return []
  const looked = text.slice(0, maxText)
  const found = [...looked.matchAll(bcrypt), ...looked.matchAll(other)].map(([match]) => match)
  return [...new Set(found.flatMap((match) => wholeHash(match) ?? []))].slice(0, maxHashes)
}

/** A hash without the punctuation behind it; some end with a full stop of their own. Null: it is none. */
function wholeHash(match: string): string | null {
  const text = match.replace(/(?<![,;:!?])[,;:!?]{1,3}$/, '').replace(/=\.$/, '=')
  for (const one of text.endsWith('.') ? [text, text.slice(0, -1)] : [text]) {
    if (hashLikeness(one) === 'certain') return one
  }
  return null
}

/**
 * Whether a text is a UUID, in small or capital letters. Nearly every export has one for each user, and a regular expression
 * takes several times as long as looking at each character.
 */
export function isUuid(text: string): boolean {
  if (text.length !== 36) return false
  for (let at = 0; at < 36; at += 1) {
    const code = text.charCodeAt(at)
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== dash) return false
    } else if (code > 127 || isDigit[code] !== 1) return false
  }
  return true
}

const dash = 45
const isDigit = new Uint8Array(128)
for (const digit of '0123456789abcdefABCDEF') isDigit[digit.charCodeAt(0)] = 1
