import type { IncomingMessage } from 'node:http'

/** How long the sender of a body may say nothing, in milliseconds. */
export const idleTimeoutMs = 60_000

/** How long a whole request may take, headers and body, before it is known who asks, in milliseconds. */
export const maxUnknown = 10_000

/** Connections at once; one page needs a dozen. */
export const maxConnections = 100

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
