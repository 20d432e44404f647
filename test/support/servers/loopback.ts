import { randomInt } from 'node:crypto'
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

/**
 * A port of 127.0.0.1 that nothing listens at, for a program that is started with it. It lies below the ports that systems
 * hand out, so that no connection of another test takes it before the program listens.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
  })
  if (!isFree) return freePort()
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
