import { Pool } from 'undici'
import { createConnector } from './connector.ts'
import { directRoute, type Route } from './route.ts'

/** Connections to one core. They are opened when needed; HTTP/1.1, one request at a time on each. */
export function createPool(origin: string, connections: number, connectMs: number, route: Route = directRoute): Pool {
  return new Pool(origin, { connections, pipelining: 1, allowH2: false, connect: createConnector(route, connectMs) })
}
