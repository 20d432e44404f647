import type { DocumentView } from '../../../shared/ipc/views.ts'
import { dialects, type Dialect } from '../../../shared/core-api/dialects.ts'

/** True if there are Firebase scrypt hashes. A Firebase export is expected to have some before it is read. */
export function carriesScrypt({ scrypt, scryptHashes, files }: DocumentView): boolean {
  return scryptHashes || scrypt !== null || files.some(({ provider }) => provider === 'firebase')
}

/** Why the signer key cannot be copied from here, and what to do about it; null: it can. */
export function missingForKey(scrypt: DocumentView['scrypt']): string | null {
  if (scrypt === null)
    return 'The hash parameters of the old project are missing: signer key, salt separator, rounds and memory cost. Paste them here.'
  if (scrypt.signerKeyLength === null)
    return 'The signer key is missing: the parameters were given without it. Paste the whole block.'
  return scrypt.signerKeyHeld
    ? null
    : 'The signer key is not kept in the migration, and this machine does not have it. Paste the whole block once more.'
}

/** The setting of a core that takes the signer key: in its configuration, and as a variable of its environment. */
export function signerKeySettings(dialect: Dialect): readonly { readonly name: string; readonly where: string }[] {
  const name = dialects[dialect].signerKeySetting
  return [
    { name, where: 'Managed: in the core’s configuration dashboard. Self-hosted: in the configuration file.' },
    { name: name.toUpperCase(), where: 'Self-hosted, as an environment variable instead.' },
  ]
}
