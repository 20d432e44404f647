import * as z from 'zod'
import { type AuthorizedClient, requestToken, type TokenReply, withAccessToken } from './access-token.ts'
import { jsonObjects, textIn } from './records.ts'
import type { Refusal } from './refusal.ts'
import type { WebClient } from './web-client.ts'
import type { JsonObject } from '../source.ts'

/** Who asks: a client with its secret, or an administrator with a password. */
export type KeycloakLogin = {
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string | null
  readonly password: string
}

/** The admin API with a token of a realm. Tokens live for a minute by default, so that one is asked for now and then. */
export function keycloakApi(
  base: string,
  login: KeycloakLogin,
  client: WebClient,
  now: () => number,
): AuthorizedClient {
  const { realm, clientId, clientSecret, username, password } = login
  const body = new URLSearchParams({
    client_id: clientId,
    ...(clientSecret === '' ? {} : { client_secret: clientSecret }),
    ...(username === null ? { grant_type: 'client_credentials' } : { grant_type: 'password', username, password }),
  }).toString()
  const address = `${base}/realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`
  const request = async (signal: AbortSignal): Promise<TokenReply> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const refused = username === null ? clientRefused : passwordRefused
    return await requestToken({ address, headers, body }, { client, refused, now }, signal)
  }
  return withAccessToken(client, request, now)
}

const clientRefused =
  'Keycloak refused the client. Check --client and its secret, and that “Client authentication” and “Service accounts roles” are on for it.'
const passwordRefused =
  'Keycloak refused the user name or password. Administrators of the master realm need --login-realm master; a second factor cannot be given.'
const providersSchema = z.array(z.unknown())

/** False where the realm has no identity provider, so that no user has an id at one. */
export async function hasProviders(
  realm: string,
  api: AuthorizedClient,
  client: WebClient,
  signal: AbortSignal,
): Promise<boolean> {
  const reply = await api.send({ method: 'GET', address: `${realm}/identity-provider/instances`, headers: {} }, signal)
  if (reply.kind !== 'reply') return true
  const read = client.read(reply, providersSchema)
  return read.kind !== 'value' || read.value.length > 0
}

/** Requests for single users under way at once. */
const parallel = 6

/** Adds to each user the ids at identity providers, which the list of users does not have. */
export async function withIdentities(
  users: readonly JsonObject[],
  realm: string,
  api: AuthorizedClient,
  client: WebClient,
  signal: AbortSignal,
): Promise<{ readonly kind: 'value'; readonly value: readonly JsonObject[] } | Refusal> {
  const complete: JsonObject[] = []
  for (let at = 0; at < users.length; at += parallel) {
    const group = await Promise.all(
      users.slice(at, at + parallel).map(async (user) => await withIdentity(user, realm, api, client, signal)),
    )
    for (const one of group) {
      if (one.kind !== 'value') return one
      complete.push(one.value)
    }
  }
  return { kind: 'value', value: complete }
}

async function withIdentity(
  user: JsonObject,
  realm: string,
  api: AuthorizedClient,
  client: WebClient,
  signal: AbortSignal,
): Promise<{ readonly kind: 'value'; readonly value: JsonObject } | Refusal> {
  const id = textIn(user, 'id')
  if (id === null) return { kind: 'value', value: user }
  const address = `${realm}/users/${encodeURIComponent(id)}/federated-identity`
  const reply = await api.send({ method: 'GET', address, headers: {} }, signal)
  if (reply.kind !== 'reply') return reply
  // Deleted since the list was read: written as it was then.
  if (reply.status === 404) return { kind: 'value', value: user }
  const read = client.read(reply, jsonObjects)
  if (read.kind !== 'value') return read
  return { kind: 'value', value: read.value.length === 0 ? user : { ...user, federatedIdentities: read.value } }
}
