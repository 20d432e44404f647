import { setTimeout as after } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { fetchSources } from '../../../electron/engine/fetching/sources/index.ts'
import type { FetchValues } from '../../../electron/engine/fetching/source.ts'
import { buildCli, startCli } from '../../support/cli-process.ts'
import { cli } from '../../support/cli.ts'
import { fetchInto } from '../../support/fetching.ts'
import { createSource, chance } from '../../support/followed-model.ts'
import { followedSystems } from '../../support/servers/followed-systems.ts'
import { startApi } from '../../support/servers/api-server.ts'
import { keycloakVendor } from '../../support/servers/vendors.ts'
import { startCore } from '../../support/rehearsal.ts'
import { startTcpProxy, type TcpProxy } from '../../support/servers/tcp-proxy.ts'
import { someOf } from '../../support/length.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/*
 * Old systems that hang: the connection stands, and nothing comes, from the beginning or in the middle of a listing.
 */

beforeAll(buildCli)

/** An old system, and what `fetch` needs to reach it. */
type OldSystem = {
  readonly source: string
  readonly secrets: Readonly<Record<string, string>>
  readonly env: NodeJS.ProcessEnv
  /** Opens a new proxy before the system. */
  readonly throughProxy: () => Promise<Hanging>
}

type Hanging = { readonly proxy: TcpProxy; readonly values: FetchValues; readonly args: readonly string[] }

async function oldSystem(name: string, users: number): Promise<OldSystem> {
  const kind = followedSystems.find((system) => system.name === name)
  if (kind === undefined) return await api()
  const system = await kind.begin(createSource(users, chance(31)).users.values())
  onTestFinished(() => system.stop())
  const at = system.options.indexOf('--port') + 1
  return {
    source: system.source,
    secrets: { password: system.password },
    env: { USER_MIGRATION_SOURCE_PASSWORD: system.password },
    throughProxy: async () => {
      const proxy = await closedAfterTest(startTcpProxy(Number(system.options[at])))
      const options = system.options.with(at, String(proxy.port))
      return { proxy, values: valuesOf(options), args: [system.source, ...options] }
    },
  }
}

async function api(): Promise<OldSystem> {
  const vendor = keycloakVendor()
  const server = await startApi(vendor.api)
  return {
    source: 'keycloak',
    secrets: { 'client-secret': Object.values(vendor.env)[0] ?? '' },
    env: vendor.env,
    throughProxy: async () => {
      const proxy = await closedAfterTest(startTcpProxy(Number(new URL(server.url).port)))
      const args = vendor.args(`http://127.0.0.1:${proxy.port}`)
      return { proxy, values: valuesOf(args.slice(1)), args }
    },
  }
}

async function closedAfterTest(started: Promise<TcpProxy>): Promise<TcpProxy> {
  const proxy = await started
  onTestFinished(proxy.close)
  return proxy
}

function valuesOf(options: readonly string[]): FetchValues {
  const pairs = options.flatMap((option, index) =>
    option.startsWith('--') ? [[option.slice(2), options[index + 1] ?? ''] as const] : [],
  )
  return Object.fromEntries(pairs)
}

function sourceOf(name: string) {
  const source = fetchSources.find((one) => one.name === name)
  if (source === undefined) throw new Error(`no source ${name}`)
  return source
}

const kinds = [...followedSystems.map(({ name, skipped }) => ({ name, skipped })), { name: 'an API', skipped: null }]

/** Waits until the old system has sent as much as it will, and someone waits for the rest. */
async function silent(proxy: TcpProxy, bytes: number): Promise<void> {
  const from = proxy.passed()
  for (let tries = 0; proxy.passed() - from < bytes && tries < 600; tries += 1) await after(50)
  await after(300)
}

describe.each(kinds)('an old system that hangs: $name', { timeout: 240_000 }, ({ name, skipped }) => {
  test.skipIf(skipped !== null)('ends a fetch in time with a sentence, wherever it fell silent', async () => {
    const { source, secrets, throughProxy } = await oldSystem(name, 1200)
    const { proxy, values } = await throughProxy()
    const whole = await fetchInto(sourceOf(source), values, secrets)
    const size = proxy.passed()
    const hung = async (share: number) => {
      const silenced = await throughProxy()
      silenced.proxy.stopAfter(Math.floor(size * share), 'silence')
      const { outcome } = await fetchInto(sourceOf(source), silenced.values, secrets, { replyMs: 1500 })
      return outcome.kind === 'failed' ? [outcome.code, outcome.sentence] : outcome.kind
    }
    // Each waits for the end of its time, so all wait at once.
    const ends = await Promise.all([0, 0.01, 0.6].map(hung))
    const inTime = ['unreachable', expect.stringMatching(/did not answer for 1 minute/) as unknown]
    expect([whole.outcome.kind, ends]).toEqual(['fetched', [inTime, inTime, inTime]])
  })
})

describe.each(
  someOf(
    kinds.filter(({ skipped }) => skipped === null),
    1,
  ),
)('an old system that hangs: $name', { timeout: 240_000 }, ({ name }) => {
  test.skipIf(process.platform === 'win32')(
    'lets a follower be paused and killed, and the next pass is as any other',
    async () => {
      const { source, env, throughProxy } = await oldSystem(name, 300)
      const { proxy, args } = await throughProxy()
      const core = await startCore({ dialect: 'supertokens' })
      const cwd = temporaryFolder()
      const fetched = await cli(['fetch', ...args, '--out', 'users.txt'], { cwd, env })
      const size = proxy.passed()
      const run = ['run', 'users.txt', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
      const all =
        source === 'keycloak' ? ['--decide', 'unmapped-status:disableableCredentialTypes=password=disabled'] : []
      const ran = await cli([...run, ...all], { cwd, env })
      const follow = ['follow', 'm.migration', '--from', source, ...args.slice(1), '--every', '1s']
      const hung = async (signal: NodeJS.Signals) => {
        proxy.stopAfter(Math.floor(size * 0.6), 'silence')
        const follower = startCli(follow, cwd, env)
        await silent(proxy, Math.floor(size * 0.6))
        follower.signal(signal)
        // The pass alone would go on for ten minutes, which is more than this test may take.
        const ended = await follower.ended
        await proxy.cutAll()
        return [ended.code, ended.signal]
      }
      const paused = await hung('SIGINT')
      const killed = await hung('SIGKILL')
      proxy.calm()
      const made = await startCli([...follow, '--once'], cwd, env).ended
      expect([fetched.code, ran.code, paused, killed, made.code, made.out], ran.err + made.err).toEqual([
        0,
        0,
        [0, null],
        [null, 'SIGKILL'],
        0,
        expect.stringContaining('nothing new'),
      ])
    },
  )
})
