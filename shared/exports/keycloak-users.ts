import { emptyUser, type Identity } from '../users/user.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { asEmail, booleanField, hasFields, listField, objectField, textField } from './fields.ts'
import { keycloakHash } from './keycloak-hash.ts'
import { keycloakTotp } from './keycloak-totp.ts'
import { metadataFields, profileOfUser, rolesField, tenantsOfUser, timeField } from './profile-fields.ts'
import { keycloakKey, lowerKeys } from './keycloak-tables.ts'

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

export function readKeycloakUser(record: SourceRecord): Entry {
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
        ...rolesOf(row),
        totp: (credentials ?? []).flatMap((credential) => keycloakTotp(credential) ?? []),
        joined: timeField(row, 'createdtimestamp', 'created_timestamp'),
      }),
      ...tenantsOfUser(row, 'realm', 'realm_id'),
    },
    keys: sourceId === null ? [] : [keycloakKey(sourceId)],
  }
}

/** Roles of every user of a realm: they let Keycloak itself work, and mean nothing to another core. */
const ofKeycloak = /^(?:default-roles-.*|offline_access|uma_authorization)$/

const ofAccount = /^(?:account|account-console|realm-management|broker|security-admin-console|admin-cli):/

/** Roles of the realm by their names, those of a client as `client:role`; `systemRoles`: some of Keycloak itself were left out. */
function rolesOf(row: SourceRecord): { readonly roles: readonly string[]; readonly systemRoles: boolean } {
  const ofClients = Object.entries(objectField(row, 'clientroles') ?? {}).flatMap(([client, roles]) =>
    Array.isArray(roles) ? roles.flatMap((role) => (typeof role === 'string' ? [`${client}:${role}`] : [])) : [],
  )
  const ofRealmRoles = rolesField(row, 'realmroles')
  const roles = [
    ...ofRealmRoles.filter((role) => !ofKeycloak.test(role)),
    ...ofClients.filter((role) => !ofAccount.test(role)),
  ]
  return { roles, systemRoles: roles.length < ofRealmRoles.length + ofClients.length }
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
