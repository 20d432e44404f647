import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ok, problem, type Result, unreachable } from '../../../../shared/result.ts'
import { type Answer, type CoreReply, type CoreRequest, text } from '../context.ts'
import type { FaultDecision, FaultRule } from '../faults/faults.ts'

/** The parts of the HTTP shell, which decides nothing itself. */
type ServerParts = {
  readonly answer: Answer
  /** Asked once for every request, in the order of arrival. */
  readonly fate: (request: CoreRequest) => FaultDecision
  readonly clock: () => number
  /** Real cores close a connection after every hundredth request; 0: never. */
  readonly requestsPerConnection: number
}

/** Bytes of a request body; more is refused. */
const maxBody = 32 * 1024 * 1024

/** `breakOffUnanswered` breaks off the requests that a `timeout` fault holds. */
type Listening = { readonly server: Server; readonly port: number; readonly breakOffUnanswered: () => void }

/** Starts listening on loopback. Errors: `port-taken`, `listen-failed`. */
export async function listen(parts: ServerParts, port: number): Promise<Result<Listening>> {
  const unanswered = new Set<ServerResponse>()
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0, noDelay: true }, (request, response) => {
    collect(request, response, { ...parts, unanswered })
  })
  server.maxRequestsPerSocket = parts.requestsPerConnection
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve)
    server.listen(port, '127.0.0.1', () => resolve(null))
  })
  if (failure !== null) {
    return failure.code === 'EADDRINUSE'
      ? problem('port-taken', `Port ${port} is in use; choose another one, or 0 for any free port.`)
      : problem('listen-failed', `The rehearsal core cannot listen on port ${port} (${failure.code ?? 'unknown'}).`)
  }
  const address = server.address()
  return isAddressInfo(address)
    ? ok({ server, port: address.port, breakOffUnanswered: () => unanswered.forEach(breakOff) })
    : problem('listen-failed', 'The rehearsal core got no port from the system; try again.')
}

type ConnectionParts = ServerParts & {
  /** Replies that a `timeout` fault holds back. */
  readonly unanswered: Set<ServerResponse>
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}

function collect(request: IncomingMessage, response: ServerResponse, parts: ConnectionParts): void {
  const refusal = refuseWebPages(request)
  if (refusal !== null) {
    request.resume()
    return send(response, refusal)
  }
  const chunks: Buffer[] = []
  let length = 0
  request.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length <= maxBody) chunks.push(chunk)
  })
  request.on('error', () => response.destroy())
  request.on('end', () => {
    if (length > maxBody) return send(response, text(413, 'The body is too large.'))
    const [only] = chunks
    const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks)
    const mark = (request.url ?? '/').indexOf('?')
    const url = request.url ?? '/'
    return respond(response, parts, {
      method: request.method ?? 'GET',
      path: mark === -1 ? url : url.slice(0, mark),
      query: mark === -1 ? '' : url.slice(mark + 1),
      headers: request.headers,
      body: bytes.toString('utf8'),
    })
  })
  return undefined
}

function respond(response: ServerResponse, parts: ConnectionParts, request: CoreRequest): void {
  const { latencyMs, fault } = parts.fate(request)
  const answer = async () => parts.answer(request)
  const go = (): void => {
    if (fault !== null) {
      if (fault.kind === 'timeout') hold(response, parts.unanswered)
      injectFault(response, fault, parts.clock(), answer).catch(() => send(response, unexpected))
      return
    }
    try {
      const reply = parts.answer(request)
      if (reply instanceof Promise) reply.then((late) => send(response, late)).catch(() => send(response, unexpected))
      else send(response, reply)
    } catch {
      send(response, unexpected)
    }
  }
  if (latencyMs > 0) setTimeout(go, latencyMs)
  else go()
}

/** Without the reason: it could repeat the request. */
const unexpected: CoreReply = text(500, 'The rehearsal core met an unexpected error.')

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * Keeps web pages out: a page in a browser on this machine could otherwise send requests to the port, or read replies
 * under a name of its own that points to 127.0.0.1. Null: let it pass.
 */
function refuseWebPages(request: IncomingMessage): CoreReply | null {
  const { host, origin } = request.headers
  const name = (host ?? '').replace(/:\d*$/, '').toLowerCase()
  if (origin === undefined && (host === undefined || loopbackHosts.has(name))) return null
  return text(403, 'The rehearsal core takes no requests from web pages, and answers to 127.0.0.1 and localhost only.')
}

/** Plays one fault on the connection. `answer` carries the request out; faults that hide a request never call it. */
async function injectFault(
  response: ServerResponse,
  fault: FaultRule,
  now: number,
  answer: () => Promise<CoreReply>,
): Promise<void> {
  if ('executed' in fault && fault.executed === true) await answer()
  switch (fault.kind) {
    case '429':
      return send(response, page(429, 'Too Many Requests'), retryAfter(fault.retryAfter, fault.retryAfterAs, now))
    case '500':
      return send(response, text(500, fault.text ?? 'Internal Error'))
    case 'html-503':
      return send(response, page(503, 'Service Temporarily Unavailable'), retryAfter(fault.retryAfter, 'seconds', now))
    case 'html-404':
      return send(response, page(404, 'Not Found'))
    case 'refuse-key':
      return send(response, text(401, 'Invalid API key'))
    case 'cut-json': {
      const { status, contentType, body } = await answer()
      return send(response, { status, contentType, body: body.slice(0, Math.ceil(body.length / 2)) })
    }
    case 'timeout':
      return undefined
    case 'reset':
      return reset(response, fault.moment, answer)
    default:
      return unreachable(fault)
  }
}

async function reset(
  response: ServerResponse,
  moment: 'before' | 'lost' | 'during' | 'after',
  answer: () => Promise<CoreReply>,
): Promise<void> {
  if (moment === 'before') return breakOff(response)
  const { status, contentType, body } = await answer()
  if (moment === 'lost') return breakOff(response)
  if (moment === 'after') {
    const { socket } = response
    send(response, { status, contentType, body })
    // Only after the reply was sent: an immediate reset would discard it.
    response.once('finish', () => socket?.destroySoon())
    return undefined
  }
  response.writeHead(status, { 'Content-Type': contentType, 'Content-Length': Buffer.byteLength(body) })
  response.write(body.slice(0, Math.ceil(body.length / 2)), () => breakOff(response))
  return undefined
}

function hold(response: ServerResponse, unanswered: Set<ServerResponse>): void {
  unanswered.add(response)
  response.once('close', () => unanswered.delete(response))
}

function breakOff(response: ServerResponse): void {
  response.socket?.resetAndDestroy()
}

/** Error page of a proxy in front of the core: HTML, no JSON. */
function page(status: number, title: string): CoreReply {
  const body = `<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n<center><h1>${status} ${title}</h1></center>\r\n</body>\r\n</html>\r\n`
  return { status, contentType: 'text/html', body }
}

function retryAfter(seconds: number | undefined, as: 'seconds' | 'date' | undefined, now: number): readonly string[] {
  if (seconds === undefined) return []
  const value = as === 'date' ? new Date(now + seconds * 1000).toUTCString() : String(Math.ceil(seconds))
  return ['Retry-After', value]
}

/** Sends a whole reply. `more` is a flat list of header names and values. */
function send(response: ServerResponse, reply: CoreReply, more: readonly string[] = []): void {
  if (response.destroyed || response.headersSent) return
  const length = String(Buffer.byteLength(reply.body))
  response.writeHead(reply.status, ['Content-Type', reply.contentType, 'Content-Length', length, ...more])
  response.end(reply.body)
}
