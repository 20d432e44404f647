import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, Names, SourceRecord } from '../mapping/export-format.ts'
import { asEmail, booleanField, hasFields, listField, objectField, textField } from './fields.ts'
import { keycloakHash } from './keycloak-hash.ts'
import { keycloakTotp } from './keycloak-totp.ts'
import { lowerKeys } from './keycloak-names.ts'
import { rolesOfRealm } from './keycloak-roles.ts'
import { keycloakKey } from './keycloak-tables.ts'
import { metadataFields, profileOfUser, tenantsOfUser, timeField } from './profile-fields.ts'

/** What a user of a realm has besides a username, and hardly another product's. */
const ofRealm = [
  'federatedIdentities',
  'realmRoles',
  'requiredActions',
  'disableableCredentialTypes',
  'createdTimestamp',
]

/** A user of a realm or of the admin API, or a row of the table USER_ENTITY. */
export function isKeycloakUser(record: SourceRecord): boolean {
  if (hasFields(lowerKeys(record), 'username', 'realm_id', 'email_constraint')) return true
  if (isFromDirectory(record)) return true
  if (textField(record, 'username') === null || !hasFields(record, 'enabled')) return false
  const credentials = listField(record, 'credentials') ?? []
  return ofRealm.some((name) => hasFields(record, name)) || credentials.some((one) => hasFields(one, 'type'))
}

/** An entry of `federatedUsers`: what a realm keeps of a user who is in a directory otherwise. */
function isFromDirectory(record: SourceRecord): boolean {
  return /^f:[^:]+:./.test(textField(record, 'id') ?? '') && !hasFields(record, 'username')
}

/** Users as they are written for an import may have nothing but a username and whether they are enabled. */
export function mayBeKeycloakUser(record: SourceRecord): boolean {
  return isKeycloakUser(record) || (textField(record, 'username') !== null && hasFields(record, 'enabled'))
}

/** `names`: of realms, where their table lies beside that of users. */
export function readKeycloakUser(record: SourceRecord, names: Names): Entry {
  const row = lowerKeys(record)
  const username = textField(row, 'username')
  const sourceId = textField(row, 'id')
  const email = textField(row, 'email') ?? asEmail(username)
  if (isService(row, username)) {
    return { kind: 'unreadable', reason: 'This is the service account of a client, not a person. It was skipped.' }
  }
  const attributes = objectField(row, 'attributes') ?? {}
  const phone = textField(attributes, 'phoneNumber', 'phone_number', 'phone', 'mobile')
  if (sourceId === null && email === null && username === null) {
    return { kind: 'unreadable', reason: 'This record is no user: it has neither an id nor a username or email.' }
  }
  const credentials = listField(row, 'credentials')
  const password = credentials?.find((credential) => textField(credential, 'type') === 'password')
  const hash = password === undefined ? null : keycloakHash(password)
  const isFederated = textField(row, 'federationlink', 'federation_link') !== null || isFromDirectory(record)
  return {
    kind: 'user',
    user: {
      ...emptyUser,
      sourceId: sourceId ?? username,
      email,
      emailVerified: booleanField(row, 'emailverified', 'email_verified'),
      phone,
      phoneVerified: booleanField(attributes, 'phoneNumberVerified', 'phone_number_verified'),
      // The password of a user from LDAP or another directory is there.
      hasPassword: password !== undefined || isFederated ? true : credentials === null ? null : false,
      hash,
      identities: (listField(row, 'federatedidentities') ?? []).flatMap((identity) => toIdentity(identity) ?? []),
      standing: booleanField(row, 'enabled') === false ? 'disabled' : 'active',
      ...profileOfUser({
        metadata: metadataFields(row, 'attributes', 'groups'),
        ...rolesOfRealm(row),
        totp: (credentials ?? []).flatMap((credential) => keycloakTotp(credential) ?? []),
        joined: timeField(row, 'createdtimestamp', 'created_timestamp'),
      }),
      ...realmOf(row, names),
    },
    keys: sourceId === null ? [] : [keycloakKey(sourceId)],
  }
}

/** Databases name the realm of a user by its UUID; a realm that an old version made has its name there. */
function realmOf(row: SourceRecord, names: Names): ReturnType<typeof tenantsOfUser> {
  const named = tenantsOfUser(row, 'realm', 'realm_id')
  return named.tenants === undefined ? named : { tenants: named.tenants.map((id) => names.get(`realm:${id}`) ?? id) }
}

function isService(row: SourceRecord, username: string | null): boolean {
  if (textField(row, 'serviceaccountclientid', 'service_account_client_link') !== null) return true
  return username?.startsWith('service-account-') === true && textField(row, 'email') === null
}

function toIdentity(identity: SourceRecord): Identity | null {
  const provider = textField(identity, 'identityProvider')
  if (provider === null) return null
  return { provider, userId: textField(identity, 'userId') ?? '', email: null, emailVerified: null }
}
