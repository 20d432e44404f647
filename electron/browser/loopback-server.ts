import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { loopbackPaths, signedBy, uploadPurposes } from '../../shared/ipc/loopback.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import type { IpcRouter } from '../ipc/ipc-router.ts'
import { securityHeaders } from '../ipc/security-headers.ts'
import { readPageFile } from '../ipc/services/page-files.ts'
import type { EventStream } from './event-stream.ts'
import type { Downloads, Uploads } from './uploads.ts'

type LoopbackOptions = {
  /** The folder of the built page. */
  readonly page: string
  readonly access: PageAccess
  readonly router: IpcRouter
  readonly stream: EventStream
  readonly uploads: Uploads
  readonly downloads: Downloads
  /** How long the sender of a body may say nothing, in milliseconds. */
  readonly silence?: number
  /** How long it may take until a request says who asks, in milliseconds. */
  readonly 'in-doubt'?: number
}

type Reply = { readonly status: number; readonly result: Result<unknown> }

const foreign = problem('foreign-request', 'Only the page of this app can send this request.')
const noSession = problem('no-session', 'Open the address printed in the terminal.')
const nothingHere = problem('not-found', 'There is nothing here.')
const badRequest = problem('bad-request', 'The request is not valid.')
const faulty = problem('internal', 'Internal error. All progress is saved; try again.')

const sessionSchema = z.object({ token: z.string().max(100) })
const challengeSchema = z.object({ challenge: z.string().regex(/^[\w-]{43}$/), mac: z.string().max(100) })

/** Paths whose requests authenticate in their body, and its largest size in bytes. */
const openPaths: readonly string[] = [loopbackPaths.session, loopbackPaths.events]
const maxUnknownBytes = 1024

const uploadSchema = z.object({ name: z.string().max(1000), purpose: z.enum(uploadPurposes) })

/** The app over HTTP, for the one page that holds the bearer. Listens nowhere yet. */
export function createLoopbackServer(options: LoopbackOptions): Server {
  const unknown = options['in-doubt'] ?? maxUnknown
  const server = createServer({ connectionsCheckingInterval: Math.min(1000, unknown / 2) }, (request, response) => {
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    serve(options, port, request, response, () => room.know(request.socket)).catch(() => {
      if (response.headersSent) response.destroy()
      else answer(response, { status: 500, result: faulty })
    })
  })
  // Uploads may take their time; what is silent does not.
  server.requestTimeout = 0
  server.headersTimeout = unknown
  // A browser repeats a request whose connection breaks, if it has used that connection before: the key of the page would go to
  // the next process on this port.
  server.maxRequestsPerSocket = 1
  const room = limitConnections(server, maxConnections)
  return server
}

async function serve(
  options: LoopbackOptions,
  port: number,
  request: IncomingMessage,
  response: ServerResponse,
  known: () => void,
): Promise<void> {
  const { method = '', headers } = request
  const provenance = {
    method,
    host: headers.host,
    origin: headers.origin,
    site: headers['sec-fetch-site']?.toString(),
  }
  if (!isOwnRequest(provenance, port)) return answer(response, { status: 403, result: foreign })

  const url = new URL(request.url ?? '/', `http://127.0.0.1:${port}`)
  const guarded = method === 'POST' || url.pathname.startsWith(loopbackPaths.download)
  if (guarded && !openPaths.includes(url.pathname) && !options.access.allows(headers.authorization)) {
    return answer(response, { status: 401, result: noSession })
  }
  if (guarded && !openPaths.includes(url.pathname)) known()
  if (method === 'POST') {
    const bodyIsHere = openPaths.includes(url.pathname)
      ? breakOffSlow(request, options['in-doubt'] ?? maxUnknown)
      : closeIdleConnections(request, options.silence ?? idleTimeoutMs)
    request.once('end', bodyIsHere)
    return post(options, url, request, response)
  }
  if (method !== 'GET' && method !== 'HEAD') return answer(response, { status: 405, result: nothingHere })
  if (guarded) return download(options, url, response)

  const file = await readPageFile(options.page, (request.url ?? '/').replace(/[?#].*$/s, ''))
  if (file === null) return answer(response, { status: 404, result: nothingHere })
  response.writeHead(200, { ...securityHeaders, 'content-type': file.type, 'content-length': file.body.length })
  response.end(method === 'HEAD' ? undefined : file.body)
}

async function post(
  { access, router, stream, uploads }: LoopbackOptions,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = url
  if (pathname.startsWith(loopbackPaths.bridge)) {
    const input = await readJson(request)
    if (!input.ok) return answer(response, { status: 400, result: input })
    return answer(response, {
      status: 200,
      result: await router(pathname.slice(loopbackPaths.bridge.length), input.value),
    })
  }
  switch (pathname) {
    case loopbackPaths.session: {
      const input = await readJson(request, maxUnknownBytes)
      const parsed = sessionSchema.safeParse(input.ok ? input.value : null)
      const bearer = parsed.success ? access.exchange(parsed.data.token) : null
      if (bearer === null) return answer(response, { status: 401, result: noSession })
      stream.end()
      return answer(response, { status: 200, result: ok({ bearer }) })
    }
    case loopbackPaths.events: {
      const input = await readJson(request, maxUnknownBytes)
      const parsed = challengeSchema.safeParse(input.ok ? input.value : null)
      const mac = parsed.success ? access.prove(parsed.data.challenge, parsed.data.mac) : null
      if (mac === null) return answer(response, { status: 401, result: noSession })
      response.writeHead(200, { ...securityHeaders, 'content-type': 'application/x-ndjson' })
      response.write(`${JSON.stringify({ kind: 'host', mac })}\n`)
      return stream.connect(response)
    }
    case loopbackPaths.ack:
      stream.taken()
      return answer(response, { status: 200, result: ok({}) })
    case loopbackPaths.upload: {
      const parsed = uploadSchema.safeParse(Object.fromEntries(url.searchParams))
      if (!parsed.success) return answer(response, { status: 400, result: badRequest })
      const result = await uploads.receive(parsed.data.purpose, parsed.data.name, request)
      return answer(response, { status: result.ok ? 200 : 413, result })
    }
    default:
      return answer(response, { status: 404, result: nothingHere })
  }
}

async function download({ downloads }: LoopbackOptions, url: URL, response: ServerResponse): Promise<void> {
  const file = downloads.take(url.pathname.slice(loopbackPaths.download.length))
  if (file === null) return answer(response, { status: 404, result: nothingHere })
  response.writeHead(200, { ...securityHeaders, 'content-type': 'application/octet-stream' })
  try {
    await pipeline(createReadStream(file.path), response)
  } finally {
    await downloads.done(file)
  }
}

/** A refusal closes the connection: what is left of the request is not waited for. */
function answer(response: ServerResponse, { status, result }: Reply): void {
  response.writeHead(status, {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    ...(status < 400 ? {} : { connection: 'close' }),
  })
  response.end(JSON.stringify(result))
}

/** The headers that tell where a request comes from. */
type Provenance = {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
}

/**
 * Whether a request was made by our own page on this machine: to a loopback name at our port (another name would be
 * DNS rebinding), from our own origin (another would be a foreign page). A request that changes anything must name its origin.
 */
function isOwnRequest({ method, host, origin, site }: Provenance, port: number): boolean {
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined) return origin === `http://${host}`
  return method === 'GET' || method === 'HEAD'
}

/** Enough for a hundred thousand selected users. */
const most = 4 * 1024 ** 2

/** The body of a request as JSON, at most 4 MiB. */
async function readJson(body: Readable, maxBytes = most): Promise<Result<unknown>> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) return problem('too-large', 'The request is too large. Choose fewer users.')
    chunks.push(chunk)
  }
  try {
    return ok(JSON.parse(Buffer.concat(chunks).toString('utf8')))
  } catch {
    return problem('bad-request', 'The request is not valid.')
  }
}

/**
 * Access to the loopback host. The printed address holds a token that works once; the page trades it for a bearer
 * that it keeps in memory and sends with every request. There are no cookies, so no other page can borrow them.
 */
type PageAccess = {
  /** The token for the next address; the one before it is void. */
  readonly newToken: () => string
  /** The token of the last address was not used yet. */
  readonly unused: () => boolean
  /** A new bearer, which voids the old one; null for a wrong or used token. */
  readonly exchange: (token: unknown) => string | null
  /** Whether an Authorization header carries the current bearer. */
  readonly allows: (header: string | undefined) => boolean
  /** Proves this host to the page that asks with a challenge of its own; null for a page that does not know the bearer. */
  readonly prove: (challenge: string, mac: string) => string | null
}

export function createPageAccess(): PageAccess {
  let token: string | null = null
  let bearer: string | null = null
  const used = new Set<string>()
  return {
    newToken: () => (token = secret()),
    unused: () => token !== null,
    exchange: (given) => {
      if (token === null || typeof given !== 'string' || !same(given, token)) return null
      token = null
      return (bearer = secret())
    },
    prove: (challenge, mac) => {
      if (bearer === null || used.has(challenge) || !same(mac, sign(bearer, signedBy.page(challenge)))) return null
      used.add(challenge)
      return sign(bearer, signedBy.host(challenge))
    },
    allows: (header) => bearer !== null && header !== undefined && same(header, `Bearer ${bearer}`),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function sign(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}

/** Compares digests, so that the time taken tells nothing. */
function same(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** How long the sender of a body may say nothing, in milliseconds. */
const idleTimeoutMs = 60_000

/** How long a whole request may take, headers and body, before it is known who asks, in milliseconds. */
const maxUnknown = 10_000

/** Connections at once; one page needs a dozen. */
const maxConnections = 100

/**
 * Bounds the connections of a server. Over the limit, the oldest unauthenticated connection is closed, so that a client that opens many
 * cannot shut out the page.
 */
export function limitConnections(server: Server, max: number): { readonly know: (socket: Socket) => void } {
  const unknown = new Set<Socket>()
  const all = new Set<Socket>()
  server.on('connection', (socket) => {
    all.add(socket)
    unknown.add(socket)
    socket.once('close', () => {
      all.delete(socket)
      unknown.delete(socket)
    })
    if (all.size <= max) return
    const [oldest = socket] = unknown
    oldest.destroy()
    all.delete(oldest)
    unknown.delete(oldest)
  })
  return { know: (socket) => void unknown.delete(socket) }
}

/** Breaks a request off that is not here in time, however it trickles. Returns a function that stops the timer. */
function breakOffSlow(request: IncomingMessage, milliseconds: number): () => void {
  const timer = setTimeout(() => request.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
  return () => clearTimeout(timer)
}

/**
 * Breaks a request off whose body stays silent for too long, so that a stalled upload holds no connection and no file.
 * Returns a function to call once the body is here: the reply may take its time.
 */
function closeIdleConnections(request: IncomingMessage, milliseconds: number): () => void {
  const { socket } = request
  const breakOff = (): void => void request.destroy()
  socket.setTimeout(milliseconds, breakOff)
  return () => void socket.setTimeout(0, breakOff)
}
