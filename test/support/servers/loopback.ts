import { createServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen until the test ends, which cuts its connections; the port that it got. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return bind(server, host)
}

/** A port of this machine where nothing listens. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await bind(server, '127.0.0.1')
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Lets a server listen at a free port, which is the answer. */
export async function bind(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}
