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

/** An old system behind a proxy, and what `fetch` needs to reach it. */
type Hanging = {
  readonly proxy: TcpProxy
  readonly source: string
  readonly values: FetchValues
  readonly secrets: Readonly<Record<string, string>>
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
}

async function behindProxy(name: string, users: number): Promise<Hanging> {
  const kind = followedSystems.find((system) => system.name === name)
  if (kind === undefined) return await api()
  const system = await kind.begin(createSource(users, chance(31)).users.values())
  onTestFinished(() => system.stop())
  const options = [...system.options]
  const at = options.indexOf('--port') + 1
  const proxy = await startTcpProxy(Number(options[at]))
  onTestFinished(proxy.close)
  options[at] = String(proxy.port)
  return {
    proxy,
    source: system.source,
    values: valuesOf(options),
    secrets: { password: system.password },
    args: [system.source, ...options],
    env: { USER_MIGRATION_SOURCE_PASSWORD: system.password },
  }
}

async function api(): Promise<Hanging> {
  const vendor = keycloakVendor()
  const server = await startApi(vendor.api)
  const proxy = await startTcpProxy(Number(new URL(server.url).port))
  onTestFinished(proxy.close)
  const args = vendor.args(`http://127.0.0.1:${proxy.port}`)
  const secrets = { 'client-secret': Object.values(vendor.env)[0] ?? '' }
  return { proxy, source: 'keycloak', values: valuesOf(args.slice(1)), secrets, args, env: vendor.env }
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
    const { proxy, source, values, secrets } = await behindProxy(name, 1200)
    const whole = await fetchInto(sourceOf(source), values, secrets)
    const size = proxy.passed()
    const ends: unknown[] = []
    for (const share of [0, 0.01, 0.6]) {
      proxy.calm()
      proxy.stopAfter(Math.floor(size * share), 'silence')
      const { outcome } = await fetchInto(sourceOf(source), values, secrets, { replyMs: 1500 })
      ends.push(outcome.kind === 'failed' ? [outcome.code, outcome.sentence] : outcome.kind)
      await proxy.cutAll()
    }
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
      const { proxy, source, args, env } = await behindProxy(name, 300)
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
