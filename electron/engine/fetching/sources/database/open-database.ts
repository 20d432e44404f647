import { createHash } from 'node:crypto'
import { type Result, ok, problem } from '../../../../../shared/result.ts'
import { type Encryption, encryptionFor } from '../../option-table.ts'
import type { FailedReply } from '../../network-failure.ts'
import type { FetchSecrets, OpenReply, Since, ChangeTimes, JsonObject } from '../../source.ts'
import type { ConnectionSettings, DatabaseSettings } from './database-settings.ts'
import { pagesOf, type RowReader } from './pages.ts'
import { type Catalog, countStatement, type UserStatement, type Column } from './user-statement.ts'
import { areTotpSecrets } from '../../../../../shared/mapping/columns/secrets/totp-columns.ts'
import { isSecretColumn, noTable, presetStatement, tablePath } from './preset-statements.ts'

/** A kind of database; `C`: a connection of its driver, with a read-only transaction begun. */
export type DatabaseDriver<C> = {
  readonly connect: (
    settings: ConnectionSettings,
    password: string,
    encryption: Encryption,
    signal: AbortSignal,
  ) => Promise<{ readonly kind: 'connected'; readonly connection: C } | FailedReply>
  readonly catalog: (connection: C) => Catalog
  /** The reply for an error of the driver. */
  readonly failure: (error: unknown) => FailedReply
  /** Ends a connection at once. */
  readonly destroy: (connection: C) => void
  /** A backslash in a text of SQL escapes the next character. */
  readonly escapesByBackslash: boolean
  /** Looks at what is to be read. `notes`: further sentences for the end. */
  readonly prepare: (
    connection: C,
    settings: DatabaseSettings,
  ) => Promise<{
    readonly reader: (connection: C, statement: UserStatement) => RowReader
    readonly notes: () => readonly string[]
  }>
}

/** Connects, finds out what the tables look like, and counts. */
export async function openDatabaseSource<C>(
  driver: DatabaseDriver<C>,
  settings: DatabaseSettings,
  secrets: FetchSecrets,
  signal: AbortSignal,
  since: Since | null,
): Promise<OpenReply> {
  const encryption = encryptionOf(settings)
  if (!encryption.ok) return { kind: 'failed', code: 'bad-settings', sentence: encryption.error.message }
  const connect = (abort: AbortSignal) => driver.connect(settings, secrets['password'] ?? '', encryption.value, abort)
  const connected = await connect(signal)
  if (connected.kind === 'failed') return connected
  const { connection } = connected
  const abort = () => driver.destroy(connection)
  signal.addEventListener('abort', abort)
  try {
    const catalog = driver.catalog(connection)
    const chosen = await chosenStatement(settings, catalog, driver.escapesByBackslash)
    if (!chosen.ok) {
      driver.destroy(connection)
      const code = chosen.error.code === 'not-found' ? 'not-found' : 'bad-settings'
      return { kind: 'failed', code, sentence: chosen.error.message }
    }
    const { statement, changeTimes } = await changedRows(chosen.value, since, catalog)
    const [rows] = statement.isCounted ? await catalog.values(countStatement(statement)) : []
    const { reader, notes } = await driver.prepare(connection, settings)
    const pages = pagesOf({
      statement,
      first: reader(connection, statement),
      reconnect: async (abort) => {
        const again = await connect(abort)
        return again.kind === 'failed' ? again : { kind: 'connected', reader: reader(again.connection, statement) }
      },
      failure: driver.failure,
      total: rows === undefined ? null : Number(rows),
      notes,
    })
    return { kind: 'opened', source: changeTimes === null ? pages : { ...pages, changeTimes } }
  } catch (error) {
    driver.destroy(connection)
    return driver.failure(error)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

export function encryptionOf(settings: ConnectionSettings): Result<Encryption> {
  const { host, tls, 'allow-plain-text': allowPlainText, 'ca-file': caFile } = settings
  return encryptionFor({ host, tls, allowPlainText, caFile })
}

/** The query for what the operator chose: a product, a table, or a statement of the operator's own. */
function chosenStatement(
  settings: DatabaseSettings,
  catalog: Catalog,
  backslash: boolean,
): Promise<Result<UserStatement>> {
  const { query, table, preset } = settings
  if (query !== undefined) return Promise.resolve(ofQuery(query, settings.key, catalog, backslash))
  if (table !== undefined) return ofTable(table, settings, catalog)
  return presetStatement(preset ?? 'supabase', settings, catalog)
}

function ofQuery(query: string, key: string | undefined, { sql }: Catalog, backslash: boolean): Result<UserStatement> {
  const select = oneSelect(query, backslash)
  if (!select.ok) return select
  return ok({
    select: '*',
    // On lines of its own: the statement may end with a comment.
    from: `(\n${select.value}\n) AS u`,
    where: null,
    key: key === undefined ? [] : [{ expression: `u.${sql.id(key)}`, name: key }],
    isKeyChecked: true,
    isCounted: false,
    notes: key === undefined ? [withoutKey('The query')] : [],
  })
}

async function ofTable(
  table: string,
  { columns: chosen, key }: DatabaseSettings,
  catalog: Catalog,
): Promise<Result<UserStatement>> {
  const { sql } = catalog
  const path = tablePath(table)
  const columns = await catalog.columns(path)
  if (columns === null) return problem('not-found', await noTable(table, catalog))
  const wanted = chosen?.split(',').map((name) => name.trim()) ?? null
  const unknown = [...(wanted ?? []), ...(key === undefined ? [] : [key])].find((name) => !has(columns, name))
  if (unknown !== undefined) {
    const names = columns.map(({ name }) => name).join(', ')
    return problem('not-found', `The table ${table} has no column ${unknown}. Its columns are: ${names}.`)
  }
  const from = `${path.map(sql.id).join('.')} AS u`
  const left = wanted === null ? columns.filter(({ name }) => isSecretColumn(name)).map(({ name }) => name) : []
  const totp = wanted === null ? await totpColumns(columns, left, from, catalog) : []
  const fetched = columns.filter(({ name }) =>
    wanted === null ? !left.includes(name) && !totp.includes(name) : wanted.includes(name),
  )
  const keys = key === undefined ? primaryKey(columns) : [key]
  // A key that is not fetched could not be journaled.
  const usable = keys.every((name) => has(fetched, name)) ? keys : []
  const changedAt = usable.length === 0 ? null : changeColumn(fetched)
  return ok({
    // The columns that a later fetch is joined by come first.
    select: [
      ...fetched.filter(({ name }) => usable.includes(name)),
      ...fetched.filter(({ name }) => !usable.includes(name)),
    ]
      .map(({ name }) => `u.${sql.id(name)}`)
      .join(', '),
    from,
    where: null,
    key: usable.map((name) => ({ expression: `u.${sql.id(name)}`, name })),
    isKeyChecked: key !== undefined,
    isCounted: true,
    ...(changedAt === null ? {} : { changedAt }),
    notes: [
      ...(left.length === 0
        ? []
        : [`Not fetched: ${left.join(', ')}. If you need them, choose the columns: --columns, or Change… on screen.`]),
      ...(totp.length === 0
        ? []
        : [
            `Not fetched: ${totp.join(', ')}, whose values look like secrets of authenticator apps. If you need them, choose the columns: --columns, or Change… on screen.`,
          ]),
      ...(usable.length === 0 ? [withoutKey('The table')] : []),
    ],
  })
}

/** Rows whose values are looked at. */
const maxLooked = 1000

/** Columns with secrets of authenticator apps, by their values: they are called anything. */
async function totpColumns(
  columns: readonly Column[],
  left: readonly string[],
  from: string,
  { sql, values }: Catalog,
): Promise<readonly string[]> {
  const keys = primaryKey(columns).map((name) => `u.${sql.id(name)}`)
  const order = keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`
  const found: string[] = []
  for (const { name, key } of columns) {
    if (key !== null || left.includes(name)) continue
    const texts = await values(`SELECT u.${sql.id(name)} FROM ${from}${order} LIMIT ${maxLooked}`)
    if (areTotpSecrets(texts.filter((text) => text !== '' && text !== 'null'))) found.push(name)
  }
  return found
}

function withoutKey(what: string): string {
  return `${what} has no key to resume by, so an interruption reads it again from its beginning.`
}

function primaryKey(columns: readonly Column[]): readonly string[] {
  return columns
    .filter(({ key }) => key !== null)
    .toSorted((a, b) => (a.key ?? 0) - (b.key ?? 0))
    .map(({ name }) => name)
}

function has(columns: readonly Column[], name: string): boolean {
  return columns.some((column) => column.name === name)
}

/** Names of a column with the time of the last change of its row, of any kind. */
const changeName =
  /^(?:last_?)?(?:update|updated|modified|modify|change|changed|modification)(?:_?(?:at|on|time|date|datetime|timestamp))?$|^date_?(?:updated|modified|changed)$/

/** The one column whose values are moments, never empty, and named after changes; null: none, or it is not clear which. */
function changeColumn(columns: readonly Column[]): string | null {
  const found = columns.filter(({ name, isMoment }) => isMoment && changeName.test(snakeCase(name)))
  return found.length === 1 ? (found[0]?.name ?? null) : null
}

function snakeCase(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
}

/** The statement for what may have changed since, and how its rows say it; the whole statement where that cannot be told. */
async function changedRows(
  statement: UserStatement,
  since: Since | null,
  { sql, values }: Catalog,
): Promise<{ readonly statement: UserStatement; readonly changeTimes: ChangeTimes | null }> {
  const { changedAt: name } = statement
  if (name === undefined) return { statement, changeTimes: null }
  const of = fingerprint(statement)
  const isIncremental = since !== null && since.of === of
  const [rows] = isIncremental ? await values(countStatement(statement)) : []
  const where = isIncremental ? `u.${sql.id(name)} >= ${sql.text(momentText(since.from))}` : statement.where
  return {
    statement: { ...statement, where },
    changeTimes: {
      name,
      of,
      timeOf: (row) => momentOf(row, name),
      isIncremental,
      all: rows === undefined ? null : Number(rows),
    },
  }
}

/** Columns, table and key that a listing depends on. */
function fingerprint({ select, from, key, changedAt }: UserStatement): string {
  return createHash('sha256')
    .update(JSON.stringify([select, from, key, changedAt]))
    .digest('base64url')
}

/** A moment as the server writes it in a session whose time zone is UTC; one without a zone is compared as it stands. */
const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/

function momentOf(row: JsonObject, name: string): number | null {
  const value = row[name]
  const [, date, time, fraction = ''] = moment.exec(typeof value === 'string' ? value : '') ?? []
  if (date === undefined || time === undefined) return null
  const at = Date.parse(`${date}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`)
  return Number.isNaN(at) ? null : at
}

function momentText(at: number): string {
  return new Date(Math.max(at, 0)).toISOString().replace('T', ' ').replace('Z', '')
}

/**
 * One SELECT without its closing semicolon. The read-only transaction is what protects the database; this refuses early,
 * in a sentence, what is something else, and what writes files where the database would let it. `backslash`: escapes in texts.
 */
function oneSelect(query: string, backslash: boolean): Result<string> {
  let statement = query.trim()
  if (statement.endsWith(';')) statement = statement.slice(0, -1).trimEnd()
  if (statement === '') return problem('bad-settings', 'The query is empty. Write one SELECT statement.')
  const bare = withoutTexts(statement, backslash).trimStart()
  if (bare.includes(';'))
    return problem('bad-settings', 'The query has several statements. Write one SELECT statement.')
  if (/\/\*[!M]/.test(bare))
    return problem('bad-settings', 'The query has a comment that a server would run. Remove it.')
  if (!/^\(*(?:select|with)\b/i.test(bare))
    return problem('bad-settings', 'The query is not a SELECT statement. Only reading is possible.')
  if (/\binto\b/i.test(bare))
    return problem('bad-settings', 'The query writes its result elsewhere (INTO). Remove that part.')
  return ok(statement)
}

/** SQL with a space for each comment and each quoted text, which may hold anything. */
function withoutTexts(sql: string, backslash: boolean): string {
  let bare = ''
  for (let at = 0; at < sql.length;) {
    const end = endOfText(sql, at, backslash)
    bare += end === at ? sql.charAt(at) : ' '
    at = end === at ? at + 1 : end
  }
  return bare
}

/** Where the comment or the quoted text ends that begins at `at`; `at` where none does. */
function endOfText(sql: string, at: number, backslash: boolean): number {
  const two = sql.slice(at, at + 2)
  if (two === '--') return after(sql, '\n', at + 2)
  if (two === '/*') return /[!M]/.test(sql.charAt(at + 2)) ? at : after(sql, '*/', at + 2)
  const mark = sql.charAt(at)
  if (mark === '#' && backslash) return after(sql, '\n', at + 1)
  if (mark === '$' && !backslash) {
    const tag = /^\$\w{0,60}\$/.exec(sql.slice(at, at + 64))?.[0]
    return tag === undefined ? at : after(sql, tag, at + tag.length)
  }
  if (mark !== "'" && mark !== '"' && mark !== '`') return at
  for (let next = at + 1; next < sql.length; next++) {
    if (sql.charAt(next) === '\\' && backslash && mark !== '`') next += 1
    else if (sql.charAt(next) === mark) return next + 1
  }
  return sql.length
}

function after(sql: string, mark: string, from: number): number {
  const found = sql.indexOf(mark, from)
  return found === -1 ? sql.length : found + mark.length
}
