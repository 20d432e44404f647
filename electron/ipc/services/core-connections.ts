import * as z from 'zod'
import { parseBaseUrl } from '../../../shared/core-api/base-url.ts'
import type { Input, Output } from '../../../shared/ipc/contract.ts'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { maxAuthorityFile, readAuthorityFile } from '../../engine/core-client/authority.ts'
import { proxyName, unusableProxy } from '../../engine/core-client/route.ts'
import type { Engine } from '../../engine/engine-api.ts'
import type { Host } from '../host.ts'
import type { ProxyFound } from './proxy-of.ts'
import type { Section, SettingsStore } from './settings-store.ts'

type Address = { readonly baseUrl: string }
type CoreConnectionView = Output<'core-connection:get'>

/** The name under which the key of an origin is kept. */
function keyOf(origin: string): string {
  return `core ${origin}`
}

/**
 * How cores are reached from this machine and what is kept for them, each bound to one origin: the proxy on the way, the
 * authority that is trusted, the key.
 */
export function createCoreConnections(engine: Engine, host: Host) {
  const authorities = createAuthorities(host.settings)
  const { keys } = host

  const view = async ({ baseUrl }: Address): Promise<Result<CoreConnectionView>> => {
    const origin = originOf(baseUrl)
    if (origin === null) return ok({ proxy: null, proxyText: '', authority: null, hasKey: false, keeper: keys.backend })
    const [found, trusted, key] = await Promise.all([
      host.proxyFor(baseUrl),
      authorities.of(origin),
      keys.get(keyOf(origin)),
    ])
    return ok({
      proxy: found.kind === 'proxy' ? proxyName(found.proxy) : null,
      proxyText: [proxyText(found), host.notice ?? ''].filter((words) => words !== '').join(' '),
      authority: trusted === null ? null : { file: trusted.file, names: trusted.names },
      hasKey: key !== null,
      keeper: keys.backend,
    })
  }

  return {
    requests: {
      'core-connection:get': view,
      'core-connection:choose-authority': async (address: Address) => {
        const origin = originOf(address.baseUrl)
        const file = origin === null ? undefined : (await host.pickFiles('authority'))?.at(-1)
        if (origin === null || file === undefined) return ok(null)
        const trusted = await authorities.trust(origin, file)
        return trusted.ok ? view(address) : trusted
      },
      'core-connection:forget-authority': async (address: Address) => {
        const origin = originOf(address.baseUrl)
        if (origin !== null) await authorities.forget(origin)
        return view(address)
      },
      'core-connection:forget-key': async (address: Address) => {
        const origin = originOf(address.baseUrl)
        if (origin !== null) await keys.forget(keyOf(origin))
        return view(address)
      },
    },

    /** Connects by the route from this machine. A key that the core accepts is saved; without a typed key, the saved one is used. */
    connect: async (input: Input<'core:connect'>): Promise<Result<Output<'core:connect'>>> => {
      const origin = originOf(input.baseUrl)
      if (origin === null) return engine.invoke('core:connect', input)
      const [found, trusted, kept] = await Promise.all([
        host.proxyFor(input.baseUrl),
        authorities.of(origin),
        keys.get(keyOf(origin)),
      ])
      if (found.kind === 'unusable') return ok(refusedByProxy(found.name))
      const route = { proxy: found.kind === 'proxy' ? found.proxy : null, ca: trusted?.pem ?? null }
      const prepared = await engine.internal('internal:core-connection', { origin, route, apiKey: kept })
      if (!prepared.ok) return prepared
      const answer = await engine.invoke('core:connect', input)
      const typed = input.apiKey?.trim() ?? ''
      if (answer.ok && answer.value.kind === 'ready' && typed !== '') {
        await (input.keepKey === false ? keys.saveForSession : keys.save)(keyOf(origin), typed)
      }
      return answer
    },
  }
}

function originOf(baseUrl: string): string | null {
  const base = parseBaseUrl(baseUrl)
  return base.ok ? base.value.origin : null
}

/** A configured proxy is never bypassed. */
function refusedByProxy(name: string): Output<'core:connect'> {
  return { kind: 'refused', message: unusableProxy(name), dialect: null, latencyMs: null, facts: [], steps: [] }
}

function proxyText(found: ProxyFound): string {
  switch (found.kind) {
    case 'none':
      return ''
    case 'unusable':
      return unusableProxy(found.name)
    default:
      return `Reached through the proxy ${proxyName(found.proxy)}, as ${found.from === 'system' ? 'the system says' : 'the environment (HTTPS_PROXY) says'}.`
  }
}

/** Certificates of private authorities, each trusted for one origin only. */
type Authorities = {
  readonly of: (origin: string) => Promise<TrustedAuthority | null>
  /** Reads a file and trusts its certificates from now on. */
  readonly trust: (origin: string, file: { readonly path: string; readonly name: string }) => Promise<Result<unknown>>
  readonly forget: (origin: string) => Promise<void>
}

const authoritySchema = z.object({
  /** The name of the file that it came from. */
  file: z.string().max(1000),
  names: z.array(z.string().max(200)).max(1000),
  pem: z.string().max(2 * maxAuthorityFile),
})
type TrustedAuthority = z.infer<typeof authoritySchema>

const section: Section<Readonly<Record<string, TrustedAuthority>>> = {
  name: 'authorities',
  schema: z.record(z.string(), authoritySchema),
  initial: {},
}

/** Keeps them in the settings of this machine. */
export function createAuthorities(settings: SettingsStore): Authorities {
  return {
    of: async (origin) => settings.get(section)[origin] ?? null,
    trust: async (origin, { path, name }) => {
      const read = readAuthorityFile(path, 'This file')
      if (!read.ok) return read
      const { pem, names } = read.value
      const isSaved = settings.change(section, (saved) => ({
        ...saved,
        [origin]: { file: name, names: [...names], pem },
      }))
      if (isSaved) return ok(null)
      settings.change(section, (saved) => without(saved, origin))
      return notKept
    },
    forget: async (origin) => {
      const isSaved = settings.change(section, (saved) => without(saved, origin))
      if (!isSaved) throw new Error('the certificate is still saved')
    },
  }
}

function without(saved: Readonly<Record<string, TrustedAuthority>>, origin: string) {
  const { [origin]: _removed, ...others } = saved
  return others
}

const notKept = problem(
  'not-saved',
  'The certificate could not be saved. Free some disk space, or check the permissions of the app folder.',
)
