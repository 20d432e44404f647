import { isJettyCredential } from '../../../../shared/hashes/families/jetty.ts'
import { isPlaceholder } from '../../../../shared/hashes/placeholder.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { isDigit } from '../../../../shared/users/digit.ts'

/*
 * Finds email addresses and password hashes in a text of unknown format. The same rule is applied to the bytes of a file,
 * taken as latin1, and to the values read from it, so it looks only at the characters around a mark.
 */

/** Marks of a possible login, each with a function that returns where the login ends. Searching for one character is many times faster than a pattern. */
export const marks = {
  '@': endOfAddress,
  '\\u0040': endOfEscapedAddress,
  $: endOfDollarHash,
  '}': endOfBracedHash,
  ':': endOfColonHash,
} as const

export type Mark = keyof typeof marks

export function isEmailMark(mark: Mark): boolean {
  return mark === at || mark === escapedAt
}

/** Where the address around the `@` at an index ends: a letter or digit stands before it, a domain with a dot after it. -1 if it is no address. */
function endOfAddress(text: string, index: number): number {
  return isLocal(text, index) ? endOfDomain(text, index + 1) : -1
}

/** Like `endOfAddress`, for an `@` that JSON escapes. */
function endOfEscapedAddress(text: string, index: number): number {
  return isLocal(text, index) ? endOfDomain(text, index + escapedAt.length) : -1
}

const at = '@'
const escapedAt = '\\u0040'
const dollar = '$'

/** Whether the local part of an address can end before an index. A letter after a backslash is an escape such as a line end. */
function isLocal(text: string, index: number): boolean {
  if (index === 0) return false
  const before = text.charCodeAt(index - 1)
  if ((kinds[before] ?? other) === 0) return false
  return text.charCodeAt(index - 2) !== backslash || !escapes.has(before)
}

/** Letters that stand for a control character after a backslash, in JSON and SQL. */
const escapes = new Set(Array.from('bfnrtvZ0', (letter) => letter.charCodeAt(0)))

const [word, alsoLocal, alsoHash] = [1, 2, 4]
/** Any character beyond latin1 counts as a letter. */
const other = word

/**
 * Character classes, as bits by character code. `word` is allowed in a domain, a local part and a hash; the other bits allow a character
 * in a local part or in a hash.
 */
const kinds = new Uint8Array(256).fill(0)
for (let code = 0x80; code < 256; code += 1) kinds[code] = word
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')
  kinds[letter.charCodeAt(0)] = word
for (const sign of '_-+.') kinds[sign.charCodeAt(0)] = alsoLocal | alsoHash
for (const sign of '%~') kinds[sign.charCodeAt(0)] = alsoLocal
for (const sign of './$=,') kinds[sign.charCodeAt(0)] = (kinds[sign.charCodeAt(0)] ?? 0) | alsoHash

const digitTwo = 50
const [dot, hyphen, backslash, slash, dollarCode, comma, equals] = [46, 45, 92, 47, 36, 44, 61]

/** Longest domain name (RFC 1035). */
const maxDomain = 255

/** File names of high-density images, `logo@2x.png`, are not addresses. */
const picture = /^[1-4]x\.(?:png|jpe?g|gif|webp|svg)$/i

function endOfDomain(text: string, from: number): number {
  const most = Math.min(text.length, from + maxDomain)
  let end = from
  let lastDot = -1
  for (; end < most; end += 1) {
    const code = text.charCodeAt(end)
    if (code === dot) {
      if (end === from || text.charCodeAt(end - 1) === dot) break
      lastDot = end
    } else if ((kinds[code] ?? other) !== word && code !== hyphen) break
  }
  if (text.charCodeAt(end) === backslash && text[end + 1] === 'u') return endOfEscapedDomain(text, from, end)
  if (lastDot === end - 1 && lastDot !== -1) {
    end -= 1
    lastDot = text.lastIndexOf('.', end - 1)
    if (lastDot < from) return -1
  }
  if (lastDot === -1 || end - lastDot < 3 || isDigit(text.charCodeAt(lastDot + 1))) return -1
  if (text.charCodeAt(from) === hyphen || (end - from < 10 && picture.test(text.slice(from, end)))) return -1
  return end
}

/** Where a domain ends that has letters escaped by JSON. */
function endOfEscapedDomain(text: string, from: number, to: number): number {
  const rest = text.slice(from, from + maxDomain)
  const plain = rest.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
  // The escape is no letter of a domain, so the domain ends before it.
  if (plain === rest || (kinds[plain.charCodeAt(to - from)] ?? other) === 0) return endOfDomain(text.slice(0, to), from)
  const end = endOfDomain(plain, 0)
  return end === -1 ? -1 : Math.min(text.length, to + 6)
}

/** Family names between the first two `$` of a hash (modular crypt format, PHC). */
const families = new Set(
  (
    '2 2a 2b 2x 2y argon2 argon2id argon2i argon2d f_scrypt fbscrypt firescrypt firebase-scrypt bcrypt bcrypt-sha256 wp P H S B 1 5 6 7 8 y gy ' +
    'apr1 md5 md5-crypt sha1 sha256 sha512 sha1-crypt sha256-crypt sha512-crypt scrypt s0 scram p5k2 SHA NT ' +
    'pbkdf2 pbkdf2-sha1 pbkdf2-sha256 pbkdf2-sha512 pbkdf2_sha1 pbkdf2_sha256 pbkdf2_sha512 hmac-sha256'
  ).split(' '),
)
const longestFamily = 16

/** Family names before the first `$`, as Django and Werkzeug write them. */
const familyBefore =
  /(?:pbkdf2[_-]sha\d{1,3}|pbkdf2:[a-z0-9]{1,10}(?::\d{1,9})?|scrypt(?::\d{1,9}){3}|scrypt|bcrypt_sha256|(?:unsalted_)?(?:md5|sha\d{1,3})|argon2|SCRAM-SHA-\d{1,3})$/i
const longestBefore = 44

/** Family names in braces, as directories write them (RFC 2307). */
const familyInBraces =
  /^\{(?:S?SHA\d{0,3}(?:\.b64|\.hex)?|S?MD5|CRYPT|PBKDF2[\w-]{0,12}|PKCS5S2|ARGON2\w{0,4}|BCRYPT|BLF-CRYPT|SCRYPT|X-ISSHA\w{0,8})\}$/i
const longestInBraces = 24

/** A salt or digest has at least this many characters; a parameter, a price or a variable has fewer. */
const shortestPart = 12

/**
 * Where the hash ends whose first `$` is at an index: `$2b$…`, `$argon2id$…`, `pbkdf2_sha256$…`. -1 if it is no hash. A bare digest does not
 * count: checksums, tokens and ids look the same, and only the column's name tells them apart.
 */
function endOfDollarHash(text: string, index: number): number {
  const behindFamily = behindUsualFamily(text, index)
  if (behindFamily !== -1) {
    const end = endOfRest(text, behindFamily)
    return end - index === bcryptSalt || (end !== -1 && standsForBcrypt(text.slice(index, end))) ? -1 : end
  }
  const second = text.indexOf(dollar, index + 1)
  const isFamily =
    second > index + 1 && second - index <= longestFamily + 1 && families.has(text.slice(index + 1, second))
  if (isFamily) return endOfRest(text, second + 1)
  if ((kinds[text.charCodeAt(index - 1)] ?? 0) !== word) return -1
  if (!familyBefore.test(text.slice(Math.max(0, index - longestBefore), index))) return -1
  const end = endOfRest(text, index + 1)
  return end !== -1 && endsAsFile.test(text.slice(Math.max(index, end - longestEnding), end)) ? -1 : end
}

/** The end of the name of a file, such as a picture that is named by a digest of itself. */
const endsAsFile = /\.[A-Za-z]{3,4}$/
const longestEnding = 5

/** Length of a salt of bcrypt with its prefix, which stands in a column of its own beside the hash, and of a whole hash. */
const [bcryptSalt, bcryptLength] = [29, 60]

/** Whether a text was written in place of a hash of bcrypt. The next cell of a line may stand behind its comma. */
function standsForBcrypt(text: string): boolean {
  const start = text.slice(0, bcryptLength)
  const end = start.indexOf(',')
  return (end !== -1 || start.length < bcryptLength) && isPlaceholder(end === -1 ? start : start.slice(0, end))
}

/** The index after a bcrypt prefix (`$2a$`, `$2b$`, `$2x$`, `$2y$`), the most frequent one; -1 for any other. */
function behindUsualFamily(text: string, index: number): number {
  if (text.charCodeAt(index + 1) !== digitTwo || text.charCodeAt(index + 3) !== dollarCode) return -1
  const letter = text.charCodeAt(index + 2)
  return letter === 97 || letter === 98 || letter === 120 || letter === 121 ? index + 4 : -1
}

/** Where the hash ends whose family in braces ends at an index, `{SSHA}…`. -1 if it is no hash, or if a `$` follows, whose own search finds it. */
function endOfBracedHash(text: string, index: number): number {
  if ((kinds[text.charCodeAt(index - 1)] ?? 0) !== word || text[index + 1] === dollar) return -1
  const near = text.slice(Math.max(0, index - longestInBraces), index + 1)
  const open = near.lastIndexOf('{')
  if (open === -1 || !familyInBraces.test(near.slice(open))) return -1
  return endOfRest(text, index + 1)
}

const colon = 58

/** Where the hash ends that has a colon behind a digest or behind a word of Jetty. -1 if it is none. JSON has a colon for each field. */
function endOfColonHash(text: string, index: number): number {
  const before = text.charCodeAt(index - 1)
  if (isOfJetty(before, text, index)) return endOfJettyHash(text, index)
  return isHex(before) && isHex(text.charCodeAt(index - shortestDigest)) ? endOfSaltedDigest(text, index) : -1
}

/** Whether the two letters before a colon end a word that Jetty writes before a password: CRYPT, MD5 or OBF. */
function isOfJetty(before: number, text: string, index: number): boolean {
  const second = before === letterT ? letterP : before === digitFive ? letterD : before === letterF ? letterB : 0
  return second !== 0 && text.charCodeAt(index - 2) === second
}

const [letterB, letterD, letterF, letterP, letterT, digitFive] = [66, 68, 70, 80, 84, 53]
const ofJetty = /(?:CRYPT|MD5|OBF):[./\w]{8,600}$/
const longestJetty = 600

/**
 * Where a password of Jetty ends, `CRYPT:…`, `MD5:…` or `OBF:…`, found by its colon. -1 if it is none. A checksum has the word MD5 before it,
 * too, but is rarely the value of a name: `ann: MD5:…`.
 */
function endOfJettyHash(text: string, index: number): number {
  let end = index + 1
  while (end - index <= longestJetty && ofWord.test(text.charAt(end))) end += 1
  const hash = ofJetty.exec(text.slice(Math.max(0, index - 5), end))?.[0] ?? ''
  const start = end - hash.length
  if (!isJettyCredential(hash) || (kinds[text.charCodeAt(start - 1)] ?? 0) === word) return -1
  return start === 0 || !hash.startsWith('MD5') || isValueOfName(text.slice(Math.max(0, start - longestName), start))
    ? end
    : -1
}

const ofWord = /[./\w]/
const longestName = 200

/** Whether a text ends with a name that is no name of a digest, and the sign before its value. */
function isValueOfName(text: string): boolean {
  const [, name = ''] = /(?:^|[\r\n]|\\[rn])[ \t#!;-]{0,20}([^\s:=,"']+)[ \t]?[:=][ \t]?$/.exec(text) ?? []
  return name !== '' && !hintsOf(name).otherDigest
}

/** Lengths of digests in hexadecimal, from MD5 to SHA-512. */
const digests: readonly number[] = [32, 40, 64, 128]
const [shortestDigest, maxSalt] = [32, 128]

/**
 * Where a digest with salt and algorithm number ends, `5f4d…:salt:1`, found by its first colon. -1 if it is none. No checksum, token or
 * network address has this form; a digest with only a salt may be two fields of a line, and counts where it is a whole value.
 */
function endOfSaltedDigest(text: string, index: number): number {
  let start = index - 1
  while (isHex(text.charCodeAt(start - 1))) start -= 1
  const before = text.charCodeAt(start - 1)
  if (!digests.includes(index - start) || (kinds[before] ?? 0) === word || before === dollarCode) return -1
  let end = index + 1
  while (end - index <= maxSalt && (kinds[text.charCodeAt(end)] ?? 0) === word) end += 1
  if (end - index < 3 || text.charCodeAt(end) !== colon) return endOfValue(text, start, index + 1)
  if (!isDigit(text.charCodeAt(end + 1))) return -1
  end += 2
  if (isDigit(text.charCodeAt(end))) end += 1
  return text.charCodeAt(end) === colon || (kinds[text.charCodeAt(end)] ?? 0) === word ? -1 : end
}

/** Where the salt ends that follows a digest, if both are a value between quotes, separators or tags; else -1. A line of its own may hold two fields. */
function endOfValue(text: string, start: number, from: number): number {
  const salt = /^[^\s'",;|<>\\:@]{2,64}/.exec(text.slice(from, from + maxSalt))?.[0] ?? ''
  const end = from + salt.length
  if (salt === '' || time.test(salt)) return -1
  if (start === 0 && end === text.length) return end
  const [before, after] = [text.charAt(start - 1), text.charAt(end)]
  if (before === "'" || before === '"') return after === before || after === '\\' ? end : -1
  const isAtEdge = (sign: string) => sign === '' || sign === '\n' || sign === '\r'
  const isApart =
    (!isAtEdge(before) || !isAtEdge(after)) &&
    (isAtEdge(before) || '\t,;|>'.includes(before)) &&
    (isAtEdge(after) || '\t,;|<'.includes(after))
  return isApart ? end : -1
}

/** Seconds or milliseconds since 1970, which stand behind tokens. */
const time = /^1\d{9}(?:\d{3})?$/

/** Whether a hash that was found is a digest with its salt and nothing else, as an ID or a token may be as well. */
export function isDigestWithSalt(found: string): boolean {
  return /^[0-9a-f]{32,128}:[^:]+$/i.test(found)
}

function isHex(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70)
}

/**
 * The index after the characters of a hash from an index on; -1 if no part between `$` is as long as a salt or digest, so that these are at
 * most parameters. JSON may write a slash as `\\/`; a comma is allowed only between parameters.
 */
function endOfRest(text: string, from: number): number {
  let end = from
  let part = from
  let longest = 0
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    const kind = kinds[code] ?? 0
    if (kind === word) continue
    if (code === dollarCode || code === comma) {
      if (code === comma && !isParameter(text, end + 1)) break
      longest = Math.max(longest, end - part)
      part = end + 1
    } else if ((kind & alsoHash) === 0 && (code !== backslash || text.charCodeAt(end + 1) !== slash)) break
  }
  return Math.max(longest, end - part) < shortestPart ? -1 : end
}

/** Whether a parameter such as `t=3` or `ln=14` begins at an index. */
function isParameter(text: string, from: number): boolean {
  if (!isLower(text.charCodeAt(from))) return false
  return (
    text.charCodeAt(from + 1) === equals || (isLower(text.charCodeAt(from + 1)) && text.charCodeAt(from + 2) === equals)
  )
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122
}
