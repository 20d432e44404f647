import { Pool } from 'undici'

/** Connections to one core. They are opened when needed; HTTP/1.1, one request at a time on each. */
export function createPool(origin: string, connections: number, connectMs: number): Pool {
  return new Pool(origin, { connections, pipelining: 1, allowH2: false, connect: { timeout: connectMs } })
}
