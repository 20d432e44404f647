import * as z from 'zod'
import { ok, type Result } from '../../../../../shared/result.ts'
import { encryptionOptions, serverAddress } from '../../encryption.ts'
import { hostSetting, portSetting, splitServer } from '../../server-name.ts'
import type { FetchOption, FetchSecret } from '../../source.ts'

export const presetNames = ['supabase', 'keycloak', 'wordpress', 'laravel'] as const
export type PresetName = (typeof presetNames)[number]

/** What to connect to, and what to read there. */
const fields = {
  host: hostSetting,
  port: portSetting,
  database: z.string().min(1),
  user: z.string().min(1),
  preset: z.string().optional(),
  table: z.string().min(1).optional(),
  columns: z.string().min(1).optional(),
  query: z.string().min(1).optional(),
  key: z.string().min(1).optional(),
  realm: z.string().min(1).optional(),
  prefix: z
    .string()
    .regex(/^\w{0,60}$/)
    .optional(),
  'ca-file': z.string().min(1).optional(),
  tls: z.boolean().optional(),
  'allow-plain-text': z.boolean().optional(),
}

const { host, port, database, user, tls, 'ca-file': caFile, 'allow-plain-text': plain } = fields

/** The settings that connect, without what to read. */
export const connectionSchema = z
  .object({ host, port, database, user, tls, 'ca-file': caFile, 'allow-plain-text': plain })
  .transform(splitServer)

export type ConnectionSettings = z.output<typeof connectionSchema>

/** Settings of a database; `presets`: those that it can have. */
export function databaseSchema(presets: readonly PresetName[]) {
  const isOffered = (name: string): name is PresetName => presets.some((one) => one === name)
  return z
    .strictObject({ ...fields, preset: z.string().refine(isOffered).optional() })
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

/** Where its password goes. */
export function databaseAddress(scheme: string, usualPort: number) {
  return ({ host, port, tls = false, 'allow-plain-text': allowPlainText = false }: DatabaseSettings): Result<string> =>
    ok(serverAddress(scheme, port ?? usualPort, { host, tls, allowPlainText }))
}

export function databaseOptions(presets: readonly PresetName[], port: string, key: string): readonly FetchOption[] {
  return [
    {
      name: 'host',
      label: 'Host',
      hint: 'Server name or address',
      required: true,
      kind: 'text',
      example: 'db.example.com',
      value: 'HOST',
    },
    {
      name: 'port',
      label: 'Port',
      hint: 'Port of the server',
      required: false,
      kind: 'number',
      fallback: port,
      example: port,
    },
    {
      name: 'database',
      label: 'Database',
      hint: 'Name of the database',
      required: true,
      kind: 'text',
      example: 'app',
      value: 'NAME',
    },
    {
      name: 'user',
      label: 'User',
      hint: 'Account that may read the users',
      required: true,
      kind: 'text',
      example: 'reader',
      value: 'NAME',
    },
    {
      name: 'preset',
      label: 'Product',
      hint: 'Read the tables of this product, with third-party identities where it has them',
      required: false,
      kind: 'choice',
      choices: presets,
      example: presets[0] ?? '',
    },
    {
      name: 'table',
      label: 'Table',
      hint: 'Read this table, with its schema where needed',
      required: false,
      kind: 'text',
      example: 'public.users',
    },
    {
      name: 'columns',
      label: 'Columns',
      hint: 'Columns of the table, separated by commas',
      required: false,
      kind: 'text',
      fallback: 'all but those with tokens, keys, and recovery codes',
      example: 'id,email,password_hash',
    },
    {
      name: 'query',
      label: 'Query',
      hint: 'Read the rows of one SELECT statement',
      required: false,
      kind: 'text',
      value: 'SQL',
      example: '"SELECT id, email, password_hash FROM users WHERE active"',
    },
    {
      name: 'key',
      label: 'Key',
      hint: 'Column whose values are unique and never empty, to resume by',
      required: false,
      kind: 'text',
      value: 'COLUMN',
      fallback: key,
      example: 'id',
    },
    ...(presets.includes('keycloak')
      ? [
          {
            name: 'realm',
            label: 'Realm',
            hint: 'Realm of Keycloak',
            required: false,
            kind: 'text',
            fallback: 'the only one besides master',
            example: 'customers',
            value: 'NAME',
          } as const,
        ]
      : []),
    ...(presets.includes('wordpress')
      ? [
          {
            name: 'prefix',
            label: 'Table prefix',
            hint: 'Prefix of the tables of WordPress',
            required: false,
            kind: 'text',
            fallback: 'wp_',
            example: 'wp_',
          } as const,
        ]
      : []),
    ...encryptionOptions,
  ]
}

export const databasePassword: FetchSecret = {
  name: 'password',
  label: 'Password',
  required: false,
  variable: 'USER_MIGRATION_SOURCE_PASSWORD',
  fileOption: 'password-file',
}
