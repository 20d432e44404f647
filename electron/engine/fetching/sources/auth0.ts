import * as z from 'zod'
import { ok } from '../../../../shared/result.ts'
import { isLoopback } from '../../../../shared/core-api/base-url.ts'
import { parseKeepingIntegers } from '../../reading/json/json-value.ts'
import { optionalText, type OptionTable, requiredText } from '../option-table.ts'
import { type FetchReply, isObject, type JsonObject, type OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { type AuthorizedClient, requestToken, type TokenReply, withAccessToken } from '../web/access-token.ts'
import { type LineDownload, openLines } from '../web/line-download.ts'
import { objectsIn, textIn, without } from '../web/pages.ts'
import { type ApiSayings, failed, type Refusal, type WebClient } from '../web/web-client.ts'

/*
 * Auth0 through an export job. Looked up 2026-11-23:
 * - auth0.com/docs/manage-users/user-migration/bulk-user-exports: `POST /api/v2/jobs/users-exports`, scope read:users, all
 *   users of the tenant or of a connection, up to 30 fields, NDJSON; the file is at `location` of the job.
 * - auth0.com/docs/api/management/v2/jobs/get-jobs-by-id: status, percentage_done, time_left_seconds, location.
 * - Rate limits: X-RateLimit-Reset in seconds since 1970.
 * Not confirmed: how long the link and the job live. The link is asked for anew whenever a download begins. Hashes are not in
 * the export: Auth0's support hands them out.
 */

const options = {
  domain: {
    schema: requiredText,
    label: 'Domain',
    hint: 'Domain of the tenant, not a custom one',
    example: 'example.eu.auth0.com',
    kind: 'text',
    value: 'DOMAIN',
  },
  'client-id': {
    schema: requiredText,
    label: 'Client ID',
    hint: 'Client ID of a machine-to-machine application with read:users of the Management API',
    example: 'AbCd1234',
    kind: 'text',
    value: 'ID',
  },
  connection: {
    schema: optionalText,
    label: 'Connection ID',
    hint: 'Users of one connection only',
    fallback: 'all users of the tenant',
    example: 'con_0000000000000001',
    kind: 'text',
    value: 'ID',
  },
  fields: {
    schema: optionalText,
    label: 'More fields',
    hint: 'More fields to export, with commas between them',
    example: 'name,user_metadata',
    kind: 'text',
    value: 'NAMES',
  },
  audience: {
    schema: optionalText,
    label: 'Audience',
    hint: 'Identifier of the Management API',
    fallback: 'https://DOMAIN/api/v2/',
    example: 'https://example.eu.auth0.com/api/v2/',
    kind: 'text',
    value: 'URL',
  },
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Auth0',
  unauthorized: 'Auth0 refused the application. Check --domain, --client-id and the client secret.',
  forbidden:
    'The application may not export users. Authorize it for the Auth0 Management API with the permission read:users.',
  notFound: 'There is no tenant of Auth0 at this address. Check --domain.',
}

export const auth0 = apiSource({
  name: 'auth0',
  title: 'Auth0',
  summary: 'Users of a tenant with their identities, by an export job; hashes come from Auth0’s support',
  options,
  sayings,
  secrets: [
    {
      name: 'client-secret',
      label: 'Client secret',
      required: true,
      variable: 'AUTH0_CLIENT_SECRET',
      fileOption: 'client-secret-file',
    },
  ],
  example: '--domain example.eu.auth0.com --client-id AbCd1234',
  key: (record) => textIn(record, 'user_id'),
  address: ({ domain }) => ok(domain),
  open: openAuth0,
})

/** Fields that a migration needs; `--fields` adds others. */
const usualFields = [
  'user_id',
  'email',
  'email_verified',
  'username',
  'phone_number',
  'phone_verified',
  'blocked',
  'identities',
]
const maxFields = 30

function openAuth0({ settings: given, base, secrets, client, network }: OpenApi<typeof options>) {
  const more = (given.fields ?? '').split(',').map((name) => name.trim())
  const fields = [...new Set([...usualFields, ...more.filter((name) => name !== '')])]
  if (fields.length > maxFields) return failed('bad-settings', tooManyFields)
  const api = managementApi(base, given, secrets['client-secret'] ?? '', client, network.now)
  const jobs = exportJobs(base, { fields, connection: given.connection }, api, client)
  return { total: null, ...pagesOf(jobs, client) }
}

const tooManyFields = 'Auth0 exports at most 30 fields. Name fewer with --fields.'

function managementApi(
  base: string,
  { audience, 'client-id': clientId }: OpenApi<typeof options>['settings'],
  clientSecret: string,
  client: WebClient,
  now: () => number,
): AuthorizedClient {
  const body = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    audience: audience ?? `${base}/api/v2/`,
  })
  const request = async (signal: AbortSignal): Promise<TokenReply> => {
    const headers = { 'content-type': 'application/json' }
    const tokenRequest = { address: `${base}/oauth/token`, headers, body }
    return await requestToken(tokenRequest, { client, refused: sayings.unauthorized, now }, signal)
  }
  return withAccessToken(client, request, now)
}

const pageSize = 1000

/**
 * Cursors: none begins a job, `JOB` waits for its file, `JOB:N` continues after N lines of it. A download continues
 * from page to page; after an interruption the file is downloaded again up to that line.
 */
function pagesOf(
  jobs: ExportJobs,
  client: WebClient,
): { readonly page: OpenSource['page']; readonly close: () => void } {
  let open: { readonly job: string; readonly line: number; readonly download: LineDownload } | null = null
  const close = () => {
    open?.download.close()
    open = null
  }
  const download = async (job: string, line: number, signal: AbortSignal): Promise<LineDownload | Refusal> => {
    if (open !== null && open.job === job && open.line === line) return open.download
    close()
    const location = await jobs.location(job, signal)
    if (location.kind !== 'location') return location
    const begun = await openLines(location.address, client, signal)
    if (begun.kind !== 'lines') return begun
    for (let at = 0; at < line; at += pageSize) {
      const skipped = await begun.download.read(Math.min(pageSize, line - at))
      if (skipped.kind !== 'lines') return skipped
    }
    return begun.download
  }
  const page = async (cursor: string | null, signal: AbortSignal): Promise<FetchReply> => {
    if (cursor === null) {
      const job = await jobs.create(signal)
      return job.kind === 'created' ? { kind: 'page', records: [], next: job.id } : job
    }
    const [job = '', number = '0'] = cursor.split(':')
    const line = Number(number)
    const file = await download(job, line, signal)
    if ('kind' in file) return file
    open = null
    const read = await file.read(pageSize)
    if (read.kind !== 'lines') return read
    const records = read.lines.map(recordIn)
    if (records.includes(null)) {
      file.close()
      return failed('bad-reply', 'The export file of Auth0 has a line that is not JSON. Continue later.', true)
    }
    const next = read.lines.length < pageSize ? null : `${job}:${line + read.lines.length}`
    if (next === null) file.close()
    else open = { job, line: line + read.lines.length, download: file }
    return { kind: 'page', records: records.filter((record) => record !== null), next }
  }
  return { page, close }
}

const tokens = ['access_token', 'access_token_secret', 'refresh_token']

/** A line as a user, without tokens of third parties; null: it is none. */
function recordIn(line: string): JsonObject | null {
  try {
    const value = parseKeepingIntegers(line)
    if (!isObject(value)) return null
    if (!Array.isArray(value['identities'])) return value
    return { ...value, identities: objectsIn(value, 'identities').map((identity) => without(identity, tokens)) }
  } catch {
    return null
  }
}

const created = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) })

const jobSchema = z.object({
  status: z.string(),
  location: z.string().optional(),
  percentage_done: z.number().optional(),
  time_left_seconds: z.number().optional(),
})

/** The export jobs of one tenant. */
type ExportJobs = {
  readonly create: (signal: AbortSignal) => Promise<{ readonly kind: 'created'; readonly id: string } | Refusal>
  /** The address of the finished file, for a short time. It is a secret. */
  readonly location: (
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly kind: 'location'; readonly address: string } | Refusal>
}

type ExportRequest = { readonly fields: readonly string[]; readonly connection: string | null }

function exportJobs(
  base: string,
  { fields, connection }: ExportRequest,
  api: AuthorizedClient,
  client: WebClient,
): ExportJobs {
  const jobs = `${base}/api/v2/jobs`
  return {
    create: async (signal) => {
      const body = JSON.stringify({
        format: 'json',
        fields: fields.map((name) => ({ name })),
        ...(connection === null ? {} : { connection_id: connection }),
      })
      const headers = { 'content-type': 'application/json' }
      const reply = await api.send({ method: 'POST', address: `${jobs}/users-exports`, headers, body }, signal)
      if (reply.kind !== 'reply') return reply
      const read = client.read(reply, created)
      return read.kind === 'value' ? { kind: 'created', id: read.value.id } : read
    },
    location: async (id, signal) => {
      const reply = await api.send({ method: 'GET', address: `${jobs}/${id}`, headers: {} }, signal)
      if (reply.kind !== 'reply') return reply
      if (reply.status === 404) return failed('not-found', gone)
      const read = client.read(reply, jobSchema)
      if (read.kind !== 'value') return read
      const { status, location, percentage_done: percent, time_left_seconds: left } = read.value
      if (status === 'completed') return locationOf(location)
      if (!waiting.has(status)) return failed('source-error', jobFailed)
      const done = percent === undefined ? '' : ` (${Math.round(percent)} %)`
      // Often enough to be there when it is ready, and seldom enough for the rate limit.
      return {
        kind: 'wait',
        seconds: Math.min(30, Math.max(2, left ?? 5)),
        reason: `Auth0 prepares the export${done}.`,
      }
    },
  }
}

const waiting = new Set(['pending', 'processing', 'running'])

function locationOf(location: string | undefined): { readonly kind: 'location'; readonly address: string } | Refusal {
  try {
    const { protocol, hostname, href } = new URL(location ?? '')
    if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
      return { kind: 'location', address: href }
  } catch {
    // Answered below.
  }
  return failed('bad-reply', 'Auth0 finished the export without an encrypted link to its file. Contact its support.')
}

const gone =
  'Auth0 no longer has this export job; it removes them after some time. What was fetched cannot be continued: fetch again into another file.'
const jobFailed =
  'The export job of Auth0 failed. Fetch again into another file; look at the logs of the tenant for the reason.'
