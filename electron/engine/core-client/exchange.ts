import type { Dispatcher } from 'undici'
import errors from 'undici/lib/core/errors.js'
import type { RetryReason } from '../../../shared/core-api/outcome.ts'
import type { RawReply } from '../../../shared/core-api/raw-reply.ts'

export type HttpRequest = {
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

type ReplyLimits = {
  /** From the last byte of the request to the first of the reply, in milliseconds. */
  readonly headersMs: number
  /** From the head of the reply to its end, in milliseconds. */
  readonly bodyMs: number
  /** More is not read; nothing: `maxBody`. */
  readonly maxBytes?: number
}

type Exchanged =
  | { readonly kind: 'reply'; readonly reply: RawReply }
  | { readonly kind: 'failure'; readonly failure: NetworkFailure; readonly httpStatus: number | null }

/** No reply of a core is that long; more is not read. In bytes. */
export const maxBody = 1024 * 1024

/**
 * One request, one reply, through undici's own dispatch: no streams, no redirects, no retries. Never rejects.
 * A body that breaks off makes a failure of a reply whose meaning is in its body (2xx, 404); other replies keep what came.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: HttpRequest,
  limits: ReplyLimits,
  signal?: AbortSignal,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null
    let status: number | null = null
    let headers: RawReply['headers'] = {}
    let bodySince = 0
    let length = 0
    const chunks: Buffer[] = []
    let settled = false

    const settle = (exchanged: Exchanged) => {
      settled = true
      signal?.removeEventListener('abort', cancel)
      resolve(exchanged)
    }
    const reply = (status: number): Exchanged => {
      const type = headers['content-type']
      const body = joined(chunks).toString()
      return { kind: 'reply', reply: { status, contentType: typeof type === 'string' ? type : null, headers, body } }
    }
    const fail = (error: unknown) => {
      if (settled) return
      if (status !== null && meansWithoutBody(status)) return settle(reply(status))
      const failure = failureOf(error, controller !== null)
      // Broken off in the middle of a success: a cut reply, whatever cut it.
      const cut = status !== null && status < 300 && failure.why === 'reset'
      settle({ kind: 'failure', httpStatus: status, failure: cut ? { ...failure, why: 'unexpected-reply' } : failure })
    }
    const giveUp = (code: string) => {
      const reason = Object.assign(new Error(code), { code })
      fail(reason)
      controller?.abort(reason)
    }
    const cancel = () => giveUp('UND_ERR_ABORTED')

    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    dispatcher.dispatch(
      { ...request, headersTimeout: limits.headersMs, bodyTimeout: limits.bodyMs },
      {
        onRequestStart(started) {
          controller = started
          if (settled) started.abort(new Error('cancelled before it began'))
        },
        // Called again after every 1xx; the last one counts.
        onResponseStart(_controller, statusCode, replyHeaders) {
          status = statusCode < 200 ? null : statusCode
          headers = replyHeaders
          bodySince = performance.now()
        },
        onResponseData(started, chunk) {
          if (settled || status === null) return
          chunks.push(chunk)
          length += chunk.length
          if (length > (limits.maxBytes ?? maxBody)) {
            settle(reply(status))
            started.abort(new Error('longer than any reply'))
          } else if (performance.now() - bodySince > limits.bodyMs) giveUp('UND_ERR_BODY_TIMEOUT')
        },
        onResponseEnd() {
          if (!settled && status !== null) settle(reply(status))
        },
        onResponseError(_controller, error) {
          fail(error)
        },
      },
    )
  })
}

/** Nearly every reply is one piece, which needs no copy. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only, ...more] = chunks
  return only !== undefined && more.length === 0 ? only : Buffer.concat(chunks)
}

/** Whether the status alone gives the meaning: for all but a success, and a 404, which may be a page. */
function meansWithoutBody(status: number): boolean {
  return status >= 300 && status !== 404
}

/** No reply, or no complete one, came back. */
export type NetworkFailure = {
  readonly why: Extract<RetryReason, 'connect' | 'reset' | 'timeout' | 'unexpected-reply' | 'cancelled'>
  /** The request may have reached the core. */
  readonly reached: boolean
  /** Of the socket, TLS or undici, e.g. `ECONNRESET`; `unknown` where there is none. */
  readonly code: string
  /** A fixed sentence with the code of the error: what libraries write may hold anything. */
  readonly message: string
}

/** Sorts an error of a socket, of TLS or of undici. `started`: the request was handed to a connection before. */
export function failureOf(error: unknown, started: boolean): NetworkFailure {
  const code = codeOf(error)
  return { why: whyOf(code, started), reached: started, code, message: sentenceFor(code, started) }
}

/** The sentence for an error that met a connection, with its code for those who search for it. */
export function sentenceFor(code: string, started: boolean): string {
  const known = sentences[code] ?? (isProxy(code) ? proxyRefused : isTls(code) ? tls : undefined)
  return `${known ?? (started ? 'The connection broke' : 'The connection failed')} (${code}).`
}

export function codeOf(error: unknown): string {
  if (error instanceof errors.HTTPParserError) return notHttp
  if (typeof error !== 'object' || error === null || !('code' in error)) return 'unknown'
  return typeof error.code === 'string' && /^[A-Z0-9_]{1,60}$/.test(error.code) ? error.code : 'unknown'
}

function whyOf(code: string, started: boolean): NetworkFailure['why'] {
  if (ours.has(code)) return 'cancelled'
  if (!started) return 'connect'
  if (timeouts.has(code)) return 'timeout'
  return code === notHttp ? 'unexpected-reply' : 'reset'
}

const ours = new Set(['UND_ERR_ABORTED', 'UND_ERR_DESTROYED', 'UND_ERR_CLOSED'])
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])

/** The certificate of the other side is not valid, or not trusted here. */
export function isTls(code: string): boolean {
  return /CERT|ISSUER|SIGNATURE|^ERR_TLS/.test(code)
}

function isProxy(code: string): boolean {
  return code.startsWith('PROXY_')
}

/** undici’s errors about what is not HTTP carry what came instead of a code. */
const notHttp = 'NOT_HTTP'
const tls = 'The core’s certificate is not valid or not trusted by this machine'
const unknownAuthority =
  'The core’s certificate comes from an authority that this machine does not know, perhaps your company’s own. ' +
  'Get the certificate of that authority as a file and give it to the app: on the Connect screen under Advanced, on the command line with --ca-file'
const outOfTime = 'The core’s certificate has expired. Renew it, or check the clock of this machine'
const proxyRefused = 'The proxy refused the connection. Ask its administrator to allow this address'
const noTls = 'The server at this address does not use TLS; the address may need http://'
const late = 'No answer came in time'

const sentences: Readonly<Record<string, string>> = {
  [notHttp]: 'The server at this address does not speak HTTP',
  ECONNREFUSED: 'No server accepts connections at this address',
  ENOTFOUND: 'The host name was not found. Check the spelling',
  EAI_AGAIN: 'The host name cannot be resolved right now. Check the network',
  EHOSTUNREACH: 'The host cannot be reached from this network',
  ENETUNREACH: 'The host cannot be reached from this network',
  UND_ERR_CONNECT_TIMEOUT: 'No connection was made in time',
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: 'The reply was not completed in time',
  ETIMEDOUT: late,
  ECONNRESET: 'The connection was reset',
  UND_ERR_SOCKET: 'The server closed the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The reply was shorter or longer than announced',
  UND_ERR_HEADERS_OVERFLOW: 'The reply headers are too large',
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  CERT_HAS_EXPIRED: outOfTime,
  CERT_NOT_YET_VALID: outOfTime,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The core’s certificate is for another host name. Use that host name, or issue a certificate for this one',
  PROXY_407:
    'The proxy requires a user name and password. Set them in HTTPS_PROXY (http://user:password@proxy:port), then restart the app',
  PROXY_UNREACHABLE: 'The proxy does not answer. Check the system’s proxy settings, or HTTPS_PROXY',
  PROXY_TIMEOUT: 'The proxy did not answer in time',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  UND_ERR_ABORTED: 'The call was cancelled',
  UND_ERR_DESTROYED: 'The connection was closed by this app',
  UND_ERR_CLOSED: 'The connection was closed by this app',
}
