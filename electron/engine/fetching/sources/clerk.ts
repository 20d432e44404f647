import * as z from 'zod'
import { ok } from '../../../../shared/result.ts'
import { optionalText, type OptionTable } from '../option-table.ts'
import type { JsonObject, OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { isHeaderText } from '../web/access-token.ts'
import { createCursorGuard, jsonObjects, textIn } from '../web/pages.ts'
import { type ApiSayings, failed, type Refusal, type WebClient, type WebReply } from '../web/web-client.ts'

/*
 * Clerk through `GET /v1/users`. Looked up 2026-11-23:
 * - github.com/clerk/openapi-specs, bapi/2026-05-12.yml of 2026-08-14: `limit` up to 500; `starting_after` with the id of the
 *   last user instead of `offset`, which times out far into a list; it needs the order `created_at`, ascending here, so that
 *   new users come at the end; `GET /users/count`.
 * - clerk.com/docs/troubleshooting/rate-limits: 1000 requests in 10 seconds, 100 for development instances; 429 with
 *   `Retry-After`.
 * - clerk.com/docs/guides/development/migrating/export-from-clerk: the API has no password digests; the export of the
 *   dashboard has.
 * Not confirmed: what the API answers when the user of `starting_after` was deleted; the ones before are tried.
 */

const options = {
  address: {
    schema: optionalText,
    label: 'API address',
    hint: 'Another address of the Backend API',
    fallback: 'https://api.clerk.com/v1',
    example: 'https://clerk-gateway.example.com/v1',
    kind: 'text',
    value: 'URL',
  },
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Clerk',
  unauthorized: 'Clerk refused the secret key. Copy it from the dashboard: Configure, API keys, Secret keys.',
  forbidden: 'The secret key may not list users. Use the one of the production instance.',
  notFound: 'There is no Backend API of Clerk at this address. Check --address.',
}

export const clerk = apiSource({
  name: 'clerk',
  title: 'Clerk',
  summary: 'Users of an instance by its secret key; password digests come with the export of the dashboard only',
  options,
  sayings,
  secrets: [
    {
      name: 'secret-key',
      label: 'Secret key',
      required: true,
      variable: 'CLERK_SECRET_KEY',
      fileOption: 'secret-key-file',
    },
  ],
  example: '--secret-key-file clerk-key.txt',
  key: (record) => textIn(record, 'id'),
  address: ({ address }) => ok(address ?? 'https://api.clerk.com/v1'),
  open: openClerk,
})

const pageSize = 500
const countSchema = z.object({ total_count: z.number().int().nonnegative() })

async function openClerk({ base, secrets, client, signal }: OpenApi<typeof options>) {
  const key = secrets['secret-key'] ?? ''
  if (!isHeaderText(key)) return failed('unauthorized', sayings.unauthorized)
  const get = async (path: string, within: AbortSignal): Promise<WebReply | Refusal> => {
    const headers = { authorization: `Bearer ${key}` }
    return await client.send({ method: 'GET', address: base + path, headers }, within)
  }
  // For the progress only.
  const counted = await get('/users/count', signal)
  const count = counted.kind === 'reply' ? client.read(counted, countSchema) : counted
  const total = count.kind === 'value' ? count.value.total_count : null
  return { total, page: pagesOf(client, get), expected: () => Promise.resolve(total) }
}

type Get = (path: string, within: AbortSignal) => Promise<WebReply | Refusal>

function pagesOf(client: WebClient, get: Get): OpenSource['page'] {
  const guard = createCursorGuard(sayings.title)
  return async (cursor, signal) => {
    const after = idsIn(cursor)
    const reply = await firstAccepted(after, get, signal)
    if (reply.kind !== 'reply') return reply
    const read = client.read(reply, jsonObjects)
    if (read.kind !== 'value') return read
    const records = read.value
    // A page that is not full is no end: a gateway may hand out fewer.
    const next = records.length === 0 ? null : JSON.stringify(lastIds(records))
    return guard(cursor, next) ?? { kind: 'page', records, next }
  }
}

/** How many users a page can continue after: the last one, or those before it where it was deleted since. */
const kept = 3

function lastIds(records: readonly JsonObject[]): readonly string[] {
  return records
    .slice(-kept)
    .flatMap((record) => textIn(record, 'id') ?? [])
    .toReversed()
}

const cursorSchema = z.array(z.string()).max(kept)

function idsIn(cursor: string | null): readonly string[] {
  if (cursor === null) return []
  try {
    return cursorSchema.parse(JSON.parse(cursor))
  } catch {
    return []
  }
}

/** The reply to the first id that the API still knows. Users that come twice are noticed by their ids. */
async function firstAccepted(after: readonly string[], get: Get, signal: AbortSignal): Promise<WebReply | Refusal> {
  const [id, ...others] = after
  const query = new URLSearchParams({ limit: String(pageSize), order_by: 'created_at' })
  if (id !== undefined) query.set('starting_after', id)
  const reply = await get(`/users?${query.toString()}`, signal)
  const unknown = reply.kind === 'reply' && [400, 404, 422].includes(reply.status)
  return unknown && others.length > 0 ? await firstAccepted(others, get, signal) : reply
}
