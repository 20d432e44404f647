import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createIpcRouter } from '../../../electron/ipc/ipc-router.ts'
import type { Host } from '../../../electron/ipc/host.ts'
import { createSecretStore, type Cipher } from '../../../electron/ipc/services/secret-store.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'
import { createLog } from '../../../electron/ipc/log.ts'
import { must } from '../../support/documents.ts'
import { engineHere } from '../../support/engine-here.ts'
import { hashConfig } from '../../support/data/known-accounts.ts'
import { makeAuthority } from '../../support/servers/made-up-authority.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'
import { fakeHost } from '../../unit/ipc/support/fakes.ts'

const apiKey = 'a-made-up-key-that-ends-in-7f3a'

/** Stands in for a keychain. */
const cipher: Cipher = {
  name: 'a keychain',
  encrypt: async (text) => Buffer.from(text.split('').toReversed().join('')),
  decrypt: async (bytes) => bytes.toString().split('').toReversed().join(''),
}

/** The app on a machine, from its start: what it keeps lies in `folder`. */
function app(folder: string, machine: Cipher | null, choices: Partial<Host> = {}) {
  const engine = engineHere()
  const log = createLog({ folder: join(folder, 'logs'), now: () => new Date(), level: 'debug' })
  const host = fakeHost(folder, { keys: createSecretStore(createSettingsStore(folder), machine), ...choices })
  const router = createIpcRouter({ engine, host, log })
  return { engine, ask: async (channel: string, input: unknown = {}) => must(await router(channel, input)) }
}

/** A core that answers who gives the right key; the keys it was given. */
async function coreWithKey() {
  const core = await startScriptedCore(({ headers, path }) => {
    if (!path.endsWith('/apiversion')) return null
    return headers['api-key'] === apiKey ? { body: { versions: ['5.0'] } } : { status: 401, body: 'Invalid API key\n' }
  })
  return { url: core.url, keys: () => core.requests.map(({ headers }) => headers['api-key'] ?? null) }
}

function connect(baseUrl: string, key: string | null, more: object = {}) {
  return { baseUrl, apiKey: key, dialect: 'auto', allowHttp: false, ...more }
}

/** The files that the app saved in its folder, besides migrations. */
function savedIn(folder: string): string {
  return readFileSync(join(folder, 'settings.json'), 'utf8')
}

describe('a key that fits', () => {
  test('is kept by the system, used after a new start, shown by its last four characters, and sent to its origin only', async () => {
    const folder = temporaryFolder()
    const [core, other] = [await coreWithKey(), await coreWithKey()]
    const first = app(folder, cipher)
    await first.ask('document:new')
    expect(await first.ask('core:connect', connect(core.url, apiKey))).toMatchObject({ kind: 'ready' })
    await first.engine.end()

    const second = app(folder, cipher)
    await second.ask('document:new')
    const seen = await second.ask('core-connection:get', { baseUrl: `${core.url}/` })
    expect(seen).toMatchObject({ hasKey: true, keeper: 'a keychain', proxy: null, authority: null })
    expect(await second.ask('core:connect', connect(core.url, null))).toMatchObject({ kind: 'ready' })
    await second.ask('core:connect', connect(other.url, null))
    expect([new Set(core.keys()), new Set(other.keys())]).toEqual([new Set([apiKey]), new Set([null])])
  })

  test('is kept nowhere when it is for this session only, and forgotten when told', async () => {
    const folder = temporaryFolder()
    const core = await coreWithKey()
    const { ask } = app(folder, cipher)
    await ask('document:new')
    await ask('core:connect', connect(core.url, apiKey, { keepKey: false }))
    expect(await ask('core-connection:get', { baseUrl: core.url })).toMatchObject({ hasKey: true })
    expect(savedIn(folder)).not.toMatch(/secrets/)
    expect(await ask('core-connection:forget-key', { baseUrl: core.url })).toMatchObject({ hasKey: false })
  })

  test('one that does not fit is not kept', async () => {
    const folder = temporaryFolder()
    const core = await coreWithKey()
    const { ask } = app(folder, cipher)
    await ask('document:new')
    expect(await ask('core:connect', connect(core.url, 'another key'))).toMatchObject({ kind: 'key-refused' })
    expect(await ask('core-connection:get', { baseUrl: core.url })).toMatchObject({ hasKey: false })
  })
})

test.each([
  ['a system that encrypts', cipher, true],
  ['memory', null, false],
])('a signer key is held by %s for its migration', async (_what, machine, held) => {
  const folder = temporaryFolder()
  const { key, text } = { key: /base64_signer_key: (\S+?),/.exec(hashConfig())?.[1] ?? '', text: hashConfig() }
  const first = app(folder, machine)
  const { name, location } = (await first.ask('document:new')) as { readonly name: string; readonly location: string }
  expect(await first.ask('export:scrypt', { text })).toMatchObject({ scrypt: { signerKeyHeld: true } })
  const path = join(location, name)
  await first.engine.end()
  expect([key.length > 20, readFileSync(path, 'latin1').includes(key)]).toEqual([true, false])

  const second = app(folder, machine, { pickOpen: async () => path })
  expect(await second.ask('document:open')).toMatchObject({ scrypt: { signerKeyHeld: held } })
})

test('an authority is trusted at its own origin, named, and let go of', async () => {
  const folder = temporaryFolder()
  const file = fileIn(folder, 'root.pem', makeAuthority('Example Root').pem)
  const { ask } = app(folder, null, { pickFiles: async () => [{ path: file, name: 'root.pem' }] })
  const at = { baseUrl: 'https://core.example.com/tenant' }
  const trusted = { file: 'root.pem', names: ['Example Root'] }
  expect(await ask('core-connection:choose-authority', at)).toMatchObject({ authority: trusted })
  expect(await ask('core-connection:get', { baseUrl: 'https://core.example.com' })).toMatchObject({
    authority: trusted,
  })
  expect(await ask('core-connection:get', { baseUrl: 'https://other.example.com' })).toMatchObject({ authority: null })
  expect(await ask('core-connection:forget-authority', at)).toMatchObject({ authority: null })
})

test('the page is told of a proxy by host and port, never with its password', async () => {
  const proxy = 'http://ann:p4ssword@proxy.example.com:3128'
  const { ask } = app(temporaryFolder(), null, { proxyFor: async () => ({ kind: 'proxy', proxy, from: 'system' }) })
  const seen = await ask('core-connection:get', { baseUrl: 'https://core.example.com' })
  expect(seen).toMatchObject({ proxy: 'proxy.example.com:3128', hasKey: false, keeper: null })
  expect(JSON.stringify(seen)).not.toMatch(/ann|p4ssword/)
})

test('diagnostics and the log hold counts and codes, and nothing about anybody', async () => {
  const folder = temporaryFolder()
  const core = await coreWithKey()
  const saved = join(folder, 'diagnostics.txt')
  const users = fileIn(folder, 'secret-client.csv', 'id,email,password_hash\n1,ada@example.com,$2b$10$planted\n')
  const { ask } = app(folder, null, {
    offered: () => [{ path: users, name: 'secret-client.csv' }],
    pickSave: async () => saved,
  })
  await ask('document:new')
  await ask('export:add', { files: ['x'] })
  await ask('core:connect', connect(core.url, apiKey))
  await expect(ask('document:open-recent', { id: 'ada@example.com' })).rejects.toThrow()
  const shown = (await ask('diagnostics:get')) as { readonly text: string }
  expect(await ask('diagnostics:save')).toEqual({ saved: 'diagnostics.txt' })
  const log = readFileSync(join(folder, 'logs', 'app.log'), 'utf8')
  expect(readFileSync(saved, 'utf8')).toBe(shown.text)
  expect(shown.text).toMatch(/app 1\.2\.3 \(desktop\)/)
  expect(shown.text).toMatch(/warn asked channel=document:open-recent code=document-missing/)
  expect(log).toMatch(/debug asked channel=core:connect code=ok/)
  expect(shown.text + log).not.toMatch(/ada@|\$2b\$|secret-client|made-up-key|7f3a|127\.0\.0\.1|\/tmp\//)
})
