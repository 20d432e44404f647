import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { listen } from './servers/loopback.ts'

/** A request as it came. */
export type CoreRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Readonly<Record<string, unknown>>
  /** How many requests of this path came before it. */
  readonly nth: number
}

export type Reply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string
  /** Sends nothing and breaks the connection. */
  readonly breakOff?: boolean
}

export type ScriptedCore = {
  readonly url: string
  readonly requests: readonly CoreRequest[]
  /** Most requests of one path that were waiting for their answer at the same time, per path. */
  readonly maxConcurrent: ReadonlyMap<string, number>
}

/** The reply of a plain core. */
export function plainReply(request: CoreRequest): Reply {
  if (request.method === 'GET') return { status: 404, body: 'Not found' }
  if (request.path.endsWith('/recipe/signinup/code')) {
    const about = String(request.body['email'] ?? request.body['phoneNumber'])
    return { body: { status: 'OK', preAuthSessionId: `session of ${about}`, linkCode: `code of ${about}` } }
  }
  return { body: { status: 'OK' } }
}

/** A real HTTP server on loopback whose answers the test writes; what the script leaves open a plain core answers. */
export async function startScriptedCore(
  script: (request: CoreRequest) => Promise<Reply | null> | Reply | null = () => null,
): Promise<ScriptedCore> {
  const requests: CoreRequest[] = []
  const waiting = new Map<string, number>()
  const maxConcurrent = new Map<string, number>()
  const answer = async (one: CoreRequest, response: ServerResponse) => {
    const now = (waiting.get(one.path) ?? 0) + 1
    waiting.set(one.path, now)
    maxConcurrent.set(one.path, Math.max(now, maxConcurrent.get(one.path) ?? 0))
    const reply = (await script(one)) ?? plainReply(one)
    waiting.set(one.path, (waiting.get(one.path) ?? 1) - 1)
    if (reply.breakOff === true) {
      response.socket?.resetAndDestroy()
      return
    }
    const isText = typeof reply.body === 'string'
    response.writeHead(reply.status ?? 200, {
      'content-type': isText ? 'text/plain' : 'application/json;charset=utf-8',
      ...reply.headers,
    })
    response.end(isText ? reply.body : reply.body === undefined ? '' : JSON.stringify(reply.body))
  }
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      const body: unknown = text === '' ? {} : JSON.parse(text)
      const one: CoreRequest = {
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: typeof body === 'object' && body !== null ? { ...body } : {},
        nth: requests.filter((other) => other.path === path).length,
      }
      requests.push(one)
      void answer(one, response)
    })
  })
  return { url: `http://127.0.0.1:${await listen(server)}`, requests, maxConcurrent }
}

export const paths = {
  code: '/recipe/signinup/code',
  consume: '/recipe/signinup/code/consume',
  update: '/recipe/user',
  thirdParty: '/recipe/signinup',
  import: '/recipe/user/passwordhash/import',
} as const

/** The requests of one operation. */
export function requestsOf(core: ScriptedCore, operation: keyof typeof paths): readonly CoreRequest[] {
  return core.requests.filter((one) => one.path.endsWith(paths[operation]) && one.method !== 'GET')
}
