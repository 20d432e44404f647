import type { Entry, Names, Sample, SourceRecord } from '../mapping/export-format.ts'
import type { UserPart } from '../users/user.ts'
import { booleanField, hasFields, textField } from './fields.ts'
import { keycloakHash } from './keycloak-hash.ts'
import { groupPath, lowerKeys, roleName, tableName } from './keycloak-names.ts'
import { userRoles } from './keycloak-roles.ts'
import { keycloakTotp } from './keycloak-totp.ts'

/** A row of the table CREDENTIAL or FEDERATED_IDENTITY. */
export function isKeycloakPart(record: SourceRecord): boolean {
  const row = lowerKeys(record)
  return (
    hasFields(row, 'user_id') &&
    (hasFields(row, 'secret_data', 'credential_data') || hasFields(row, 'identity_provider', 'federated_user_id'))
  )
}

/** What a row of a table adds to its user; the name of the table tells it, because other products have the same columns. */
type Addition = { readonly has: readonly string[]; readonly read: (row: SourceRecord, names: Names) => UserPart }

const additions: Readonly<Record<string, Addition>> = {
  user_attribute: { has: ['user_id', 'name', 'value'], read: attribute },
  user_role_mapping: {
    has: ['user_id', 'role_id'],
    read: (row, names) => {
      const role = textField(row, 'role_id')
      return role === null ? {} : userRoles([roleName(role, names)])
    },
  },
  user_group_membership: {
    has: ['user_id', 'group_id'],
    read: (row, names) => {
      const group = textField(row, 'group_id')
      return group === null ? {} : { metadata: { groups: [groupPath(group, names)] } }
    },
  },
}

/** Attributes of a realm that hold a phone number, as its users have them. */
const phoneAttributes = ['phoneNumber', 'phone_number', 'phone', 'mobile']

function attribute(row: SourceRecord): UserPart {
  const name = textField(row, 'name')
  // Values of more than 255 characters have a column of their own.
  const value = textField(row, 'value', 'long_value')
  if (name === null || value === null) return {}
  const verified = /^phone_?number_?verified$/i.test(name) ? booleanField({ value }, 'value') : null
  return {
    metadata: { attributes: { [name]: [value] } },
    ...(phoneAttributes.includes(name) ? { phone: value } : {}),
    ...(verified === null ? {} : { phoneVerified: verified }),
  }
}

/** The table that adds something to users, as the shape of its rows; null: it is none. */
export function keycloakAddition(sample: Pick<Sample, 'table' | 'records'>): string | null {
  const name = tableName(sample)
  const [first] = sample.records
  const addition = Object.hasOwn(additions, name) ? additions[name] : undefined
  if (addition === undefined || first === undefined) return null
  return hasFields(lowerKeys(first), ...addition.has) ? name : null
}

/** Reads a row of such a table; null: `shape` names none. */
export function readKeycloakAddition(record: SourceRecord, shape: string, names: Names): Entry | null {
  const addition = Object.hasOwn(additions, shape) ? additions[shape] : undefined
  if (addition === undefined) return null
  const row = lowerKeys(record)
  const userId = textField(row, 'user_id')
  if (userId === null) return { kind: 'unreadable', reason: 'This row has no user_id to find its user by.' }
  return { kind: 'part', part: addition.read(row, names), keys: [keycloakKey(userId)] }
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
