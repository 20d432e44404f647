import * as z from 'zod'
import { count } from '../format.ts'
import type { BaseUrl } from './base-url.ts'
import { type Dialect, isAtLeast } from './dialects.ts'
import type { RawReply } from './raw-reply.ts'
import { isHtml } from './reply.ts'

/** Result of a connection check. `message`: findings and advice in plain words; never the key. */
export type CheckResult =
  | {
      readonly kind: 'ready'
      readonly dialect: Dialect
      /** The version to ask for; null in the `documented` dialect. */
      readonly cdiVersion: string | null
      readonly baseUrl: BaseUrl
      /** Where requests about the whole app go (4.3 in the `supertokens` dialect). */
      readonly appUrl: string
      /** Users who are already there can be found before anything is sent. */
      readonly canLookUp: boolean
      /** Of one request, or of opening a connection where none is sent. */
      readonly latencyMs: number
      /** No key was given, and the core asks for none. */
      readonly withoutKey?: true
      /** How many users the core has at this address; absent: it does not say. */
      readonly users?: number
      readonly message: string
    }
  | { readonly kind: 'key-refused'; readonly message: string }
  /** Nothing is decided: try again. `status`: of an answer that is no core's; absent: nothing answered. */
  | { readonly kind: 'unreachable'; readonly message: string; readonly status?: number }
  /** A server answers, but not like any known core: the operator decides. */
  | { readonly kind: 'ask'; readonly message: string }
  /** `http:` to another machine: needs the operator's word. */
  | { readonly kind: 'needs-confirmation'; readonly message: string }
  /** The address or the key cannot be right. */
  | { readonly kind: 'refused'; readonly message: string }

/** One thing that is known of a core; `good` null: neither good nor bad. */
type CheckFact = { readonly label: string; readonly value: string; readonly good: boolean | null }

/** The result of a check, one fact a line, and the next steps, one each. */
export function describeCheck(
  check: CheckResult,
  core: CoreFacts | null = null,
): { readonly facts: CheckFact[]; readonly steps: string[] } {
  switch (check.kind) {
    case 'ready':
      return { facts: readyFacts(check, core), steps: [] }
    case 'key-refused':
      return {
        facts: [
          { label: 'Reachable', value: 'yes', good: true },
          { label: 'API key', value: 'refused', good: false },
        ],
        steps: [
          'Copy the whole key again from the core’s configuration, without spaces.',
          'Check that it is the key of this core, not of another environment.',
        ],
      }
    case 'unreachable':
      if (check.status !== undefined)
        return {
          facts: [
            { label: 'Reachable', value: 'yes', good: true },
            { label: 'Answer', value: `HTTP ${check.status}`, good: false },
          ],
          steps: [
            'Check the log of the core, or of the proxy in front of it.',
            'Check that the address and port are those of the core.',
          ],
        }
      return {
        facts: [{ label: 'Reachable', value: 'no', good: false }],
        steps: [
          'Check that the core is running and that the address and port are correct.',
          'Check whether this machine can reach it: VPN, proxy, firewall, IP allow list.',
        ],
      }
    case 'ask':
      return {
        facts: [
          { label: 'Reachable', value: 'yes', good: true },
          { label: 'Interface', value: 'not recognized', good: false },
        ],
        steps: [
          'Check that the address ends where the core’s own paths begin.',
          'If you know which core answers there, choose its interface.',
        ],
      }
    default:
      return { facts: [], steps: [] }
  }
}

function readyFacts(check: Extract<CheckResult, { kind: 'ready' }>, core: CoreFacts | null): CheckFact[] {
  const { dialect, cdiVersion, canLookUp, latencyMs, baseUrl } = check
  const real = dialect === 'supertokens'
  const version = cdiVersion ?? '0'
  const can = [
    'password hashes',
    'provider logins',
    ...(real && !isAtLeast(version, '2.11') ? [] : ['passwordless']),
    ...(real ? ['old user IDs', 'verified emails'] : []),
    ...(canLookUp ? ['look up existing users'] : []),
    ...(core?.accountLinking === true ? ['several login methods per user'] : []),
  ]
  const cannot = [
    ...(canLookUp ? [] : ['look up existing users']),
    ...(core?.accountLinking === false ? ['link several login methods of a user (license)'] : []),
  ]
  return [
    {
      label: 'Reachable',
      value: baseUrl.insecure
        ? 'yes, not encrypted'
        : `yes, ${baseUrl.url.startsWith('https:') ? 'encrypted' : 'on this machine'}`,
      good: !baseUrl.insecure,
    },
    { label: 'Answers in', value: `${Math.max(1, Math.round(latencyMs))} ms`, good: latencyMs < 2000 },
    real
      ? { label: 'API key', value: check.withoutKey ? 'not asked for' : 'accepted', good: true }
      : { label: 'API key', value: 'will be confirmed with the first user', good: null },
    real
      ? { label: 'Interface', value: `SuperTokens, version ${version}`, good: true }
      : { label: 'Interface', value: 'probably documented; confirmed with the first user', good: null },
    ...(check.users === undefined ? [] : [{ label: 'Users now', value: count(check.users), good: null }]),
    { label: 'Can take', value: can.join(', '), good: true },
    ...(cannot.length === 0 ? [] : [{ label: 'Cannot', value: cannot.join(', '), good: null }]),
  ]
}

/** Where the connection check asks who answers. */
export const versionsPath = '/apiversion'

const countReply = z.object({ status: z.literal('OK'), count: z.int().min(0) })

/** How many users the reply to a count says; null: it says nothing of the kind. */
export function countedUsers({ status, body }: RawReply): number | null {
  if (status !== 200) return null
  try {
    const counted = countReply.safeParse(JSON.parse(body))
    return counted.success ? counted.data.count : null
  } catch {
    return null
  }
}

/** The core, or another server, behind the reply to `GET {base_url}/apiversion`. */
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

/** Features that a core has besides the operations of its version. Null: unknown. */
export const coreFactsSchema = z.object({
  /** Several login methods of a person become one user. */
  accountLinking: z.boolean().nullable(),
  totp: z.boolean().nullable(),
  roles: z.array(z.string().max(256)).max(10_000).nullable(),
  /** Names of the tenants below the app. */
  tenants: z.array(z.string().max(256)).max(100_000).nullable(),
  /** The tenant that the address itself stands for. */
  ownTenant: z.string().max(256).nullable(),
})

export type CoreFacts = z.infer<typeof coreFactsSchema>

export const unknownFacts: CoreFacts = {
  accountLinking: null,
  totp: null,
  roles: null,
  tenants: null,
  ownTenant: null,
}
