import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long the sender of a body may say nothing, in milliseconds. */
export const idleTimeoutMs = 60_000

/** How long a whole request may take, headers and body, before it is known who asks, in milliseconds. */
export const maxUnknown = 10_000

/** Connections at once; one page needs a dozen. */
export const maxConnections = 100

/**
 * Bounds the connections of a server: where there are too many, the oldest goes that has not said who it is, so that those who
 * open many and say nothing keep the page neither out nor off.
 */
export function keepRoom(server: Server, max: number): { readonly know: (socket: Socket) => void } {
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

/** Breaks a request off that is not here in time, however it trickles. What is called in the end says that it is. */
export function breakOffSlow(request: IncomingMessage, milliseconds: number): () => void {
  const timer = setTimeout(() => request.destroy(), milliseconds)
  request.once('close', () => clearTimeout(timer))
  return () => clearTimeout(timer)
}

/**
 * Breaks a request off whose body stays silent for too long, so that a stalled upload holds no connection and no file.
 * What is called in the end says that the body is here: an answer may take its time.
 */
export function closeIdleConnections(request: IncomingMessage, milliseconds: number): () => void {
  const { socket } = request
  const breakOff = (): void => void request.destroy()
  socket.setTimeout(milliseconds, breakOff)
  return () => void socket.setTimeout(0, breakOff)
}
