import { base64 } from '../../../hashes/base64.ts'
import { judgeEncrypted } from '../../../hashes/families/encrypted.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/*
 * Passwords that are encrypted and not hashed: base64 or hexadecimal of whole blocks of a cipher. One alone may be a digest as well; a column
 * tells by its name, or by texts of different lengths, which digests of one algorithm never have.
 */

/** Bytes of a block of AES. */
const block = 16

const names = /(?:^|[^a-z])(?:aes|rijndael|3des|cipher|ciphertext)(?:$|[^a-z])/i
const maybe = /encrypt|crypted|(?:^|[^a-z])enc(?:$|[^a-z])|chiffr|verschl|cifrad|criptograf/i

/** Whether the name of a column says that it is encrypted. */
export function saysEncrypted(path: string): boolean {
  return names.test(path) || maybe.test(path)
}

/** Whether all values of a column are encrypted texts. `path`: its name, which may say so. */
export function areEncrypted({ path, values }: Pick<ColumnProfile, 'path' | 'values'>): boolean {
  const texts = values.map((value) => value.trim())
  if (texts.length === 0) return false
  if (texts.every((text) => judgeEncrypted(text) !== null)) return true
  const isNamed = maybe.test(path)
  const sizes = new Set(texts.map((text) => blocksIn(text, isNamed)))
  // Letters alone are words.
  if (sizes.has(0) || texts.filter((text) => /[\d+/]/.test(text)).length * 2 < texts.length) return false
  if (names.test(path)) return true
  const areDigests = texts.every((text) => ofDigests.has(text.length) && hexadecimal.test(text))
  if (areDigests) return false
  // A program that took another digest from some day on has two lengths, and clear passwords of its users have many.
  if (sizes.size > 1) return isNamed || texts.length >= enough
  return isNamed && !sizes.has(ofScrypt)
}

/** Whether encrypted texts are no digests with a salt beside them: these have one length, and more than eight bytes. */
export function areNoDigests({ values }: Pick<ColumnProfile, 'values'>): boolean {
  const sizes = new Set(values.map((value) => blocksIn(value.trim(), true)))
  return sizes.size > 1 || sizes.has(0.5)
}

const enough = 3
/** As many blocks has a hash of Firebase scrypt without its salt. */
const ofScrypt = 4
const hexadecimal = /^(?:[0-9a-f]{32})+$/i
/** Characters of digests in hexadecimal: MD5, SHA-256, SHA-384 and SHA-512. */
const ofDigests: ReadonlySet<number> = new Set([32, 64, 96, 128])

/** How many whole blocks a text stands for; 0: it is no text of whole blocks. `byHalves`: a block may have eight bytes, as in DES and Blowfish. */
function blocksIn(text: string, byHalves: boolean): number {
  if (hexadecimal.test(text)) return text.length / (2 * block)
  if (text.length > maxLength) return 0
  const bytes = base64.countBytes(text)
  return bytes % (byHalves ? block / 2 : block) === 0 && base64.padded(text)?.length === text.length ? bytes / block : 0
}

const maxLength = 4096
