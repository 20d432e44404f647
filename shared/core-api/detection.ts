import * as z from 'zod'
import type { RawReply } from './raw-reply.ts'
import { isHtml, unknownTenant } from './reply.ts'

/** Where the connection check asks who answers. */
export const versionsPath = '/apiversion'

/** Where the check asks whether a core has the app and the tenant of an address; it counts users and creates nothing. */
export const usersCountPath = '/users/count'

/** Whether a core says that it does not have the app or the tenant that it was asked for. */
export function lacksTenant({ status, body }: RawReply): boolean {
  return status === 400 && unknownTenant.test(body.slice(0, 2000))
}

/** What the reply to `GET {base_url}/apiversion` says about who answers. */
export type Detection =
  | { readonly kind: 'supertokens'; readonly versions: readonly string[] }
  | { readonly kind: 'key-refused' }
  /** Asked on a tenant's address: the app's address, one part up, can tell. */
  | { readonly kind: 'ask-one-up'; readonly why: 'forbidden' | 'tenant-not-found' }
  | { readonly kind: 'documented' }
  /** No reply of a core; decides nothing. */
  | { readonly kind: 'unreachable'; readonly why: 'html' | 'server-error' | 'busy' }
  | { readonly kind: 'unclear' }

const versionsBody = z.object({ versions: z.array(z.string()).min(1) })

type Row = readonly [fits: (reply: RawReply) => boolean, Detection]

/** "Connecting" of the rules, row by row; the first that fits counts. 200 with versions comes before all of them. */
const rows: readonly Row[] = [
  [({ status }) => status === 401, { kind: 'key-refused' }],
  [({ status }) => status === 403, { kind: 'ask-one-up', why: 'forbidden' }],
  [
    ({ status, body }) =>
      status >= 400 && status < 500 && /tenant.*not found/is.test(body.slice(0, 2000)) && !isHtml(body),
    { kind: 'ask-one-up', why: 'tenant-not-found' },
  ],
  [({ body }) => isHtml(body), { kind: 'unreachable', why: 'html' }],
  [({ status }) => status === 404 || status === 405, { kind: 'documented' }],
  [({ status }) => status >= 500, { kind: 'unreachable', why: 'server-error' }],
  [({ status }) => status === 408 || status === 425 || status === 429, { kind: 'unreachable', why: 'busy' }],
]

export function detect(reply: RawReply): Detection {
  const versions = reply.status === 200 ? readVersions(reply.body) : null
  if (versions !== null) return { kind: 'supertokens', versions }
  return rows.find(([fits]) => fits(reply))?.[1] ?? { kind: 'unclear' }
}

function readVersions(body: string): readonly string[] | null {
  try {
    const parsed = versionsBody.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.versions : null
  } catch {
    return null
  }
}
