import * as z from 'zod'
import type { Input } from '../../../shared/ipc/contract.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import type { Section, SettingsStore } from './settings-store.ts'

/** Encryption by a secret store of the system: Keychain, DPAPI, a wallet. */
export type Cipher = {
  /** The name of the secret store, for people: `the macOS Keychain`. */
  readonly name: string
  readonly encrypt: (text: string) => Promise<Buffer>
  /** Null: cannot be decrypted any more, e.g. after the keychain was reset. */
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

/** Encrypted values in base64, by name. */
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
        // The keychain is locked: hold the key in memory until the app ends.
      }
    },
    saveForSession: async (name, key) => {
      await forget(name)
      held.set(name, key)
    },
    forget,
  }
}

/** Firebase scrypt's signer key of each migration, kept beside the migration and never in it. */
export function createSignerKeys(engine: Engine, keys: SecretStore) {
  const nameHere = async (): Promise<string | null> => {
    const about = await engine.internal('internal:identity', {})
    return about.ok && about.value.id !== null ? `signer ${about.value.id}` : null
  }

  /** Saves the keys that the engine holds now. */
  const keep = async (): Promise<void> => {
    const [name, held] = [await nameHere(), await engine.internal('internal:signer-key', {})]
    if (name !== null && held.ok && held.value.key !== null) await keys.save(name, held.value.key)
  }

  return {
    keep,
    set: async (input: Input<'export:scrypt'>): Promise<Result<DocumentView>> => {
      const answer = await engine.invoke('export:scrypt', input)
      if (answer.ok) await keep()
      return answer
    },
    /** A migration was opened: it gets the key that was kept for it. */
    restore: async (opened: Result<DocumentView>): Promise<Result<DocumentView>> => {
      if (!opened.ok || opened.value.scrypt === null || opened.value.scrypt.signerKeyHeld) return opened
      const name = await nameHere()
      const key = name === null ? null : await keys.get(name)
      return key === null ? opened : engine.internal('internal:save-signer-key', { key })
    },
  }
}
