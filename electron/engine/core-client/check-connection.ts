import type { Dispatcher } from 'undici'
import { type BaseUrl, parseApiKey, parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { commonHeaders } from '../../../shared/core-api/build-request.ts'
import type { BulkPerson } from '../../../shared/core-api/bulk-person.ts'
import {
  askAbout,
  type CheckResult,
  type CoreFacts,
  describeUnreachable,
  detect,
  type Detection,
  documentedIsReady,
  keyRefused,
  countedUsers,
  lacksTenant,
  needsConfirmation,
  supertokensIsReady,
  tenantMissing,
  unknownFacts,
  unreachableBecause,
  usersCountPath,
  versionsPath,
} from '../../../shared/core-api/check-result.ts'
import { type Dialect, isAtLeast } from '../../../shared/core-api/dialects.ts'
import type { OperationArgs, OperationName } from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { publicTenant } from '../../../shared/users/tenant.ts'
import { type CoreClient, defaultTimeouts, type Timeouts } from './core-client.ts'
import { codeOf, exchange, sentenceFor } from './exchange.ts'
import { createConnector, createPool } from './pool.ts'
import { directRoute, proxyName, type Route } from './route.ts'

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

/**
 * Finds out what a real core offers besides the operations of its version. Creates no user: the one request that could
 * is about a person that every core refuses, because its login methods have neither an email nor a phone number.
 */
export async function readCoreFacts(
  client: Pick<CoreClient, 'send'>,
  { cdi_version: cdiVersion, ...address }: CoreAddress,
  stopping?: AbortSignal,
): Promise<CoreFacts> {
  const timeout = AbortSignal.timeout(maxMs)
  const signal = stopping === undefined ? timeout : AbortSignal.any([timeout, stopping])
  const asking: Asking = { send: (operation, args) => client.send(operation, args, signal) }
  const features = await readFeatures(asking, cdiVersion ?? '0')
  const roles = await readRoles(asking)
  return { ...unknownFacts, ...features, roles, tenants: await readTenants(asking), ownTenant: ownTenant(address) }
}

/** The result of the check of the connection. */
type CoreAddress = { readonly base_url: string; readonly app_url: string | null; readonly cdi_version: string | null }

/** The tenant whose path the address is: what it has behind that of the app. */
function ownTenant({ base_url: url, app_url: app }: Omit<CoreAddress, 'cdi_version'>): string {
  return app === null || !url.startsWith(`${app}/`) ? publicTenant : url.slice(app.length + 1).toLowerCase()
}

type Asking = {
  readonly send: <O extends OperationName>(operation: O, args: OperationArgs[O]) => ReturnType<CoreClient['send']>
}

/** A core that does not answer these questions still connects; its facts are unknown then. */
const maxMs = 15_000

/** Tries, so that one lost reply does not turn account linking off for all users. */
const maxTries = 3

async function ask<O extends OperationName>(
  client: Asking,
  operation: O,
  args: OperationArgs[O],
): Promise<ReplyOutcome> {
  for (let tries = 1; ; tries += 1) {
    const { outcome } = await client.send(operation, args)
    if (outcome.kind !== 'retry' || tries === maxTries) return outcome
  }
}

type Features = Pick<CoreFacts, 'accountLinking' | 'totp'>

async function readFeatures(client: Asking, cdiVersion: string): Promise<Features> {
  if (!isAtLeast(cdiVersion, '4.0')) return { accountLinking: false, totp: false }
  return (isAtLeast(cdiVersion, '5.3') ? await askByBulk(client) : null) ?? (await askByLinking(client))
}

/** A device is named so that nothing but the license can be wrong with it; the login methods are what is refused. */
const refusedPerson: BulkPerson = {
  totp: [{ secretKey: 'JBSWY3DPEHPK3PXP', deviceName: 'Phone', period: 30, skew: 1 }],
  methods: [
    { recipe: 'passwordless', isVerified: false },
    { recipe: 'passwordless', isVerified: false },
  ],
}

/** Real cores name everything that is wrong with a person at once, a missing license among it. */
async function askByBulk(client: Asking): Promise<Features | null> {
  const outcome = await ask(client, 'import-one', refusedPerson)
  if (outcome.kind !== 'failed' || !/Either email or phoneNumber is required/.test(outcome.message)) return null
  return {
    accountLinking: !/Account linking must be enabled/.test(outcome.message),
    totp: !/MFA must be enabled/.test(outcome.message),
  }
}

const nobody = '00000000-0000-4000-8000-000000000000'

/** Cores without bulk import are asked to link a user who does not exist. */
async function askByLinking(client: Asking): Promise<Features> {
  const outcome = await ask(client, 'make-primary', { recipeUserId: nobody })
  const isKnown = outcome.kind === 'failed' && /Unknown user ID/.test(outcome.message)
  const isRefused = outcome.kind === 'stop' && outcome.why === 'licence-required'
  return { accountLinking: isKnown ? true : isRefused ? false : null, totp: null }
}

async function readRoles(client: Asking): Promise<CoreFacts['roles']> {
  const outcome = await ask(client, 'list-roles', {})
  return outcome.kind === 'success' && outcome.roles !== undefined
    ? outcome.roles.filter((role) => role.length <= 256).slice(0, 10_000)
    : null
}

async function readTenants(client: Asking): Promise<CoreFacts['tenants']> {
  const outcome = await ask(client, 'list-tenants', {})
  return outcome.kind === 'success' && outcome.tenants !== undefined
    ? outcome.tenants.filter((tenant) => tenant.length <= 256).slice(0, 100_000)
    : null
}
