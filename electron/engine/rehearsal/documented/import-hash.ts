import type * as z from 'zod'
import { importPassword } from '../operations/import-password.ts'
import type { CoreContext } from '../context.ts'
import { json, text, type CoreReply } from '../exchange.ts'
import { hashShape, shapeExpected } from './hash-shape.ts'
import type { importBody } from './requests.ts'
import { userJson } from './user-json.ts'

const noSignerKey =
  'The core is not configured for Firebase scrypt: partner_password_hashing_signer_key ' +
  '(environment variable PARTNER_PASSWORD_HASHING_SIGNER_KEY) is not set.'

/** 4.5 */
export function importHash(context: CoreContext, body: z.infer<typeof importBody>): CoreReply {
  const refusal = refuse(body.passwordHash, body.hashingAlgorithm, context.signerKey)
  if (refusal !== null) return refusal
  const { user, didUserAlreadyExist } = importPassword(context, body.email, body.passwordHash)
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
