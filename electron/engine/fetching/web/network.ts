import { ok, problem, type Result } from '../../../../shared/result.ts'
import { proxyFromEnvironment } from '../../core-client/proxy-from-environment.ts'
import type { Route } from '../../core-client/route.ts'
import { readAuthorityOption } from '../encryption.ts'

/** How APIs are reached from this machine, and its clock. */
export type Network = {
  readonly routeTo: (address: string) => Result<Route>
  /** Unix epoch, milliseconds. */
  readonly now: () => number
}

/** Through the proxy of the environment, as curl does. */
export const networkHere: Network = networkTrusting(null)

/** The same with certificates in PEM that are trusted besides those that always are. */
function networkTrusting(ca: string | null): Network {
  return {
    routeTo: (address) => {
      const named = proxyFromEnvironment(address, process.env)
      if (named.kind === 'unusable') return problem('proxy-unusable', unusable(named.name))
      return ok({ proxy: named.kind === 'proxy' ? named.proxy : null, ca })
    },
    now: Date.now,
  }
}

/** What to say of a proxy that cannot be used; its own text may hold a password. */
function unusable(name: string): string {
  return `The proxy in ${name} cannot be used, and nothing is fetched without it. Use an HTTP proxy, for example HTTPS_PROXY=http://proxy.example.com:3128 (write % in a password as %25), or exclude the server with NO_PROXY.`
}

/** `caFile`: certificates of a private authority; null: none. */
export function networkWith(caFile: string | null): Result<Network> {
  if (caFile === null) return ok(networkHere)
  const authority = readAuthorityOption(caFile)
  return authority.ok ? ok(networkTrusting(authority.value)) : authority
}
