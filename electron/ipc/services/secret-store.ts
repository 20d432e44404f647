import * as z from 'zod'
import type { Section, SettingsStore } from './settings-store.ts'

/** Encrypts with what the system keeps for its user: a keychain, DPAPI, a wallet. */
export type Cipher = {
  /** What keeps the key, for people: `the macOS Keychain`. */
  readonly name: string
  readonly encrypt: (text: string) => Promise<Buffer>
  /** Null for what cannot be read any more, e.g. after the keychain was made anew. */
  readonly decrypt: (bytes: Buffer) => Promise<string | null>
}

/** API keys and signer keys by name: encrypted on the disk where the system really encrypts, else in memory. */
export type SecretStore = {
  /** Null: in memory, until the app ends. */
  readonly backend: string | null
  readonly get: (name: string) => Promise<string | null>
  readonly save: (name: string, key: string) => Promise<void>
  /** For this session only, wherever others are kept. */
  readonly saveForSession: (name: string, key: string) => Promise<void>
  readonly forget: (name: string) => Promise<void>
}

/** Base64 of what the system encrypted, by name. */
const section: Section<Readonly<Record<string, string>>> = {
  name: 'secrets',
  schema: z.record(z.string(), z.string()),
  initial: {},
}

export function createSecretStore(settings: SettingsStore, cipher: Cipher | null): SecretStore {
  const held = new Map<string, string>()

  const forget = async (name: string): Promise<void> => {
    held.delete(name)
    if (!Object.hasOwn(settings.get(section), name)) return
    const isSaved = settings.change(section, ({ [name]: _removed, ...others }) => others)
    if (!isSaved) throw new Error('the key is still saved')
  }

  return {
    backend: cipher?.name ?? null,
    get: async (name) => {
      const inMemory = held.get(name)
      if (inMemory !== undefined || cipher === null) return inMemory ?? null
      const saved = settings.get(section)[name]
      return saved === undefined ? null : cipher.decrypt(Buffer.from(saved, 'base64'))
    },
    save: async (name, key) => {
      held.set(name, key)
      if (cipher === null) return
      try {
        const bytes = await cipher.encrypt(key)
        settings.change(section, (saved) => ({ ...saved, [name]: bytes.toString('base64') }))
      } catch {
        // A keychain that is locked: the key is held until the app ends.
      }
    },
    saveForSession: async (name, key) => {
      await forget(name)
      held.set(name, key)
    },
    forget,
  }
}
