/**
 * Parts of undici by their own paths: its index also loads a second fetch, caches, WebSockets and mocks, 900 KB that each process and
 * thread would compile at its start, an eighth of it.
 */
declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici'
  export default buildConnector
}
declare module 'undici/lib/core/errors.js' {
  import { errors } from 'undici'
  export default errors
}
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici'
  export default Pool
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici'
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>
}
