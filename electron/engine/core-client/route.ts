import * as tls from 'node:tls'

/** How a core is reached from this machine. */
export type Route = {
  /** The address of an HTTP proxy, `http://[user:password@]host:port`; null: directly. */
  readonly proxy: string | null
  /** Certificates in PEM that are trusted besides those that always are; null: no others. */
  readonly ca: string | null
}

export const directRoute: Route = { proxy: null, ca: null }

/** The name of a proxy for people: host and port, never what is before the `@`. */
export function proxyName(proxy: string): string {
  const { hostname, port, protocol } = new URL(proxy)
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`
}

let ofSystem: readonly string[] | null = null

/** What the system trusts besides Mozilla's list, where the runtime can tell (Node 22.15 or newer). Read once. */
function systemCertificates(): readonly string[] {
  if (ofSystem !== null) return ofSystem
  const read: unknown = Reflect.get(tls, 'getCACertificates')
  try {
    const found: unknown = typeof read === 'function' ? read('system') : []
    ofSystem = Array.isArray(found) ? found.filter((one) => typeof one === 'string') : []
  } catch {
    ofSystem = []
  }
  return ofSystem
}

/** The trusted certificates, if there are more than the runtime's own; null: no more. */
export function trustedCertificates({ ca }: Pick<Route, 'ca'>): readonly string[] | null {
  const more = [...systemCertificates(), ...(ca === null ? [] : [ca])]
  return more.length === 0 ? null : [...tls.rootCertificates, ...more]
}

/** Who is trusted: one context for all connections, because reading the list takes longer than a request. */
export function trustOf(route: Pick<Route, 'ca'>): { readonly secureContext?: tls.SecureContext } {
  const trusted = trustedCertificates(route)
  return trusted === null ? {} : { secureContext: tls.createSecureContext({ ca: [...trusted] }) }
}
