import { withoutSchema } from '../../mapping/names/column-words.ts'
import type { NamesOfTables, Recognition, SourceRecord } from '../../mapping/export-format.ts'
import { field } from '../fields.ts'

/*
 * The tables of FusionAuth's database. Until version 1.58 a row of `identities` has the login and the password of its user; since then
 * each login is a row of its own, and the password is in `users`. Users are moved to the new form one by one, so a database may have both.
 */

/** Rows of the tables in the form of the API, which the same reader reads. */
export const fusionauthTables = {
  isUser: (row: SourceRecord): boolean =>
    field.has(row, 'id', 'active', 'tenants_id') &&
    (field.has(row, 'clean_speak_id', 'mobile_phone') || field.has(row, 'password_encryption_scheme')),
  isIdentity: (row: SourceRecord): boolean =>
    field.has(row, 'users_id', 'tenants_id') &&
    (field.has(row, 'encryption_scheme') || field.has(row, 'type', 'value', 'is_primary')),
  isLink: (row: SourceRecord): boolean => field.has(row, 'users_id', 'identity_providers_user_id'),
  /** A row of any of them; any other record as it is. */
  asOfApi: (row: SourceRecord): SourceRecord => {
    if (fusionauthTables.isUser(row)) return ofUser(row)
    if (fusionauthTables.isIdentity(row)) return ofIdentity(row)
    return fusionauthTables.isLink(row) ? ofLink(row) : row
  },
  /** Beside the table of users, rows of identities add to them. */
  together: (tables: ReadonlyMap<string, Recognition>): ReadonlyMap<string, Recognition> => {
    const hasUsers = [...tables.values()].some(({ shape }) => shape === tableOfUsers)
    if (!hasUsers) return tables
    const asPart = (one: Recognition): Recognition =>
      one.shape === tableOfIdentities ? { ...one, role: 'parts' } : one
    return new Map([...tables].map(([table, one]) => [table, asPart(one)]))
  },
  /** The names of identity providers, to which links refer by ID. */
  names: {
    isTable: ({ table = '', records: [first = {}] }) =>
      withoutSchema(table).toLowerCase() === 'identity_providers' && field.has(first, 'id', 'name', 'type'),
    read: (row) => {
      const [id, name] = [field.text(row, 'id'), field.text(row, 'name', 'type')]
      return id === null || name === null ? [] : [[keyOfProvider(id), name]]
    },
  } satisfies NamesOfTables,
  keyOfProvider,
}

function keyOfProvider(id: string): string {
  return `identity-provider:${id}`
}

export const tableOfUsers = 'table of users'
export const tableOfIdentities = 'table of identities'

/** `data` holds what the API has in fields of its own, such as the second factors. */
function ofUser(row: SourceRecord): SourceRecord {
  const { data, twoFactor } = field.object(row, 'data') ?? {}
  return {
    id: row['id'],
    active: row['active'],
    expiry: row['expiry'],
    mobilePhone: row['mobile_phone'],
    data,
    twoFactor,
    tenantId: row['tenants_id'],
    insertInstant: row['insert_instant'],
    ...(field.text(row, 'password') === null
      ? {}
      : {
          password: row['password'],
          salt: row['password_salt'],
          factor: row['password_factor'],
          encryptionScheme: row['password_encryption_scheme'],
        }),
  }
}

/** The numbers of the types of identities, by the names that the API has for them. */
const types: Readonly<Record<string, string>> = { '0': 'email', '1': 'username', '2': 'phoneNumber' }

function ofIdentity(row: SourceRecord): SourceRecord {
  const type = field.text(row, 'type') ?? ''
  const value = field.text(row, 'display_value', 'value')
  return {
    id: row['users_id'],
    email: row['email'],
    username: row['username'],
    // A name and a phone number have a state of their own.
    verified: types[type] === undefined || types[type] === 'email' ? row['verified'] : null,
    identities: value === null ? [] : [{ type: types[type] ?? type, value }],
    password: row['password'],
    salt: row['salt'],
    factor: row['factor'],
    encryptionScheme: row['encryption_scheme'],
    status: row['status'],
    tenantId: row['tenants_id'],
    insertInstant: row['insert_instant'],
    twoFactorEnabled: row['two_factor_enabled'],
    twoFactorSecret: row['two_factor_secret'],
    ...(field.text(row, 'two_factor_delivery') === '1' ? { twoFactorDelivery: 'TextMessage' } : {}),
  }
}

function ofLink(row: SourceRecord): SourceRecord {
  const { displayName } = field.object(row, 'data') ?? {}
  return {
    userId: row['users_id'],
    identityProviderId: row['identity_providers_id'],
    identityProviderUserId: row['identity_providers_user_id'],
    displayName: row['display_name'] ?? displayName,
  }
}
