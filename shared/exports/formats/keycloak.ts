import type { Entry, ExportFormat, Names, Recognition, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { keysOfOther } from '../../mapping/entries/other-keys.ts'
import { newUser, type Identity } from '../../users/user.ts'
import { asEmail, field, profileOfUser, shareOf, tenantsOfUser } from '../fields.ts'
import { keycloakNames, keycloakTables } from './keycloak-tables.ts'

/** A realm exported without users, or with files of users beside it, as `kc.sh export --dir` does. */
const settings = {
  shape: 'realm without users',
  advice:
    'This is a realm without users: the admin console leaves them out. Export it with "kc.sh export --users realm_file" or "same_file".',
}

/** Keycloak: exports of realms, files of users, the users of its admin API, and the tables of its database. */
export const keycloak: ExportFormat = {
  provider: 'keycloak',
  title: 'Keycloak',
  recognise: recogniseKeycloak,
  read: readKeycloak,
  names: keycloakNames,
  settings,
  fields: [
    { path: 'id', becomes: 'Source ID' },
    { path: 'email', becomes: 'Email' },
    { path: 'username', becomes: 'Email, if there is no other' },
    { path: 'emailVerified', becomes: 'Email verified' },
    { path: 'attributes.phoneNumber', becomes: 'Phone number' },
    { path: 'credentials[0].secretData.value', becomes: 'Password hash' },
    { path: 'credentials[0].secretData.salt', becomes: 'Salt' },
    { path: 'credentials[0].credentialData.algorithm', becomes: 'Hash algorithm' },
    { path: 'credentials[0].credentialData.hashIterations', becomes: 'Hash cost' },
    { path: 'credentials[0].value', becomes: 'Clear password, which is named and never kept' },
    { path: 'credentials[0].hashedSaltedValue', becomes: 'Password hash of old versions' },
    { path: 'federatedIdentities[0].identityProvider', becomes: 'Provider' },
    { path: 'federatedIdentities[0].userId', becomes: 'Provider user ID' },
    { path: 'enabled', becomes: 'Disabled when no', flag: 'lets-in' },
    { path: 'groups', becomes: 'Metadata', whole: true },
    { path: 'realmRoles', becomes: 'Role, but for those of Keycloak itself', whole: true },
    { path: 'createdTimestamp', becomes: 'Time joined' },
    { path: 'realm', becomes: 'Tenant' },
    { path: 'realm_id', becomes: 'Tenant' },
    { path: 'user_id', becomes: 'Source ID of its user' },
    { path: 'secret_data.value', becomes: 'Password hash' },
    { path: 'secret_data.salt', becomes: 'Salt' },
    { path: 'credential_data.algorithm', becomes: 'Hash algorithm' },
    { path: 'credential_data.hashIterations', becomes: 'Hash cost' },
    { path: 'identity_provider', becomes: 'Provider' },
    { path: 'federated_user_id', becomes: 'Provider user ID' },
    { path: 'attributes', becomes: 'Metadata', whole: true },
    { path: 'name', becomes: 'Name in the metadata' },
    { path: 'value', becomes: 'Metadata; password hash of old versions' },
    { path: 'long_value', becomes: 'Metadata' },
    { path: 'role_id', becomes: 'Role, but for those of Keycloak itself' },
    { path: 'group_id', becomes: 'Metadata' },
  ],
}

const noNames: Names = new Map()

function readKeycloak(record: SourceRecord, { shape }: Recognition, names = noNames): Entry {
  const addition = keycloakTables.readAddition(record, shape, names)
  if (addition !== null) return addition
  const row = keycloakTables.lowerKeys(record)
  if (keycloakTables.isPart(row)) return keycloakTables.readPart(row)
  return isRealm(record) ? { kind: 'aside', what: settings.shape } : readKeycloakUser(record, row, names)
}

/** Whether a record is a realm with its settings. */
function isRealm(record: SourceRecord): boolean {
  return (
    field.text(record, 'realm') !== null &&
    // Users of LoopBack have a realm and roles too.
    !['email', 'username'].some((name) => field.has(record, name)) &&
    ['clients', 'roles', 'keycloakVersion', 'sslRequired'].some((name) => field.has(record, name))
  )
}

function recogniseKeycloak(sample: Sample): Recognition | null {
  const { records } = sample
  const addition = keycloakTables.additionOf(sample)
  if (addition !== null) return { ...found(addition, 'it is a table of Keycloak with a user_id'), role: 'parts' }
  if (shareOf(records, isRealm) === 1)
    return found(settings.shape, 'it has the settings of a realm, with its users left out or in other files')
  const parts = shareOf(records, (record) => keycloakTables.isPart(keycloakTables.lowerKeys(record)))
  const users = records.some(isKeycloakUser) ? shareOf(records, mayBeKeycloakUser) : 0
  if (parts + users < 0.8) return null
  if (users === 0) {
    const reason = 'its records have a user_id with a credential or an identity_provider'
    return { ...found('tables of credentials or identities', reason), role: 'parts' }
  }
  return records.some((record) => field.has(record, 'credentials') || field.has(record, 'realmRoles'))
    ? found('users of a realm', 'its records have a username, and credentials or roles as a realm has them')
    : found('users without credentials', 'its records have a username and the fields of a realm user')
}

function found(shape: string, reason: string): Recognition {
  return { provider: 'keycloak', shape, reason, role: 'users' }
}

/** Fields of a realm's user that are rare in other products. */
const ofRealm = [
  'federatedIdentities',
  'realmRoles',
  'requiredActions',
  'disableableCredentialTypes',
  'createdTimestamp',
]

/** Whether a record is a user of a realm export or of the admin API, or a row of the table USER_ENTITY. */
function isKeycloakUser(record: SourceRecord): boolean {
  if (field.has(keycloakTables.lowerKeys(record), 'username', 'realm_id', 'email_constraint')) return true
  if (isFromDirectory(record)) return true
  if (field.text(record, 'username') === null || !field.has(record, 'enabled')) return false
  const credentials = field.list(record, 'credentials') ?? []
  return ofRealm.some((name) => field.has(record, name)) || credentials.some((one) => field.has(one, 'type'))
}

/** Whether a record is an entry of `federatedUsers`: a realm's data of a user in an external directory. */
function isFromDirectory(record: SourceRecord): boolean {
  return /^f:[^:]+:./.test(field.text(record, 'id') ?? '') && !field.has(record, 'username')
}

/** Whether a record may be a user: files for an import may have only `username` and `enabled`. */
function mayBeKeycloakUser(record: SourceRecord): boolean {
  return isKeycloakUser(record) || (field.text(record, 'username') !== null && field.has(record, 'enabled'))
}

/** Reads a user. `row`: the record with column names in lower case. `names`: the names of realms, if their table is in the dump. */
function readKeycloakUser(record: SourceRecord, row: SourceRecord, names: Names): Entry {
  const username = field.text(row, 'username')
  const sourceId = field.text(row, 'id')
  const email = field.text(row, 'email') ?? asEmail(username)
  const attributes = field.object(row, 'attributes') ?? {}
  const phone = field.text(attributes, 'phoneNumber', 'phone_number', 'phone', 'mobile')
  if (sourceId === null && email === null && username === null) {
    return { kind: 'unreadable', reason: 'This record is no user: it has neither an ID nor a username or email.' }
  }
  const credentials = field.list(row, 'credentials')
  const password = credentials?.find((credential) => field.text(credential, 'type') === 'password')
  const hash = password === undefined ? null : keycloakTables.hashOf(password)
  const isFederated = field.text(row, 'federationlink', 'federation_link') !== null || isFromDirectory(record)
  const entry: Entry = {
    kind: 'user',
    user: newUser({
      sourceId,
      email,
      emailVerified: field.flag(row, 'emailverified', 'email_verified'),
      phone,
      phoneVerified: field.flag(attributes, 'phoneNumberVerified', 'phone_number_verified'),
      // The directory of a federated user holds the password.
      hasPassword: password !== undefined || isFederated ? true : credentials === null ? null : false,
      hash,
      identities: (field.list(row, 'federatedidentities') ?? []).flatMap((identity) => toIdentity(identity) ?? []),
      standing: field.isOff(row, 'lets-in', 'enabled') ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: field.metadata(row, 'attributes', 'groups'),
        ...keycloakTables.rolesOf(row),
        totp: (credentials ?? []).flatMap((credential) => keycloakTables.totpOf(credential) ?? []),
        joined: field.time(row, 'createdtimestamp', 'created_timestamp'),
      }),
      ...realmOf(row, names),
    }),
    keys: sourceId === null ? [] : [keycloakTables.keyOf(sourceId)],
  }
  return isService(row, username) ? { kind: 'aside', what: 'service account', ...keysOfOther(entry) } : entry
}

/** The realm of a user as the tenant. The database refers to it by UUID; realms of old versions have their name as id. */
function realmOf(row: SourceRecord, names: Names): ReturnType<typeof tenantsOfUser> {
  const named = tenantsOfUser(row, 'realm', 'realm_id')
  return named.tenants === undefined ? named : { tenants: named.tenants.map((id) => names.get(`realm:${id}`) ?? id) }
}

function isService(row: SourceRecord, username: string | null): boolean {
  if (field.text(row, 'serviceaccountclientid', 'service_account_client_link') !== null) return true
  return username?.startsWith('service-account-') === true && field.text(row, 'email') === null
}

function toIdentity(identity: SourceRecord): Identity | null {
  const provider = field.text(identity, 'identityProvider')
  if (provider === null) return null
  return { provider, userId: field.text(identity, 'userId') ?? '', email: null, emailVerified: null }
}
