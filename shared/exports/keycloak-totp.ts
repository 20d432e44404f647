import type { SourceRecord } from '../mapping/export-format.ts'
import { base32, totpAddress } from '../users/totp-secret.ts'
import { objectField, textField } from './fields.ts'

/**
 * An authenticator app of a user as an `otpauth:` address, so that its parameters are judged with it; null: the credential is
 * none. Keycloak keeps the secret as the bytes that Base32 is made of, newer versions as Base32 where they say so.
 */
export function keycloakTotp(credential: SourceRecord): string | null {
  const type = textField(credential, 'type')
  if (type !== 'otp' && type !== 'totp' && type !== 'hotp') return null
  const data = objectField(credential, 'credentialData') ?? credential
  const secret = textField(objectField(credential, 'secretData') ?? credential, 'value')
  if (secret === null) return null
  const isBase32 = textField(data, 'secretEncoding')?.toUpperCase() === 'BASE32'
  return totpAddress(isBase32 ? secret : base32(new TextEncoder().encode(secret)), {
    type: textField(data, 'subType') ?? (type === 'hotp' ? 'hotp' : 'totp'),
    algorithm: (textField(data, 'algorithm') ?? 'SHA1').replace(/^Hmac/i, ''),
    digits: textField(data, 'digits') ?? '6',
    period: textField(data, 'period') ?? '30',
  })
}
