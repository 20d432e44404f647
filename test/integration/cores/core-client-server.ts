import { createServer, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import { createCoreClient, type CoreClient } from '../../../electron/engine/core-client/core-client.ts'
import { listen } from '../../support/servers/loopback.ts'

type CoreClientOptions = Parameters<typeof createCoreClient>[0]

/** A request as it came over the wire. */
export type Seen = {
  readonly method: string
  readonly path: string
  /** Name and value in turn, spelled as sent. */
  readonly rawHeaders: readonly string[]
  readonly body: string
}

export type ScriptedServer = {
  readonly url: string
  readonly port: number
  readonly seen: readonly Seen[]
  /** How many connections were ever opened. */
  readonly connections: () => number
}

type Answer = (request: Seen, response: ServerResponse, socket: Socket) => void

/** A real HTTP server on loopback whose answers the test writes. Closed after the test. */
export async function startServer(answer: Answer): Promise<ScriptedServer> {
  const seen: Seen[] = []
  let opened = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const one = { method: request.method ?? '', path: request.url ?? '', rawHeaders: request.rawHeaders, body }
      seen.push(one)
      answer(one, response, request.socket)
    })
  })
  server.on('connection', () => (opened += 1))
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}`, port, seen, connections: () => opened }
}

/** The same below HTTP: what is written is all that comes back. */
export async function startRawServer(
  connected: (socket: Socket) => void,
): Promise<{ readonly url: string; readonly port: number }> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy())
    connected(socket)
  })
  const port = await listen(server)
  return { url: `http://127.0.0.1:${port}`, port }
}

/** A client for that server, closed after the test. */
export function clientFor(address: string, options: Partial<CoreClientOptions> = {}): CoreClient {
  const baseUrl = parseBaseUrl(address)
  if (!baseUrl.ok) throw new Error(baseUrl.error.message)
  const client = createCoreClient({
    dialect: 'documented',
    apiKey: 'made-up-key',
    connections: 4,
    ...options,
    baseUrl: baseUrl.value,
  })
  onTestFinished(() => client.close())
  return client
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(`${JSON.stringify(body)}\n`)
}

/** An error as a real core sends it: a plain sentence that calls itself HTML. */
export function sendText(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'text/html;charset=UTF-8', ...headers }).end(body)
}
