import type { Dispatcher } from 'undici'
import { parseApiKey } from '../../../shared/core-api/api-key.ts'
import { type BaseUrl, parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { commonHeaders } from '../../../shared/core-api/build-request.ts'
import {
  type CheckResult,
  askAbout,
  unreachableBecause,
  describeUnreachable,
  documentedIsReady,
  keyRefused,
  needsConfirmation,
  supertokensIsReady,
  tenantMissing,
} from '../../../shared/core-api/check-result.ts'
import {
  type Detection,
  detect,
  lacksTenant,
  usersCountPath,
  versionsPath,
} from '../../../shared/core-api/detection.ts'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'
import { type Timeouts, defaultTimeouts } from './core-client.ts'
import { exchange } from './exchange.ts'
import { createPool } from './pool.ts'
import { type Route, directRoute, proxyName } from './route.ts'
import { type Result, ok, problem } from '../../../shared/result.ts'
import { createConnector } from './connector.ts'
import { codeOf, sentenceFor } from './network-failure.ts'

export type CheckOptions = {
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
    return counted !== null && lacksTenant(counted) ? tenantMissing(base.value) : found
  } finally {
    await pool.destroy()
  }
}

/** Who looks for a core that does not answer has to know of a proxy on the way. */
function withProxy(result: CheckResult, { proxy }: Route): CheckResult {
  if (result.kind !== 'unreachable' || proxy === null) return result
  return { ...result, message: `${result.message} The connection goes through the proxy ${proxyName(proxy)}.` }
}

type Answer =
  | { readonly kind: 'answer'; readonly detection: Detection; readonly reply: RawReply; readonly latencyMs: number }
  | { readonly kind: 'unreachable'; readonly message: string }

/** Asks at the address, and one part up where only the app's address can tell. */
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
  // Nothing there above: what the address itself said is what counts.
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
      return supertokensIsReady(detection.versions, { baseUrl, appUrl, latencyMs })
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
  signal?: AbortSignal,
  route: Route = directRoute,
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
    connect({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, (error, socket) => {
      if (error !== null) return fail(codeOf(error))
      end(ok(performance.now() - since))
      // An error that comes after the end must not be thrown.
      socket.on('error', () => undefined)
      socket.destroy()
    })
  })
}
