import type { Dispatcher } from 'undici'
import { requestBuilder, type CoreRequest, type RequestSettings } from '../../../shared/core-api/build-request.ts'
import { type Dialect, supportsOperation } from '../../../shared/core-api/dialects.ts'
import {
  namesOfUser,
  type OperationArgs,
  type OperationName,
  secretsOf,
  secretsOfUser,
} from '../../../shared/core-api/operations.ts'
import type { ReplyOutcome } from '../../../shared/core-api/outcome.ts'
import type { ReplyContext } from '../../../shared/core-api/raw-reply.ts'
import { readReply } from '../../../shared/core-api/reply.ts'
import { quotesMany } from '../../../shared/core-api/bulk-errors.ts'
import { exchange, maxBody, type HttpRequest } from './exchange.ts'
import { createPool } from './pool.ts'
import type { Route } from './route.ts'

type CoreClientOptions = RequestSettings & {
  readonly dialect: Dialect
  /** The most connections ever open. The sender limits the calls in flight; idle connections are not opened. */
  readonly connections: number
  readonly timeouts?: Partial<Timeouts> | undefined
  /** How it is reached from here; absent: directly. */
  readonly route?: Route
  /** Used instead of an own pool; the caller closes it. */
  readonly dispatcher?: Dispatcher
  /** The clock that dates in `Retry-After` are read against: Unix epoch, milliseconds. */
  readonly now?: () => number
}

/** In milliseconds. Requests that wait for a free connection are not timed. */
export type Timeouts = {
  readonly connectMs: number
  readonly headersMs: number
  /** For the whole body, however slowly it arrives. */
  readonly bodyMs: number
}

export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 30_000, bodyMs: 15_000 }

type SendResult = {
  readonly outcome: ReplyOutcome
  /** Null when no reply came. */
  readonly httpStatus: number | null
  /** From `send` to the outcome, in milliseconds, waiting for a free connection included. */
  readonly ms: number
}

export type CoreClient = {
  readonly dialect: Dialect
  /**
   * Sends one operation once and returns its outcome. Never rejects, never retries, never follows a redirect.
   * An aborted signal makes a `retry` outcome with why `cancelled`.
   */
  readonly send: <O extends OperationName>(
    operation: O,
    args: OperationArgs[O],
    signal?: AbortSignal,
  ) => Promise<SendResult>
  /** Waits for calls in flight, then closes the connections. Idempotent; nothing can be sent afterwards. */
  readonly close: () => Promise<void>
}

/** A client for one core, one dialect and one key. It opens nothing before the first `send`. */
export function createCoreClient(options: CoreClientOptions): CoreClient {
  const { dialect, baseUrl, apiKey, now = Date.now } = options
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const build = requestBuilder(dialect, options)
  const dispatcher =
    options.dispatcher ?? createPool(baseUrl.origin, options.connections, timeouts.connectMs, options.route)
  let closing: Promise<void> | null = null
  return {
    dialect,
    async send(operation, args, signal) {
      const since = performance.now()
      const done = (outcome: ReplyOutcome, httpStatus: number | null): SendResult => ({
        outcome,
        httpStatus,
        ms: performance.now() - since,
      })
      if (!supportsOperation(dialect, operation)) return done(notSpoken, null)
      const request = toHttp(baseUrl.origin, build(operation, args))
      const maxBytes = isLong(operation) ? maxBulkBody : maxBody
      const exchanged = await exchange(dispatcher, request, { ...timeouts, maxBytes }, signal)
      if (exchanged.kind === 'failure') {
        const { failure, httpStatus } = exchanged
        return done({ kind: 'retry', httpStatus, retryAfterMs: null, ...failure }, httpStatus)
      }
      const context: ReplyContext = {
        // Nearly no reply has a place where a secret could be, so they are taken apart when asked for.
        get secrets() {
          return secretsOf(operation, args, apiKey)
        },
        secretsOfUser: secretsOfUser(operation, args),
        namesOfUser: namesOfUser(operation, args),
        now: now(),
      }
      return done(readReply(operation, exchanged.reply, context), exchanged.reply.status)
    },
    close() {
      closing ??= options.dispatcher === undefined ? dispatcher.close() : Promise.resolve()
      return closing
    },
  }
}

function isLong(operation: OperationName): boolean {
  return operation === 'list-users' || quotesMany(operation)
}

/** A reply about ten thousand users, each with what the core says of it. In bytes. */
const maxBulkBody = 64 * 1024 * 1024

const notSpoken: ReplyOutcome = {
  kind: 'failed',
  httpStatus: null,
  message: 'This core does not support the request.',
}

function toHttp(origin: string, { url, method, headers, body }: CoreRequest): HttpRequest {
  return { origin, path: url.slice(origin.length), method, headers, body }
}
