import type { Dispatcher } from 'undici'
import { type BaseUrl, parseApiKey, parseBaseUrl, withoutBrackets } from '../../../shared/core-api/base-url.ts'
import { commonHeaders } from '../../../shared/core-api/build-request.ts'
import {
  type CheckResult,
  detect,
  type Detection,
  countedUsers,
  versionsPath,
} from '../../../shared/core-api/check-result.ts'
import { type Dialect, chooseCdiVersion, isAtLeast } from '../../../shared/core-api/dialects.ts'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { defaultTimeouts, type Timeouts } from './core-client.ts'
import { codeOf, exchange, sentenceFor } from './exchange.ts'
import { createConnector, createPool } from './pool.ts'
import { directRoute, proxyName, type Route } from './route.ts'
import { storable, withoutSecrets } from '../../../shared/core-api/redact.ts'
import { unknownTenant } from '../../../shared/core-api/reply.ts'

type CheckOptions = {
  /** As the operator typed it. */
  readonly baseUrl: string
  /** As the operator gave it; null or blank: no key. */
  readonly apiKey: string | null
  readonly dialect: 'auto' | Dialect
  /** The operator confirmed that everything may be read on the network. */
  readonly allowHttp: boolean
  readonly timeouts?: Partial<Timeouts>
  /** How it is reached from here; absent: directly. */
  readonly route?: Route
  readonly signal?: AbortSignal | undefined
}

const needsConfirmation: CheckResult = {
  kind: 'needs-confirmation',
  message:
    'This address is not encrypted: hashes and the key can be read on the network. Use https://, or confirm that you trust this network.',
}

/**
 * Finds out who answers at an address and how to speak with it ("Connecting" of the rules). Creates nothing: at most
 * two `GET /apiversion`, and one `GET /users/count` where a real core is found, which tells whether it has the tenant; for `documented` by the operator's choice not even that, only a connection is opened.
 */
export async function checkConnection(options: CheckOptions): Promise<CheckResult> {
  const base = parseBaseUrl(options.baseUrl)
  if (!base.ok) return { kind: 'refused', message: base.error.message }
  const key = parseApiKey(options.apiKey ?? '')
  if (!key.ok) return { kind: 'refused', message: key.error.message }
  if (base.value.insecure && !options.allowHttp) return needsConfirmation
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const { route = directRoute } = options
  if (options.dialect === 'documented') {
    const latency = await probe(base.value.origin, timeouts.connectMs, options.signal, route)
    return latency.ok
      ? documentedIsReady(base.value, latency.value, true)
      : withProxy(unreachableBecause(latency.error.message), route)
  }
  const pool = createPool(base.value.origin, 1, timeouts.connectMs, route)
  try {
    const ask = (url: string) => askVersions(pool, base.value.origin, url, key.value, timeouts, options.signal)
    const found = await findOut(ask, base.value, key.value, options.dialect)
    if (found.kind !== 'ready' || found.dialect !== 'supertokens') return withProxy(found, route)
    const counted = await askCount(pool, found, key.value, timeouts, options.signal)
    if (counted === null) return found
    if (lacksTenant(counted)) return tenantMissing(base.value)
    const users = countedUsers(counted)
    return users === null ? found : { ...found, users }
  } finally {
    await pool.destroy()
  }
}

/** When a core does not answer, a proxy on the route may be the cause. */
function withProxy(result: CheckResult, { proxy }: Route): CheckResult {
  if (result.kind !== 'unreachable' || proxy === null) return result
  return { ...result, message: `${result.message} The connection goes through the proxy ${proxyName(proxy)}.` }
}

type Answer =
  | { readonly kind: 'answer'; readonly detection: Detection; readonly reply: RawReply; readonly latencyMs: number }
  | { readonly kind: 'unreachable'; readonly message: string }

/** Asks at the address, and one level up if only the address of the app can tell. */
async function findOut(
  ask: (url: string) => Promise<Answer>,
  baseUrl: BaseUrl,
  apiKey: string | null,
  dialect: 'auto' | 'supertokens',
): Promise<CheckResult> {
  const first = await ask(baseUrl.url)
  if (first.kind === 'unreachable') return unreachableBecause(first.message)
  if (first.detection.kind !== 'ask-one-up' || baseUrl.parentUrl === null) {
    return conclude(first, baseUrl, baseUrl.appUrl, apiKey, dialect)
  }
  const second = await ask(baseUrl.parentUrl)
  if (second.kind === 'unreachable') return unreachableBecause(second.message)
  // Nothing answers one level up, so the reply of the address itself counts.
  const telling = second.detection.kind === 'documented' || second.detection.kind === 'unclear' ? first : second
  const isCore = telling.detection.kind === 'supertokens'
  if (isCore && first.detection.why === 'tenant-not-found') return tenantMissing(baseUrl)
  return conclude(telling, baseUrl, baseUrl.parentUrl, apiKey, dialect)
}

function conclude(
  { detection, reply, latencyMs }: Extract<Answer, { kind: 'answer' }>,
  baseUrl: BaseUrl,
  appUrl: string,
  apiKey: string | null,
  dialect: 'auto' | 'supertokens',
): CheckResult {
  switch (detection.kind) {
    case 'supertokens':
      return supertokensIsReady(detection.versions, {
        baseUrl,
        appUrl,
        latencyMs,
        ...(apiKey === null ? { withoutKey: true } : {}),
      })
    case 'key-refused':
      return keyRefused(apiKey)
    case 'unreachable':
      return describeUnreachable(detection, reply.status)
    case 'documented':
      return dialect === 'auto' ? documentedIsReady(baseUrl, latencyMs, false) : askAbout(reply, apiKey)
    default:
      return askAbout(reply, apiKey)
  }
}

async function askVersions(
  dispatcher: Dispatcher,
  origin: string,
  url: string,
  apiKey: string | null,
  timeouts: Timeouts,
  signal?: AbortSignal,
): Promise<Answer> {
  const since = performance.now()
  const path = url.slice(origin.length) + versionsPath
  const headers = commonHeaders('supertokens', apiKey, null)
  const exchanged = await exchange(dispatcher, { origin, path, method: 'GET', headers, body: null }, timeouts, signal)
  if (exchanged.kind === 'failure') return { kind: 'unreachable', message: exchanged.failure.message }
  const { reply } = exchanged
  return { kind: 'answer', detection: detect(reply), reply, latencyMs: performance.now() - since }
}

/** Counts users at the address itself; null: no reply, which says nothing about the tenant. */
async function askCount(
  dispatcher: Dispatcher,
  { baseUrl, cdiVersion }: Extract<CheckResult, { kind: 'ready' }>,
  apiKey: string | null,
  timeouts: Timeouts,
  signal?: AbortSignal,
): Promise<RawReply | null> {
  const { origin, url } = baseUrl
  const path = url.slice(origin.length) + usersCountPath
  const headers = commonHeaders('supertokens', apiKey, cdiVersion)
  const exchanged = await exchange(dispatcher, { origin, path, method: 'GET', headers, body: null }, timeouts, signal)
  return exchanged.kind === 'failure' ? null : exchanged.reply
}

/** Opens a connection (with TLS for https:) and closes it again without sending a request. Gives the milliseconds it took. */
function probe(
  origin: string,
  connectMs: number,
  signal: AbortSignal | undefined,
  route: Route,
): Promise<Result<number>> {
  const since = performance.now()
  const { protocol, hostname, host, port } = new URL(origin)
  const connect = createConnector(route, connectMs)
  return new Promise((resolve) => {
    const end = (result: Result<number>) => {
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    }
    const fail = (code: string) => end(problem('unreachable', sentenceFor(code, false)))
    const cancel = () => fail('UND_ERR_ABORTED')
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    connect({ protocol, hostname: withoutBrackets(hostname), host, port }, (error, socket) => {
      if (error !== null) return fail(codeOf(error))
      end(ok(performance.now() - since))
      // An error that comes after the end must not be thrown.
      socket.on('error', () => undefined)
      socket.destroy()
    })
  })
}

function keyRefused(apiKey: string | null): CheckResult {
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
  // Other servers answer 404 as well, so the path is never called correct.
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

/** A real core has named its versions: ready if this app knows one of them. */
export function supertokensIsReady(
  versions: readonly string[],
  at: {
    readonly baseUrl: BaseUrl
    readonly appUrl: string
    readonly latencyMs: number
    readonly withoutKey?: true
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
    `A SuperTokens core, interface ${cdiVersion}. ${at.withoutKey ? 'It asks for no API key.' : 'The API key was accepted.'}`,
    canLookUp ? 'Existing users can be looked up before anything is sent.' : 'It is too old to look up existing users.',
    ...(isAtLeast(cdiVersion, '2.11') ? [] : ['It is too old for passwordless users.']),
  ]
  return { kind: 'ready', dialect: 'supertokens', cdiVersion, canLookUp, ...at, message: sentences.join(' ') }
}

/** A core is there, and not for this address: every user would be refused. */
function tenantMissing(baseUrl: BaseUrl): CheckResult {
  const path = new URL(baseUrl.url).pathname
  return {
    kind: 'refused',
    message: `A SuperTokens core answers, but it has no app or tenant for the path ${path} of this address. Correct the last part of the address, or create the tenant in the core first.`,
  }
}

function unreachableBecause(sentence: string): Extract<CheckResult, { kind: 'unreachable' }> {
  return { kind: 'unreachable', message: `${sentence} Try again when the core is available.` }
}

function describeUnreachable(detection: Extract<Detection, { kind: 'unreachable' }>, status: number): CheckResult {
  const sentences = {
    html: `A web page answered instead of a core (HTTP ${status}): it may be starting, or a proxy answered instead. If a core runs there, choose its interface yourself.`,
    'server-error': `The core answered with an internal error (HTTP ${status}).`,
    busy: `The core or a proxy in front of it is too busy for this request (HTTP ${status}).`,
  }
  return { ...unreachableBecause(sentences[detection.why]), status }
}

/** Quotes any other reply, so that the operator can judge it. */
function askAbout(reply: RawReply, apiKey: string | null): CheckResult {
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

/** Where the check asks whether a core has the app and the tenant of an address; it counts users and creates nothing. */
const usersCountPath = '/users/count'

/** Whether a core says that it does not have the app or the tenant that it was asked for. */
function lacksTenant({ status, body }: RawReply): boolean {
  return status === 400 && unknownTenant.test(body.slice(0, 2000))
}
