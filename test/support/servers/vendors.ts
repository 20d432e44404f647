import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { signAws } from '../../../electron/engine/fetching/sources/cognito.ts'
import type { Api, ApiAnswer, ApiRequest } from './api-server.ts'

/** A user as the API of an old system hands it out. */
type User = Readonly<Record<string, unknown>>

/** An old system as its documentation describes it, and how it is fetched from. */
export type Vendor = {
  readonly name: string
  readonly users: readonly User[]
  readonly api: Api
  /** After `fetch`, without `--out`. */
  readonly args: (url: string) => readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Values that no message may hold. */
  readonly secrets: readonly string[]
  /** Requests for a page of users. */
  readonly isPage: (request: ApiRequest) => boolean
  /** How `inspect` names it. */
  readonly provider: string
}

/** Servers may hand out fewer users than a page could hold, so that few users make several pages. */
const perPage = 50

const unauthorized: ApiAnswer = { status: 401, json: { error: 'unauthorized' } }

function numbered(count: number, make: (n: number, id: string) => User): readonly User[] {
  return Array.from({ length: count }, (_, n) => make(n, String(n).padStart(5, '0')))
}

function bearer({ headers }: ApiRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? ''
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The key file of a made-up service account whose tokens come from `url`. */
export function serviceAccount(url: string): string {
  return JSON.stringify({
    type: 'service_account',
    project_id: 'made-up',
    private_key_id: 'made-up-key-id',
    private_key: pem,
    client_email: 'export@made-up.iam.gserviceaccount.com',
    token_uri: `${url}/token`,
  })
}

/** Hash parameters of the project that the users of a fixture come from. */
const hashConfig = {
  algorithm: 'SCRYPT',
  signerKey: 'ZU6a3OX6eVb6ZHQNzkQ24SMz6Id1H8WyOeOqT0XwsZZU43+nbM1y9VvrZXUb9a7ZTz1owrB2bNC4NBa/4A3BLg==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memoryCost: 14,
}

export function firebaseVendor(
  users: readonly User[] = firebaseUsers(120),
): Vendor & { readonly tokens: () => number } {
  const sorted = users.toSorted((a, b) => (String(a['localId']) < String(b['localId']) ? -1 : 1))
  let tokens = 0
  const base = '/v1/projects/made-up/accounts'
  const api: Api = ({ path, query, headers, body }, url) => {
    if (path === '/token') {
      const form = new URLSearchParams(body)
      const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
      const proved = createVerify('RSA-SHA256').update(`${head}.${claims}`).verify(publicKey, signature, 'base64url')
      const { aud, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, string>
      const fits = aud === `${url}/token` && scope === 'https://www.googleapis.com/auth/identitytoolkit'
      if (!proved || !fits || form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') {
        return { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } }
      }
      tokens += 1
      return { json: { access_token: `ya29.made-up-${tokens}`, expires_in: 3599, token_type: 'Bearer' } }
    }
    if (headers.authorization !== `Bearer ya29.made-up-${tokens}`) return unauthorized
    if (path === '/admin/v2/projects/made-up/config') return { json: { signIn: { hashConfig } } }
    if (path === `${base}:query`) return { json: { recordsCount: String(sorted.length) } }
    if (path !== `${base}:batchGet`) return { status: 404, json: {} }
    if (Number(query.get('maxResults')) > 1000) return { status: 400, json: { error: { status: 'INVALID_ARGUMENT' } } }
    const size = Math.min(Number(query.get('maxResults') ?? 20), perPage)
    const from = sorted.findIndex(({ localId }) => String(localId) > (query.get('nextPageToken') ?? ''))
    const page = from === -1 ? [] : sorted.slice(from, from + size)
    const last = page.length === size ? { nextPageToken: String(page.at(-1)?.['localId']) } : {}
    // Empty lists are left out.
    return {
      json: { kind: 'identitytoolkit#DownloadAccountResponse', ...(page.length === 0 ? {} : { users: page }), ...last },
    }
  }
  return {
    name: 'firebase',
    provider: 'firebase',
    users,
    api,
    args: (url) => ['firebase', '--address', url],
    env: {},
    secrets: [pem.split('\n')[1] ?? 'none', 'ya29.made-up', 'made-up-key-id'],
    isPage: ({ path }) => path.endsWith(':batchGet'),
    tokens: () => tokens,
  }
}

/** With hashes in the URL alphabet of base64, as the API has them. */
function firebaseUsers(count: number): readonly User[] {
  return numbered(count, (n, id) => ({
    localId: `u${id}`,
    email: `u${n}@example.com`,
    emailVerified: true,
    passwordHash: createHash('sha512').update(id).digest('base64').replaceAll('+', '-').replaceAll('/', '_'),
    salt: 'c2FsdHk=',
    version: 0,
    providerUserInfo: [{ providerId: 'password', rawId: `u${n}@example.com`, email: `u${n}@example.com` }],
    createdAt: '1704070800000',
  }))
}

const awsKeys = { accessKeyId: 'AKIAMADEUPMADEUP', secretAccessKey: 'made/up+secret', sessionToken: 'made-up-session' }

export function cognitoVendor(count = 150): Vendor {
  const users = numbered(count, (n, id) => ({
    Username: `user-${id}`,
    Attributes: [
      { Name: 'sub', Value: `sub-${id}` },
      { Name: 'email', Value: `u${n}@example.com` },
      { Name: 'email_verified', Value: 'true' },
    ],
    Enabled: true,
    UserStatus: 'CONFIRMED',
    UserCreateDate: 1682955829.578,
  }))
  const api: Api = ({ headers, body, path }, url) => {
    const { host: _, authorization, 'content-type': type, 'x-amz-target': target, 'x-amz-date': date } = headers
    const time = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(date))?.slice(1).map(Number) ?? []
    const [year = 0, month = 1, ...rest] = time
    const signed = signAws(
      { address: `${url}/`, headers: { 'content-type': type ?? '', 'x-amz-target': String(target) }, body },
      awsKeys,
      { region: 'eu-central-1', service: 'cognito-idp' },
      new Date(Date.UTC(year, month - 1, ...rest)),
    )
    if (authorization !== signed['authorization'] || headers['x-amz-security-token'] !== awsKeys.sessionToken) {
      return awsError('InvalidSignatureException', 'The request signature we calculated does not match')
    }
    if (path !== '/' || target !== 'AWSCognitoIdentityProviderService.ListUsers')
      return awsError('UnknownOperationException', '')
    const input = JSON.parse(body) as {
      readonly UserPoolId: string
      readonly Limit: number
      readonly PaginationToken?: string
    }
    if (input.Limit > 60) return awsError('InvalidParameterException', 'limit must be at most 60')
    if (input.UserPoolId !== 'eu-central-1_MadeUp')
      return awsError('ResourceNotFoundException', 'User pool does not exist.')
    const from = Number(Buffer.from(input.PaginationToken ?? '', 'base64').toString() || 0)
    // Fewer than asked for, without that being the end.
    const to = from + input.Limit - (from === 0 ? 7 : 0)
    const more = to < users.length ? { PaginationToken: Buffer.from(String(to)).toString('base64') } : {}
    return { json: { Users: users.slice(from, to), ...more } }
  }
  return {
    name: 'cognito',
    provider: 'cognito',
    users,
    api,
    args: (url) => ['cognito', '--user-pool', 'eu-central-1_MadeUp', '--address', url],
    env: {
      AWS_ACCESS_KEY_ID: awsKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: awsKeys.secretAccessKey,
      AWS_SESSION_TOKEN: awsKeys.sessionToken,
    },
    secrets: [awsKeys.secretAccessKey, awsKeys.sessionToken, awsKeys.accessKeyId],
    isPage: ({ path }) => path === '/',
  }
}

function awsError(type: string, message: string): ApiAnswer {
  return { status: 400, json: { __type: type, message } }
}

export function auth0Vendor(count = 1100): Vendor {
  const users = numbered(count, (n, id) => ({
    user_id: n % 2 === 0 ? `auth0|${id}` : `google-oauth2|1098${id}`,
    email: `u${n}@example.com`,
    email_verified: true,
    identities: [
      n % 2 === 0
        ? { user_id: id, provider: 'auth0', connection: 'Users', isSocial: false }
        : {
            user_id: `1098${id}`,
            provider: 'google-oauth2',
            connection: 'google-oauth2',
            isSocial: true,
            access_token: 'third-party-token',
          },
    ],
  }))
  const file = gzipSync(users.map((user) => `${JSON.stringify(user)}\n`).join(''))
  let polls = 0
  let downloads = 0
  const api: Api = (request, url) => {
    const { method, path, body, query } = request
    if (path === '/oauth/token') {
      const input = JSON.parse(body) as Record<string, string>
      const fits = input['client_secret'] === 'auth0-made-up-secret' && input['audience'] === `${url}/api/v2/`
      if (!fits) return { status: 401, json: { error: 'access_denied', error_description: 'Unauthorized' } }
      return { json: { access_token: 'auth0-made-up-token', expires_in: 86_400, token_type: 'Bearer' } }
    }
    if (path === '/export.json.gz') {
      // A link lives for one download, and takes no credentials.
      if (request.headers.authorization !== undefined || query.get('signature') !== `made-up-${downloads}`)
        return { status: 403 }
      return { body: file, headers: { 'content-type': 'application/octet-stream' } }
    }
    if (bearer(request) !== 'auth0-made-up-token') return unauthorized
    if (method === 'POST' && path === '/api/v2/jobs/users-exports') {
      const { format, fields } = JSON.parse(body) as { readonly format: string; readonly fields: readonly object[] }
      if (format !== 'json' || fields.length > 30) return { status: 400, json: { error: 'Bad Request' } }
      return { json: { type: 'users_export', status: 'pending', id: 'job_MadeUp1' } }
    }
    if (path !== '/api/v2/jobs/job_MadeUp1') return { status: 404, json: { error: 'Not Found' } }
    polls += 1
    const job = { type: 'users_export', id: 'job_MadeUp1' }
    if (polls === 1) return { json: { ...job, status: 'pending' } }
    if (polls === 2) return { json: { ...job, status: 'processing', percentage_done: 40, time_left_seconds: 3 } }
    downloads += 1
    return { json: { ...job, status: 'completed', location: `${url}/export.json.gz?signature=made-up-${downloads}` } }
  }
  return {
    name: 'auth0',
    provider: 'auth0',
    users,
    api,
    args: (url) => ['auth0', '--domain', url, '--client-id', 'AbCd1234'],
    env: { AUTH0_CLIENT_SECRET: 'auth0-made-up-secret' },
    secrets: ['auth0-made-up-secret', 'auth0-made-up-token', 'third-party-token', 'signature=made-up'],
    isPage: ({ path }) => path === '/export.json.gz',
  }
}

export function oktaVendor(count = 110): Vendor {
  const users = numbered(count, (n, id) => ({
    id: `00u${id}`,
    status: n % 10 === 0 ? 'DEPROVISIONED' : 'ACTIVE',
    lastUpdated: new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString(),
    profile: {
      firstName: 'Made',
      lastName: 'Up',
      login: `u${n}@example.com`,
      email: `u${n}@example.com`,
      mobilePhone: null,
    },
    credentials: {
      password: {},
      emails: [{ value: `u${n}@example.com`, status: 'VERIFIED', type: 'PRIMARY' }],
      provider: { type: 'OKTA', name: 'OKTA' },
    },
    _links: { self: { href: `https://acme.okta.example/api/v1/users/00u${id}` } },
  }))
  const api: Api = ({ path, query, headers }) => {
    if (headers.authorization !== 'SSWS 00made-up-token') {
      return { status: 401, json: { errorCode: 'E0000011', errorSummary: 'Invalid token provided' } }
    }
    if (path !== '/api/v1/users') return { status: 404, json: { errorCode: 'E0000007' } }
    const [, after] = /^lastUpdated gt "([^"]+)"$/.exec(query.get('filter') ?? '') ?? []
    // Without a filter, deactivated users are not in the list.
    const listed = users.filter(({ status, lastUpdated }) =>
      after === undefined ? status !== 'DEPROVISIONED' : Date.parse(String(lastUpdated)) > Date.parse(after),
    )
    const size = Math.min(Number(query.get('limit') ?? 200), perPage)
    const from = Number(query.get('after')?.replace(/^cursor/, '') ?? 0)
    const self = `<https://acme.okta.example${path}?limit=200>; rel="self"`
    const filter = query.get('filter')
    const more = new URLSearchParams({
      after: `cursor${from + size}`,
      limit: '200',
      ...(filter === null ? {} : { filter }),
    })
    const next = from + size < listed.length ? `, <https://acme.okta.example${path}?${more}>; rel="next"` : ''
    const limits = { 'x-rate-limit-limit': '600', 'x-rate-limit-remaining': '599', 'x-rate-limit-reset': '1800000000' }
    return { json: listed.slice(from, from + size), headers: { link: self + next, ...limits } }
  }
  return {
    name: 'okta',
    provider: 'okta',
    users,
    api,
    args: (url) => ['okta', '--domain', url],
    env: { OKTA_API_TOKEN: '00made-up-token' },
    secrets: ['00made-up-token'],
    isPage: ({ path }) => path === '/api/v1/users',
  }
}

export function keycloakVendor(count = 130): Vendor {
  const users = numbered(count, (n, id) => ({
    id: `kc-${id}`,
    username: `user${id}`,
    email: `u${n}@example.com`,
    emailVerified: true,
    enabled: true,
    createdTimestamp: 1_704_070_800_000,
    totp: false,
    disableableCredentialTypes: ['password'],
    requiredActions: [],
    access: { manage: true },
  }))
  let tokens = 0
  const realm = '/admin/realms/acme'
  const api: Api = (request) => {
    const { path, query, body } = request
    if (path === '/realms/acme/protocol/openid-connect/token') {
      const form = new URLSearchParams(body)
      const fits = form.get('grant_type') === 'client_credentials' && form.get('client_secret') === 'kc-made-up-secret'
      if (!fits || form.get('client_id') !== 'migration') return { status: 401, json: { error: 'unauthorized_client' } }
      tokens += 1
      return { json: { access_token: `kc-made-up-token-${tokens}`, expires_in: 60, token_type: 'Bearer' } }
    }
    if (bearer(request) !== `kc-made-up-token-${tokens}`) return unauthorized
    if (path === `${realm}/users/count`) return { json: users.length }
    if (path === `${realm}/identity-provider/instances`) return { json: [{ alias: 'google', providerId: 'google' }] }
    const [, id] = /\/users\/([^/]+)\/federated-identity$/.exec(path) ?? []
    if (id !== undefined) {
      const federated = Number(id.slice(3)) % 5 === 0
      return {
        json: federated ? [{ identityProvider: 'google', userId: `1098${id.slice(3)}`, userName: 'made-up' }] : [],
      }
    }
    if (path !== `${realm}/users`) return { status: 404, json: { error: 'Realm not found.' } }
    const [first, max] = [Number(query.get('first') ?? 0), Number(query.get('max') ?? 100)]
    return { json: users.slice(first, first + max) }
  }
  return {
    name: 'keycloak',
    provider: 'keycloak',
    users,
    api,
    args: (url) => ['keycloak', '--address', url, '--realm', 'acme', '--client', 'migration'],
    env: { KEYCLOAK_CLIENT_SECRET: 'kc-made-up-secret' },
    secrets: ['kc-made-up-secret', 'kc-made-up-token'],
    isPage: ({ path }) => path === `${realm}/users`,
  }
}

export function clerkVendor(count = 110): Vendor {
  const users = numbered(count, (n, id) => ({
    id: `user_${id}`,
    object: 'user',
    primary_email_address_id: `idn_${id}`,
    password_enabled: true,
    email_addresses: [
      {
        id: `idn_${id}`,
        email_address: `u${n}@example.com`,
        verification: { status: 'verified', strategy: 'email_code' },
      },
    ],
    phone_numbers: [],
    external_accounts: [],
    banned: false,
    locked: false,
    created_at: 1_705_312_200_000 + n,
  }))
  const api: Api = (request) => {
    const { path, query } = request
    if (bearer(request) !== 'sk_live_madeup') {
      return {
        status: 401,
        json: { errors: [{ code: 'clerk_key_invalid', message: 'The provided Clerk Secret Key is invalid.' }] },
      }
    }
    if (path === '/v1/users/count') return { json: { object: 'total_count', total_count: users.length } }
    if (path !== '/v1/users') return { status: 404, json: { errors: [{ code: 'resource_not_found' }] } }
    const limit = Number(query.get('limit') ?? 10)
    if (limit > 500) return { status: 422, json: { errors: [{ code: 'form_param_invalid' }] } }
    const after = query.get('starting_after')
    const at = after === null ? -1 : users.findIndex(({ id }) => id === after)
    if (after !== null && at === -1) return { status: 422, json: { errors: [{ code: 'form_param_value_invalid' }] } }
    return { json: users.slice(at + 1, at + 1 + Math.min(limit, perPage)) }
  }
  return {
    name: 'clerk',
    provider: 'clerk',
    users,
    api,
    args: (url) => ['clerk', '--address', `${url}/v1`],
    env: { CLERK_SECRET_KEY: 'sk_live_madeup' },
    secrets: ['sk_live_madeup'],
    isPage: ({ path }) => path === '/v1/users',
  }
}

export function kratosVendor(count = 110): Vendor {
  const users = numbered(count, (n, id) => ({
    id: `identity-${id}`,
    credentials: {
      password: {
        type: 'password',
        identifiers: [`u${n}@example.com`],
        config: { hashed_password: `$2a$10$bbbbbbbbbbbbbbbbbbbbbuMadeUp01xYz4xYz4xYz4xYz4xYz4abC` },
      },
      oidc: {
        type: 'oidc',
        identifiers: [`google:1098${id}`],
        config: {
          providers: [
            {
              subject: `1098${id}`,
              provider: 'google',
              initial_access_token: 'third-party-token',
              initial_refresh_token: '',
            },
          ],
        },
      },
    },
    schema_id: 'default',
    state: 'active',
    traits: { email: `u${n}@example.com` },
    verifiable_addresses: [{ value: `u${n}@example.com`, verified: true, via: 'email', status: 'completed' }],
  }))
  const api: Api = (request) => {
    const { path, query } = request
    if (bearer(request) !== 'ory_pat_madeup') return unauthorized
    if (path !== '/admin/identities') return { status: 404, json: { error: { code: 404 } } }
    const included = query.getAll('include_credential')
    if (Number(query.get('page_size')) > 500) return { status: 400, json: { error: { code: 400 } } }
    const size = Math.min(Number(query.get('page_size') ?? 250), perPage)
    const token = query.get('page_token')
    const from = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString())
    const more = new URLSearchParams(query)
    more.set('page_token', Buffer.from(String(from + size)).toString('base64url'))
    const link = from + size < users.length ? { link: `</admin/identities?${more}>; rel="next"` } : {}
    const shown = users.slice(from, from + size).map((user) => ({
      ...user,
      credentials: Object.fromEntries(
        Object.entries(user['credentials'] as Record<string, object>).map(([type, credential]) => [
          type,
          included.includes(type) ? credential : { ...credential, config: {} },
        ]),
      ),
    }))
    return { json: shown, headers: link }
  }
  return {
    name: 'kratos',
    provider: 'kratos',
    users,
    api,
    args: (url) => ['kratos', '--address', url],
    env: { ORY_API_KEY: 'ory_pat_madeup' },
    secrets: ['ory_pat_madeup', 'third-party-token'],
    isPage: ({ path }) => path === '/admin/identities',
  }
}
