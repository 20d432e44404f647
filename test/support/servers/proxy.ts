import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { bind } from './loopback.ts'

/** An HTTP proxy on loopback that only knows CONNECT. */
export type MadeUpProxy = {
  readonly url: string
  readonly port: number
  /** Destinations of requested tunnels, with the authorisation that came along. */
  readonly requests: readonly { readonly far: string; readonly authorization: string | undefined }[]
  readonly close: () => Promise<void>
}

/** `leadsTo`: the port of this machine where every tunnel ends, whatever name it was requested for. A status refuses. */
export async function startProxy(leadsTo: number, refusal: number | null = null): Promise<MadeUpProxy> {
  const requests: { far: string; authorization: string | undefined }[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((_request, response) => response.writeHead(400).end())
  server.on('connection', keep)
  server.on('connect', (request, near: Socket) => {
    requests.push({ far: request.url ?? '', authorization: request.headers['proxy-authorization'] })
    if (refusal !== null) {
      near.end(`HTTP/1.1 ${refusal} Refused\r\n\r\n`)
      return
    }
    const far = connect(leadsTo, '127.0.0.1', () => {
      near.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(near).pipe(far)
    })
    keep(far)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  const port = await bind(server, '127.0.0.1')
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
