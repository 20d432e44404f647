import { createServer, request as httpRequest, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { operationOf, type Operation } from '../../electron/engine/rehearsal/operation-names.ts'
import type { Arrived, Plan } from './fault.ts'
import { doom, corruptReply, type CoreReply } from './corrupt-reply.ts'
import { peopleStagedBy } from './staged-people.ts'

/** A real HTTP proxy before a core, with faults of its own. */
export type FaultProxy = {
  readonly url: string
  /** Requests that came although a success of the same had gone back whole before; there must be none. */
  readonly sentAgain: string[]
  /** Requests that came, ended or not. */
  readonly arrived: () => number
  /** How many requests met a fault. */
  readonly faults: () => number
  readonly plan: (plan: Plan) => void
  /** From now on exactly these (operation and subject) must not come again; what went back before is forgotten. */
  readonly done: (requests: readonly string[]) => void
  /** Closes the port, and breaks off all requests in flight. */
  readonly leave: () => Promise<void>
  readonly comeBack: () => Promise<void>
}

export type ProxyOptions = {
  readonly plan?: Plan
  /** Requests after which a connection ends, announced or not. 0: unlimited. */
  readonly perConnection?: number
  readonly announced?: boolean
  /** The key that the core gets in the place of the one that came. */
  readonly keyOf?: (key: string) => string
}

/** Starts a proxy on loopback before the core at `coreUrl`. Ended with the test. */
export async function startFaultProxy(coreUrl: string, options: ProxyOptions = {}): Promise<FaultProxy> {
  const { perConnection = 0, announced = true, keyOf } = options
  let { plan = () => null } = options
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  let delivered = new Set<string>()
  const sentAgain: string[] = []
  /** The last reply on an open connection: when the connection breaks off, it may never be read. */
  const latest = new Map<Socket, readonly string[]>()
  const seen = new Map<string, number>()
  const contacts = new Map<string, string>()
  const onSocket = new WeakMap<Socket, number>()
  let arrived = 0
  let faults = 0

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const known = describe(request, body, contacts)
    const key = `${known.operation} ${known.subject}`
    const nth = seen.get(key) ?? 0
    seen.set(key, nth + 1)
    const isCheck = request.method === 'GET' && (request.url ?? '').endsWith('/apiversion')
    const fault = isCheck ? null : plan({ ...known, nth, count: arrived })
    if (!isCheck) arrived += 1
    sentAgain.push(...known.people.filter((one) => delivered.has(one)))
    if (fault !== null) faults += 1
    const ask = async (): Promise<CoreReply> => {
      const key = request.headers['api-key']
      if (keyOf !== undefined && typeof key === 'string') request.headers['api-key'] = keyOf(key)
      const reply = await forward(coreUrl, agent, request, body)
      noteContact(known, reply.body, contacts)
      return reply
    }
    const nthOnSocket = (onSocket.get(request.socket) ?? 0) + 1
    onSocket.set(request.socket, nthOnSocket)
    const isLast = perConnection > 0 && nthOnSocket >= perConnection
    if (isLast && announced) response.shouldKeepAlive = false
    if (isLast && !announced) doom(request.socket)
    const isDelivered = await corruptReply(response, fault, ask)
    const came = onlyOnce.has(known.operation) ? known.people : []
    if (isDelivered && !request.socket.destroyed) {
      for (const one of came) delivered.add(one)
      latest.set(request.socket, came)
    }
    if (isLast && !announced) request.socket.destroySoon()
  }

  const server = createServer({ noDelay: true, keepAliveTimeout: 60_000, requestTimeout: 0 }, (request, response) => {
    handle(request, response).catch(() => response.socket?.resetAndDestroy())
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  onTestFinished(async () => {
    agent.destroy()
    if (server.listening) await close()
  })
  return {
    url: `http://127.0.0.1:${address.port}`,
    sentAgain,
    arrived: () => arrived,
    faults: () => faults,
    plan: (next) => {
      plan = next
    },
    done: (requests) => {
      delivered = new Set(requests)
    },
    leave: async () => {
      for (const key of [...latest.values()].flat()) delivered.delete(key)
      latest.clear()
      await close()
    },
    comeBack: () => listen(address.port),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

type Described = Pick<Arrived, 'operation' | 'subject'> & {
  /** Its effects, one for each user: staging a user has the effect of the single calls, so it comes under their names too. */
  readonly people: readonly string[]
}

/** Looking a user up twice does no harm, nor does making a code that is not consumed. */
const onlyOnce: ReadonlySet<Operation> = new Set(['consume', 'update', 'third-party', 'import', 'bulk-stage'])

function describe(request: IncomingMessage, body: Buffer, contacts: ReadonlyMap<string, string>): Described {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const operation = operationOf(request.method ?? '', path)
  const whole = `${request.method} ${path} ${query} ${body.toString()}`
  if (operation === 'bulk-stage') return { operation, subject: whole, people: peopleStagedBy(body.toString()) }
  if (operation === 'other' || body.length === 0) return { operation, subject: whole, people: [] }
  const { linkCode, thirdPartyUserId, email, phoneNumber, userId } = JSON.parse(body.toString())
  const named = contacts.get(operation === 'consume' ? linkCode : operation === 'update' ? userId : '')
  const subject = String(named ?? thirdPartyUserId ?? email ?? phoneNumber ?? whole)
  return { operation, subject, people: [`${operation} ${subject}`] }
}

/** A code belongs to the contact it was made for, and so does the user it created. */
function noteContact(
  { operation, subject }: Pick<Arrived, 'operation' | 'subject'>,
  body: string,
  contacts: Map<string, string>,
): void {
  if (operation !== 'code' && operation !== 'consume') return
  const name = operation === 'code' ? 'linkCode' : 'id'
  const made = new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(body)?.[1]
  if (made !== undefined) contacts.set(made, subject)
}

function forward(coreUrl: string, agent: Agent, request: IncomingMessage, body: Buffer): Promise<CoreReply> {
  const { host: _, connection: __, ...headers } = request.headers
  return new Promise((resolve, reject) => {
    const url = `${coreUrl}${request.url ?? ''}`
    const sent = httpRequest(url, { method: request.method ?? 'GET', headers, agent }, (reply) => {
      resolve(replyOf(reply))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function replyOf(reply: IncomingMessage): Promise<CoreReply> {
  const body = await bodyOf(reply)
  const contentType = reply.headers['content-type'] ?? 'application/json'
  return { status: reply.statusCode ?? 502, contentType, body: body.toString() }
}
