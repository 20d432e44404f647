import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAuthorities, createCoreConnections } from '../../../electron/ipc/services/core-connections.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import type { Input } from '../../../shared/ipc/contract.ts'
import { ok } from '../../../shared/result.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { fakeEngine, fakeHost } from './support/fakes.ts'

function connections(kind: 'ready' | 'refused') {
  const { engine, asked } = fakeEngine({ 'core:connect': async () => ok({ kind }) })
  const host = fakeHost(temporaryFolder())
  const core = createCoreConnections(engine, host)
  const connect = (input: Partial<Input<'core:connect'>>) =>
    core.connect({ baseUrl: 'https://core.example.com/tenant', apiKey: '', ...input } as Input<'core:connect'>)
  const keyOf = (baseUrl: string) => host.keys.get(`core ${baseUrl}`)
  return { connect, keyOf, channels: () => asked.map(([channel]) => channel), asked }
}

test('an invalid address goes to the check, and no route is prepared', async () => {
  const { connect, channels } = connections('refused')
  await connect({ baseUrl: 'not an address' })
  expect(channels()).toEqual(['core:connect'])
})

test('the route to a core is set before the request, and an accepted key is saved for its origin', async () => {
  const { connect, channels, keyOf, asked } = connections('ready')
  await connect({ apiKey: ' key-1 ' })
  expect(channels()).toEqual(['internal:core-connection', 'core:connect'])
  expect(asked[0]?.[1]).toEqual({ origin: 'https://core.example.com', route: { proxy: null, ca: null }, apiKey: null })
  expect([await keyOf('https://core.example.com'), await keyOf('https://other.example.com')]).toEqual(['key-1', null])
  await connect({})
  expect(asked[2]?.[1]).toMatchObject({ apiKey: 'key-1' })
})

test('a refused key is not saved', async () => {
  const { connect, keyOf } = connections('refused')
  await connect({ apiKey: 'key-1' })
  expect(await keyOf('https://core.example.com')).toBeNull()
})

const origin = 'https://core.example.com'

test('a file that is no certificate, too large, missing or not saved is a problem, and nothing is trusted', async () => {
  const folder = temporaryFolder()
  const good = fileIn(folder, 'good.pem', makeAuthority().pem)
  const authorities = createAuthorities(createSettingsStore(folder))
  const trust = async (path: string, where = authorities) => {
    const trusted = await where.trust(origin, { path, name: 'file' })
    return trusted.ok ? 'trusted' : trusted.error.code
  }
  writeFileSync(join(folder, 'file'), '')
  expect([
    await trust(fileIn(folder, 'text.pem', 'hello')),
    await trust(fileIn(folder, 'large.pem', 'x'.repeat(2_000_000))),
    await trust(join(folder, 'nowhere.pem')),
    await trust(good, createAuthorities(createSettingsStore(join(folder, 'file', 'below')))),
  ]).toEqual(['authority-unreadable', 'file-too-large', 'file-vanished', 'not-saved'])
  expect(await authorities.of(origin)).toBeNull()
  expect([await trust(good), (await authorities.of(origin))?.names]).toEqual(['trusted', ['Made-up Authority']])
})
