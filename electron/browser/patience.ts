import type { IncomingMessage } from 'node:http'

/** How long the sender of a body may say nothing, in milliseconds. */
export const longestSilence = 60_000

/**
 * Breaks a request off whose body stays silent for too long, so that a stalled upload holds no connection and no file.
 * What is called in the end says that the body is here: an answer may take its time.
 */
export function breakOffSilent(request: IncomingMessage, milliseconds: number): () => void {
  const { socket } = request
  const breakOff = (): void => void request.destroy()
  socket.setTimeout(milliseconds, breakOff)
  return () => void socket.setTimeout(0, breakOff)
}
