import type { Entry, ExportFormat, Names, Recognition, Sample, SourceRecord } from '../mapping/export-format.ts'
import { hasFields, shareOf, textField } from './fields.ts'
import { keycloakNames } from './keycloak-names.ts'
import { isKeycloakPart, keycloakAddition, readKeycloakAddition, readKeycloakPart } from './keycloak-tables.ts'
import { isKeycloakUser, mayBeKeycloakUser, readKeycloakUser } from './keycloak-users.ts'

/** Keycloak: realms with users, their files of users, the users of its admin API, and the tables of its database. */
export const keycloak: ExportFormat = {
  provider: 'keycloak',
  title: 'Keycloak',
  recognise: recogniseKeycloak,
  read: readKeycloak,
  names: keycloakNames,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'username', becomes: 'Email, if there is no other' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'attributes.phoneNumber', becomes: 'Phone number' },
    { path: 'credentials[0].secretData.value', becomes: 'Password hash' },
    { path: 'credentials[0].secretData.salt', becomes: 'Hash salt' },
    { path: 'credentials[0].credentialData.algorithm', becomes: 'Hash algorithm' },
    { path: 'credentials[0].credentialData.hashIterations', becomes: 'Hash cost' },
    { path: 'credentials[0].value', becomes: 'Clear password, which is named and never kept' },
    { path: 'credentials[0].hashedSaltedValue', becomes: 'Password hash of old versions' },
    { path: 'federatedIdentities[0].identityProvider', becomes: 'Provider' },
    { path: 'federatedIdentities[0].userId', becomes: 'Provider user ID' },
    { path: 'enabled', becomes: 'Disabled when no' },
    { path: 'groups', becomes: 'Metadata', whole: true },
    { path: 'realmRoles', becomes: 'Role, but for those of Keycloak itself', whole: true },
    { path: 'createdTimestamp', becomes: 'Time joined' },
    { path: 'realm', becomes: 'Tenant' },
    { path: 'realm_id', becomes: 'Tenant' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'secret_data.value', becomes: 'Password hash' },
    { path: 'secret_data.salt', becomes: 'Hash salt' },
    { path: 'credential_data.algorithm', becomes: 'Hash algorithm' },
    { path: 'credential_data.hashIterations', becomes: 'Hash cost' },
    { path: 'identity_provider', becomes: 'Provider' },
    { path: 'federated_user_id', becomes: 'Provider user ID' },
    { path: 'attributes', becomes: 'Metadata', whole: true },
    { path: 'name', becomes: 'Name in the metadata' },
    { path: 'value', becomes: 'Metadata' },
    { path: 'long_value', becomes: 'Metadata' },
    { path: 'role_id', becomes: 'Role, but for those of Keycloak itself' },
    { path: 'group_id', becomes: 'Metadata' },
  ],
}

const noNames: Names = new Map()

function readKeycloak(record: SourceRecord, { shape }: Recognition, names = noNames): Entry {
  const addition = readKeycloakAddition(record, shape, names)
  if (addition !== null) return addition
  if (isKeycloakPart(record)) return readKeycloakPart(record)
  return isRealm(record) ? { kind: 'unreadable', reason: withoutUsers } : readKeycloakUser(record, names)
}

const withoutUsers =
  'This is a realm without users: the admin console leaves them out. Export it with "kc.sh export --users realm_file" or "same_file".'

/** The settings of a realm as one record. */
function isRealm(record: SourceRecord): boolean {
  return (
    textField(record, 'realm') !== null &&
    // Users of LoopBack have a realm and roles too.
    !['email', 'username'].some((name) => hasFields(record, name)) &&
    ['clients', 'roles', 'keycloakVersion', 'sslRequired'].some((name) => hasFields(record, name))
  )
}

function recogniseKeycloak(sample: Sample): Recognition | null {
  const { records } = sample
  const addition = keycloakAddition(sample)
  if (addition !== null) return { ...found(addition, 'it is a table of Keycloak with a user_id'), role: 'parts' }
  if (shareOf(records, isRealm) === 1) return found('realm without users', 'it has the settings of a realm')
  const parts = shareOf(records, isKeycloakPart)
  const users = records.some(isKeycloakUser) ? shareOf(records, mayBeKeycloakUser) : 0
  if (parts + users < 0.8) return null
  if (users === 0) {
    const reason = 'its records have a user_id with a credential or an identity_provider'
    return { ...found('tables of credentials or identities', reason), role: 'parts' }
  }
  return records.some((record) => hasFields(record, 'credentials') || hasFields(record, 'realmRoles'))
    ? found('users of a realm', 'its records have a username, and credentials or roles as a realm has them')
    : found('users without credentials', 'its records have a username and the fields of a realm user')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'keycloak', shape, reason, role: 'users' }
}
