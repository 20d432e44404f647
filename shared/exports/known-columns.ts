import { withoutSchema } from '../mapping/names/column-words.ts'
import type { Sample, SourceRecord } from '../mapping/export-format.ts'
import { field } from './fields.ts'

type KnownTable = {
  readonly columns: readonly string[]
  /** Columns that later versions append. */
  readonly added: readonly string[]
  /** Patterns of column values, which tell it from another product's table of the same name. */
  readonly tells: Readonly<Record<string, RegExp>>
}

const json = /^\{.*\}$/s
const yesOrNo = /^(?:t|f|true|false|0|1)$/i

/**
 * Columns of known tables in database order, for dumps without column names (`pg_dump --data-only --inserts`).
 */
const knownTables: Readonly<Record<string, KnownTable>> = {
  user_entity: {
    columns: [
      'id',
      'email',
      'email_constraint',
      'email_verified',
      'enabled',
      'federation_link',
      'first_name',
      'last_name',
      'realm_id',
      'username',
      'created_timestamp',
      'service_account_client_link',
      'not_before',
    ],
    added: ['last_modified_timestamp'],
    tells: { email_verified: yesOrNo, enabled: yesOrNo },
  },
  credential: {
    columns: [
      'id',
      'salt',
      'type',
      'user_id',
      'created_date',
      'user_label',
      'secret_data',
      'credential_data',
      'priority',
    ],
    added: ['version'],
    tells: { secret_data: json, credential_data: json },
  },
  federated_identity: {
    columns: ['identity_provider', 'realm_id', 'federated_user_id', 'federated_username', 'token', 'user_id'],
    added: [],
    tells: {},
  },
  user_role_mapping: { columns: ['role_id', 'user_id'], added: [], tells: {} },
  user_group_membership: { columns: ['group_id', 'user_id'], added: ['membership_type'], tells: {} },
  user_attribute: {
    columns: ['name', 'value', 'user_id', 'id'],
    added: ['long_value_hash', 'long_value_hash_lower_case', 'long_value'],
    tells: {},
  },
  keycloak_role: {
    columns: ['id', 'client_realm_constraint', 'client_role', 'description', 'name', 'realm_id', 'client', 'realm'],
    added: [],
    tells: { client_role: yesOrNo },
  },
}

/** Names the values of a row without column names as its table in a known product does; returns any other row unchanged. */
export function namedRow(table: string, row: SourceRecord): SourceRecord {
  const known = knownTables[withoutSchema(table).toLowerCase()]
  if (known === undefined || !Object.hasOwn(row, '1')) return row
  const values = Object.values(row)
  const { columns, added, tells } = known
  if (values.length < columns.length || values.length > columns.length + added.length) return row
  const named = Object.fromEntries([...columns, ...added].slice(0, values.length).map((name, at) => [name, values[at]]))
  return Object.entries(tells).every(([name, is]) => is.test(field.text(named, name) ?? '')) ? named : row
}

/** Names the columns of a table without column names as a known product does; returns any other table unchanged. */
export function namedSample<T extends Sample & { readonly table: string }>(sample: T): T {
  if (sample.header !== null) return sample
  return { ...sample, records: sample.records.map((record) => namedRow(sample.table, record)) }
}
