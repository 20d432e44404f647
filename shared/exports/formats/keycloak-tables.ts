import { withoutSchema } from '../../mapping/names/column-words.ts'
import { clearPassword } from '../../hashes/mask-hash.ts'
import type { HashInput } from '../../hashes/verdict.ts'
import type { Entry, Names, NamesOfTables, Sample, SourceRecord } from '../../mapping/export-format.ts'
import { base32, totpAddress } from '../../users/totp-secret.ts'
import type { UserPart } from '../../users/user.ts'
import { field } from '../fields.ts'

/** Rows of the tables of Keycloak's database, and what they share with its other exports. */
export const keycloakTables = {
  /** Whether a row is of the table CREDENTIAL or FEDERATED_IDENTITY. Column names of rows are in lower case here and below. */
  isPart: (row: SourceRecord): boolean =>
    field.has(row, 'user_id') &&
    (field.has(row, 'secret_data', 'credential_data') ||
      isOldCredential(row) ||
      field.has(row, 'identity_provider', 'federated_user_id')),
  /** The shape of a table that adds to users, which is its name; null for any other table. */
  additionOf: (sample: Pick<Sample, 'table' | 'records'>): string | null => {
    const name = tableName(sample)
    const [first] = sample.records
    const addition = Object.hasOwn(additions, name) ? additions[name] : undefined
    if (addition === undefined || first === undefined) return null
    return field.has(keycloakTables.lowerKeys(first), ...addition.has) ? name : null
  },
  /** Reads a row of a table that adds to users; null if `shape` is not such a table. */
  readAddition: (record: SourceRecord, shape: string, names: Names): Entry | null => {
    const addition = Object.hasOwn(additions, shape) ? additions[shape] : undefined
    if (addition === undefined) return null
    const row = keycloakTables.lowerKeys(record)
    const userId = field.text(row, 'user_id')
    if (userId === null) return { kind: 'unreadable', reason: 'This row has no user_id to find its user by.' }
    return { kind: 'part', part: addition.read(row, names), keys: [keycloakTables.keyOf(userId)] }
  },
  /** Join key of credentials and identities with their user. */
  keyOf: (userId: string): string => `keycloak:${userId}`,
  /** Reads a credential or identity. Former passwords become empty parts. */
  readPart: (row: SourceRecord): Entry => {
    const userId = field.text(row, 'user_id')
    if (userId === null) return { kind: 'unreadable', reason: 'This row has no user_id to find its user by.' }
    const keys = [keycloakTables.keyOf(userId)]
    const provider = field.text(row, 'identity_provider')
    if (provider !== null) {
      const identity = {
        provider,
        userId: field.text(row, 'federated_user_id') ?? '',
        email: null,
        emailVerified: null,
      }
      return { kind: 'part', part: { identities: [identity] }, keys }
    }
    const credential = credentialOf(row)
    const hash = field.text(row, 'type') === 'password' ? keycloakTables.hashOf(credential) : null
    const app = keycloakTables.totpOf(credential)
    return {
      kind: 'part',
      part: {
        ...(hash === null ? {} : { hash }),
        ...(app === null ? {} : { totp: [app] }),
        ...(isPasskey(row) ? { passkeys: true as const } : {}),
      },
      keys,
    }
  },
  /** The record with column names in lower case, because databases differ in their case. */
  lowerKeys: (record: SourceRecord): SourceRecord =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value])),
  /**
   * The hash of a password credential as JSON, because hash, salt and cost are in several fields; null if it has none. A clear password, as
   * in realms written for an import, becomes a mark.
   */
  hashOf: (credential: SourceRecord): HashInput | null => {
    if ((credential['secretData'] ?? '') === '' && field.text(credential, 'hashedSaltedValue') === null) {
      const clear = field.text(credential, 'value')
      return clear === null ? null : clearPassword(clear, 'keycloak')
    }
    const kept = parts.flatMap((name) => (Object.hasOwn(credential, name) ? [[name, credential[name]] as const] : []))
    return { hash: JSON.stringify(Object.fromEntries(kept)), provider: 'keycloak' }
  },
  /** The roles of a user in a realm export. */
  rolesOf: (row: SourceRecord): Roles => {
    const ofClients = Object.entries(field.object(row, 'clientroles') ?? {}).flatMap(([client, roles]) =>
      Array.isArray(roles) ? roles.flatMap((role) => (typeof role === 'string' ? [`${client}:${role}`] : [])) : [],
    )
    return userRoles([...field.roles(row, 'realmroles'), ...ofClients])
  },
  /**
   * An authenticator app as an `otpauth:` address with its parameters; null if the credential is none. Keycloak stores the secret as plain
   * bytes, newer versions as Base32 if `secretEncoding` says so.
   */
  totpOf: (credential: SourceRecord): string | null => {
    const type = field.text(credential, 'type')
    if (type !== 'otp' && type !== 'totp' && type !== 'hotp') return null
    const data = field.object(credential, 'credentialData') ?? credential
    const secret = field.text(field.object(credential, 'secretData') ?? credential, 'value')
    if (secret === null) return null
    const isBase32 = field.text(data, 'secretEncoding')?.toUpperCase() === 'BASE32'
    return totpAddress(isBase32 ? secret : base32(new TextEncoder().encode(secret)), {
      type: field.text(data, 'subType') ?? (type === 'hotp' ? 'hotp' : 'totp'),
      algorithm: (field.text(data, 'algorithm') ?? 'SHA1').replace(/^Hmac/i, ''),
      digits: field.text(data, 'digits') ?? '6',
      period: field.text(data, 'period') ?? '30',
    })
  },
}

/** WebAuthn as a second factor or alone. */
function isPasskey(credential: SourceRecord): boolean {
  return field.text(credential, 'type')?.startsWith('webauthn') === true
}

/** A table whose rows are parts of users. It is recognised by its name as well, because other products have the same columns. */
type Addition = { readonly has: readonly string[]; readonly read: (row: SourceRecord, names: Names) => UserPart }

const additions: Readonly<Record<string, Addition>> = {
  user_attribute: { has: ['user_id', 'name', 'value'], read: attribute },
  user_role_mapping: {
    has: ['user_id', 'role_id'],
    read: (row, names) => {
      const role = field.text(row, 'role_id')
      return role === null ? {} : userRoles([roleName(role, names)])
    },
  },
  user_group_membership: {
    has: ['user_id', 'group_id'],
    read: (row, names) => {
      const group = field.text(row, 'group_id')
      return group === null ? {} : { metadata: { groups: [groupPath(group, names)] } }
    },
  },
}

/** Usual names of user attributes that hold a phone number. */
const phoneAttributes = ['phoneNumber', 'phone_number', 'phone', 'mobile']

function attribute(row: SourceRecord): UserPart {
  const name = field.text(row, 'name')
  // Values longer than 255 characters are in `long_value`.
  const value = field.text(row, 'value', 'long_value')
  if (name === null || value === null) return {}
  const verified = /^phone_?number_?verified$/i.test(name) ? field.flag({ value }, 'value') : null
  return {
    metadata: { attributes: { [name]: [value] } },
    ...(phoneAttributes.includes(name) ? { phone: value } : {}),
    ...(verified === null ? {} : { phoneVerified: verified }),
  }
}

/** The credential of a row, in the form of realm exports. Before version 8 its parts were separate columns. */
function credentialOf(row: SourceRecord): SourceRecord {
  const { type, secret_data: secretData, credential_data: credentialData } = row
  if (!isOldCredential(row)) return { type, secretData, credentialData }
  const { value, salt, hash_iterations: hashIterations, digits, period } = row
  const algorithm = field.text(row, 'algorithm') ?? (type === 'password' ? 'pbkdf2' : null)
  return { type, algorithm, value, hashedSaltedValue: value, salt, hashIterations, digits, period }
}

function isOldCredential(row: SourceRecord): boolean {
  return field.has(row, 'hash_iterations', 'value', 'salt', 'device')
}

/** Columns that confirm a table by name, because other products have tables of these names. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  realm: ['id', 'name'],
  keycloak_role: ['id', 'name', 'client_role'],
  client: ['id', 'client_id', 'realm_id'],
  keycloak_group: ['id', 'name', 'parent_group'],
}

/** The name of a table without its schema, in lower case. */
function tableName({ table = '' }: Pick<Sample, 'table'>): string {
  return withoutSchema(table).toLowerCase()
}

/** Tables whose rows other tables refer to by UUID: realms, roles, clients and groups. */
export const keycloakNames: NamesOfTables = {
  isTable: (sample) => {
    const columns = columnsOf[tableName(sample)]
    const [first] = sample.records
    return columns !== undefined && first !== undefined && field.has(keycloakTables.lowerKeys(first), ...columns)
  },
  read: (record, table) => {
    const row = keycloakTables.lowerKeys(record)
    const id = field.text(row, 'id')
    const name = field.text(row, 'name')
    if (id === null) return []
    switch (tableName({ table })) {
      case 'realm':
        return entries([`realm:${id}`, name])
      case 'client':
        return entries([`client:${id}`, field.text(row, 'client_id')])
      case 'keycloak_group':
        return entries([`group:${id}`, name], [`group-parent:${id}`, field.text(row, 'parent_group')])
      case 'keycloak_role':
        return field.flag(row, 'client_role') === true
          ? entries([`role:${id}`, name], [`client-of-role:${id}`, field.text(row, 'client')])
          : entries([`role:${id}`, name])
      default:
        return []
    }
  },
}

function entries(...found: readonly (readonly [string, string | null])[]): readonly (readonly [string, string])[] {
  return found.flatMap(([key, name]) => (name === null ? [] : [[key, name] as const]))
}

/** The name of a role as in realm exports; a client's role is `client:role`. Without its table, a role keeps its UUID. */
function roleName(id: string, names: Names): string {
  const client = names.get(`client-of-role:${id}`)
  const name = names.get(`role:${id}`) ?? id
  return client === undefined ? name : `${names.get(`client:${client}`) ?? client}:${name}`
}

/** Limit on nested groups, because a database edited by hand may have a cycle. */
const maxGroupDepth = 32

/** The path of a group as in realm exports: `/staff/sales`. */
function groupPath(id: string, names: Names): string {
  let path = ''
  let at: string | undefined = id
  for (let depth = 0; at !== undefined && at.trim() !== '' && depth < maxGroupDepth; depth += 1) {
    const name = names.get(`group:${at}`)
    if (name === undefined && depth > 0) break
    path = `/${name ?? at}${path}`
    at = names.get(`group-parent:${at}`)
  }
  return path
}

/** Fields of a credential that make up the hash: two in current versions, four in very old ones. */
const parts = ['secretData', 'credentialData', 'algorithm', 'hashedSaltedValue', 'salt', 'hashIterations']

/** Roles that every user of a realm has for Keycloak itself, without meaning elsewhere. */
const ofKeycloak = /^(?:default-roles-.*|offline_access|uma_authorization)$/

const ofAccount = /^(?:account|account-console|realm-management|broker|security-admin-console|admin-cli):/

type Roles = { readonly roles?: readonly string[]; readonly systemRoles?: true }

/**
 * The roles of a user without Keycloak's own. `systemRoles`: some of Keycloak's own were dropped.
 */
function userRoles(all: readonly string[]): Roles {
  const roles = all.filter((role) => !ofKeycloak.test(role) && !ofAccount.test(role))
  return { ...(roles.length === 0 ? {} : { roles }), ...(roles.length < all.length ? { systemRoles: true } : {}) }
}
