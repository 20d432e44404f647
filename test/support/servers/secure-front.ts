import { request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { Certificate } from './made-up-authority.ts'
import { bind } from './loopback.ts'

/** HTTPS on loopback before a server of this machine that speaks none and answers to its own name only. */
export type SecureFront = { readonly port: number; readonly close: () => Promise<void> }

export async function startSecureFront({ cert, key }: Certificate, behind: number): Promise<SecureFront> {
  const server = createServer({ cert, key }, (request, response) => {
    const { method, url: path, headers } = request
    const host = `127.0.0.1:${behind}`
    const forwarded = ask(
      { host: '127.0.0.1', port: behind, method, path, headers: { ...headers, host } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  const port = await bind(server, '127.0.0.1')
  return {
    port,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
