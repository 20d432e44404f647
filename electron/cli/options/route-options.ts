import { resolve } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { readAuthorityFile } from '../../engine/core-client/authority.ts'
import { proxyFromEnvironment, unusableProxy } from '../../engine/core-client/proxy-from-environment.ts'
import { proxyName, type Route } from '../../engine/core-client/route.ts'
import type { Arguments } from './arguments.ts'
import type { OptionSpecs } from './command-spec.ts'
import type { Io } from '../io.ts'

/** How a command reaches the core. There is no option that turns verification off. */
export const routeOptions = {
  'ca-file': {
    type: 'string',
    value: 'FILE',
    help: 'Trust a private certificate authority (PEM or DER file)',
    example: '--ca-file company-root.pem',
  },
} as const satisfies OptionSpecs

/** Certificates of `--ca-file`; null: none was given. */
export function readAuthorityOption(args: Arguments, io: Io): Result<string | null> {
  const file = args.text('ca-file')
  if (file === undefined) return ok(null)
  const read = readAuthorityFile(resolve(io.cwd, file), file)
  return read.ok ? ok(read.value.pem) : read
}

/** The way to a core: through the proxy of the environment, which is said, and with the authority that was given. */
export function routeTo(baseUrl: string, ca: string | null, io: Io): Result<Route> {
  const named = proxyFromEnvironment(baseUrl, io.env)
  if (named.kind === 'unusable') return problem('proxy-unusable', unusableProxy(named.name))
  if (named.kind === 'none') return ok({ proxy: null, ca })
  io.err(`Through the proxy ${proxyName(named.proxy)}.\n`)
  return ok({ proxy: named.proxy, ca })
}

/** What `http:` to another machine needs. */
export const withoutEncryption =
  'This address is not encrypted: hashes and the key can be read on the network. Use https://, or add --allow-http if you trust this network.'
