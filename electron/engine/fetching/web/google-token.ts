import * as z from 'zod'
import { apiAddress } from './address.ts'
import { requestToken, type TokenReply } from './access-token.ts'
import { failed, type Refusal } from './refusal.ts'
import { signJwt } from './sign-jwt.ts'
import type { WebClient } from './web-client.ts'

/** The key file of a service account, as the Google Cloud console hands it out. */
const keyFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().min(1),
  client_email: z.string().min(1),
  token_uri: z.string().default('https://oauth2.googleapis.com/token'),
})

export type ServiceAccount = z.infer<typeof keyFile>

export function readServiceAccount(
  text: string,
): { readonly kind: 'account'; readonly account: ServiceAccount } | Refusal {
  try {
    const parsed = keyFile.safeParse(JSON.parse(text))
    if (parsed.success) return { kind: 'account', account: parsed.data }
  } catch {
    // What the parser says would repeat parts of the key.
  }
  return failed(
    'bad-settings',
    'This is no key file of a service account. Create one in the Google Cloud console: IAM & Admin, Service Accounts, Keys, Add key, JSON.',
  )
}

/** The longest life that Google gives a token, in seconds. */
const lifetime = 3600

/**
 * Exchanges a signed assertion for an access token (RFC 7523): `POST https://oauth2.googleapis.com/token`. Facts from
 * developers.google.com/identity/protocols/oauth2/service-account as known; the token lives for an hour.
 */
export async function requestGoogleToken(
  client: WebClient,
  account: ServiceAccount,
  scope: string,
  now: () => number,
  signal: AbortSignal,
): Promise<TokenReply> {
  const address = apiAddress(account.token_uri, false)
  if (!address.ok) return failed('bad-settings', 'The token_uri of the key file cannot be used. Create a new key file.')
  const issued = Math.floor(now() / 1000)
  const claims = { iss: account.client_email, scope, aud: account.token_uri, iat: issued, exp: issued + lifetime }
  const header = account.private_key_id === undefined ? {} : { kid: account.private_key_id }
  const assertion = signJwt(header, claims, account.private_key)
  if (!assertion.ok) return failed('bad-settings', assertion.error.message)
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertion.value,
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = { address: address.value, headers, body: body.toString() }
  return await requestToken(request, { client, refused, now }, signal)
}

const refused =
  'Google refused the service account: its key was deleted, or the clock of this machine is wrong by more than a few minutes. Check the clock, or create a new key file.'
