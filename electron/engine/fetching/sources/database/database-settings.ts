import * as z from 'zod'
import { encryptionOptions, optionsOf, type OptionTable, shapeOf } from '../../option-table.ts'
import { hostSetting, portSetting, splitServer } from '../../network-failure.ts'
import type { FetchOption, FetchSecret } from '../../source.ts'

const presetNames = ['supabase', 'keycloak', 'wordpress', 'laravel'] as const
export type PresetName = (typeof presetNames)[number]

const text = z.string().min(1).optional()

const server = {
  host: {
    schema: hostSetting,
    label: 'Host',
    hint: 'Server name or address',
    kind: 'text',
    example: 'db.example.com',
    value: 'HOST',
  },
  port: { schema: portSetting, label: 'Port', hint: 'Port of the server', kind: 'number' },
  database: {
    schema: z.string().min(1),
    label: 'Database',
    hint: 'Name of the database',
    kind: 'text',
    example: 'app',
    value: 'NAME',
  },
  user: {
    schema: z.string().min(1),
    label: 'User',
    hint: 'Account that may read the users',
    kind: 'text',
    example: 'reader',
    value: 'NAME',
  },
} as const satisfies OptionTable

/** Options of the connection, and of the table that is read. */
const options = {
  ...server,
  preset: {
    schema: text,
    label: 'Product',
    hint: 'Read the tables of this product, with third-party identities where it has them',
    kind: 'choice',
  },
  table: {
    schema: text,
    label: 'Table',
    hint: 'Read this table, with its schema where needed',
    kind: 'text',
    example: 'public.users',
  },
  columns: {
    schema: text,
    label: 'Columns',
    hint: 'Columns of the table, separated by commas',
    kind: 'text',
    fallback: 'all but those with tokens, keys, and recovery codes',
    example: 'id,email,password_hash',
  },
  query: {
    schema: text,
    label: 'Query',
    hint: 'Read the rows of one SELECT statement',
    kind: 'text',
    value: 'SQL',
    example: '"SELECT id, email, password_hash FROM users WHERE active"',
  },
  key: {
    schema: text,
    label: 'Key',
    hint: 'Column whose values are unique and never empty, to resume by',
    kind: 'text',
    value: 'COLUMN',
    fallback: 'the primary key of the table',
    example: 'id',
  },
  realm: {
    schema: text,
    label: 'Realm',
    hint: 'Realm of Keycloak',
    kind: 'text',
    fallback: 'the only one besides master',
    example: 'customers',
    value: 'NAME',
  },
  prefix: {
    schema: z
      .string()
      .regex(/^\w{0,60}$/)
      .optional(),
    label: 'Table prefix',
    hint: 'Prefix of the tables of WordPress',
    kind: 'text',
    fallback: 'wp_',
    example: 'wp_',
  },
  ...encryptionOptions,
} as const satisfies OptionTable

/** The options of a database; `presets`: the products it can have. */
export function databaseOptions(presets: readonly PresetName[], port: string): readonly FetchOption[] {
  const { preset, port: usual } = options
  return optionsOf({
    ...options,
    port: { ...usual, fallback: port, example: port },
    preset: { ...preset, choices: presets, example: presets[0] ?? '' },
  }).filter(({ name }) => {
    if (name === 'realm') return presets.includes('keycloak')
    return name !== 'prefix' || presets.includes('wordpress')
  })
}

/** The settings that connect, without what to read. */
export const connectionSchema = z.object(shapeOf({ ...server, ...encryptionOptions })).transform(splitServer)

export type ConnectionSettings = z.output<typeof connectionSchema>

/** Settings of a database; `presets`: those that it can have. */
export function databaseSchema(presets: readonly PresetName[]) {
  const isOffered = (name: string): name is PresetName => presets.some((one) => one === name)
  return z
    .strictObject({ ...shapeOf(options), preset: z.string().refine(isOffered).optional() })
    .refine(({ table, query, preset }) => [table, query, preset].filter((one) => one !== undefined).length === 1, {
      message: 'Choose what to read: one of --preset, --table and --query.',
    })
    .refine(({ columns, table }) => columns === undefined || table !== undefined, {
      message: '--columns belongs to --table.',
    })
    .refine(({ realm, preset }) => realm === undefined || preset === 'keycloak', {
      message: '--realm belongs to --preset keycloak.',
    })
    .refine(({ prefix, preset }) => prefix === undefined || preset === 'wordpress', {
      message: '--prefix belongs to --preset wordpress.',
    })
    .transform(splitServer)
}

export type DatabaseSettings = z.output<ReturnType<typeof databaseSchema>>

export const databasePassword: FetchSecret = {
  name: 'password',
  label: 'Password',
  required: false,
  variable: 'USER_MIGRATION_SOURCE_PASSWORD',
  fileOption: 'password-file',
}
