import { ok, problem, type Result } from '../../../shared/result.ts'
import { createConnector } from './connector.ts'
import { codeOf, sentenceFor } from './network-failure.ts'
import { directRoute, type Route } from './route.ts'

/** Opens a connection (with TLS for https:) and closes it again without sending a request. Gives the milliseconds it took. */
export function probe(
  origin: string,
  connectMs: number,
  signal?: AbortSignal,
  way: Route = directRoute,
): Promise<Result<number>> {
  const since = performance.now()
  const { protocol, hostname, host, port } = new URL(origin)
  const connect = createConnector(way, connectMs)
  return new Promise((resolve) => {
    const end = (result: Result<number>) => {
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    }
    const fail = (code: string) => end(problem('away', sentenceFor(code, false)))
    const cancel = () => fail('UND_ERR_ABORTED')
    if (signal?.aborted === true) return cancel()
    signal?.addEventListener('abort', cancel, { once: true })
    connect({ protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port }, (error, socket) => {
      if (error !== null) return fail(codeOf(error))
      end(ok(performance.now() - since))
      // An error that comes after the end must not be thrown.
      socket.on('error', () => undefined)
      socket.destroy()
    })
  })
}
