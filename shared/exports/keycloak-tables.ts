import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, textField } from './fields.ts'
import { keycloakHash } from './keycloak-hash.ts'
import { keycloakTotp } from './keycloak-totp.ts'

/** Column names in lower case: databases differ in how they write them. */
export function lowerKeys(record: SourceRecord): SourceRecord {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]))
}

/** A row of the table CREDENTIAL or FEDERATED_IDENTITY. */
export function isKeycloakPart(record: SourceRecord): boolean {
  const row = lowerKeys(record)
  return (
    hasFields(row, 'user_id') &&
    (hasFields(row, 'secret_data', 'credential_data') || hasFields(row, 'identity_provider', 'federated_user_id'))
  )
}

/** The key by which credentials and identities find their user. */
export function keycloakKey(userId: string): string {
  return `keycloak:${userId}`
}

/** Security keys and former passwords are joined with nothing to add. */
export function readKeycloakPart(record: SourceRecord): Entry {
  const row = lowerKeys(record)
  const userId = textField(row, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This row has no user_id to find its user by.' }
  const keys = [keycloakKey(userId)]
  const provider = textField(row, 'identity_provider')
  if (provider !== null) {
    const identity = { provider, userId: textField(row, 'federated_user_id') ?? '', email: null, emailVerified: null }
    return { kind: 'part', part: { identities: [identity] }, keys }
  }
  const credential = { type: row['type'], secretData: row['secret_data'], credentialData: row['credential_data'] }
  const hash = textField(row, 'type') === 'password' ? keycloakHash(credential) : null
  const app = keycloakTotp(credential)
  return { kind: 'part', part: { ...(hash === null ? {} : { hash }), ...(app === null ? {} : { totp: [app] }) }, keys }
}
