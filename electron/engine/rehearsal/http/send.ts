import type { ServerResponse } from 'node:http'
import type { CoreReply } from '../exchange.ts'

/** Sends a whole reply. `more` is a flat list of header names and values. */
export function send(response: ServerResponse, reply: CoreReply, more: readonly string[] = []): void {
  if (response.destroyed || response.headersSent) return
  const length = String(Buffer.byteLength(reply.body))
  response.writeHead(reply.status, ['Content-Type', reply.contentType, 'Content-Length', length, ...more])
  response.end(reply.body)
}
