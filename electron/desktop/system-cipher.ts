import type { Cipher } from '../ipc/services/secret-store.ts'

/** The parts of Electron's safeStorage that are used: the newer, asynchronous ones where they exist. */
type SafeStorage = {
  readonly isEncryptionAvailable: () => boolean
  readonly encryptString: (text: string) => Buffer
  readonly decryptString: (bytes: Buffer) => string
  readonly getSelectedStorageBackend?: () => string
  readonly isAsyncEncryptionAvailable?: () => Promise<boolean>
  readonly encryptStringAsync?: (text: string) => Promise<Buffer>
  readonly decryptStringAsync?: (bytes: Buffer) => Promise<{ readonly result: string }>
}

/** Linux backends without a key of the user: anyone with the file can read the values. */
const inTheOpen: ReadonlySet<string> = new Set(['basic_text', 'unknown'])

/** The prefix of values that Chromium on Linux encrypts with the password in its source. */
const openPrefix = 'v10'

/** The system's own encryption; null where it does not really encrypt. Ask after the app is ready. */
export async function systemCipher(storage: SafeStorage, platform: string): Promise<Cipher | null> {
  try {
    const available = (await storage.isAsyncEncryptionAvailable?.()) ?? storage.isEncryptionAvailable()
    if (!available) return null
    const backend = platform === 'linux' ? (storage.getSelectedStorageBackend?.() ?? 'unknown') : ''
    if (inTheOpen.has(backend)) return null
    const isOpen = (bytes: Buffer) => platform === 'linux' && bytes.toString('latin1', 0, 3) === openPrefix
    const encrypt = async (text: string) => (await storage.encryptStringAsync?.(text)) ?? storage.encryptString(text)
    // Availability alone can be true without any keyring.
    if (isOpen(await encrypt('a trial'))) return null
    return {
      name: nameOf(platform, backend),
      encrypt,
      decrypt: async (bytes) => {
        if (isOpen(bytes)) return null
        try {
          return (await storage.decryptStringAsync?.(bytes))?.result ?? storage.decryptString(bytes)
        } catch {
          return null
        }
      },
    }
  } catch {
    return null
  }
}

function nameOf(platform: string, backend: string): string {
  if (platform === 'darwin') return 'the Keychain of this Mac'
  if (platform === 'win32') return 'the data protection of Windows'
  return backend.startsWith('kwallet') ? 'the wallet of this desktop (KWallet)' : 'the keyring of this desktop'
}
