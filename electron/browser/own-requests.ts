/** The headers that tell where a request comes from. */
export type Provenance = {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  readonly site: string | undefined
}

/**
 * Whether a request was made by our own page on this machine: to a loopback name at our port (another name would be
 * DNS rebinding), from our own origin (another would be a page elsewhere). What changes anything must say its origin.
 */
export function isOwnRequest({ method, host, origin, site }: Provenance, port: number): boolean {
  if (host !== `127.0.0.1:${port}` && host !== `localhost:${port}`) return false
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin !== undefined) return origin === `http://${host}`
  return method === 'GET' || method === 'HEAD'
}
