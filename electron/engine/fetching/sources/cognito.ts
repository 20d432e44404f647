import { createHash, createHmac } from 'node:crypto'
import * as z from 'zod'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { optionalText, type OptionTable } from '../option-table.ts'
import type { OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { isHeaderText } from '../web/access-token.ts'
import { createCursorGuard, jsonObjects, textIn } from '../web/pages.ts'
import {
  type ApiSayings,
  failed,
  type Network,
  type Refusal,
  type WebClient,
  type WebReply,
} from '../web/web-client.ts'

/*
 * Amazon Cognito user pools through `ListUsers`. Looked up 2026-11-23:
 * - docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_ListUsers.html: `Limit` up to 60, ids of pools
 *   `[\w-]+_[0-9a-zA-Z]+`; a page may hold fewer users than asked for before the end, so that only `PaginationToken` tells;
 *   `AttributesToGet` fails where a user lacks one of them, and is left out.
 * - docs.aws.amazon.com/cognito/latest/developerguide/quotas.html: requests a second are limited for the account and region,
 *   with TooManyRequestsException, and no header says for how long.
 * Not confirmed: how long a PaginationToken lives. Whether hashes exist elsewhere: Cognito has no operation for them.
 */

const options = {
  'user-pool': {
    schema: z
      .string()
      .trim()
      .regex(/^[\w-]{1,40}_[0-9a-zA-Z]{1,40}$/, { message: 'The ID looks like eu-central-1_Ab12Cd34E.' }),
    label: 'User pool ID',
    hint: 'ID of the user pool',
    example: 'eu-central-1_Ab12Cd34E',
    kind: 'text',
    value: 'ID',
  },
  region: {
    schema: optionalText,
    label: 'Region',
    hint: 'AWS region of the user pool',
    fallback: 'what the ID begins with',
    example: 'eu-central-1',
    kind: 'text',
    value: 'REGION',
  },
  address: {
    schema: optionalText,
    label: 'API address',
    hint: 'Another address of the API, such as a VPC endpoint or an emulator',
    fallback: 'https://cognito-idp.REGION.amazonaws.com',
    example: 'http://127.0.0.1:9229',
    kind: 'text',
    value: 'URL',
  },
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Cognito',
  unauthorized: 'AWS refused the access key. Check the key and its secret.',
  forbidden: 'The access key may not list users: the permission cognito-idp:ListUsers on this user pool is missing.',
  notFound: 'There is no such user pool in this region. Check --user-pool and --region.',
}

export const cognito = apiSource({
  name: 'cognito',
  title: 'Amazon Cognito',
  summary: 'Users of a user pool by an access key; Cognito never gives out password hashes',
  options,
  sayings,
  secrets: [
    {
      name: 'access-key-id',
      label: 'Access key ID',
      required: true,
      variable: 'AWS_ACCESS_KEY_ID',
      fileOption: 'access-key-id-file',
    },
    {
      name: 'secret-access-key',
      label: 'Secret access key',
      required: true,
      variable: 'AWS_SECRET_ACCESS_KEY',
      fileOption: 'secret-access-key-file',
    },
    {
      name: 'session-token',
      label: 'Session token',
      required: false,
      variable: 'AWS_SESSION_TOKEN',
      fileOption: 'session-token-file',
    },
  ],
  example: '--user-pool eu-central-1_Ab12Cd34E',
  key: (record) => textIn(record, 'Username'),
  address: addressOf,
  open: openCognito,
})

/** Errors of the service by their type; they come with 400. Others are told by their status alone. */
const refusals: Readonly<Record<string, Refusal>> = {
  TooManyRequestsException: failed('rate-limited', 'Cognito limits the rate of requests. Continue later.', true),
  ThrottlingException: failed('rate-limited', 'AWS limits the rate of requests. Continue later.', true),
  NotAuthorizedException: failed('forbidden', sayings.forbidden),
  AccessDeniedException: failed('forbidden', sayings.forbidden),
  ResourceNotFoundException: failed('not-found', sayings.notFound),
  UnrecognizedClientException: failed('unauthorized', sayings.unauthorized),
  InvalidSignatureException: failed(
    'unauthorized',
    'AWS refused the signature: the secret does not belong to the access key, or the clock of this machine is wrong by more than five minutes.',
  ),
  MissingAuthenticationTokenException: failed('unauthorized', sayings.unauthorized),
  ExpiredTokenException: failed(
    'unauthorized',
    'The session token of the access key has expired. Get a new one, then continue.',
  ),
  InternalErrorException: failed('source-error', 'Cognito has a problem of its own. Continue later.', true),
}

type Settings = OpenApi<typeof options>['settings']

function regionOf({ region, 'user-pool': pool }: Settings): string {
  return region ?? pool.slice(0, pool.lastIndexOf('_'))
}

function addressOf(given: Settings): Result<string> {
  const region = regionOf(given)
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return problem('bad-settings', 'The region cannot be used. Check --region.')
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
  return ok(given.address ?? `https://cognito-idp.${region}.${domain}`)
}

function openCognito({ settings, base, secrets, client, network }: OpenApi<typeof options>) {
  const credentials = {
    accessKeyId: secrets['access-key-id'] ?? '',
    secretAccessKey: secrets['secret-access-key'] ?? '',
    sessionToken: secrets['session-token'] ?? null,
  }
  if (!isHeaderText(credentials.accessKeyId) || !isHeaderText(credentials.sessionToken ?? 'none')) {
    return failed('unauthorized', 'The access key has characters that no access key has.')
  }
  const region = regionOf(settings)
  const pool = { client, address: `${base}/`, region, id: settings['user-pool'], credentials, network }
  return { total: null, page: pagesOf(pool) }
}

type Pool = {
  readonly client: WebClient
  readonly address: string
  readonly region: string
  readonly id: string
  readonly credentials: AwsCredentials
  readonly network: Network
}

const pageSize = 60
const pageSchema = z.object({ Users: jsonObjects, PaginationToken: z.string().optional() })

function pagesOf({ client, address, region, id, credentials, network }: Pool): OpenSource['page'] {
  const guard = createCursorGuard(sayings.title)
  return async (cursor, signal) => {
    const token = cursor === null ? {} : { PaginationToken: cursor }
    const body = JSON.stringify({ UserPoolId: id, Limit: pageSize, ...token })
    const headers = signAws(
      {
        address,
        headers: {
          'content-type': 'application/x-amz-json-1.1',
          'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
        },
        body,
      },
      credentials,
      { region, service: 'cognito-idp' },
      new Date(network.now()),
    )
    const reply = await client.send({ method: 'POST', address, headers, body }, signal)
    if (reply.kind !== 'reply') return reply
    const read = refusalIn(reply) ?? client.read(reply, pageSchema)
    if (read.kind !== 'value') return read
    const next = read.value.PaginationToken ?? null
    return guard(cursor, next) ?? { kind: 'page', records: read.value.Users, next }
  }
}

/** The type of an error, without the namespace before the `#`, is one of a known list or is not looked at. */
function refusalIn({ status, text }: WebReply): Refusal | null {
  if (status < 400 || status >= 500) return null
  const type = /"__type"\s*:\s*"(?:[^"#]*#)?([A-Za-z]{1,60})/.exec(text.slice(0, 4096))?.[1]
  return (type === undefined ? null : refusals[type]) ?? null
}

/** The signer of requests: an access key, or a temporary one with its session token. */
type AwsCredentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | null
}

/**
 * Headers of a POST that is signed with Signature Version 4 (AWS General Reference, "Create a signed AWS API request").
 * All of `headers` are signed, with the time, the session token and the host, which
 * is added when they are sent.
 */
export function signAws(
  { address, headers, body }: { readonly address: string; readonly headers: Headers; readonly body: string },
  { accessKeyId, secretAccessKey, sessionToken }: AwsCredentials,
  scope: { readonly region: string; readonly service: string },
  now: Date,
): Headers {
  const { host, pathname } = new URL(address)
  const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const token = sessionToken === null ? {} : { 'x-amz-security-token': sessionToken }
  const signed: Headers = { ...headers, ...token, host, 'x-amz-date': time }
  const names = Object.keys(signed).toSorted()
  const canonical = [
    'POST',
    pathname === '' ? '/' : pathname,
    '',
    ...names.map((name) => `${name}:${(signed[name] ?? '').trim().replaceAll(/ +/g, ' ')}`),
    '',
    names.join(';'),
    sha256(body),
  ].join('\n')
  const credential = `${time.slice(0, 8)}/${scope.region}/${scope.service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', time, credential, sha256(canonical)].join('\n')
  const key = [time.slice(0, 8), scope.region, scope.service, 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${secretAccessKey}`),
  )
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...headers, ...token, 'x-amz-date': time, authorization }
}

/** Names in lower case. */
type Headers = Readonly<Record<string, string>>

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
