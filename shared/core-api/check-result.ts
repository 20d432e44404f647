import type { BaseUrl } from './base-url.ts'
import { chooseCdiVersion, isAtLeast } from './cdi-version.ts'
import type { Detection } from './detection.ts'
import type { Dialect } from './dialects.ts'
import { storable, withoutSecrets } from './redact.ts'
import type { RawReply } from './raw-reply.ts'

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
      readonly message: string
    }
  | { readonly kind: 'key-refused'; readonly message: string }
  /** Nothing is decided: try again. */
  | { readonly kind: 'unreachable'; readonly message: string }
  /** A server answers, but not like any known core: the operator decides. */
  | { readonly kind: 'ask'; readonly message: string }
  /** `http:` to another machine: needs the operator's word. */
  | { readonly kind: 'needs-confirmation'; readonly message: string }
  /** The address or the key cannot be right. */
  | { readonly kind: 'refused'; readonly message: string }

export const needsConfirmation: CheckResult = {
  kind: 'needs-confirmation',
  message:
    'This address is not encrypted: hashes and the key can be read on the network. Use https://, or confirm that you trust this network.',
}

export function keyRefused(apiKey: string | null): CheckResult {
  return {
    kind: 'key-refused',
    message:
      apiKey === null
        ? 'The core requires an API key. Enter the key from its configuration.'
        : 'The core refused the API key. Check the key.',
  }
}

/** The core cannot be asked anything more without creating something. */
export function documentedIsReady(baseUrl: BaseUrl, latencyMs: number, chosen: boolean): CheckResult {
  // Anything but a core may answer 404 as well, so a path is never called right for it.
  const found = chosen
    ? 'Something answers at this address. Path and API key will be confirmed with the first user.'
    : 'Something answers at this address, without saying what it is: a core with the documented interface does that, and so does a wrong path. Check the path; it and the API key will be confirmed with the first user.'
  return {
    kind: 'ready',
    dialect: 'documented',
    cdiVersion: null,
    baseUrl,
    appUrl: baseUrl.url,
    canLookUp: false,
    latencyMs,
    message: `${found} Existing users cannot be looked up.`,
  }
}

/** `unknownTenant`: the core answered for the app, but said that it has no tenant of the address's last part. */
export function supertokensIsReady(
  versions: readonly string[],
  at: {
    readonly baseUrl: BaseUrl
    readonly appUrl: string
    readonly latencyMs: number
  },
): CheckResult {
  const cdiVersion = chooseCdiVersion(versions)
  if (cdiVersion === null) {
    return {
      kind: 'ask',
      message: `A SuperTokens core answers, but with versions of its interface that this app does not know (${versions
        .filter((version) => /^[\d.]{1,12}$/.test(version))
        .join(', ')
        .slice(0, 100)}). Update the app, or choose the documented interface.`,
    }
  }
  const canLookUp = isAtLeast(cdiVersion, '4.0')
  const sentences = [
    `A SuperTokens core, interface ${cdiVersion}. The API key was accepted.`,
    canLookUp ? 'Existing users can be looked up before anything is sent.' : 'It is too old to look up existing users.',
    ...(isAtLeast(cdiVersion, '2.11') ? [] : ['It is too old for passwordless users.']),
  ]
  return { kind: 'ready', dialect: 'supertokens', cdiVersion, canLookUp, ...at, message: sentences.join(' ') }
}

/** A core is there, and not for this address: every user would be refused. */
export function tenantMissing(baseUrl: BaseUrl): CheckResult {
  const path = new URL(baseUrl.url).pathname
  return {
    kind: 'refused',
    message: `A SuperTokens core answers, but it has no app or tenant for the path ${path} of this address. Correct the last part of the address, or create the tenant in the core first.`,
  }
}

export function unreachableBecause(sentence: string): CheckResult {
  return { kind: 'unreachable', message: `${sentence} Try again when the core is available.` }
}

export function describeUnreachable(
  detection: Extract<Detection, { kind: 'unreachable' }>,
  status: number,
): CheckResult {
  const sentences = {
    html: `A web page answered instead of a core (HTTP ${status}): it may be starting, or a proxy answered instead. If a core runs there, choose its interface yourself.`,
    'server-error': `The core answered with an internal error (HTTP ${status}).`,
    busy: `The core or a proxy in front of it is too busy for this request (HTTP ${status}).`,
  }
  return unreachableBecause(sentences[detection.why])
}

/** Anything else that came back: says what it was, so that the operator can tell. */
export function askAbout(reply: RawReply, apiKey: string | null): CheckResult {
  const secrets = apiKey === null ? [] : [apiKey]
  return { kind: 'ask', message: `${whatCame(reply, secrets)} Check the address, or choose the interface yourself.` }
}

function whatCame(reply: RawReply, secrets: readonly string[]): string {
  const { status, headers, body } = reply
  if (status >= 300 && status < 400) {
    const location = headers['location']
    const where = typeof location === 'string' ? ` to ${withoutSecrets(location, secrets).slice(0, 200)}` : ''
    return `This address redirects${where} (HTTP ${status}). Enter the address of the core itself.`
  }
  const quoted = storable(body, secrets).slice(0, 200)
  const answer = quoted === '' ? '' : `: ${quoted}`
  if (status === 403) return `The core refuses requests from this machine (HTTP 403${answer}).`
  if (status === 402) return `The core’s license does not cover this address (HTTP 402${answer}).`
  return `The server at this address is not a known core (HTTP ${status}${answer}).`
}
