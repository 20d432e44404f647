import { base64, base64Alphabet } from '../base64.ts'
import { isShortText } from '../shape.ts'
import { type HashVerdict, malformed } from '../verdict.ts'

const whole =
  /^\$argon2(id|i|d)\$v=(?:19|16)\$m=([1-9][0-9]{0,9}),t=([1-9][0-9]{0,9}),p=([1-9][0-9]{0,7})\$([A-Za-z0-9+/]{11,})\$([A-Za-z0-9+/]{6,})$/

/** Fewer characters are no salt (8 bytes) and no hash (4 bytes) that libargon2 makes (argon2.h, ARGON2_MIN_SALT_LENGTH and ARGON2_MIN_OUTLEN). */
const shortestSalt = 11
const shortestHash = 6

const begins = /^\$argon2(?:id|i|d)\$/i

const widest = 256
const maximum = 2 ** 32 - 1
const maximumLanes = 2 ** 24 - 1

/**
 * Argon2 in encoded form (specification 4.5): `$argon2id$v=19$m=65536,t=3,p=4$<salt>$<hash>`. Forms that strict
 * libraries refuse are rewritten where nothing is lost: padding, the URL alphabet, a missing version (16), the order of
 * the parameters. Null when the text does not begin like Argon2. `digestBytes`: the length that parameters beside it name;
 * a hash of that length is whole, however unusual.
 */
export function judgeArgon2(
  text: string,
  dialect: 'documented' | 'supertokens',
  digestBytes?: number,
): HashVerdict | null {
  if (!text.startsWith('$argon2')) return begins.test(text) ? malformed('argon2', 'Argon2 with capital letters.') : null
  const parts = whole.exec(text)
  if (parts !== null && text.length <= widest) return judgeParts(text, parts, null, dialect, digestBytes)
  if (isShortText(text, begins)) return null
  const fixed = normaliseArgon2(text)
  if (fixed === null) return malformed('argon2', whatIsWrong(text))
  const fixedParts = whole.exec(fixed.text)
  if (fixedParts === null) {
    return malformed('argon2', isShort(fixed.text) ? tooShort : 'Argon2 with a salt, hash or number out of bounds.')
  }
  return judgeParts(fixed.text, fixedParts, fixed.changes, dialect, digestBytes)
}

/** `changes`: the rewritten parts, for people; null when there are none. */
function judgeParts(
  send: string,
  parts: RegExpExecArray,
  changes: string | null,
  dialect: 'documented' | 'supertokens',
  digestBytes: number | undefined,
): HashVerdict {
  const [, type = '', memory, rounds, lanes, salt = '', hash = ''] = parts
  if (send.length > widest) return malformed('argon2', tooLong)
  if (Number(memory) > maximum || Number(rounds) > maximum || Number(lanes) > maximumLanes) {
    return malformed('argon2', 'Argon2 with a number beyond what Argon2 allows.')
  }
  if (Number(memory) < 8 * Number(lanes)) {
    return malformed('argon2', 'Argon2 with less memory than its parallelism needs: no library checks it.')
  }
  if (salt.length % 4 === 1 || hash.length % 4 === 1) {
    return malformed('argon2', 'Argon2 with a salt or hash that was cut off.')
  }
  if (salt.length + hash.length >= manyLetters && !/[A-Z]/.test(salt) && !/[A-Z]/.test(hash))
    return malformed('argon2', lowered)
  if (hasUnusedBits(salt) || hasUnusedBits(hash)) return malformed('argon2', strayBits)
  const bytes = base64.countBytes(hash)
  const variant = `argon2${type}`
  const warning = [
    ...(usualLengths.has(bytes) || bytes === digestBytes ? [] : [oddLength]),
    ...(Number(memory) >= muchMemory ? [memoryReason(Number(memory))] : []),
    ...(type === 'i' && dialect === 'documented' ? [undocumented] : []),
  ].join(' ')
  if (warning !== '') {
    const reason = changes === null ? warning : `${warning} ${changes}`
    return { kind: 'warn', family: 'argon2', variant, send, reason }
  }
  if (changes !== null) return { kind: 'rewrite', family: 'argon2', variant, send, reason: changes }
  return { kind: 'accept', family: 'argon2', variant, send, reason: 'Argon2, sent as it is.' }
}

const lowered =
  'Argon2 without a single capital letter: something changed them to small ones on the way, and the hash with them.'

function isShort(text: string): boolean {
  const [hash = '', salt = ''] = text.split('$').toReversed()
  return salt.length < shortestSalt || hash.length < shortestHash
}

const tooShort = 'Argon2 with a salt or hash that is too short to be whole; it was probably shortened.'
const tooLong = 'Argon2 longer than the 256 characters the core stores.'
const strayBits =
  'Argon2 whose salt or hash ends within a byte, which is not a hash that Argon2 writes; it was probably shortened or altered.'
/** Of fewer letters and digits, all may be small by chance. */
const manyLetters = 30

/** KiB from which one check takes a noticeable part of a server's memory. */
const muchMemory = 1024 * 1024

function memoryReason(kibibytes: number): string {
  const size = Math.round((kibibytes / muchMemory) * 10) / 10
  return `Argon2 with ${size} GiB of memory: each sign-in uses that much memory in the core, and several at once may exhaust it. Try one user first.`
}

const oddLength =
  'Argon2 that may be truncated: nearly every hash has 16, 32 or 64 bytes, and this one has another length. If it was truncated, nobody can sign in with it; check one known password first.'
/** Default lengths of hashes in libraries and frameworks, in bytes. A hash truncated to one of them is undetectable. */
const usualLengths: ReadonlySet<number> = new Set([16, 32, 64])
const undocumented =
  'Argon2i, which the documented interface does not name: sent, but try one user first. Argon2d and Argon2id are named.'

const parameters = /^(?:[mtp]=[0-9]+)(?:,[mtp]=[0-9]+){2}$/

/** The same hash in standard form, or null when it cannot be brought into it. */
function normaliseArgon2(text: string): { readonly text: string; readonly changes: string } | null {
  const parts = text.split('$')
  // Without a version it is the first one, 1.0, written 16.
  const versionless = parts.length === 5 && parts[2]?.startsWith('v=') === false
  if (versionless) parts.splice(2, 0, 'v=16')
  const [, type = '', version = '', costs = '', salt = '', hash = '', ...more] = parts
  if (more.length > 0 || !parameters.test(costs)) return null
  const list = costs.split(',')
  const named = ['m=', 't=', 'p='].map((name) => list.find((cost) => cost.startsWith(name)))
  const inOrder = named.join(',')
  const bareSalt = base64.bare(salt)
  const bareHash = base64.bare(hash)
  if (named.includes(undefined) || bareSalt === null || bareHash === null) return null
  const changes = [
    versionless ? 'the version left out (16) is written' : '',
    inOrder === costs ? '' : 'the parameters are put in order',
    salt.endsWith('=') || hash.endsWith('=') ? 'the padding is removed' : '',
    /[-_]/.test(salt + hash) ? 'the URL alphabet is replaced' : '',
  ].filter((change) => change !== '')
  return {
    text: `$${type}$${version}$${inOrder}$${bareSalt}$${bareHash}`,
    changes: `Argon2: ${changes.join(', ')}; the hash itself is untouched.`,
  }
}

function whatIsWrong(text: string): string {
  if (text.length > widest) return tooLong
  if (/[,$](?:keyid|data)=/.test(text))
    return 'Argon2 with a secret or extra data (keyid, data) that the core does not have.'
  if (/\$(?:\$|$)/.test(text)) return 'Argon2 with an empty salt or hash: it was cut off.'
  return 'It begins like Argon2 but its parts are not whole.'
}

/**
 * True when the last character of unpadded base64 holds bits that belong to no byte. No encoder writes such text; it
 * is what remains of a longer one, and strict decoders (libargon2) refuse it.
 */
function hasUnusedBits(bare: string): boolean {
  const rest = bare.length % 4
  if (rest === 0) return false
  const last = base64Alphabet.indexOf(bare.charAt(bare.length - 1))
  return (last & (rest === 2 ? 15 : 3)) !== 0
}
