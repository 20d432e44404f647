import type { Dispatcher, Pool } from 'undici'
import type * as z from 'zod'
import { readRetryAfter, type ReplyHeaders } from '../../../../shared/core-api/raw-reply.ts'
import { ok, problem, type Result } from '../../../../shared/result.ts'
import { exchange, isTls, type NetworkFailure } from '../../core-client/exchange.ts'
import { createPool } from '../../core-client/pool.ts'
import { proxyFromEnvironment, type Route } from '../../core-client/route.ts'
import { parseKeepingIntegers } from '../../reading/json/json-value.ts'
import { readAuthorityOption } from '../option-table.ts'
import type { FetchErrorCode, FetchReply } from '../source.ts'

/** HTTP to the API of an old system. Redirects are not followed, nothing is retried, and no error repeats what came. */

export type WebRequest = {
  readonly method: 'GET' | 'POST'
  /** The whole address. */
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type WebReply = {
  readonly kind: 'reply'
  readonly status: number
  readonly headers: ReplyHeaders
  readonly text: string
}

export type WebClient = {
  readonly sayings: ApiSayings
  /** Sends a request once. A refusal stands for no reply at all. */
  readonly send: (request: WebRequest, signal: AbortSignal) => Promise<WebReply | Refusal>
  /** The body of a success, parsed; a refusal for every other reply. */
  readonly read: <T>(reply: WebReply, schema: z.ZodType<T>) => { readonly kind: 'value'; readonly value: T } | Refusal
  /** Streams a body that is too long to be read at once. */
  readonly dispatcher: (address: string) => Dispatcher | Refusal
  readonly close: () => Promise<void>
}

/** No page of users is larger, in bytes. */
const maxBytes = 64 * 1024 * 1024
const limits = { headersMs: 60_000, bodyMs: 120_000, maxBytes }
const connectMs = 10_000
const connections = 8

/** A client that opens connections when they are needed, one pool for each origin. */
export function createWebClient(sayings: ApiSayings, network: Network): WebClient {
  const pools = new Map<string, Pool>()
  const dispatcher = (address: string): Dispatcher | Refusal => {
    const { origin } = new URL(address)
    const kept = pools.get(origin)
    if (kept !== undefined) return kept
    const route = network.routeTo(address)
    if (!route.ok) return failed('unreachable', route.error.message)
    const pool = createPool(origin, connections, connectMs, route.value)
    pools.set(origin, pool)
    return pool
  }
  return {
    sayings,
    dispatcher,
    send: async ({ method, address, headers, body }, signal) => {
      const pool = dispatcher(address)
      if ('kind' in pool) return pool
      const { origin, pathname, search } = new URL(address)
      const request = {
        origin,
        path: pathname + search,
        method,
        headers: { accept: 'application/json', 'user-agent': userAgent, ...headers },
        body: body ?? null,
      }
      const exchanged = await exchange(pool, request, limits, signal)
      if (exchanged.kind === 'failure') return noReply(sayings.title, exchanged.failure)
      const { reply } = exchanged
      return { kind: 'reply', status: reply.status, headers: reply.headers, text: reply.body }
    },
    read: (reply, schema) => {
      if (reply.status < 200 || reply.status > 299) {
        return refusalOf(reply, sayings, waitSeconds(reply.headers, network.now()))
      }
      const value = jsonOf(reply.text)
      if (value === undefined) return notJson(sayings.title, reply)
      const parsed = schema.safeParse(value)
      if (parsed.success) return { kind: 'value', value: parsed.data }
      return failed('bad-reply', `${sayings.title} answered in a form that it does not document. Check the address.`)
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

const userAgent = 'user-migration-assistant'

function jsonOf(text: string): unknown {
  try {
    return parseKeepingIntegers(text)
  } catch {
    return undefined
  }
}

function notJson(title: string, { text }: WebReply): Refusal {
  if (text.length >= maxBytes) {
    return failed('size-limit', `${title} answered with a page of more than 64 MiB, which is not read.`)
  }
  if (/^\s*</.test(text)) {
    return failed('bad-reply', `${title} answered with a web page instead of data. Check the address.`)
  }
  return failed('bad-reply', `The reply of ${title} was cut off or is not JSON. Continue later.`, true)
}

function noReply(title: string, { code, message, why }: NetworkFailure): Refusal {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    const sentence = `The certificate of ${title} is not valid today. Ask who runs it to renew it, or check the clock of this machine.`
    return failed('unreachable', sentence)
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const sentence = `The certificate of ${title} belongs to another server name. Use the name that is in it as the address.`
    return failed('unreachable', sentence)
  }
  if (isTls(code)) {
    return failed(
      'unreachable',
      `The certificate of ${title} is not valid or not trusted on this machine (${code}). If it comes from an authority of your company, install that in the system, or name it with --ca-file where the source has that option.`,
    )
  }
  return failed(why === 'unexpected-reply' ? 'bad-reply' : 'unreachable', `${title}: ${message}`, why !== 'cancelled')
}

/**
 * Seconds until requests may go on, from `Retry-After` or the reset of a rate limit (`X-Rate-Limit-Reset` of Okta,
 * `X-RateLimit-Reset` of Auth0 and others: seconds since 1970); null: the reply does not say. At least 1.
 */
export function waitSeconds(headers: ReplyHeaders, now: number): number | null {
  const after = readRetryAfter(headers, now)
  if (after !== null) return Math.max(1, Math.ceil(after / 1000))
  return resetSeconds(headers, now)
}

/** Seconds until the rate limit is reset, by the server's own clock where it tells it. */
export function resetSeconds(headers: ReplyHeaders, now: number): number | null {
  const reset = numberIn(headers['x-rate-limit-reset']) ?? numberIn(headers['x-ratelimit-reset'])
  if (reset === null) return null
  // Some count from now instead.
  if (reset < 1_000_000_000) return Math.max(1, Math.ceil(reset))
  const date = headers['date']
  const told = typeof date === 'string' ? Date.parse(date) : Number.NaN
  const serverNow = Number.isNaN(told) ? now : told
  return Math.max(1, Math.ceil(reset - serverNow / 1000) + 1)
}

/** True when less than a tenth of the requests of this window is left, which others may need. */
export function isNearlySpent(headers: ReplyHeaders): boolean {
  const limit = numberIn(headers['x-rate-limit-limit'])
  const left = numberIn(headers['x-rate-limit-remaining'])
  return limit !== null && left !== null && left * 10 < limit
}

/** Several windows are several values: the first is the shortest. */
function numberIn(value: ReplyHeaders[string]): number | null {
  const text = typeof value === 'string' ? value : value?.[0]
  const number = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(text ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** A page that could not be fetched. */
export type Refusal = Extract<FetchReply, { kind: 'failed' | 'wait' }>

export function failed(code: FetchErrorCode, sentence: string, again = false): Extract<FetchReply, { kind: 'failed' }> {
  return { kind: 'failed', code, sentence, again }
}

/** Sentences about the refusals of an API, each with a way out. Its own texts are never repeated. */
export type ApiSayings = {
  /** The name of the product, e.g. `Auth0`. */
  readonly title: string
  /** 401, also with a new token. */
  readonly unauthorized: string
  /** 403, with the permission that is missing. */
  readonly forbidden: string
  /** 404: an address, realm or project that is not there. */
  readonly notFound: string
}

/** The head of a reply that is no success. */
type Head = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The meaning of a status other than 2xx. `waitSeconds`: the wait that a 429 or 503 asks for; null: it does not say. */
function refusalOf({ status }: Head, sayings: ApiSayings, waitSeconds: number | null): Refusal {
  const { title } = sayings
  if (status === 429 || (status === 503 && waitSeconds !== null)) {
    const reason = `${title} limits the rate of requests.`
    return waitSeconds === null
      ? failed('rate-limited', `${reason} Continue later.`, true)
      : { kind: 'wait', seconds: waitSeconds, reason }
  }
  if (status === 401) return failed('unauthorized', sayings.unauthorized)
  if (status === 403) return failed('forbidden', sayings.forbidden)
  if (status === 404) return failed('not-found', sayings.notFound)
  if (status >= 300 && status < 400) {
    return failed(
      'bad-reply',
      `${title} answered with a redirect (${status}), which is not followed: credentials go to the given address only. Check the address.`,
    )
  }
  if (status >= 500 || status === 408 || status === 425) {
    return failed('source-error', `${title} has a problem of its own (${status}). Continue later.`, true)
  }
  // The server keeps a cursor only for some time.
  return failed(
    'source-error',
    `${title} rejected the request (${status}). Check the options. If the fetch was resumed after a long time, begin again with another file.`,
  )
}

/** How APIs are reached from this machine, and its clock. */
export type Network = {
  readonly routeTo: (address: string) => Result<Route>
  /** Unix epoch, milliseconds. */
  readonly now: () => number
}

/** Through the proxy of the environment, as curl does. */
const networkHere: Network = networkTrusting(null)

/** The network of this machine with further trusted certificates, in PEM. */
function networkTrusting(ca: string | null): Network {
  return {
    routeTo: (address) => {
      const named = proxyFromEnvironment(address, process.env)
      if (named.kind === 'unusable') return problem('proxy-unusable', unusable(named.name))
      return ok({ proxy: named.kind === 'proxy' ? named.proxy : null, ca })
    },
    now: Date.now,
  }
}

/** The error about a proxy that cannot be used; its own text may hold a password. */
function unusable(name: string): string {
  return `The proxy in ${name} cannot be used, and nothing is fetched without it. Use an HTTP proxy, for example HTTPS_PROXY=http://proxy.example.com:3128 (write % in a password as %25), or exclude the server with NO_PROXY.`
}

/** `caFile`: certificates of a private authority; null: none. */
export function networkWith(caFile: string | null): Result<Network> {
  if (caFile === null) return ok(networkHere)
  const authority = readAuthorityOption(caFile)
  return authority.ok ? ok(networkTrusting(authority.value)) : authority
}
