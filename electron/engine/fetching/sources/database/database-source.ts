import type { FetchSource, FetchSecrets, FetchValues, OfferedTable, SurveyReply } from '../../source.ts'
import {
  connectionSchema,
  databaseOptions,
  databasePassword,
  databaseSchema,
  type DatabaseSettings,
  type PresetName,
} from './database-settings.ts'
import { type DatabaseDriver, openDatabaseSource, encryptionOf } from './open-database.ts'
import { isCalled } from '../../../../../shared/mapping/names/name-fit.ts'
import { hintsOf } from '../../../../../shared/mapping/names/name-hints.ts'
import { mentionsPeople } from '../../../../../shared/mapping/names/people-names.ts'
import { isSecretName } from '../../../../../shared/mapping/shown/shown-name.ts'
import { serverAddress } from '../../option-table.ts'
import { ok, type Result } from '../../../../../shared/result.ts'
import { isSecretColumn } from './preset-statements.ts'
import type { Catalog, TableFacts } from './user-statement.ts'

type Database<C> = Pick<FetchSource<DatabaseSettings>, 'title' | 'summary'> & {
  /** Also the scheme of its addresses. */
  readonly name: string
  readonly port: number
  /** Products whose users have a statement of their own. */
  readonly presets: readonly PresetName[]
  /** Loads the driver when it is needed. */
  readonly driver: () => Promise<DatabaseDriver<C>>
}

/** A database as a source: a table, a query, or the users of a product, read in one consistent snapshot. */
export function databaseSource<C>({ port, presets, driver, ...words }: Database<C>): FetchSource<DatabaseSettings> {
  return {
    ...words,
    example: '--host db.example.com --database app --user reader --table users',
    settings: databaseSchema(presets),
    options: databaseOptions(presets, String(port)),
    secrets: [databasePassword],
    // Rows of a table may be alike; those that were read are known by their key.
    key: () => null,
    destination: databaseAddress(words.name, port),
    open: async (...given) => openDatabaseSource(await driver(), ...given),
    survey: async (...given) => surveyDatabase(await driver(), presets, ...given),
  }
}

/** Where its password goes. */
function databaseAddress(scheme: string, usualPort: number) {
  return ({ host, port, tls, 'allow-plain-text': allowPlainText }: DatabaseSettings): Result<string> =>
    ok(serverAddress(scheme, port ?? usualPort, { host, tls, allowPlainText }))
}

/** Larger tables are not counted while the operator waits. */
const maxCountedBytes = 256 * 1024 * 1024
/** Tables that are counted, the likeliest first. */
const maxCounted = 20
/** Columns of a table that are shown one by one. */
const maxColumns = 200

/** Connects, lists the tables that the account may read, and closes. */
async function surveyDatabase<C>(
  driver: DatabaseDriver<C>,
  presets: readonly PresetName[],
  values: FetchValues,
  secrets: FetchSecrets,
  signal: AbortSignal,
): Promise<SurveyReply> {
  const parsed = connectionSchema.safeParse(values)
  if (!parsed.success) return badSettings('The settings cannot be used. Check them.')
  const encryption = encryptionOf(parsed.data)
  if (!encryption.ok) return badSettings(encryption.error.message)
  const began = performance.now()
  const connected = await driver.connect(parsed.data, secrets['password'] ?? '', encryption.value, signal)
  if (connected.kind === 'failed') return { kind: 'failed', code: connected.code, sentence: connected.sentence }
  const close = () => driver.destroy(connected.connection)
  signal.addEventListener('abort', close)
  try {
    const catalog = driver.catalog(connected.connection)
    const connectMs = Math.round(performance.now() - began)
    const server = await catalog.server()
    const tables = await offeredTables(await catalog.facts(), catalog, presets)
    return { kind: 'surveyed', server, connectMs, tables }
  } catch (error) {
    const { code, sentence } = driver.failure(error)
    return { kind: 'failed', code, sentence }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}

function badSettings(sentence: string): SurveyReply {
  return { kind: 'failed', code: 'bad-settings', sentence }
}

/** Tables that look like users first, then by their rows; of the likely ones, the rows are counted where that is cheap. */
async function offeredTables(
  facts: readonly TableFacts[],
  { sql, values }: Catalog,
  presets: readonly PresetName[],
): Promise<readonly OfferedTable[]> {
  const shown = facts.filter(
    ({ path, columns }) => columns.length > 0 && !path.some(hasQuote) && !path.some(isSecretName),
  )
  const ranked = shown
    .map((table) => ({ table, finds: findsOf(table.columns), likeness: likenessOf(table) }))
    .toSorted((a, b) => b.likeness - a.likeness || (b.table.rows ?? 0) - (a.table.rows ?? 0))
  const offered: OfferedTable[] = []
  for (const [index, { table, finds, likeness }] of ranked.entries()) {
    const isCounted = likeness > 0 && index < maxCounted && table.bytes !== null && table.bytes <= maxCountedBytes
    const [counted] = isCounted ? await values(`SELECT count(*) FROM ${table.path.map(sql.id).join('.')}`) : []
    const columns = table.columns.filter((name) => !isSecretName(name))
    offered.push({
      name: table.path.join('.'),
      values: { table: table.path.map(quoted).join('.') },
      finds: likeness > 0 ? finds : [],
      rows: counted === undefined ? table.rows : Number(counted),
      isExact: counted !== undefined,
      columns: columns.length > maxColumns ? null : columns.map((name) => ({ name, isFetched: !isSecretColumn(name) })),
      hasKey: table.hasKey,
    })
  }
  return [...productsOf(shown, offered, presets), ...offered]
}

function hasQuote(part: string): boolean {
  return /["`]/.test(part)
}

function quoted(part: string): string {
  return part.includes('.') ? `"${part}"` : part
}

/** Data that a login needs, as the names of columns say it. */
function findsOf(columns: readonly string[]): readonly string[] {
  const fits = (target: Parameters<typeof isCalled>[0]) => columns.some((name) => isCalled(target, name))
  const hints = columns.map(hintsOf)
  return [
    ...(fits('email') ? ['email'] : []),
    ...(hints.some(({ password }) => password === 'whole') ? ['password hash'] : []),
    ...(fits('phone') ? ['phone'] : []),
    ...(hints.some(({ provider }) => provider !== null) ? ['third-party ID'] : []),
  ]
}

const archive = /archive|backup|old|copy|history|audit|log|deleted|temp|tmp/i

/** 0: not users. A copy of a table is less likely than the table, and one without rows less likely than any. */
function likenessOf({ path, columns, rows }: TableFacts): number {
  const finds = findsOf(columns)
  const base = (finds.includes('email') ? 4 : 0) + (finds.includes('password hash') ? 4 : 0)
  if (base === 0) return 0
  const name = path.at(-1) ?? ''
  return (
    base +
    (finds.length > 2 ? 1 : 0) +
    (mentionsPeople(name) ? 2 : 0) -
    (archive.test(name) ? 2 : 0) -
    (rows === 0 ? 2 : 0)
  )
}

type Product = {
  readonly preset: PresetName
  readonly title: string
  /** The table with a row for each user, and tables that tell the product; `PREFIX` is what a WordPress chose. */
  readonly users: RegExp
  readonly others: readonly RegExp[]
  readonly finds: readonly string[]
}

const products: readonly Product[] = [
  {
    preset: 'supabase',
    title: 'Supabase',
    users: /^auth\.users$/,
    others: [/^auth\.identities$/],
    finds: ['email', 'password hash', 'phone', 'third-party ID'],
  },
  {
    preset: 'keycloak',
    title: 'Keycloak',
    users: /^user_entity$/,
    others: [/^credential$/, /^realm$/],
    finds: ['email', 'password hash', 'third-party ID', 'roles'],
  },
  {
    preset: 'wordpress',
    title: 'WordPress',
    users: /^\w{0,60}users$/,
    others: [/^\w{0,60}usermeta$/, /^\w{0,60}posts$/],
    finds: ['email', 'password hash'],
  },
]

/** Known products, whose users are spread over several tables or whose columns are known. */
function productsOf(
  tables: readonly TableFacts[],
  offered: readonly OfferedTable[],
  presets: readonly PresetName[],
): readonly OfferedTable[] {
  const names = tables.map(({ path }) => path.join('.'))
  return products.flatMap(({ preset, title, users, others, finds }) => {
    const found = names.find((name) => users.test(name))
    if (!presets.includes(preset) || found === undefined) return []
    if (!others.every((one) => names.some((name) => one.test(name)))) return []
    const base = offered.find(({ name }) => name === found)
    const prefix = preset === 'wordpress' ? { prefix: found.slice(0, -'users'.length) } : {}
    return [
      {
        name: title,
        values: { preset, ...prefix },
        finds,
        rows: base?.rows ?? null,
        isExact: base?.isExact ?? false,
        columns: null,
        hasKey: true,
      },
    ]
  })
}
