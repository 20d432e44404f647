import type { IncomingMessage } from 'node:http'
import { text, type CoreReply } from '../exchange.ts'

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Keeps web pages out: a page in a browser on this machine could otherwise send requests to the port, or read replies
 * under a name of its own that points to 127.0.0.1. Null: let it pass.
 */
export function refuseWebPages(request: IncomingMessage): CoreReply | null {
  const { host, origin } = request.headers
  const name = (host ?? '').replace(/:\d*$/, '').toLowerCase()
  if (origin === undefined && (host === undefined || loopbackHosts.has(name))) return null
  return text(403, 'The rehearsal core takes no requests from web pages, and answers to 127.0.0.1 and localhost only.')
}
