import { madeUpArgon2, madeUpBcrypt, madeUpCsv, madeUpScrypt } from '../support/made-up-csv.ts'
import { echoing, type CodeSecrets } from '../support/echoing-core.ts'

export const apiKey = 'PLANTEDKEY-0123456789-abcdef'
export const password = 'PLANTED-pa55word-of-ann'
const signerKey = Buffer.alloc(64, 'PLANTED signer').toString('base64')
const hashes = [madeUpBcrypt(1), madeUpArgon2(2), madeUpScrypt(3)]
const codes: CodeSecrets = [
  'PLANTED-link-code-123456',
  'PLANTED-session-123456',
  'PLANTED-device-123456',
  'PLANTED-input-code-4242',
]

/** An export with a hash of each family and users who are made by a code. */
export const exportText = madeUpCsv([
  { id: 'b', email: 'b@example.com', password_hash: hashes[0] ?? '' },
  { id: 'a', email: 'a@example.com', password_hash: hashes[1] ?? '' },
  { id: 's', email: 's@example.com', password_hash: hashes[2] ?? '' },
  { id: 'c', email: 'c@example.com', email_verified: 'true' },
])

export const parametersText = `hash_config { algorithm: SCRYPT, base64_signer_key: ${signerKey}, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }`

/** The planted hashes, in whole and in parts that are long enough to matter. */
export const hashParts = hashes.flatMap((hash) => [hash, ...hash.split('$').filter((part) => part.length >= 16)])
export const keys = [apiKey, signerKey, password]
export const everySecret = [...keys, ...hashParts, ...codes]

/** A core that says back whatever it was told. */
export const echo = echoing(codes)

/** The secrets a text holds, named by their place in the list, never by themselves. */
export function found(text: string, secrets: readonly string[]): readonly number[] {
  return secrets.flatMap((secret, index) => (text.includes(secret) ? [index] : []))
}
