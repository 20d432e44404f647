import { ok, problem, type Result } from '../../../../../shared/result.ts'
import { isObject, type JsonObject, type JsonValue } from '../../source.ts'
import type { DatabaseSettings, PresetName } from './database-settings.ts'
import type { Catalog, Column, UserStatement } from './user-statement.ts'

/** The query for the users of a product, in the shape that its reader recognizes. */
export function presetStatement(
  preset: PresetName,
  settings: DatabaseSettings,
  catalog: Catalog,
): Promise<Result<UserStatement>> {
  return presets[preset](catalog, settings)
}

type Preset = (catalog: Catalog, settings: DatabaseSettings) => Promise<Result<UserStatement>>

const presets: Readonly<Record<PresetName, Preset>> = { supabase, keycloak, wordpress, laravel }

const usual = { where: null, isKeyChecked: false, isCounted: true, notes: [] } as const

/** auth.users with the rows of auth.identities, where the IDs at third parties are. */
async function supabase(catalog: Catalog): Promise<Result<UserStatement>> {
  const { sql } = catalog
  const columns = await catalog.columns(['auth', 'users'])
  const identities = await catalog.columns(['auth', 'identities'])
  if (columns === null) return problem('not-found', await noTable('auth.users', catalog))
  const wanted = [
    'id',
    'aud',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'phone',
    'phone_confirmed_at',
    'raw_app_meta_data',
    'raw_user_meta_data',
    'banned_until',
    'deleted_at',
    'created_at',
    'last_sign_in_at',
    'is_anonymous',
    'is_sso_user',
  ]
  const ofIdentity = ['id', 'provider', 'provider_id', 'identity_data'].filter((name) => has(identities, name))
  const list = sql.list(
    ofIdentity.map((name) => [name, `i.${sql.id(name)}`] as const),
    `${sql.id('auth')}.${sql.id('identities')} AS i WHERE i.user_id = u.id`,
  )
  const select = wanted.filter((name) => has(columns, name)).map((name) => `u.${sql.id(name)}`)
  return ok({
    ...usual,
    select: [...select, ...(identities === null ? [] : [`${list} AS identities`])].join(', '),
    from: `${sql.id('auth')}.${sql.id('users')} AS u`,
    key: [{ expression: 'u.id', name: 'id' }],
    json: ['identities'],
    notes: identities === null ? ['There is no table auth.identities, so IDs at third parties are missing.'] : [],
  })
}

/**
 * user_entity with credentials, federated identities, attributes and roles. Of other credentials than passwords and authenticator
 * apps only the type.
 */
async function keycloak(catalog: Catalog, { realm }: DatabaseSettings): Promise<Result<UserStatement>> {
  const { sql } = catalog
  const columns = await catalog.columns(['user_entity'])
  if (columns === null) return problem('not-found', await noTable('user_entity', catalog))
  const realms = await catalog.values('SELECT name FROM realm ORDER BY name')
  const others = realms.filter((name) => name !== 'master')
  const chosen = realm ?? (others.length === 1 ? others[0] : undefined)
  if (chosen === undefined || !realms.includes(chosen))
    return problem('bad-settings', `Name a realm with --realm. There are: ${realms.join(', ')}.`)
  const wanted = ['password', 'otp', 'totp', 'hotp']
  const types = wanted.map((type) => sql.text(type)).join(', ')
  const ofWanted = (column: string) => `CASE WHEN c.type IN (${types}) THEN c.${column} END`
  const credentials = sql.list(
    [
      ['type', 'c.type'],
      ['secretData', ofWanted('secret_data')],
      ['credentialData', ofWanted('credential_data')],
    ],
    'credential AS c WHERE c.user_id = u.id',
  )
  const identities = sql.list(
    [
      ['identityProvider', 'f.identity_provider'],
      ['userId', 'f.federated_user_id'],
      ['userName', 'f.federated_username'],
    ],
    'federated_identity AS f WHERE f.user_id = u.id',
  )
  const attributeColumns = await catalog.columns(['user_attribute'])
  const attributes = sql.list(
    [
      ['name', 'a.name'],
      // Values of more than 255 characters have a column of their own since version 24.
      ['value', has(attributeColumns, 'long_value') ? 'COALESCE(a.value, a.long_value)' : 'a.value'],
    ],
    'user_attribute AS a WHERE a.user_id = u.id',
  )
  const roles = sql.list(
    [
      ['name', 'r.name'],
      ['client', `CASE WHEN r.client_role THEN k.client_id END`],
    ],
    'user_role_mapping AS m JOIN keycloak_role AS r ON r.id = m.role_id LEFT JOIN client AS k ON k.id = r.client WHERE m.user_id = u.id',
  )
  return ok({
    ...usual,
    select: [
      'u.id',
      'u.username',
      'u.email',
      `u.email_verified AS ${sql.id('emailVerified')}`,
      'u.enabled',
      `u.first_name AS ${sql.id('firstName')}`,
      `u.last_name AS ${sql.id('lastName')}`,
      `u.created_timestamp AS ${sql.id('createdTimestamp')}`,
      `u.federation_link AS ${sql.id('federationLink')}`,
      `u.service_account_client_link AS ${sql.id('serviceAccountClientId')}`,
      `${credentials} AS credentials`,
      `${identities} AS ${sql.id('federatedIdentities')}`,
      `${attributes} AS attributes`,
      `${roles} AS ${sql.id('realmRoles')}`,
    ].join(', '),
    from: 'user_entity AS u',
    where: `u.realm_id IN (SELECT id FROM realm WHERE name = ${sql.text(chosen)})`,
    key: [{ expression: 'u.id', name: 'id' }],
    json: ['credentials', 'federatedIdentities', 'attributes', 'realmRoles'],
    shape: (row) => ({
      ...row,
      credentials: listOf(row['credentials']).map(({ type, ...data }) =>
        wanted.some((one) => one === type) ? { type: type ?? null, ...data } : { type: type ?? null },
      ),
      federatedIdentities: row['federatedIdentities'] ?? [],
      attributes: attributesOf(listOf(row['attributes'])),
      ...rolesOf(listOf(row['realmRoles'])),
    }),
  })
}

/** Roles in the form of a realm: its own by name, client roles below the client. */
function rolesOf(roles: readonly JsonObject[]): JsonObject {
  const ofClients = new Map<string, JsonValue[]>()
  for (const { name = null, client } of roles) {
    if (typeof client === 'string') ofClients.set(client, [...(ofClients.get(client) ?? []), name])
  }
  const ofRealm = roles.filter(({ client }) => typeof client !== 'string').map(({ name }) => name ?? null)
  return { realmRoles: ofRealm, ...(ofClients.size === 0 ? {} : { clientRoles: Object.fromEntries(ofClients) }) }
}

/** wp_users without the key of a password reset. */
async function wordpress(catalog: Catalog, { prefix = 'wp_' }: DatabaseSettings): Promise<Result<UserStatement>> {
  const { sql } = catalog
  const table = `${prefix}users`
  const columns = await catalog.columns([table])
  if (columns === null) return problem('not-found', await noTable(table, catalog))
  const wanted = [
    'ID',
    'user_login',
    'user_pass',
    'user_email',
    'user_registered',
    'user_status',
    'display_name',
    'spam',
    'deleted',
  ]
  return ok({
    ...usual,
    select: wanted
      .filter((name) => has(columns, name))
      .map((name) => `u.${sql.id(name)}`)
      .join(', '),
    from: `${sql.id(table)} AS u`,
    key: [{ expression: `u.${sql.id('ID')}`, name: 'ID' }],
  })
}

/** users; the remember token is empty, because its column alone identifies the table. */
async function laravel(catalog: Catalog): Promise<Result<UserStatement>> {
  const { sql } = catalog
  const columns = await catalog.columns(['users'])
  if (columns === null) return problem('not-found', await noTable('users', catalog))
  const accounts = await firstTable(catalog, [
    'social_accounts',
    'linked_social_accounts',
    'social_logins',
    'social_identities',
  ])
  const fetched = columns.filter(({ name }) => !isSecretColumn(name))
  const left = columns.filter(({ name }) => isSecretColumn(name) && name !== 'remember_token').map(({ name }) => name)
  const select = fetched.map(({ name }) => `u.${sql.id(name)}`)
  return ok({
    ...usual,
    select: [...select, ...(has(columns, 'remember_token') ? [`NULL AS ${sql.id('remember_token')}`] : [])].join(', '),
    from: `${sql.id('users')} AS u`,
    key: columns.filter(({ key }) => key !== null).map(({ name }) => ({ expression: `u.${sql.id(name)}`, name })),
    notes: [
      ...(left.length === 0 ? [] : [`Not fetched: ${left.join(', ')}.`]),
      ...(accounts === null
        ? []
        : [`Ids at third parties are in ${accounts}: fetch it too, with --table ${accounts}.`]),
    ],
  })
}

async function firstTable(catalog: Catalog, names: readonly string[]): Promise<string | null> {
  for (const name of names) if ((await catalog.columns([name])) !== null) return name
  return null
}

function has(columns: readonly Column[] | null, name: string): boolean {
  return columns?.some((column) => column.name === name) === true
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** As a realm has them: each attribute with the list of its values. */
function attributesOf(pairs: readonly JsonObject[]): JsonObject {
  const found = new Map<string, JsonValue[]>()
  for (const { name, value = null } of pairs) {
    if (typeof name === 'string') found.set(name, [...(found.get(name) ?? []), value])
  }
  return Object.fromEntries(found)
}

/** `public.users`, or with quotation marks around names that hold a dot. */
export function tablePath(table: string): readonly string[] {
  const parts = table.match(/"[^"]+"|`[^`]+`|[^."`]+/g) ?? [table]
  return parts.map((part) => part.replaceAll(/["`]/g, ''))
}

/** Names of tables are said, so that a slip of the hand is seen. */
export async function noTable(table: string, { tables }: Catalog): Promise<string> {
  const names = await tables()
  if (names.length === 0) return `There is no table ${table} that this account may read, nor any other.`
  const shown = names.slice(0, 20).join(', ')
  return `There is no table ${table} that this account may read. There are: ${shown}${names.length > 20 ? ', and more' : ''}.`
}

/*
 * Columns that hold secrets beside hashes: tokens, keys of interfaces, recovery codes. They are not fetched unless they are
 * named, because no migration needs them.
 */

const secret =
  /token|api_?key|secret_?key|private_?key|(?:recovery|backup|scratch)_?codes?|(?:two_?factor|totp|otp|mfa|2fa)_?(?:secret|code|seed|key)|activation_?(?:key|code)|security_?(?:answer|stamp)|session_?id/i

const time = /_at$|_on$|_time$|_date$|expires?|expiry|sent$/i

export function isSecretColumn(name: string): boolean {
  return secret.test(name) && !time.test(name)
}
