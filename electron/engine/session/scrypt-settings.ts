import { isDeepStrictEqual } from 'node:util'
import { parseScryptParameters } from '../../../shared/hashes/scrypt-parameters.ts'
import type { DocumentView } from '../../../shared/ipc/views.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { dropPasswordChecks } from '../document/password-checks.ts'
import { getScrypt, setSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import type { BackgroundWork } from './background-work.ts'

/** The parameters of Firebase scrypt, which the document keeps, and the signer key, which lives in memory alone. */
export type ScryptSettings = {
  readonly scrypt: (text: string) => Result<DocumentView>
  readonly signerKey: () => string | null
  /** Takes back a key that the secret store kept since it was given with the parameters. */
  readonly holdSignerKey: (key: string) => void
}

export function createScryptSettings(
  database: Database,
  work: BackgroundWork,
  touch: () => void,
  view: () => DocumentView,
): ScryptSettings {
  let signerKey: string | null = null
  return {
    signerKey: () => signerKey,
    holdSignerKey: (key) => {
      if (signerKey !== null || getScrypt(database) === null) return
      signerKey = key
      touch()
    },
    scrypt: (text) => {
      const parsed = parseScryptParameters(text)
      if (!parsed.ok) return parsed
      const key = parsed.value.signerKey ?? signerKey
      // What was proved with another key, or with one that is no longer known, says nothing about this one.
      if (key !== signerKey) dropPasswordChecks(database, 'firebase-scrypt')
      signerKey = key
      if (!isDeepStrictEqual(getScrypt(database), parsed.value.parameters)) {
        setSetting(database, 'scrypt', parsed.value.parameters)
        work.begin('plan')
      }
      touch()
      return ok(view())
    },
  }
}
