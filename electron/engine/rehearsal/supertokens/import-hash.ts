import * as z from 'zod'
import { importPassword } from '../operations/import-password.ts'
import { json, text, type CoreReply } from '../exchange.ts'
import { javaTrim, normaliseEmail } from '../store/normalise-email.ts'
import { readBody, refused, type Call, type Read } from './call.ts'
import { hashPrefix, type Algorithm } from './hash-prefix.ts'
import { storageError, widths } from './storage-limits.ts'
import { userJson } from './user-json.ts'

const importBody = z.object({ email: z.string(), passwordHash: z.string(), hashingAlgorithm: z.string().optional() })

/** The words of real cores for a hash that does not begin like the family that was named. */
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
  const error = storageError([email, widths.email], [passwordHash, widths.passwordHash])
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
