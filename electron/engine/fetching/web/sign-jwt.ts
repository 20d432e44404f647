import { createPrivateKey, sign } from 'node:crypto'
import { ok, problem, type Result } from '../../../../shared/result.ts'

/** A JSON Web Token signed with RS256 (RFC 7515, RFC 7519). The key is in PEM; it is in no message. */
export function signJwt(
  header: Readonly<Record<string, string>>,
  claims: Readonly<Record<string, string | number>>,
  privateKey: string,
): Result<string> {
  const input = `${encoded({ alg: 'RS256', typ: 'JWT', ...header })}.${encoded(claims)}`
  try {
    const signature = sign('RSA-SHA256', Buffer.from(input), createPrivateKey(privateKey))
    return ok(`${input}.${signature.toString('base64url')}`)
  } catch {
    return problem('bad-settings', 'The private key of the service account cannot be used. Create a new key file.')
  }
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
