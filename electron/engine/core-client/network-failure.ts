import { errors } from 'undici'
import type { RetryWhy } from '../../../shared/core-api/outcome.ts'

/** Nothing, or nothing whole, came back. */
export type NetworkFailure = {
  readonly why: Extract<RetryWhy, 'connect' | 'reset' | 'timeout' | 'unexpected-reply' | 'cancelled'>
  /** The request may have reached the core. */
  readonly reached: boolean
  /** A fixed sentence with the code of the error: what libraries write may hold anything. */
  readonly message: string
}

/** Sorts an error of a socket, of TLS or of undici. `started`: the request was handed to a connection before. */
export function failureOf(error: unknown, started: boolean): NetworkFailure {
  const code = codeOf(error)
  return { why: whyOf(code, started), reached: started, message: sentenceFor(code, started) }
}

/** The sentence for an error that met a connection, with its code for those who search for it. */
export function sentenceFor(code: string, started: boolean): string {
  const known = sentences[code] ?? (isProxy(code) ? proxyRefused : isTls(code) ? tls : undefined)
  return `${known ?? (started ? 'The connection broke' : 'No connection could be made')} (${code}).`
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

function isTls(code: string): boolean {
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
const outOfTime =
  'The core’s certificate is out of date. It has to be renewed there; or the clock of this machine is wrong'
const proxyRefused = 'The proxy did not let the connection through; ask those who run it to allow this address'
const noTls = 'What answers at this address does not speak TLS; the address may need http://'
const late = 'No answer came in time'

const sentences: Readonly<Record<string, string>> = {
  [notHttp]: 'What answers at this address does not speak HTTP',
  ECONNREFUSED: 'Nothing accepts connections at this address',
  ENOTFOUND: 'The name of the host is not known; check its spelling',
  EAI_AGAIN: 'The name of the host cannot be looked up right now; check the network',
  EHOSTUNREACH: 'The host cannot be reached from this network',
  ENETUNREACH: 'The host cannot be reached from this network',
  UND_ERR_CONNECT_TIMEOUT: 'No connection was made in time',
  UND_ERR_HEADERS_TIMEOUT: late,
  UND_ERR_BODY_TIMEOUT: 'The reply began but did not end in time',
  ETIMEDOUT: late,
  ECONNRESET: 'The other side broke the connection',
  UND_ERR_SOCKET: 'The other side closed the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The reply was shorter or longer than announced',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the reply are too long',
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  CERT_HAS_EXPIRED: outOfTime,
  CERT_NOT_YET_VALID: outOfTime,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'The core’s certificate was made for another name. Use the address that it was made for, or have it made anew for this one',
  PROXY_407:
    'The proxy wants a user and a password. Put them into HTTPS_PROXY (http://user:password@proxy:port) and start the app again',
  PROXY_UNREACHABLE:
    'The proxy of this machine does not answer. Check the proxy settings of the system, or HTTPS_PROXY',
  PROXY_TIMEOUT: 'The proxy gave no answer in time',
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  UND_ERR_ABORTED: 'The call was cancelled',
  UND_ERR_DESTROYED: 'The connection was closed by this app',
  UND_ERR_CLOSED: 'The connection was closed by this app',
}
