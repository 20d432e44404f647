import { isLoopback } from '../../../shared/core-api/base-url.ts'
import { httpProxy, proxyFromEnvironment } from '../../engine/core-client/route.ts'

/** Which proxy leads to an address. `proxy` may hold a user and a password; it never reaches the page. */
export type ProxyFound =
  | { readonly kind: 'none' }
  | { readonly kind: 'proxy'; readonly proxy: string; readonly from: 'system' | 'environment' }
  /** The system or the environment names one that cannot be used, as `name`: nothing is sent past it. */
  | { readonly kind: 'unusable'; readonly name: string }

type Environment = Readonly<Record<string, string | undefined>>

export function fromEnvironment(address: string, env: Environment): ProxyFound {
  const named = proxyFromEnvironment(address, env)
  return named.kind === 'proxy' ? { ...named, from: 'environment' } : named
}

/**
 * The proxy of the system, else that of the environment. `answer`: what the system says, as in a PAC file
 * (`PROXY proxy.example.com:8080; DIRECT`); the first that can be used counts. This machine is never reached through one.
 */
export function fromSystem(address: string, answer: string, env: Environment): ProxyFound {
  if (isOwn(address)) return { kind: 'none' }
  const entries = answer
    .split(';')
    .map((entry) => entry.trim().split(/\s+/))
    .filter(([kind = '']) => kind !== '')
  for (const [kind = '', place = ''] of entries) {
    if (kind === 'DIRECT') break
    const scheme = kind === 'PROXY' || kind === 'HTTP' ? 'http' : kind === 'HTTPS' ? 'https' : null
    const proxy = scheme === null ? null : httpProxy(`${scheme}://${place}`)
    if (proxy !== null) return { kind: 'proxy', proxy, from: 'system' }
  }
  const [first = [], ...others] = entries
  const environment = fromEnvironment(address, env)
  if (environment.kind !== 'none' || first.length === 0 || first[0] === 'DIRECT') return environment
  return others.some(([kind]) => kind === 'DIRECT') ? { kind: 'none' } : { kind: 'unusable', name: first.join(' ') }
}

function isOwn(address: string): boolean {
  try {
    return isLoopback(new URL(address).hostname)
  } catch {
    return true
  }
}
