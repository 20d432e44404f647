import type pg from 'pg'
import * as z from 'zod'
import { type Catalog, maxTables, type SqlDialect } from '../database/user-statement.ts'

const id = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

export const postgresSql: SqlDialect = {
  id,
  text,
  parameter: (position) => `$${position}`,
  list: (fields, from) => {
    const members = fields.map(([name, expression]) => `${text(name)}, ${expression}`).join(', ')
    return `(SELECT coalesce(json_agg(json_build_object(${members})), '[]') FROM ${from})`
  },
}

const columnRow = z.object({ name: z.string(), key: z.number().nullable(), isMoment: z.boolean() })
const tableRow = z.object({
  schema: z.string(),
  name: z.string(),
  rows: z.number(),
  bytes: z.number().nullable(),
  keyed: z.boolean(),
  columns: z.array(z.string()).nullable(),
})
const nameRow = z.object({ name: z.string() })

/** What the catalog of the server says, within the transaction that users are read in. */
export function postgresCatalog(client: pg.Client): Catalog {
  const rows = async (query: string, values: readonly string[] = []): Promise<readonly unknown[]> =>
    (await client.query<Record<string, unknown>>(query, [...values])).rows
  return {
    sql: postgresSql,
    columns: async (table) => {
      const path = table.map(id).join('.')
      const found = await rows('SELECT to_regclass($1)::text AS name', [path])
      if (!nameRow.safeParse(found[0]).success) return null
      const columns = await rows(
        `SELECT a.attname::text AS name, array_position(i.indkey::int2[], a.attnum)::int AS key,
                a.attnotnull AND a.atttypid IN ('timestamp'::regtype, 'timestamptz'::regtype) AS "isMoment"
           FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
          WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
          ORDER BY a.attnum`,
        [path],
      )
      return z.array(columnRow).parse(columns)
    },
    tables: async () => {
      const found = await rows(
        `SELECT CASE table_schema WHEN 'public' THEN table_name ELSE table_schema || '.' || table_name END::text AS name
           FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema')
          ORDER BY table_name ILIKE '%user%' DESC, 1 LIMIT 100`,
      )
      return z
        .array(nameRow)
        .parse(found)
        .map(({ name }) => name)
    },
    facts: async () => {
      const found = await rows(
        `SELECT n.nspname::text AS schema, c.relname::text AS name, c.reltuples::float8 AS rows,
                CASE WHEN c.relkind IN ('r', 'm') THEN pg_relation_size(c.oid)::float8 END AS bytes,
                EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS keyed,
                (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
                  WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
           FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
          WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
            AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'
            AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')
          ORDER BY n.nspname = 'public' DESC, c.relname ILIKE '%user%' DESC, c.reltuples DESC LIMIT ${maxTables}`,
      )
      return z
        .array(tableRow)
        .parse(found)
        .map(({ schema, name, rows: estimate, bytes, keyed, columns }) => ({
          path: schema === 'public' ? [name] : [schema, name],
          columns: columns ?? [],
          // A table that was never analyzed has no estimate, and one of partitions or a view none at all.
          rows: estimate < 0 || (estimate === 0 && bytes === null) ? null : Math.round(estimate),
          bytes,
          hasKey: keyed,
        }))
    },
    server: async () => {
      const found = await rows('SHOW server_version')
      const version = String(Object.values(z.record(z.string(), z.unknown()).parse(found[0]))[0])
      return `PostgreSQL ${version.split(' ')[0] ?? ''}`.trim()
    },
    values: async (query) =>
      (await rows(query)).map((row) => String(Object.values(z.record(z.string(), z.unknown()).parse(row))[0])),
  }
}
