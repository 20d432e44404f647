import { base64 } from '../../../hashes/base64.ts'
import { splitPath, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { saysEncrypted } from './encrypted-columns.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* Initialization vectors in columns of their own. The passwords beside them are encrypted, however much they look like digests. */

/** Says of a column of passwords beside the initialization vectors of a cipher that it is encrypted. */
export function sayEncrypted(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  for (const one of chosen.values()) {
    const isSure = one.target === 'password-hash' && one.confidence !== 'unsure'
    const vector = isSure ? vectorBeside(one.column, profiles) : null
    if (vector === null) continue
    const text = `it is encrypted: “${vector}” beside it is the initialization vector of a cipher`
    chosen.set(one.column.path, { ...one, reason: { kind: 'told', text } })
    chosen.delete(vector)
  }
}

/** The column with the initialization vectors of a cipher by which the passwords of another one are encrypted; null: there is none. */
export function vectorBeside(column: ColumnProfile, profiles: readonly ColumnProfile[]): string | null {
  if (column.values.length === 0 || !column.values.every((value) => isCipherText(value.trim()))) return null
  const found = profiles.find((one) => one.path !== column.path && isVectorOf(one, column, profiles))
  return found?.path ?? null
}

/** Without another word, a vector is that of the passwords if they are not said to be digests, and no other column is said to be encrypted. */
function isVectorOf(
  { path, values }: ColumnProfile,
  { path: of }: ColumnProfile,
  all: readonly ColumnProfile[],
): boolean {
  const words = wordsOf(splitPath(path).name)
  const isTagged = all.some((one) => wordsOf(splitPath(one.path).name).includes('tag'))
  const rest = words.filter((word) => !vector.test(word) && !(isTagged && word === 'nonce'))
  if (rest.length === words.length || values.length === 0 || !values.every((value) => isVector(value.trim())))
    return false
  if (rest.length > 0) return hintsOf(rest.join('_')).namesPassword
  if (splitPath(path).containers.length > 0)
    return path.startsWith(of.slice(0, of.lastIndexOf('.') + 1)) && of.includes('.')
  const isOfOther = all.some((one) => one.path !== of && saysEncrypted(one.path))
  return !isOfOther && !saysDigest.test(of)
}

const vector = /^(?:ivs?|initvector|init|initiali[sz]ation|vector)$/
const saysDigest = /hash|digest|md5|sha\d/i

/** As many bytes as the vectors of ciphers have: 8, 12 or 16, in hexadecimal or base64. */
function isVector(text: string): boolean {
  return (
    /^(?:[0-9a-f]{16}|[0-9a-f]{24}|[0-9a-f]{32})$/i.test(text) ||
    /^(?:[A-Za-z0-9+/_-]{11}=?|[A-Za-z0-9+/_-]{16}|[A-Za-z0-9+/_-]{22}(?:==)?)$/.test(text)
  )
}

/** Bytes in hexadecimal or base64, without the marks that hashes have. */
function isCipherText(text: string): boolean {
  return /^(?:[0-9a-f]{2})+$/i.test(text) || base64.padded(text)?.length === text.length
}
