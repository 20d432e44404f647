import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { writePrivately } from './write-privately.ts'

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

const storeSchema = z.record(z.string(), z.string()).catch({})

/** The last four characters of a key that is long enough to spare them; no more of it is ever shown. */
export function keyHint(key: string): string {
  return key.length >= 12 ? `…${key.slice(-4)}` : '…'
}

export function createSecretStore(appFolder: string, cipher: Cipher | null): SecretStore {
  const file = join(appFolder, 'keys.json')
  const held = new Map<string, string>()
  let turn: Promise<unknown> = Promise.resolve()

  const stored = async (): Promise<Record<string, string>> => {
    try {
      return storeSchema.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch {
      return {}
    }
  }
  const changeNow = async (make: (all: Record<string, string>) => void): Promise<void> => {
    const all = await stored()
    const before = JSON.stringify(all)
    make(all)
    if (JSON.stringify(all) !== before) await writePrivately(file, JSON.stringify(all))
  }
  /** One change at a time. */
  const change = (make: (all: Record<string, string>) => void): Promise<void> => {
    const mine = turn.then(() => changeNow(make))
    turn = mine.catch(() => {})
    return mine
  }

  const forget = async (name: string): Promise<void> => {
    held.delete(name)
    await change((all) => {
      delete all[name]
    })
  }

  return {
    backend: cipher?.name ?? null,
    get: async (name) => {
      const here = held.get(name)
      if (here !== undefined || cipher === null) return here ?? null
      const kept = (await stored())[name]
      return kept === undefined ? null : cipher.decrypt(Buffer.from(kept, 'base64'))
    },
    save: async (name, key) => {
      held.set(name, key)
      if (cipher === null) return
      try {
        const bytes = await cipher.encrypt(key)
        await change((all) => {
          all[name] = bytes.toString('base64')
        })
      } catch {
        // A disk that is full or read-only, a keychain that is locked: it is held until the app ends.
      }
    },
    saveForSession: async (name, key) => {
      await forget(name)
      held.set(name, key)
    },
    forget,
  }
}
