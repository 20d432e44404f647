import type { Input } from '../../../shared/ipc/contract.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import type { Result } from '../../../shared/result.ts'
import type { Engine } from '../../engine/engine-api.ts'
import type { SecretStore } from './secret-store.ts'

/** Firebase scrypt's signer key of each migration, kept beside the migration and never in it. */
export function createSignerKeys(engine: Engine, keys: SecretStore) {
  const nameHere = async (): Promise<string | null> => {
    const about = await engine.internal('internal:identity', {})
    return about.ok && about.value.id !== null ? `signer ${about.value.id}` : null
  }

  /** What the engine holds now is kept. */
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
