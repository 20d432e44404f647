import { isIP } from 'node:net'
import * as tls from 'node:tls'
import { webAddress, isLoopback, withoutBrackets } from '../../../shared/core-api/base-url.ts'

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

/** Certificates that the system trusts besides Mozilla's list, where the runtime can tell (Node 22.15 or newer). Read once. */
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

type Environment = Readonly<Record<string, string | undefined>>

/** `unusable`: a proxy is configured that cannot be used; a direct connection instead would be an unwanted detour. */
type NamedProxy =
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly proxy: string }
  | { readonly kind: 'unusable'; readonly name: string }

/**
 * The proxy that the environment names for an address, as curl and most tools read it: `HTTPS_PROXY` or `HTTP_PROXY`
 * after the address's own scheme, then `ALL_PROXY`; `NO_PROXY` takes hosts out.
 *
 * Not the package `proxy-from-env`, which reads `process.env` alone, leaves subdomains of a `NO_PROXY` host in, and hands on a
 * SOCKS proxy as if it could be used; nor undici's `EnvHttpProxyAgent`, which does not say which proxy it takes.
 */
export function proxyFromEnvironment(address: string, env: Environment): NamedProxy {
  const url = URL.canParse(address) ? new URL(address) : null
  // The machine itself: a proxy would reach another machine of that name, or none.
  if (url === null || isLoopback(url.hostname) || isTakenOut(url, value(env, 'NO_PROXY'))) return { kind: 'none' }
  const variable = ([url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY', 'ALL_PROXY'] as const).find(
    (name) => value(env, name) !== '',
  )
  if (variable === undefined) return { kind: 'none' }
  const proxy = httpProxy(value(env, variable))
  // Its own text may hold a password.
  return proxy === null ? { kind: 'unusable', name: variable } : { kind: 'proxy', proxy }
}

/** The problem of a proxy that cannot be used; `name`: the variable, or the system's setting. */
export function unusableProxy(name: string): string {
  return `The proxy in ${name} cannot be used, and the core is not contacted without it. Use an HTTP proxy, for example HTTPS_PROXY=http://proxy.example.com:3128 (write % in a password as %25), or exclude the core with NO_PROXY.`
}

/** An address of an HTTP proxy made whole; null for what is none (SOCKS, another scheme, nothing). */
export function httpProxy(named: string): string | null {
  const url = webAddress(named, 'http')
  if (url === null || !isDecodable(url.username) || !isDecodable(url.password)) return null
  const at = url.username === '' ? '' : `${url.username}:${url.password}@`
  return `${url.protocol}//${at}${url.host}`
}

/** A `%` in a password has to be written as `%25`. */
function isDecodable(text: string): boolean {
  try {
    // Its answer is used: the bundler drops a call that looks as if it did nothing.
    return text === '' || decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

function value(env: Environment, name: string): string {
  return (env[name] ?? env[name.toLowerCase()] ?? '').trim()
}

/** `example.com` and `.example.com` take out the domain with all below it; `*` everything; a port narrows. */
function isTakenOut(url: URL, list: string): boolean {
  const host = withoutBrackets(url.hostname.toLowerCase())
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = '', wanted] = /^(?:\*?\.)?(\[[^\]]+\]|[^:]+|[0-9a-f:]+)(?::(\d+))?$/.exec(entry) ?? []
      if (wanted !== undefined && wanted !== port) return false
      const bare = withoutBrackets(name)
      return bare !== '' && (host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`)))
    })
}
