import { problem, ok, type Result } from '../../../../shared/result.ts'
import { proxyFromEnvironment, unusableProxy } from '../../core-client/proxy-from-environment.ts'
import type { Route } from '../../core-client/route.ts'

/** How APIs are reached from this machine, and its clock. */
export type Network = {
  readonly routeTo: (address: string) => Result<Route>
  /** Unix epoch, milliseconds. */
  readonly now: () => number
}

/** Through the proxy of the environment, as curl does. */
export const networkHere: Network = {
  routeTo: (address) => {
    const named = proxyFromEnvironment(address, process.env)
    if (named.kind === 'unusable') return problem('proxy-unusable', unusableProxy(named.name))
    return ok({ proxy: named.kind === 'proxy' ? named.proxy : null, ca: null })
  },
  now: Date.now,
}
