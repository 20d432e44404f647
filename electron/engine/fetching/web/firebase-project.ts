import { createPrivateKey, sign } from 'node:crypto'
import * as z from 'zod'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { type AuthorizedClient, requestToken, type TokenReply, withAccessToken } from './access-token.ts'
import { apiAddress } from './address.ts'
import { failed, type Network, type Refusal, type WebClient } from './web-client.ts'

/** The key file of a service account, as the Google Cloud console hands it out. */
const keyFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().min(1),
  client_email: z.string().min(1),
  token_uri: z.string().default('https://oauth2.googleapis.com/token'),
})

type ServiceAccount = z.infer<typeof keyFile>

function readServiceAccount(text: string): { readonly kind: 'account'; readonly account: ServiceAccount } | Refusal {
  try {
    const parsed = keyFile.safeParse(JSON.parse(text))
    if (parsed.success) return { kind: 'account', account: parsed.data }
  } catch {
    // The parser's message would repeat parts of the key.
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
async function requestGoogleToken(
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

/** A JSON Web Token signed with RS256 (RFC 7515, RFC 7519). The key is in PEM; it is in no message. */
function signJwt(
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

/** One project of Firebase, or a tenant in it, ready to be asked. */
export type FirebaseProject = {
  readonly api: AuthorizedClient
  /** The address of its API up to the project or tenant. */
  readonly accounts: string
  /** The address of what holds its hash parameters; null: the emulator has none. */
  readonly config: string | null
}

type ProjectSettings = {
  readonly project: string | null
  readonly tenant: string | null
  readonly emulator: string | null
}

const scope = 'https://www.googleapis.com/auth/identitytoolkit'

/**
 * Sends no request yet. `base`: the address of the emulator, or of the API of Google, which also signs the service account in.
 * `key`: the key file of a service account, which the emulator does not need.
 */
export function firebaseProject(
  given: ProjectSettings,
  base: string,
  key: string,
  client: WebClient,
  { now }: Network,
): FirebaseProject | Refusal {
  if (given.emulator !== null) return emulatedProject(base, given, client)
  if (key === '') return failed('unauthorized', noKey)
  const read = readServiceAccount(key)
  if (read.kind !== 'account') return read
  const { account } = read
  const api = withAccessToken(
    client,
    async (signal) => await requestGoogleToken(client, account, scope, now, signal),
    now,
  )
  const project = `projects/${encodeURIComponent(given.project ?? account.project_id)}`
  if (given.tenant === null) {
    return { api, accounts: `${base}/v1/${project}`, config: `${base}/admin/v2/${project}/config` }
  }
  const tenant = `${project}/tenants/${encodeURIComponent(given.tenant)}`
  return { api, accounts: `${base}/v1/${tenant}`, config: `${base}/v2/${tenant}` }
}

const noKey =
  'A service account is needed: give its key file with --service-account-file, or its contents as FIREBASE_SERVICE_ACCOUNT.'

/** The emulator takes a token of its own instead of a real one. */
function emulatedProject(
  address: string,
  { project, tenant }: ProjectSettings,
  client: WebClient,
): FirebaseProject | Refusal {
  if (project === null) return failed('bad-settings', 'The emulator needs --project: the ID it was started with.')
  const base = `${address}/identitytoolkit.googleapis.com/v1/projects/${encodeURIComponent(project)}`
  return {
    api: {
      send: async (request, signal) =>
        await client.send({ ...request, headers: { ...request.headers, authorization: 'Bearer owner' } }, signal),
    },
    accounts: tenant === null ? base : `${base}/tenants/${encodeURIComponent(tenant)}`,
    config: null,
  }
}

/** Hash parameters as the API has them, in the names that the console of Firebase shows. */
const hashConfig = z
  .object({
    algorithm: z.string(),
    signerKey: z.string().min(1),
    saltSeparator: z.string(),
    rounds: z.number(),
    memoryCost: z.number(),
  })
  .transform(({ algorithm, signerKey, saltSeparator, rounds, memoryCost }) => ({
    algorithm,
    base64_signer_key: signerKey,
    base64_salt_separator: saltSeparator,
    rounds,
    mem_cost: memoryCost,
  }))

/** The parameters of a project are in its sign-in settings; a tenant has its own. */
const configSchema = z.object({
  signIn: z.object({ hashConfig: hashConfig.optional() }).optional(),
  hashConfig: hashConfig.optional(),
})

type HashParameters = z.infer<typeof hashConfig>

/** Without the permission for the parameters, the configuration comes without them. */
export async function readHashParameters(
  address: string,
  api: AuthorizedClient,
  client: WebClient,
  signal: AbortSignal,
): Promise<{ readonly kind: 'value'; readonly value: HashParameters } | Refusal> {
  const reply = await api.send({ method: 'GET', address, headers: {} }, signal)
  if (reply.kind !== 'reply') return reply
  if (reply.status === 403) return failed('forbidden', noParameters)
  const read = client.read(reply, configSchema)
  if (read.kind !== 'value') return read
  const value = read.value.hashConfig ?? read.value.signIn?.hashConfig
  return value === undefined ? failed('forbidden', noParameters) : { kind: 'value', value }
}

const noParameters =
  'The service account may not read the hash parameters: the permission firebaseauth.configs.getHashConfig is missing, and without it Firebase redacts hashes. Give it the role Firebase Authentication Admin, or add --without-hash-parameters.'
