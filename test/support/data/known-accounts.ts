import { createHash } from 'node:crypto'
import { hashSync as bcrypt } from 'bcryptjs'
import {
  argon2Hash,
  bcryptHash,
  password,
  scryptHash,
  scryptSalt,
  signerKey,
  urlAlphabet,
} from '../../unit/hashes/made-hashes.ts'

/** The password of every account below but those that say otherwise. */
export { password } from '../../unit/hashes/made-hashes.ts'

const salt = scryptSalt.toString('base64')

/** Accounts whose password is known, by their source id: every family and variant that is imported. */
export const knownAccounts: Readonly<Record<string, { readonly hash: string; readonly salt?: string }>> = {
  '2a': { hash: bcryptHash.replace(/^\$2b/, '$2a') },
  '2b': { hash: bcryptHash },
  '2x': { hash: bcryptHash.replace(/^\$2b/, '$2x') },
  '2y': { hash: bcryptHash.replace(/^\$2b/, '$2y') },
  'argon2d-16': { hash: argon2Hash(0, 0) },
  'argon2d-19': { hash: argon2Hash(0, 1) },
  'argon2i-16': { hash: argon2Hash(1, 0) },
  'argon2i-19': { hash: argon2Hash(1, 1) },
  'argon2id-16': { hash: argon2Hash(2, 0) },
  'argon2id-19': { hash: argon2Hash(2, 1) },
  'scrypt-raw': { hash: urlAlphabet(scryptHash), salt },
  'scrypt-whole': { hash: `$f_scrypt$${scryptHash}$${salt}$m=10$r=8$s=Bw==` },
}

/** Accounts whose hash was made of something else than the password. */
export const trickyAccounts: typeof knownAccounts = {
  prehashed: { hash: bcrypt(createHash('sha256').update(password).digest('hex'), 4) },
  peppered: { hash: bcrypt(`${password}pepper of the old system`, 4) },
  versionless: { hash: argon2Hash(2, 1).replace('$v=19', '') },
}

/** The accounts as a table of the operator's own. */
export function accountsCsv(accounts: typeof knownAccounts): string {
  const lines = Object.entries(accounts).map(
    ([id, { hash, salt: own }]) => `${id},${id}@example.com,"${hash}",${own ?? ''}\n`,
  )
  return `id,email,password_hash,salt\n${lines.join('')}`
}

/** The block of Firebase scrypt's project. `key`: base64. */
export function hashConfig(key: string | null = signerKey.toString('base64'), separator = 'Bw==', memoryCost = 10) {
  const line = key === null ? '' : `  base64_signer_key: ${key},\n`
  return `hash_config {\n  algorithm: SCRYPT,\n${line}  base64_salt_separator: ${separator},\n  rounds: 8,\n  mem_cost: ${memoryCost},\n}\n`
}

export const otherKey = Buffer.alloc(64, 'another made-up key ').toString('base64')
