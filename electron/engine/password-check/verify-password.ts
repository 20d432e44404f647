import { isArgon2TooCostly, verifyArgon2 } from './argon2.ts'
import { isBcryptTooCostly, verifyBcrypt } from './bcrypt.ts'
import { isFirebaseScryptTooCostly, verifyFirebaseScrypt } from './firebase-scrypt.ts'

/** The family of specification 4.5 that the beginning of a hash names. */
function familyOf(hash: string): 'bcrypt' | 'argon2' | 'firebase-scrypt' | null {
  if (hash.startsWith('$2')) return 'bcrypt'
  if (hash.startsWith('$argon2')) return 'argon2'
  return hash.startsWith('$f_scrypt$') ? 'firebase-scrypt' : null
}

/**
 * Does a password fit a hash in one of the accepted formats? `signerKey` (base64) is needed by Firebase scrypt only.
 * False for a wrong password, a malformed or unsupported hash, a missing or wrong signer key, and a hash that is too
 * costly to try (ask `isTooCostly` first to tell that apart).
 */
export async function verifyPassword(hash: string, password: string, signerKey: string | null): Promise<boolean> {
  if (isTooCostly(hash)) return false
  const family = familyOf(hash)
  if (family === 'bcrypt') return verifyBcrypt(hash, password)
  if (family === 'argon2') return verifyArgon2(hash, password)
  if (family === 'firebase-scrypt' && signerKey !== null) return verifyFirebaseScrypt(hash, password, signerKey)
  return false
}

/** True for a hash whose parameters would keep this machine busy for minutes or take all its memory. */
export function isTooCostly(hash: string): boolean {
  const family = familyOf(hash)
  if (family === 'bcrypt') return isBcryptTooCostly(hash)
  if (family === 'argon2') return isArgon2TooCostly(hash)
  return family === 'firebase-scrypt' && isFirebaseScryptTooCostly(hash)
}
