import { createServer, type IncomingHttpHeaders } from 'node:http'
import { listen } from './loopback.ts'

/** A request as an API gets it. */
export type ApiRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type ApiAnswer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly body?: string | Buffer
  /** Announces more than it sends, and ends the connection. */
  readonly cut?: boolean
}

export type Api = (request: ApiRequest, url: string) => ApiAnswer

export type ApiServer = {
  readonly url: string
  readonly requests: readonly ApiRequest[]
  /** Answers instead of the API while it is set; null: the API answers after all. */
  intercept: (request: ApiRequest) => ApiAnswer | 'hang-up' | null
}

/** A real HTTP server on loopback that answers as the documentation of an API shows. Closed after the test. */
export async function startApi(api: Api): Promise<ApiServer> {
  const requests: ApiRequest[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1')
      const request = {
        method: incoming.method ?? '',
        path: pathname,
        query: searchParams,
        headers: incoming.headers,
        body: Buffer.concat(chunks).toString(),
      }
      requests.push(request)
      const answer = started.intercept(request) ?? api(request, started.url)
      if (answer === 'hang-up') return void incoming.socket.destroy()
      const body = answer.body ?? (answer.json === undefined ? '' : JSON.stringify(answer.json))
      const length = Buffer.byteLength(body)
      response.writeHead(answer.status ?? 200, {
        'content-type': 'application/json',
        'content-length': answer.cut === true ? length + 100 : length,
        ...answer.headers,
      })
      if (answer.cut !== true) return void response.end(body)
      response.write(body, () => incoming.socket.destroy())
    })
  })
  const started: ApiServer = { url: `http://127.0.0.1:${await listen(server)}`, requests, intercept: () => null }
  return started
}
