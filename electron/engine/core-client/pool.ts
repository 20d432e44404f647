import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Socket } from 'node:net'
import * as tls from 'node:tls'
import type { buildConnector as Connectors } from 'undici'
import buildConnector from 'undici/lib/core/connect.js'
import Pool from 'undici/lib/dispatcher/pool.js'
import { directRoute, type Route, trustedCertificates } from './route.ts'
import { hostAndPort, withoutBrackets } from '../../../shared/core-api/base-url.ts'

/** Connections to one core. They are opened when needed; HTTP/1.1, one request at a time on each. */
export function createPool(origin: string, connections: number, connectMs: number, route: Route = directRoute): Pool {
  return new Pool(origin, { connections, pipelining: 1, allowH2: false, connect: createConnector(route, connectMs) })
}

/**
 * Makes connections to a core: directly or through the proxy, with TLS for https:. The certificate is always verified,
 * whatever the environment says;
 * a private authority is trusted by giving its certificate.
 */
export function createConnector(route: Route, connectMs: number): Connectors.connector {
  const plain = buildConnector({ timeout: connectMs, allowH2: false, rejectUnauthorized: true, ...trustOf(route) })
  const { proxy } = route
  if (proxy === null) return plain
  return (options, callback) => {
    const { hostname, protocol, port } = options
    const target = { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
    openTunnel(proxy, target, connectMs, (error, socket) => {
      if (socket === null) callback(error ?? new Error('no tunnel'), null)
      else if (protocol === 'https:') plain({ ...options, httpSocket: socket }, callback)
      else callback(null, socket)
    })
  }
}

/** Where a tunnel ends. */
type TunnelTarget = { readonly host: string; readonly port: number }

/**
 * A connection through an HTTP proxy (RFC 9110, CONNECT), for whatever is spoken at the far end. User and password of the
 * proxy's address go out as basic authorisation, to the proxy alone. Fails with an error
 * whose code says why: `PROXY_407` (what the proxy answered), `PROXY_UNREACHABLE`, `PROXY_TIMEOUT`.
 */
function openTunnel(
  proxy: string,
  { host, port }: TunnelTarget,
  timeoutMs: number,
  done: (error: Error | null, socket: Socket | null) => void,
): void {
  const { protocol, hostname, port: proxyPort, username, password } = new URL(proxy)
  const authority = hostAndPort(host, port)
  const word = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const request = (protocol === 'https:' ? requestHttps : requestHttp)({
    host: withoutBrackets(hostname),
    port: proxyPort || (protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: authority,
    agent: false,
    rejectUnauthorized: true,
    headers: { host: authority, ...(username === '' ? {} : { 'proxy-authorization': `Basic ${word}` }) },
  })
  let open = true
  const end = (code: string | null, socket: Socket | null) => {
    if (!open) return
    open = false
    clearTimeout(timer)
    if (code !== null) request.destroy()
    done(code === null ? null : Object.assign(new Error(code), { code }), socket)
  }
  const timer = setTimeout(() => end('PROXY_TIMEOUT', null), timeoutMs)
  request.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode === 200) return end(null, socket)
    socket.on('error', () => undefined)
    socket.destroy()
    end(`PROXY_${statusCode}`, null)
  })
  // A proxy that answers as if it had been asked for a page.
  request.once('response', ({ statusCode = 0 }) => end(`PROXY_${statusCode}`, null))
  request.on('error', () => end('PROXY_UNREACHABLE', null))
  request.end()
}

/** Trusted certificates: one context for all connections, because reading the list takes longer than a request. */
function trustOf(route: Pick<Route, 'ca'>): { readonly secureContext?: tls.SecureContext } {
  const trusted = trustedCertificates(route)
  return trusted === null ? {} : { secureContext: tls.createSecureContext({ ca: [...trusted] }) }
}
