import * as net from 'node:net'
import * as tls from 'node:tls'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { codeOf, sentenceFor } from './network-failure.ts'

/** Opens a connection (with TLS for https:) and closes it again without sending a request. Gives the milliseconds it took. */
export function probe(origin: string, connectMs: number, signal?: AbortSignal): Promise<Result<number>> {
  const since = performance.now()
  const { protocol, hostname, port } = new URL(origin)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const secure = protocol === 'https:'
    const socket = secure
      ? tls.connect({ host, port: Number(port || 443), ALPNProtocols: ['http/1.1'], ...serverName(host) })
      : net.connect({ host, port: Number(port || 80) })
    const end = (result: Result<number>) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      socket.destroy()
      resolve(result)
    }
    const fail = (code: string) => end(problem('away', sentenceFor(code, false)))
    const cancel = () => fail('UND_ERR_ABORTED')
    const timer = setTimeout(() => fail('UND_ERR_CONNECT_TIMEOUT'), connectMs)
    socket.once(secure ? 'secureConnect' : 'connect', () => end(ok(performance.now() - since)))
    // Stays: an error that comes after the end must not be thrown.
    socket.on('error', (error) => fail(codeOf(error)))
    if (signal?.aborted === true) cancel()
    else signal?.addEventListener('abort', cancel, { once: true })
  })
}

/** Names only: an IP address must not be sent as the name of a server. */
function serverName(host: string): { readonly servername?: string } {
  return net.isIP(host) === 0 ? { servername: host } : {}
}
