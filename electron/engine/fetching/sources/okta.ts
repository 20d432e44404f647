import type * as z from 'zod'
import { ok } from '../../../../shared/result.ts'
import { type OptionTable, requiredText, checkbox } from '../option-table.ts'
import type { ChangeTimes, JsonObject, OpenSource } from '../source.ts'
import { apiSource, type OpenApi } from '../web/api-source.ts'
import { isHeaderText } from '../web/access-token.ts'
import { createCursorGuard, jsonObjects, nextLink, textIn, unreadableLink, without } from '../web/pages.ts'
import { type ApiSayings, failed, isNearlySpent, resetSeconds } from '../web/web-client.ts'

/*
 * Okta through `GET /api/v1/users`. Looked up 2026-11-23:
 * - github.com/okta/okta-management-openapi-spec, dist/current of 2026-06-29: without `search` or `filter` the list omits
 *   users with the status DEPROVISIONED; `search` reads a copy that lags behind; `limit` defaults to 200; `after` is opaque
 *   and comes in the `Link` header; 403, 429.
 * - developer.okta.com/docs/reference/rl-best-practices: X-Rate-Limit-Limit, -Remaining, and -Reset in seconds since 1970.
 * Not confirmed: that pages of a `filter` end only with the `Link` header, which is what this relies on. Hashes are not in
 * the API, and ids at social providers are not in this list.
 */

const options = {
  domain: {
    schema: requiredText,
    label: 'Okta domain',
    hint: 'Domain of the organization, not that of its admin console',
    example: 'example.okta.com',
    kind: 'text',
    value: 'DOMAIN',
  },
  'without-deactivated': {
    schema: checkbox,
    label: 'Without deactivated users',
    hint: 'Leave out users that are deactivated (DEPROVISIONED)',
    kind: 'checkbox',
  },
} as const satisfies OptionTable

const sayings: ApiSayings = {
  title: 'Okta',
  unauthorized:
    'Okta refused the token: it is wrong, was revoked, or was not used for 30 days. Create a new one: Security, API, Tokens.',
  forbidden:
    'The token may not list users. Create it as an administrator who may view all users, or with the scope okta.users.read.',
  notFound: 'There is no organization of Okta at this address. Check --domain.',
}

export const okta = apiSource({
  name: 'okta',
  title: 'Okta',
  summary: 'Users of an organization by an API token; Okta gives out no password hashes',
  options,
  sayings,
  secrets: [
    {
      name: 'token',
      label: 'API token',
      required: true,
      variable: 'OKTA_API_TOKEN',
      fileOption: 'token-file',
    },
  ],
  example: '--domain example.okta.com',
  key: (record) => textIn(record, 'id'),
  address: ({ domain }) => ok(domain),
  open: openOkta,
})

function openOkta({ settings, base, secrets, client, network, since }: OpenApi<typeof options>) {
  const withoutDeactivated = settings['without-deactivated']
  const token = secrets['token'] ?? ''
  if (!isHeaderText(token)) return failed('unauthorized', sayings.unauthorized)
  // An access token of OAuth 2.0 is a JWT, an API token is not.
  const authorization = `${token.split('.').length === 3 ? 'Bearer' : 'SSWS'} ${token}`
  const guard = createCursorGuard(sayings.title)
  const changeTimes: ChangeTimes = {
    name: 'lastUpdated',
    of: withoutDeactivated ? 'active' : 'all',
    timeOf: (user) => timeIn(user, 'lastUpdated'),
    isIncremental: since !== null && since.of === (withoutDeactivated ? 'active' : 'all'),
    all: null,
  }
  const first = new URLSearchParams({ limit: '200' })
  if (changeTimes.isIncremental && since !== null) first.set('filter', changedAfter(since.from - 1))
  else if (!withoutDeactivated) first.set('filter', changedAfter(0))
  let spentUntil = 0

  const page: OpenSource['page'] = async (cursor, signal) => {
    const rest = Math.ceil((spentUntil - network.now()) / 1000)
    if (rest > 0) return { kind: 'wait', seconds: rest, reason: nearlySpent }
    const address = `${base}/api/v1/users?${cursor ?? first.toString()}`
    const reply = await client.send({ method: 'GET', address, headers: { authorization } }, signal)
    if (reply.kind !== 'reply') return reply
    const read = client.read(reply, jsonObjects)
    if (read.kind !== 'value') return read
    if (isNearlySpent(reply.headers)) {
      spentUntil = network.now() + (resetSeconds(reply.headers, network.now()) ?? 0) * 1000
    }
    const link = nextLink(reply.headers['link'])
    if (link.kind === 'unreadable') return unreadableLink(sayings.title)
    const next = link.kind === 'next' ? link.query : null
    const users = read.value.filter(({ status }) => !withoutDeactivated || status !== 'DEPROVISIONED')
    return guard(cursor, next) ?? { kind: 'page', records: users.map(toRecord), next }
  }
  return { total: null, page, changeTimes }
}

/** A condition that users of every status fulfil: each was changed at least once. */
function changedAfter(moment: number): string {
  return `lastUpdated gt "${new Date(moment).toISOString()}"`
}

/** Unix epoch, milliseconds; null: it says none. */
function timeIn(user: JsonObject, name: string): number | null {
  const time = Date.parse(textIn(user, name) ?? '')
  return Number.isNaN(time) ? null : time
}
const nearlySpent = 'Less than a tenth of Okta’s rate limit is left, which other applications share.'

/** Links are about the API. */
function toRecord(user: z.infer<typeof jsonObjects>[number]) {
  return without(user, ['_links', '_embedded'])
}
