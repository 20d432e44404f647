import { clearTextMark } from '../hashes/mask-hash.ts'
import type { HashInput } from '../hashes/verdict.ts'
import type { SourceRecord } from '../mapping/export-format.ts'
import { textField } from './fields.ts'

/** What of a credential makes the hash: the pair of today's versions, or the single fields of very old ones. */
const parts = ['secretData', 'credentialData', 'algorithm', 'hashedSaltedValue', 'salt', 'hashIterations']

/**
 * A password credential, kept whole as JSON: the hash, its salt and its costs are in several of its fields. Null for
 * one without a hash. A password in clear text, which realms that were written for an import have, is named and not kept.
 */
export function keycloakHash(credential: SourceRecord): HashInput | null {
  if ((credential['secretData'] ?? '') === '' && textField(credential, 'hashedSaltedValue') === null) {
    return textField(credential, 'value') === null ? null : { hash: clearTextMark, provider: 'keycloak' }
  }
  const kept = parts.flatMap((name) => (Object.hasOwn(credential, name) ? [[name, credential[name]] as const] : []))
  return { hash: JSON.stringify(Object.fromEntries(kept)), provider: 'keycloak' }
}
