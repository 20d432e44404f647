import * as z from 'zod'
import { isLoopback } from '../../core-client/proxy-from-environment.ts'
import type { AuthorizedClient } from './access-token.ts'
import { failed, type Refusal } from './refusal.ts'
import type { WebClient } from './web-client.ts'

const created = z.object({ id: z.string().regex(/^[\w-]{1,100}$/) })

const jobSchema = z.object({
  status: z.string(),
  location: z.string().optional(),
  percentage_done: z.number().optional(),
  time_left_seconds: z.number().optional(),
})

/** The export jobs of one tenant. */
export type ExportJobs = {
  readonly create: (signal: AbortSignal) => Promise<{ readonly kind: 'created'; readonly id: string } | Refusal>
  /** The address of the finished file, for a short time. It is a secret. */
  readonly location: (
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly kind: 'location'; readonly address: string } | Refusal>
}

export type ExportRequest = { readonly fields: readonly string[]; readonly connection: string | null }

export function exportJobs(
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
