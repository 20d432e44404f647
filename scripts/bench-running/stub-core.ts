import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How the stub answers. */
export type StubRules = {
  /** Milliseconds that one request takes; 0: answered at once. */
  readonly serviceMs: number
  /** Requests that are processed at once, the others queue; null: all of them. */
  readonly knee: number | null
  /** Every such user always gets an HTML 503; absent: none does. */
  readonly badEvery?: number
}

/** Figures of the stub since its last `rules`, times in milliseconds. */
export type StubFigures = {
  readonly requests: number
  /** Users that were sent, however often each. */
  readonly users: number
  /** From the first request to the last. */
  readonly ms: number
  /** In the span that was asked for: requests answered per second, and how long the slowest of a hundred took. */
  readonly perSecond: number
  readonly p99: number
  /** Requests answered in each whole second since the first request. */
  readonly seconds: readonly number[]
}

export type ToStub =
  | { readonly kind: 'rules'; readonly rules: StubRules }
  /** `from`, `to`: the span that `perSecond` and `p99` are about, since the first request. */
  | { readonly kind: 'read'; readonly from: number; readonly to: number }
  | { readonly kind: 'count' }

export type FromStub =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'count'; readonly requests: number }
  | { readonly kind: 'figures'; readonly figures: StubFigures }

type ReceivedCall = {
  readonly response: ServerResponse
  readonly arrived: number
  readonly into: Seen
  readonly text: string
}
type Seen = { readonly arrived: number[]; readonly answered: number[]; readonly emails: Set<string> }

const headers = { 'content-type': 'application/json; charset=utf-8' }

/** A core that only remembers its users: the same for every client, in a process of its own. */
export function runStub(): void {
  let rules: StubRules = { serviceMs: 0, knee: null }
  let seen = nothingSeen()
  let working = 0
  const queue: ReceivedCall[] = []

  const answer = ({ response, arrived, into, text }: ReceivedCall) => {
    const { email } = JSON.parse(text) as { readonly email: string }
    const existed = into.emails.has(email)
    into.emails.add(email)
    into.arrived.push(arrived)
    into.answered.push(performance.now())
    if (isBad(email, rules)) {
      response.writeHead(503, { 'content-type': 'text/html' })
      response.end('<html><head><title>503 Service Temporarily Unavailable</title></head></html>')
      return
    }
    const body = JSON.stringify({ status: 'OK', didUserAlreadyExist: existed })
    response.writeHead(200, { ...headers, 'content-length': body.length })
    response.end(body)
  }

  const work = (call: ReceivedCall) => {
    working += 1
    setTimeout(() => {
      working -= 1
      const next = queue.shift()
      if (next !== undefined) work(next)
      answer(call)
    }, rules.serviceMs)
  }

  const take = (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET') {
      response.writeHead(404, { 'content-type': 'text/plain' })
      response.end('Not found')
      return
    }
    const arrived = performance.now()
    const into = seen
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const call = { response, arrived, into, text }
      if (rules.serviceMs === 0) answer(call)
      else if (rules.knee === null || working < rules.knee) work(call)
      else queue.push(call)
    })
  }

  const tell = (message: FromStub) => process.send?.(message)
  const server = createServer(take)
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') tell({ kind: 'listening', port: address.port })
  })
  process.on('message', (message: ToStub) => {
    if (message.kind === 'read') {
      tell({ kind: 'figures', figures: figuresOf(seen, message.from, message.to) })
      return
    }
    if (message.kind === 'count') {
      tell({ kind: 'count', requests: seen.arrived.length })
      return
    }
    rules = message.rules
    seen = nothingSeen()
    tell({ kind: 'ready' })
  })
  process.on('disconnect', () => process.exit(0))
}

function isBad(email: string, { badEvery }: StubRules): boolean {
  return badEvery !== undefined && Number(/\d+/.exec(email)?.[0]) % badEvery === 0
}

function nothingSeen(): Seen {
  return { arrived: [], answered: [], emails: new Set() }
}

function figuresOf({ arrived, answered, emails }: Seen, from: number, to: number): StubFigures {
  const first = least(arrived)
  const last = arrived.reduce((most, at) => Math.max(most, at), first)
  const end = Math.min(to, last - first)
  const took: number[] = []
  const seconds: number[] = []
  for (const [index, at] of answered.entries()) {
    const since = at - first
    seconds[Math.floor(since / 1000)] = (seconds[Math.floor(since / 1000)] ?? 0) + 1
    if (since >= from && since < end) took.push(at - (arrived[index] ?? at))
  }
  took.sort((a, b) => a - b)
  return {
    requests: arrived.length,
    users: emails.size,
    ms: last - first,
    perSecond: (took.length * 1000) / Math.max(1, end - from),
    p99: took[Math.floor(took.length * 0.99)] ?? 0,
    seconds: Array.from(seconds, (count) => count ?? 0),
  }
}

function least(values: readonly number[]): number {
  return values.reduce((smallest, value) => Math.min(smallest, value), Infinity)
}
