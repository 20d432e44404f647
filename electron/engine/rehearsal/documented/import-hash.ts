import type * as z from 'zod'
import { importPassword } from '../operations/import-password.ts'
import type { CoreContext } from '../context.ts'
import { type CoreReply, json, text } from '../exchange.ts'
import type { importBody } from './requests.ts'
import { userJson } from './user-json.ts'

const noSignerKey =
  'The core is not configured for Firebase scrypt: partner_password_hashing_signer_key ' +
  '(environment variable PARTNER_PASSWORD_HASHING_SIGNER_KEY) is not set.'

/** 4.5 */
export function importHash(context: CoreContext, body: z.infer<typeof importBody>, tenant: string): CoreReply {
  const refusal = refuse(body.passwordHash, body.hashingAlgorithm, context.signerKey)
  if (refusal !== null) return refusal
  const { user, didUserAlreadyExist } = importPassword(context, body.email, body.passwordHash, tenant)
  return json({ status: 'OK', user: userJson(user), didUserAlreadyExist })
}

function refuse(hash: string, algorithm: string | undefined, signerKey: string | null): CoreReply | null {
  if (algorithm !== undefined && algorithm !== 'partner_scrypt') {
    return text(400, 'The field hashingAlgorithm takes partner_scrypt only; leave it out for BCrypt and Argon2.')
  }
  const shape = hashShape(hash)
  if (shape === null) return text(400, `The field passwordHash has no accepted format: ${shapeExpected(hash)}.`)
  if (shape !== 'scrypt-variant') {
    return algorithm === undefined
      ? null
      : text(400, 'The field hashingAlgorithm says partner_scrypt, but passwordHash does not begin with $f_scrypt$.')
  }
  if (algorithm === undefined) {
    return text(400, 'The field hashingAlgorithm is missing: Firebase scrypt needs partner_scrypt.')
  }
  return signerKey === null ? text(500, noSignerKey) : null
}

/** The families of specification 4.5. */
type HashShape = 'bcrypt' | 'argon2' | 'scrypt-variant'

const bcrypt = /^\$2[abxy]\$(?:0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/
const argon2 =
  /^\$argon2(?:d|i|id)\$v=(?:16|19)\$m=(?<memory>\d{1,10}),t=(?<time>\d{1,10}),p=(?<lanes>\d{1,8})\$(?<salt>[A-Za-z0-9+/]+)\$(?<hash>[A-Za-z0-9+/]+)$/
const scryptVariant =
  /^\$f_scrypt\$(?<hash>[A-Za-z0-9+/]+={0,2})\$(?<salt>[A-Za-z0-9+/]+={0,2})\$m=(?<memory>\d{1,2})\$r=(?<rounds>\d{1,4})\$s=(?<separator>[A-Za-z0-9+/]+={0,2})$/

/** The family whose whole shape a hash has, or null. Rule 1: nothing may stand before the hash. */
function hashShape(hash: string): HashShape | null {
  if (bcrypt.test(hash)) return 'bcrypt'
  if (isArgon2(hash)) return 'argon2'
  if (isScryptVariant(hash)) return 'scrypt-variant'
  return null
}

/** What is expected of a hash that begins like a family but has not its shape. */
function shapeExpected(hash: string): string {
  if (hash.startsWith('$2')) return 'a BCrypt hash is $2a$, two digits of cost from 04 to 31, $ and 53 characters'
  if (hash.startsWith('$argon2')) return 'an Argon2 hash is $argon2id$v=19$m=,t=,p=$salt$hash in base64 without padding'
  if (hash.startsWith('$f_scrypt')) return 'Firebase scrypt is $f_scrypt$hash$salt$m=$r=$s= with base64 parts'
  return 'it must be a BCrypt, Argon2 or $f_scrypt$ hash in standard format, with no other identifier before it'
}

function isArgon2(hash: string): boolean {
  const parts = argon2.exec(hash)?.groups
  if (parts === undefined) return false
  const lanes = Number(parts['lanes'])
  const memory = Number(parts['memory'])
  const salt = unpaddedLength(parts['salt'] ?? '')
  const output = unpaddedLength(parts['hash'] ?? '')
  return lanes >= 1 && memory >= 8 * lanes && memory < 2 ** 32 && Number(parts['time']) >= 1 && salt >= 8 && output >= 4
}

function isScryptVariant(hash: string): boolean {
  const parts = scryptVariant.exec(hash)?.groups
  if (parts === undefined) return false
  const memory = Number(parts['memory'])
  const whole = [parts['hash'], parts['salt'], parts['separator']].every((part = '') => part.length % 4 === 0)
  return whole && memory >= 1 && memory <= 30 && Number(parts['rounds']) >= 1
}

/** Bytes in unpadded base64; -1 when no byte sequence has an encoding of this length. */
function unpaddedLength(base64: string): number {
  return base64.length % 4 === 1 ? -1 : Math.floor((base64.length * 3) / 4)
}
