import type { Connection } from 'mysql2'
import type { JsonObject, JsonValue } from '../../source.ts'
import { type Catalog, maxTables, type SqlDialect } from '../database/user-statement.ts'
import { rowsOf } from './connect.ts'

const id = (name: string) => `\`${name.replaceAll('`', '``')}\``
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const mysqlSql: SqlDialect = {
  id,
  text,
  parameter: () => '?',
  list: (fields, from) => {
    const members = fields.map(([name, expression]) => `${text(name)}, ${expression}`).join(', ')
    return `(SELECT coalesce(JSON_ARRAYAGG(JSON_OBJECT(${members})), '[]') FROM ${from})`
  },
}

/** A value of the catalog as text; what is none is empty. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Types of keys whose order is not that of their text, or whose text is not their value. */
const inexact = /binary|blob|bit|float|double|geometry|json|^(?:enum|set)$/i
/** Longer decimals are compared with text as numbers that are not exact. */
const maxExactDigits = 15

/** What the server says about its tables, within the transaction that users are read in. */
export function mysqlCatalog(connection: Connection): Catalog {
  const texts = async (query: string, values: readonly string[] = []): Promise<readonly string[]> =>
    (await rowsOf(connection, query, values)).map((row) => textOf(Object.values(row)[0]))
  const inSchema = (path: readonly string[]) => [path.length > 1 ? (path[0] ?? '') : '', path.at(-1) ?? '']
  return {
    sql: mysqlSql,
    columns: async (path) => {
      const from = `FROM information_schema.columns AS c
        LEFT JOIN information_schema.key_column_usage AS k ON k.table_schema = c.table_schema AND k.table_name = c.table_name
          AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY'
        LEFT JOIN information_schema.tables AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
        WHERE c.table_schema = coalesce(nullif(?, ''), database()) AND c.table_name = ?`
      const rows = await rowsOf(
        connection,
        `SELECT c.column_name AS name, c.data_type AS type, c.numeric_precision AS digits, k.ordinal_position AS position,
                t.table_type = 'BASE TABLE' AND c.is_nullable = 'NO' AS firm ${from} ORDER BY c.ordinal_position`,
        inSchema(path),
      )
      if (rows.length === 0) return null
      const isKey = (position: unknown) => position !== null && position !== undefined
      // A page cannot continue after a value that is not read as it is written.
      const isInexact = ({ type, digits }: JsonObject) =>
        inexact.test(textOf(type)) || (/decimal/i.test(textOf(type)) && Number(textOf(digits)) > maxExactDigits)
      const isUsable = !rows.some((row) => isKey(row['position']) && isInexact(row))
      return rows.map(({ name, position, type, firm }) => ({
        name: textOf(name),
        key: isUsable && isKey(position) ? Number(position) : null,
        isMoment: Number(firm) === 1 && /^(?:datetime|timestamp)$/i.test(textOf(type)),
      }))
    },
    tables: () =>
      texts(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = database()
          ORDER BY table_name LIKE '%user%' DESC, table_name LIMIT 100`,
      ),
    facts: async () => {
      const tables = await rowsOf(
        connection,
        `SELECT table_name AS name, table_rows AS estimate, data_length AS bytes FROM information_schema.tables
          WHERE table_schema = database() ORDER BY table_name LIKE '%user%' DESC, table_rows DESC LIMIT ${maxTables}`,
      )
      const columns = await rowsOf(
        connection,
        `SELECT table_name AS name, column_name AS field, column_key AS indexed FROM information_schema.columns
          WHERE table_schema = database() ORDER BY table_name, ordinal_position LIMIT ${maxTables * 100}`,
      )
      return tables.map(({ name, estimate, bytes }) => {
        const own = columns.filter((column) => column['name'] === name)
        return {
          path: [textOf(name)],
          columns: own.map(({ field }) => textOf(field)),
          rows: textOf(estimate) === '' ? null : Number(textOf(estimate)),
          bytes: textOf(bytes) === '' ? null : Number(textOf(bytes)),
          hasKey: own.some(({ indexed }) => indexed === 'PRI'),
        }
      })
    },
    server: async () => {
      const [version = ''] = await texts('SELECT version()')
      const number = /\d+(?:\.\d+)*/.exec(version.replace(/^5\.5\.5-/, ''))?.[0] ?? ''
      return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${number}`.trim()
    },
    values: (query) => texts(query),
  }
}

/** Whether the engine of a table of this database has transactions. */
export async function isTransactional(connection: Connection, table: string): Promise<boolean> {
  const rows = await rowsOf(
    connection,
    'SELECT engine AS name FROM information_schema.tables WHERE table_schema = database() AND table_name = ?',
    [table],
  )
  return rows.every(({ name }) => name === null || /innodb|rocksdb|tokudb/i.test(textOf(name)))
}
