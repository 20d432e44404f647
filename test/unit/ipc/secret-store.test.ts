import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSecretStore, type Cipher } from '../../../electron/ipc/services/secret-store.ts'
import { createSettingsStore } from '../../../electron/ipc/services/settings-store.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-keys-'))
  const path = folder
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
})

/** Stands in for a keychain: what is written is not the key. */
const cipher: Cipher = {
  name: 'a keychain',
  encrypt: async (text) => Buffer.from(text.split('').toReversed().join('')),
  decrypt: async (bytes) => (bytes.toString() === 'broken' ? null : bytes.toString().split('').toReversed().join('')),
}

test('where the system encrypts, keys outlive the app, and the file holds none of them', async () => {
  const first = createSecretStore(createSettingsStore(folder), cipher)
  await Promise.all([first.save('core https://a.test', 'made-up-key'), first.save('signer 7', 'made-up-signer')])
  const second = createSecretStore(createSettingsStore(folder), cipher)
  expect([first.backend, await second.get('core https://a.test'), await second.get('signer 7')]).toEqual([
    'a keychain',
    'made-up-key',
    'made-up-signer',
  ])
  const file = join(folder, 'settings.json')
  expect([statSync(file).mode & 0o777, /made-up/.test(readFileSync(file, 'utf8'))]).toEqual([0o600, false])
})

test('without one they live as long as the app, and nothing is written', async () => {
  const first = createSecretStore(createSettingsStore(folder), null)
  await first.save('core https://a.test', 'made-up-key')
  expect([first.backend, await first.get('core https://a.test')]).toEqual([null, 'made-up-key'])
  expect(await createSecretStore(createSettingsStore(folder), null).get('core https://a.test')).toBeNull()
  expect(() => statSync(join(folder, 'settings.json'))).toThrow()
})

test('a key for this session only takes the place of one that was kept', async () => {
  const keys = createSecretStore(createSettingsStore(folder), cipher)
  await keys.save('a', 'the old one')
  await keys.saveForSession('a', 'for now')
  expect([await keys.get('a'), await createSecretStore(createSettingsStore(folder), cipher).get('a')]).toEqual([
    'for now',
    null,
  ])
})

test('a key that is forgotten is gone here and on the disk; others stay', async () => {
  const keys = createSecretStore(createSettingsStore(folder), cipher)
  await keys.save('a', 'one')
  await keys.save('b', 'two')
  await keys.forget('a')
  expect([
    await keys.get('a'),
    await createSecretStore(createSettingsStore(folder), cipher).get('a'),
    await keys.get('b'),
  ]).toEqual([null, null, 'two'])
})

test('a key that cannot be removed from the disk is not said to be forgotten', async () => {
  const settings = createSettingsStore(folder)
  await createSecretStore(settings, cipher).save('a', 'one')
  const keys = createSecretStore({ ...settings, change: () => false }, cipher)
  await expect(keys.forget('a')).rejects.toThrow('still saved')
})

test('what cannot be decrypted or read any more counts as not kept', async () => {
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ version: 1, secrets: { a: Buffer.from('broken').toString('base64') } }),
  )
  expect(await createSecretStore(createSettingsStore(folder), cipher).get('a')).toBeNull()
  writeFileSync(join(folder, 'settings.json'), 'no JSON')
  expect(await createSecretStore(createSettingsStore(folder), cipher).get('a')).toBeNull()
})

test('a disk that cannot be written keeps nothing, and the key is held for this session', async () => {
  writeFileSync(join(folder, 'file'), '')
  const keys = createSecretStore(createSettingsStore(join(folder, 'file', 'below')), cipher)
  await keys.save('a', 'made-up-key')
  expect(await keys.get('a')).toBe('made-up-key')
})
