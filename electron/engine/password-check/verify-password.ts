import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { parseOptions, verify } from '@node-rs/argon2'
import { compare } from 'bcryptjs'

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

/** In bytes: what scrypt may take, 2 GiB. */
const firebaseScryptHighestMemory = 2 ** 31

type Parts = {
  readonly hash: Buffer
  readonly salt: Buffer
  readonly separator: Buffer
  readonly memoryCost: number
  readonly rounds: number
}

/**
 * Takes `$f_scrypt$hash$salt$m=..$r=..$s=..` apart (specification 4.5, rule 2). Real cores read m, r and s in any order.
 * Null for another shape.
 */
function partsOf(encoded: string): Parts | null {
  const [empty, name, hash, salt, ...parameters] = encoded.split('$')
  if (empty !== '' || name !== 'f_scrypt' || hash === undefined || salt === undefined) return null
  if (parameters.length !== 3) return null
  const named = new Map(parameters.map((one) => [one.slice(0, 2), one.slice(2)]))
  const memoryCost = wholeNumber(named.get('m='))
  const rounds = wholeNumber(named.get('r='))
  const separator = named.get('s=')
  if (memoryCost === null || rounds === null || separator === undefined || separator === '') return null
  return {
    hash: Buffer.from(hash, 'base64'),
    salt: Buffer.from(salt, 'base64'),
    separator: Buffer.from(separator, 'base64'),
    memoryCost,
    rounds,
  }
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,4}$/.test(text) ? Number(text) : null
}

function memoryOf(parts: Parts): number {
  return 128 * 2 ** parts.memoryCost * parts.rounds
}

function isFirebaseScryptTooCostly(encoded: string): boolean {
  const parts = partsOf(encoded)
  return parts !== null && memoryOf(parts) > firebaseScryptHighestMemory
}

/**
 * Does the password fit a Firebase scrypt hash? scrypt over salt and separator gives an AES-256 key; the hash is
 * the project's signer key (base64) encrypted with it in CTR mode from a zero counter.
 * False for a malformed hash, for one that is too costly, and for a wrong signer key.
 */
async function verifyFirebaseScrypt(encoded: string, password: string, signerKey: string): Promise<boolean> {
  const parts = partsOf(encoded)
  if (parts === null || parts.rounds < 1 || parts.memoryCost < 1 || memoryOf(parts) > firebaseScryptHighestMemory)
    return false
  const key = await derive(password, parts)
  if (key === null) return false
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16))
  const expected = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()])
  return expected.length > 0 && expected.length === parts.hash.length && timingSafeEqual(expected, parts.hash)
}

function derive(password: string, parts: Parts): Promise<Buffer | null> {
  const options = { N: 2 ** parts.memoryCost, r: parts.rounds, p: 1, maxmem: memoryOf(parts) + 1_048_576 }
  const salt = Buffer.concat([parts.salt, parts.separator])
  return new Promise((resolve) => {
    try {
      scrypt(password, salt, 64, options, (error, key) => resolve(error === null ? key : null))
    } catch {
      // Parameters outside what OpenSSL computes are reported by throwing.
      resolve(null)
    }
  })
}
