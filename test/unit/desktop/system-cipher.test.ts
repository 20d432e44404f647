import { expect, test } from 'vitest'
import { systemCipher } from '../../../electron/desktop/system-cipher.ts'

type SafeStorage = Parameters<typeof systemCipher>[0]

/** Electron's safeStorage as it answers on some machine; `prefix` is what Chromium writes first. */
function storage(changes: Partial<SafeStorage> = {}, prefix = 'v11'): SafeStorage {
  return {
    isEncryptionAvailable: () => true,
    encryptString: (text) => Buffer.from(prefix + text.toUpperCase()),
    decryptString: (bytes) => bytes.toString().slice(3).toLowerCase(),
    getSelectedStorageBackend: () => 'gnome_libsecret',
    ...changes,
  }
}

test.each([
  ['a keyring', 'linux', storage(), 'the keyring of this desktop'],
  [
    'KWallet',
    'linux',
    storage({ getSelectedStorageBackend: () => 'kwallet6' }),
    'the wallet of this desktop (KWallet)',
  ],
  ['macOS', 'darwin', storage({ getSelectedStorageBackend: () => 'unknown' }, 'v10'), 'the Keychain of this Mac'],
  ['Windows', 'win32', storage({}, 'v10'), 'the data protection of Windows'],
])('keys are kept by %s', async (_what, platform, safe, name) => {
  const cipher = await systemCipher(safe, platform)
  const bytes = (await cipher?.encrypt('made-up-key')) ?? Buffer.alloc(0)
  expect([cipher?.name, await cipher?.decrypt(bytes)]).toEqual([name, 'made-up-key'])
})

test.each([
  ['nothing encrypts', storage({ isEncryptionAvailable: () => false })],
  ['the password stands in the source (basic_text)', storage({ getSelectedStorageBackend: () => 'basic_text' })],
  ['nobody knows what encrypts', storage({ getSelectedStorageBackend: () => 'unknown' })],
  [
    'it does not say',
    storage({
      getSelectedStorageBackend: () => {
        throw new Error('too early')
      },
    }),
  ],
  ['it says so, but writes with the open password', storage({}, 'v10')],
  ['only the newer interface says that there is none', storage({ isAsyncEncryptionAvailable: async () => false })],
])('on Linux no key is kept where %s', async (_why, safe) => {
  expect(await systemCipher(safe, 'linux')).toBeNull()
})

test('the newer interface is used where it exists', async () => {
  const cipher = await systemCipher(
    storage({
      isAsyncEncryptionAvailable: async () => true,
      encryptStringAsync: async (text) => Buffer.from(`v12${text}!`),
      decryptStringAsync: async (bytes) => ({ result: bytes.toString().slice(3, -1) }),
    }),
    'linux',
  )
  const bytes = (await cipher?.encrypt('key')) ?? Buffer.alloc(0)
  expect([bytes.toString(), await cipher?.decrypt(bytes)]).toEqual(['v12key!', 'key'])
})

test('what another keychain wrote, or the open password, is not read', async () => {
  const broken = storage({
    decryptString: () => {
      throw new Error('another keychain')
    },
  })
  const [cipher, whole] = [await systemCipher(broken, 'linux'), await systemCipher(storage(), 'linux')]
  expect([await cipher?.decrypt(Buffer.from('v11KEY')), await whole?.decrypt(Buffer.from('v10KEY'))]).toEqual([
    null,
    null,
  ])
})
