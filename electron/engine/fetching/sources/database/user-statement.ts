import type { JsonObject, JsonValue } from '../../source.ts'

/** Tables that are looked at in one database. */
export const maxTables = 500

/** A column of a table. */
export type Column = {
  readonly name: string
  /** Its position in the primary key, from 1; null: it is not in it. */
  readonly key: number | null
  /** It is of a table, holds moments with their time of day, and is never empty. */
  readonly isMoment: boolean
}

/** How a database writes what differs between databases. */
export type SqlDialect = {
  readonly id: (name: string) => string
  readonly text: (value: string) => string
  /** The place of a parameter, from 1. */
  readonly parameter: (position: number) => string
  /** A subquery for a list of objects, as JSON. `fields`: name and expression of each member. */
  readonly list: (fields: readonly (readonly [string, string])[], from: string) => string
}

/** A table as the catalog describes it. */
export type TableFacts = {
  /** Its schema, where it has to be named, and its name. */
  readonly path: readonly string[]
  readonly columns: readonly string[]
  /** The estimate of the server; null: it has none. */
  readonly rows: number | null
  /** Null: it is no table that lies here as a whole, such as a view. */
  readonly bytes: number | null
  readonly hasKey: boolean
}

/** The catalog of a database: its tables and their columns. */
export type Catalog = {
  readonly sql: SqlDialect
  /** The columns of a table, perhaps with its schema before it; null: there is no such table. */
  readonly columns: (table: readonly string[]) => Promise<readonly Column[] | null>
  /** Names of tables, for a sentence about one that is not there. */
  readonly tables: () => Promise<readonly string[]>
  /** Every table that this account may read, at most `maxTables`. */
  readonly facts: () => Promise<readonly TableFacts[]>
  /** The product and version of the server. */
  readonly server: () => Promise<string>
  /** The first column of a query. */
  readonly values: (query: string) => Promise<readonly string[]>
}

/** The one query that reads users, in parts, so that it can begin after a key. */
export type UserStatement = {
  readonly select: string
  readonly from: string
  readonly where: string | null
  /** Columns that tell rows apart, as expressions, and what they are called in the result. Empty: nothing does. */
  readonly key: readonly { readonly expression: string; readonly name: string }[]
  /** The key was named by the operator, so whether it is one is checked. */
  readonly isKeyChecked: boolean
  /** Counting these rows first is cheap enough. */
  readonly isCounted: boolean
  /** Columns with JSON as text. */
  readonly json?: readonly string[]
  /** Turns a row into the record that is written. */
  readonly shape?: (row: JsonObject) => JsonObject
  readonly notes: readonly string[]
  /** The column with the time of a row's last change; absent: no column is reliable. */
  readonly changedAt?: string
}

/** Which rows of a statement: all, those after a key, or those whose key the server takes for the same. The key is its parameters. */
type RowRange = 'all' | 'after' | 'same'

/** The whole statement. `limit`: maximum number of rows. */
export function queryOf(statement: UserStatement, sql: SqlDialect, range: RowRange, limit: number | null): string {
  const { select, from, where, key } = statement
  const conditions = [where, range === 'all' ? null : keyCondition(key, sql, range === 'after' ? '>' : '=')]
    .filter((one) => one !== null)
    .map((one) => `(${one})`)
  return [
    `SELECT ${select} FROM ${from}`,
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    ...(key.length === 0 ? [] : [`ORDER BY ${key.map(({ expression }) => expression).join(', ')}`]),
    ...(limit === null ? [] : [`LIMIT ${limit}`]),
  ].join(' ')
}

/** How many rows the statement has. */
export function countStatement({ from, where }: UserStatement): string {
  return `SELECT count(*) FROM ${from}${where === null ? '' : ` WHERE ${where}`}`
}

function keyCondition(key: UserStatement['key'], sql: SqlDialect, operator: '>' | '='): string {
  const expressions = key.map(({ expression }) => expression)
  const places = expressions.map((_, index) => sql.parameter(index + 1))
  return expressions.length === 1
    ? `${expressions[0]} ${operator} ${places[0]}`
    : `(${expressions.join(', ')}) ${operator} (${places.join(', ')})`
}

/** JSON text as a value; as text where a number has more digits than would survive. */
export function jsonOrText(text: string): JsonValue {
  if (/\d{16}/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    // JSON.parse returns JSON values only.
    return value as JsonValue
  } catch {
    return text
  }
}
