import { buildConnector } from 'undici'
import { openTunnel } from './tunnel.ts'
import { trustOf, type Route } from './route.ts'

/**
 * Makes connections to a core: straight or through the proxy, with TLS for https:. The certificate is always verified,
 * whatever the environment says;
 * a private authority is trusted by giving its certificate.
 */
export function createConnector(way: Route, connectMs: number): buildConnector.connector {
  const plain = buildConnector({ timeout: connectMs, allowH2: false, rejectUnauthorized: true, ...trustOf(way) })
  const { proxy } = way
  if (proxy === null) return plain
  return (options, callback) => {
    const { hostname, protocol, port } = options
    const far = { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
    openTunnel(proxy, far, connectMs, (error, socket) => {
      if (socket === null) callback(error ?? new Error('no tunnel'), null)
      else if (protocol === 'https:') plain({ ...options, httpSocket: socket }, callback)
      else callback(null, socket)
    })
  }
}
