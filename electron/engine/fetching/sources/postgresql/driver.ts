import type pg from 'pg'
import Cursor from 'pg-cursor'
import * as z from 'zod'
import { counted } from '../../../../../shared/format.ts'
import type { DatabaseDriver } from '../database/open-database.ts'
import { linesOf, recordsIn } from '../../record-lines.ts'
import type { RecordLines } from '../../source.ts'
import { beginPage, connect, destroy, notPostgresError, postgresFailure, rowsOf } from './connect.ts'
import { type RowColumn, writeRows } from './row-lines.ts'
import type { RowBytes } from './row-tap.ts'
import { type RowReader, pageRows, sameForServer } from '../database/pages.ts'
import {
  type UserStatement,
  jsonOrText,
  queryOf,
  type Catalog,
  maxTables,
  type SqlDialect,
} from '../database/user-statement.ts'

type Field = { readonly name: string; readonly dataTypeID: number }

/** A cursor of the server, and its columns once the next rows are there, which are on their way while the last are written. */
type Open = { readonly cursor: Cursor; readonly fields: Promise<readonly Field[]> }

/** Reads rows through a cursor of the server. `onInvalid`: a record has text that is not UTF-8; null: none can. */
function rowReader(client: pg.Client, statement: UserStatement, onInvalid: (() => void) | null): RowReader {
  const { json = [], shape } = statement
  const tap = rowsOf(client)
  let open: Open | null = null

  const linesOfRows = (rows: readonly RowBytes[], fields: readonly Field[]): RecordLines => {
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: json.includes(name) ? jsonOrText : parserOf(dataTypeID),
    }))
    const lines = writeRows(rows, columns, onInvalid ?? (() => undefined))
    if (lines === null) throw notPostgresError()
    return shape === undefined ? lines : linesOf(recordsIn(lines).map(shape))
  }

  return {
    isOpen: () => open !== null,
    seek: async (after) => {
      const key = after ?? []
      if (key.length > 0 && statement.isKeyChecked) {
        // By a collation or type without regard to case, rows that are not written yet may be the same as the last one.
        const same = await client.query(queryOf(statement, postgresSql, 'same', 2), [...key])
        if (same.rows.length > 1) return sameForServer(statement.key)
      }
      const query = queryOf(statement, postgresSql, key.length === 0 ? 'all' : 'after', null)
      tap.open()
      const cursor = client.query(new Cursor(query, [...key]))
      open = { cursor, fields: read(cursor) }
      return null
    },
    next: async () => {
      if (open === null) return { lines: linesOf([]), isFull: false, fault: null }
      const { cursor } = open
      const fields = await open.fields
      const rows = tap.take()
      const isFull = rows.length === pageRows
      open = isFull ? { cursor, fields: read(cursor) } : null
      if (!isFull) tap.close()
      return { lines: linesOfRows(rows, fields), isFull, fault: sameNames(fields) }
    },
    beginPage: () => beginPage(client),
    count: async (query) => Number((await client.query<{ count: string }>(query)).rows[0]?.count),
    destroy: () => destroy(client),
    close: async () => {
      if (open === null) await client.end()
      else destroy(client)
    },
  }
}

/** Two columns of one name would be one in a record. */
function sameNames(fields: readonly Field[]): string | null {
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `The query has two columns named ${twice}. Give one of them another name with AS.`
}

/** Asks for the next rows, which the tap takes; answers their columns. */
function read(cursor: Cursor): Promise<readonly Field[]> {
  const fields = new Promise<readonly Field[]>((resolve, reject) => {
    cursor.read(pageRows, (error, _rows, result) => {
      if (error) reject(error)
      else resolve(result.fields)
    })
  })
  // It may fail before the next page awaits it.
  fields.catch(() => undefined)
  return fields
}

/*
 * Values as a dump has them: the server's text, in which ids, numerics, times, bytes and arrays are exact. Only yes and no,
 * small numbers and JSON become values of JSON.
 */

const bool = 16
const numbers = new Set([21, 23, 26])
const json = new Set([114, 3802])

/** How the text of a type is read; null: as it is. `oid`: the type's number in the catalog. */
function parserOf(oid: number): RowColumn['parse'] {
  if (oid === bool) return (text) => text === 't'
  if (numbers.has(oid)) return Number
  return json.has(oid) ? jsonOrText : null
}

export const postgresDriver: DatabaseDriver<pg.Client> = {
  connect,
  catalog: postgresCatalog,
  failure: postgresFailure,
  destroy,
  escapesByBackslash: false,
  prepare: async (client) => {
    const [encoding] = await postgresCatalog(client).values("SELECT current_setting('server_encoding')")
    let invalid = 0
    const onInvalid = encoding === 'SQL_ASCII' ? () => void (invalid += 1) : null
    return {
      reader: (connection, statement) => rowReader(connection, statement, onInvalid),
      notes: () =>
        invalid === 0 ? [] : [`${counted(invalid, 'user')} with text that is not UTF-8; its bytes were replaced.`],
    }
  },
}

const id = (name: string) => `"${name.replaceAll('"', '""')}"`
const text = (value: string) => `'${value.replaceAll("'", "''")}'`

const postgresSql: SqlDialect = {
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

/** Reads the catalog of the server within the transaction that users are read in. */
function postgresCatalog(client: pg.Client): Catalog {
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
