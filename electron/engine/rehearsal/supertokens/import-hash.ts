import * as z from 'zod'
import { type CoreReply, json, text } from '../context.ts'
import { importPassword } from '../operations/import-password.ts'
import { javaTrim, normaliseEmail } from '../store/normalise-email.ts'
import { type Call, type Read, readBody, refused, storageError, columnWidths } from './call.ts'
import { userJson } from './user-json.ts'

const importBody = z.object({ email: z.string(), passwordHash: z.string(), hashingAlgorithm: z.string().optional() })

/** The message of real cores for a hash without the prefix of the named family. */
export const wrongFormat: Readonly<Record<Algorithm, string>> = {
  BCRYPT: 'Password hash is in invalid BCrypt format',
  ARGON2: 'Password hash is in invalid Argon2 format',
  FIREBASE_SCRYPT: 'Password hash is in invalid Firebase SCrypt format',
}

export const noSignerKey = "java.lang.IllegalStateException: 'firebase_password_hashing_signer_key' cannot be null"

/** POST /recipe/user/passwordhash/import */
export function importHash(call: Call): CoreReply {
  const body = readBody(call, importBody)
  if (!body.ok) return body.reply
  const email = normaliseEmail(body.value.email)
  const passwordHash = javaTrim(body.value.passwordHash)
  if (passwordHash === '') return text(400, 'Password hash cannot be an empty string')
  const algorithm = readAlgorithm(body.value.hashingAlgorithm)
  if (!algorithm.ok) return algorithm.reply
  const family = hashPrefix(passwordHash)
  if (family === null || (algorithm.value !== null && algorithm.value !== family)) {
    return text(400, algorithm.value === null ? 'Password hash is in invalid format' : wrongFormat[algorithm.value])
  }
  if (family === 'FIREBASE_SCRYPT' && call.context.signerKey === null) return text(500, noSignerKey)
  const error = storageError([email, columnWidths.email], [passwordHash, columnWidths.passwordHash])
  if (error !== null) return error
  const { user, didUserAlreadyExist } = importPassword(call.context, email, passwordHash, call.tenant)
  return json({ status: 'OK', user: userJson(user, call.context, call.cdi), didUserAlreadyExist })
}

function readAlgorithm(given: string | undefined): Read<Algorithm | null> {
  if (given === undefined) return { ok: true, value: null }
  const name = javaTrim(given).toUpperCase()
  if (name === '') return refused('Hashing Algorithm cannot be an empty string')
  return name === 'BCRYPT' || name === 'ARGON2' || name === 'FIREBASE_SCRYPT'
    ? { ok: true, value: name }
    : refused('Unsupported password hashing algorithm')
}

/** The values of `hashingAlgorithm` that real cores know, in their spelling. */
export type Algorithm = 'BCRYPT' | 'ARGON2' | 'FIREBASE_SCRYPT'

/**
 * The family that real cores take a hash for. They look at its beginning only: `$2a` alone passes, and no password
 * matches it afterwards.
 */
export function hashPrefix(hash: string): Algorithm | null {
  if (/^\$2[abxy]/.test(hash)) return 'BCRYPT'
  if (/^\$argon2(?:id?|d)/.test(hash)) return 'ARGON2'
  return isFirebase(hash) ? 'FIREBASE_SCRYPT' : null
}

/** Seven parts between dollars. The last three are m, r and s in any order; hash and salt are not checked. */
function isFirebase(hash: string): boolean {
  // Java drops empty parts at the end.
  const parts = hash.replace(/(?<!\$)\$+$/, '').split('$')
  if (parts.length !== 7 || parts[0] !== '' || parts[1] !== 'f_scrypt') return false
  const named = new Map(parts.slice(4).map((part) => [part.slice(0, 2), part.slice(2)]))
  const isNumber = (name: string): boolean => /^[-+]?\d{1,9}$/.test(named.get(name) ?? '')
  return isNumber('m=') && isNumber('r=') && (named.get('s=') ?? '') !== ''
}
