import { parseOptions, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'
import { isFirebaseScryptTooCostly, verifyFirebaseScrypt } from './firebase-scrypt.ts'

/** In KiB: 1 GiB. The memory is really taken, and a refusal of the system would end the whole process. */
const highestMemory = 1_048_576
/** Passes over that memory. */
const highestTime = 1000

/** True for parameters that would exhaust this machine; no provider exports such a hash, but a hostile file may hold one. */
function isArgon2TooCostly(hash: string): boolean {
  try {
    const { memoryCost, timeCost } = parseOptions(hash)
    return memoryCost > highestMemory || timeCost > highestTime
  } catch {
    return false
  }
}

/** Does the password fit an Argon2 hash (d, i or id; version 16 or 19)? False for a malformed hash. */
async function verifyArgon2(hash: string, password: string): Promise<boolean> {
  try {
    return await verify(hash, password)
  } catch {
    // The library throws on a hash that it cannot read, and puts no part of it into a reply.
    return false
  }
}

/** Above this cost one attempt takes minutes; no provider exports such a hash, but a hostile file may hold one. */
const highestCost = 18

/** The cost of a bcrypt hash in standard format, or null when it has another shape. */
function costOf(hash: string): number | null {
  const cost = /^\$2[abxy]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1]
  return cost === undefined ? null : Number(cost)
}

function isBcryptTooCostly(hash: string): boolean {
  return (costOf(hash) ?? 0) > highestCost
}

/**
 * Does the password fit a bcrypt hash? `$2b`, `$2x` and `$2y` are computed as `$2a`, as real cores do; so a true `$2x`
 * hash of a password beyond ASCII does not fit there either. False for a malformed hash.
 */
async function verifyBcrypt(hash: string, password: string): Promise<boolean> {
  if (costOf(hash) === null) return false
  return compare(password, `$2a${hash.slice(3)}`)
}

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
