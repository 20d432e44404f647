import { areTotpSecrets } from '../../../../../shared/mapping/totp-secrets.ts'
import { ok, problem, type Result } from '../../../../../shared/result.ts'
import type { DatabaseSettings } from './database-settings.ts'
import { oneSelect } from './one-select.ts'
import { presetStatement } from './preset-statements.ts'
import { changeColumn } from './changed-rows.ts'
import { isSecretColumn } from './secret-columns.ts'
import { noTable, tablePath } from './table-names.ts'
import type { Catalog, Column, UserStatement } from './user-statement.ts'

/** The query for what the operator chose: a product, a table, or a statement of the operator's own. */
export function chosenStatement(
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
    // What a later fetch is joined by comes first.
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
      ...(left.length === 0 ? [] : [`Not fetched: ${left.join(', ')}. Name columns with --columns if you need them.`]),
      ...(totp.length === 0
        ? []
        : [
            `Not fetched: ${totp.join(', ')}, whose values look like secrets of authenticator apps. Name columns with --columns if you need them.`,
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
