import type { Dispatcher, Pool } from 'undici'
import type * as z from 'zod'
import type { ReplyHeaders } from '../../../../shared/core-api/retry-after.ts'
import { exchange } from '../../core-client/exchange.ts'
import { isTls, type NetworkFailure } from '../../core-client/network-failure.ts'
import { createPool } from '../../core-client/pool.ts'
import { parseKeepingIntegers } from '../../reading/parse-json.ts'
import { type Network, networkHere } from './network.ts'
import { waitSeconds } from './rate-limit.ts'
import { type ApiSayings, failed, type Refusal, refusalOf } from './refusal.ts'

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
  /** For what is too long to be read at once. */
  readonly dispatcher: (address: string) => Dispatcher | Refusal
  readonly close: () => Promise<void>
}

/** No page of users is larger, in bytes. */
const maxBytes = 64 * 1024 * 1024
const limits = { headersMs: 60_000, bodyMs: 120_000, maxBytes }
const connectMs = 10_000
const connections = 8

/** A client that opens connections when they are needed, one pool for each origin. */
export function createWebClient(sayings: ApiSayings, network: Network = networkHere): WebClient {
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
