import type pg from 'pg'
import * as z from 'zod'
import type { Catalog, SqlDialect } from '../database/user-statement.ts'

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

const columnRow = z.object({ name: z.string(), key: z.number().nullable() })
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
        `SELECT a.attname::text AS name, array_position(i.indkey::int2[], a.attnum)::int AS key
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
    values: async (query) =>
      (await rows(query)).map((row) => String(Object.values(z.record(z.string(), z.unknown()).parse(row))[0])),
  }
}
