import * as z from 'zod'
import { ok } from '../../../../shared/result.ts'
import { caFile, optionalText, type OptionTable, requiredText, checkbox } from '../option-table.ts'
import type { JsonObject, OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { type AuthorizedClient, requestToken, type TokenReply, withAccessToken } from '../web/access-token.ts'
import { createPageGuard, jsonObjects, textIn, without } from '../web/pages.ts'
import { type ApiSayings, failed, type Refusal, type WebClient } from '../web/web-client.ts'

/*
 * Keycloak through its admin API. Looked up 2026-11-23 in github.com/keycloak/keycloak, UsersResource, and
 * keycloak.org/server/importExport:
 * - `GET /admin/realms/{realm}/users` with `first` and `max` (100 by default), `briefRepresentation=false`; users that may
 *   not be seen are left out of a page without a word; service accounts are not in the list; `GET .../users/count`.
 * - `GET .../users/{id}/federated-identity`, one request for each user.
 * - Hashes are in no reply: `GET .../credentials` shows kinds and dates only, and `POST .../partial-export` has groups, roles
 *   and clients but no users, so neither is used. `kc.sh export` on the server writes hashes.
 * Not confirmed: an upper limit of `max`; 100 are asked for.
 */

const options = {
  address: {
    schema: requiredText,
    label: 'Address',
    hint: 'Address of the server; before version 17 it ends with /auth',
    example: 'https://sso.example.com',
    kind: 'text',
    value: 'URL',
  },
  realm: {
    schema: requiredText,
    label: 'Realm',
    hint: 'Realm whose users are fetched',
    example: 'customers',
    kind: 'text',
    value: 'REALM',
  },
  client: {
    schema: optionalText,
    label: 'Client ID',
    hint: 'Client that asks, with the role view-users of realm-management',
    fallback: 'admin-cli',
    example: 'migration',
    kind: 'text',
    value: 'ID',
  },
  username: {
    schema: optionalText,
    label: 'User name',
    hint: 'Administrator who asks with a password, instead of a client with its secret',
    example: 'admin',
    kind: 'text',
    value: 'NAME',
  },
  'login-realm': {
    schema: optionalText,
    label: 'Realm of the login',
    hint: 'Realm of the client or administrator',
    fallback: 'that of the users',
    example: 'master',
    kind: 'text',
    value: 'REALM',
  },
  'without-identities': {
    schema: checkbox,
    label: 'Without identity providers',
    hint: 'Leave out IDs at identity providers, which take one request for each user',
    kind: 'checkbox',
  },
  ...caFile,
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Keycloak',
  unauthorized: 'Keycloak refused the token, although it had just handed it out. Check --login-realm.',
  forbidden:
    'The client or administrator may not read users. Assign the role view-users of realm-management (in the master realm: of the client for this realm).',
  notFound:
    'There is no such realm at this address. Check --address, --realm and --login-realm; before version 17 addresses end with /auth.',
}

export const keycloak = apiSource({
  name: 'keycloak',
  title: 'Keycloak',
  summary: 'Users of a realm with their IDs at identity providers, from the admin API, which has no password hashes',
  options,
  sayings,
  secrets: [
    {
      name: 'client-secret',
      label: 'Client secret',
      required: false,
      variable: 'KEYCLOAK_CLIENT_SECRET',
      fileOption: 'client-secret-file',
    },
    {
      name: 'password',
      label: 'Password of the administrator',
      required: false,
      variable: 'KEYCLOAK_PASSWORD',
      fileOption: 'password-file',
    },
  ],
  example: '--address https://sso.example.com --realm customers --client migration',
  key: (record) => textIn(record, 'id'),
  address: ({ address }) => ok(address),
  caFile: (settings) => settings['ca-file'],
  open: openKeycloak,
})

const pageSize = 100

async function openKeycloak({ settings: given, base, secrets, client, network, signal }: OpenApi<typeof options>) {
  const login = {
    realm: given['login-realm'] ?? given.realm,
    clientId: given.client ?? 'admin-cli',
    clientSecret: secrets['client-secret'] ?? '',
    username: given.username,
    password: secrets['password'] ?? '',
  }
  if (login.username === null && login.clientSecret === '') return failed('unauthorized', noClientSecret)
  if (login.username !== null && login.password === '') return failed('unauthorized', noPassword)
  const api = keycloakApi(base, login, client, network.now)
  const realm = `${base}/admin/realms/${encodeURIComponent(given.realm)}`
  const counted = await api.send({ method: 'GET', address: `${realm}/users/count`, headers: {} }, signal)
  const count = counted.kind === 'reply' ? client.read(counted, z.number().int().nonnegative()) : counted
  if (count.kind !== 'value') return count
  const identities = !given['without-identities'] && (await hasProviders(realm, api, client, signal))
  return {
    total: count.value,
    page: pagesOf({ realm, api, client, identities, total: count.value }),
    notes: () => [noHashes],
  }
}

const noClientSecret =
  'A secret is needed: that of the client, with --client-secret-file or as KEYCLOAK_CLIENT_SECRET, or --username with a password.'
const noPassword = 'The password of the administrator is needed, with --password-file or as KEYCLOAK_PASSWORD.'
const noHashes =
  'The admin API has no password hashes. “kc.sh export --users same_file” on the server writes them, and fetching from the database of Keycloak includes them.'

type Users = {
  readonly realm: string
  readonly api: AuthorizedClient
  readonly client: WebClient
  readonly identities: boolean
  readonly total: number
}

function pagesOf({ realm, api, client, identities, total }: Users): OpenSource['page'] {
  const guard = createPageGuard(sayings.title)
  return async (cursor, signal) => {
    const page = await shiftingPage(placeOf(cursor), pageSize, total, async (first, max) => {
      const address = `${realm}/users?first=${first}&max=${max}&briefRepresentation=false`
      const reply = await api.send({ method: 'GET', address, headers: {} }, signal)
      return reply.kind === 'reply' ? client.read(reply, jsonObjects) : reply
    })
    if (page.kind !== 'page') return page
    const users = page.records.map((user) => without(user, ['access', 'userProfileMetadata']))
    const complete = identities
      ? await withIdentities(users, realm, api, client, signal)
      : ({ kind: 'value', value: users } as const)
    if (complete.kind !== 'value') return complete
    const next = page.next === null ? null : `${page.next.offset}:${page.next.before}`
    return guard(users) ?? { kind: 'page', records: complete.value, next }
  }
}

function placeOf(cursor: string | null): Place {
  const [, offset = '0', before = ''] = /^(\d{1,12}):(.*)$/s.exec(cursor ?? '') ?? []
  return { offset: Number(offset), before }
}

/** Credentials: a client with its secret, or an administrator with a password. */
type KeycloakLogin = {
  readonly realm: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string | null
  readonly password: string
}

/** The admin API with a token of a realm. Tokens live for a minute by default, so they are renewed during a fetch. */
function keycloakApi(base: string, login: KeycloakLogin, client: WebClient, now: () => number): AuthorizedClient {
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
async function hasProviders(
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
async function withIdentities(
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
  // Deleted since the list was read, so the listed user is written.
  if (reply.status === 404) return { kind: 'value', value: user }
  const read = client.read(reply, jsonObjects)
  if (read.kind !== 'value') return read
  return { kind: 'value', value: read.value.length === 0 ? user : { ...user, federatedIdentities: read.value } }
}

/*
 * Pages by offset, of a list that users join and leave while it is read. Each page begins with the last user of the
 * page before: if another user is found there, the list has moved, and the page before is read again. Repeated users
 * are recognised by their ids; a user is missed only if more users than a page holds were deleted between two pages.
 */

/** Offset of a page, and the id of the user before it; empty: unknown. */
type Place = { readonly offset: number; readonly before: string }

type Shifting = { readonly kind: 'page'; readonly records: readonly JsonObject[]; readonly next: Place | null }

/** `list` hands out users from a position. `total`: positions in the list, where that is known. */
async function shiftingPage(
  { offset, before }: Place,
  size: number,
  total: number | null,
  list: (
    first: number,
    max: number,
  ) => Promise<{ readonly kind: 'value'; readonly value: readonly JsonObject[] } | Refusal>,
): Promise<Shifting | Refusal> {
  const checks = before !== '' && offset > 0
  const read = checks ? await list(offset - 1, size + 1) : await list(offset, size)
  if (read.kind !== 'value') return read
  if (!checks) return pageOf(read.value, offset, size, total)
  if (idOf(read.value[0]) === before) return pageOf(read.value.slice(1), offset, size, total)
  const start = Math.max(0, offset - size)
  const again = await list(start, offset - start)
  if (again.kind !== 'value') return again
  const last = idOf(again.value.at(-1))
  // The same user as before: it moved away and came back, so reading again would show the same.
  const known = again.value.length === offset - start && last !== before ? last : ''
  return { kind: 'page', records: again.value, next: { offset, before: known } }
}

/** A page that is not full is no end: users that may not be seen are left out of it, behind their positions. */
function pageOf(records: readonly JsonObject[], offset: number, size: number, total: number | null): Shifting {
  const next = offset + size
  if (records.length === 0 && next >= (total ?? 0)) return { kind: 'page', records, next: null }
  return { kind: 'page', records, next: { offset: next, before: records.length === size ? idOf(records.at(-1)) : '' } }
}

function idOf(record: JsonObject | undefined): string {
  return record === undefined ? '' : (textIn(record, 'id') ?? '')
}
