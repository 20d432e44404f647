import type { DatabaseDriver } from '../database/open-database.ts'
import { tablePath } from '../database/preset-statements.ts'
import { connect, type Fields, type MysqlConnection, mysqlFailure } from './connect.ts'
import { linesOf } from '../../record-lines.ts'
import type { JsonObject, JsonValue } from '../../source.ts'
import { type RowReader, keyOf, pageRows, sameForServer, wrongKey } from '../database/pages.ts'
import {
  type UserStatement,
  jsonOrText,
  queryOf,
  type Catalog,
  maxTables,
  type SqlDialect,
} from '../database/user-statement.ts'

/** Reads rows page by page by their key, so that the server never waits for the app; without a key as one stream. */
function rowReader(connection: MysqlConnection, statement: UserStatement): RowReader {
  let stream: AsyncIterator<JsonObject> | null = null
  let last: readonly string[] = []

  const recordOf = (row: JsonObject): JsonObject => {
    const { json = [], shape } = statement
    const parsed = json.map((name) => {
      const value = row[name]
      return [name, typeof value === 'string' ? jsonOrText(value) : (value ?? null)] as const
    })
    const record = json.length === 0 ? row : { ...row, ...Object.fromEntries(parsed) }
    return shape === undefined ? record : shape(record)
  }

  return {
    isOpen: () => stream !== null,
    seek: (after) => {
      if (after === null) stream = connection.stream(queryOf(statement, mysqlSql, 'all', null), pageRows)
      else last = after
      return Promise.resolve(null)
    },
    next: async () => {
      if (stream === null) {
        const { rows, isFull, fault } = await keyedRows(connection, statement, last, pageRows)
        return { lines: linesOf(rows.map(recordOf)), isFull, fault }
      }
      const rows = await take(stream)
      const isFull = rows.length === pageRows
      if (!isFull) stream = null
      return { lines: linesOf(rows.map(recordOf)), isFull, fault: null }
    },
    beginPage: connection.beginPage,
    count: async (query) => Number(Object.values((await connection.rows(query))[0] ?? {})[0]),
    destroy: connection.destroy,
    close: () => {
      connection.destroy()
      return Promise.resolve()
    },
  }
}

async function take(rows: AsyncIterator<JsonObject>): Promise<readonly JsonObject[]> {
  const taken: JsonObject[] = []
  while (taken.length < pageRows) {
    const next = await rows.next()
    if (next.done === true) break
    taken.push(next.value)
  }
  return taken
}

/** `isFull`: more rows may follow. */
type KeyedRows = {
  readonly rows: readonly JsonObject[]
  readonly isFull: boolean
  /** Why fetching cannot continue by this key; null: it can. */
  readonly fault: string | null
}

/**
 * A page of rows in the order of their key. The server usually treats `Ada` and `ADA` as equal: where the operator
 * named the key, all rows equal to the last one belong to its page, because the next page begins after them.
 */
async function keyedRows(
  connection: MysqlConnection,
  statement: UserStatement,
  after: readonly string[],
  limit: number,
): Promise<KeyedRows> {
  const query = queryOf(statement, mysqlSql, after.length > 0 ? 'after' : 'all', limit)
  const { rows, fields } = await connection.result(query, after)
  const isFull = rows.length === limit
  if (!statement.isKeyChecked) return { rows, isFull, fault: null }
  const fault = unusableKey(fields, statement.key)
  const last = rows.at(-1)
  const key = last === undefined ? null : keyOf(last, statement.key)
  if (fault !== null || !isFull || key === null) return { rows, isFull, fault }
  const found = await connection.rows(queryOf(statement, mysqlSql, 'same', limit + 1), key)
  if (found.length < 2) return { rows, isFull, fault: null }
  if (found.length > limit) return { rows, isFull, fault: sameForServer(statement.key) }
  const textOf = (row: JsonObject) => keyOf(row, statement.key)?.join('\u0000') ?? ''
  const same = found.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))
  const texts = new Set(same.map(textOf))
  return {
    rows: [...rows.filter((row) => !texts.has(textOf(row))), ...same],
    isFull,
    fault: wrongKey(same, statement.key, null),
  }
}

/** Flags and types of the protocol. */
const choices = 0x100 | 0x800
const floatTypes = new Set([4, 5])

function unusableKey(fields: Fields, key: UserStatement['key']): string | null {
  for (const { name } of key) {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) continue
    if ((field.flags & choices) !== 0)
      return `The key ${name} is a choice (ENUM or SET), whose order is not that of its text. Choose a column with text or whole numbers, or leave --key out.`
    if (floatTypes.has(field.columnType))
      return `The key ${name} holds numbers that are not exact. Choose a column with text or whole numbers, or leave --key out.`
  }
  return null
}

const noTransactions =
  'The table has no transactions (MyISAM or the like): users who changed while it was read are as of then.'

export const mysqlDriver: DatabaseDriver<MysqlConnection> = {
  connect,
  catalog: mysqlCatalog,
  failure: mysqlFailure,
  destroy: (connection) => connection.destroy(),
  escapesByBackslash: true,
  prepare: async (connection, { table }) => {
    const name = table === undefined ? null : (tablePath(table).at(-1) ?? null)
    const isSafe = name === null || (await isTransactional(connection, name))
    return { reader: rowReader, notes: () => (isSafe ? [] : [noTransactions]) }
  },
}

const id = (name: string) => `\`${name.replaceAll('`', '``')}\``
const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

const mysqlSql: SqlDialect = {
  id,
  text,
  parameter: () => '?',
  list: (fields, from) => {
    const members = fields.map(([name, expression]) => `${text(name)}, ${expression}`).join(', ')
    return `(SELECT coalesce(JSON_ARRAYAGG(JSON_OBJECT(${members})), '[]') FROM ${from})`
  },
}

/** A value of the catalog as text; any other value is empty. */
function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Types of keys that sort differently from their text, or whose text is not their value. */
const inexact = /binary|blob|bit|float|double|geometry|json|^(?:enum|set)$/i
/** The server compares longer decimals with text as inexact numbers. */
const maxExactDigits = 15

/** Reads the catalog of the server within the transaction that users are read in. */
function mysqlCatalog(connection: MysqlConnection): Catalog {
  const texts = async (query: string, values: readonly string[] = []): Promise<readonly string[]> =>
    (await connection.rows(query, values)).map((row) => textOf(Object.values(row)[0]))
  const inSchema = (path: readonly string[]) => [path.length > 1 ? (path[0] ?? '') : '', path.at(-1) ?? '']
  return {
    sql: mysqlSql,
    columns: async (path) => {
      const from = `FROM information_schema.columns AS c
        LEFT JOIN information_schema.key_column_usage AS k ON k.table_schema = c.table_schema AND k.table_name = c.table_name
          AND k.column_name = c.column_name AND k.constraint_name = 'PRIMARY'
        LEFT JOIN information_schema.tables AS t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
        WHERE c.table_schema = coalesce(nullif(?, ''), database()) AND c.table_name = ?`
      const rows = await connection.rows(
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
      const tables =
        await connection.rows(`SELECT table_name AS name, table_rows AS estimate, data_length AS bytes FROM information_schema.tables
          WHERE table_schema = database() ORDER BY table_name LIKE '%user%' DESC, table_rows DESC LIMIT ${maxTables}`)
      const columns =
        await connection.rows(`SELECT table_name AS name, column_name AS field, column_key AS indexed FROM information_schema.columns
          WHERE table_schema = database() ORDER BY table_name, ordinal_position LIMIT ${maxTables * 100}`)
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
async function isTransactional(connection: MysqlConnection, table: string): Promise<boolean> {
  const rows = await connection.rows(
    'SELECT engine AS name FROM information_schema.tables WHERE table_schema = database() AND table_name = ?',
    [table],
  )
  return rows.every(({ name }) => name === null || /innodb|rocksdb|tokudb/i.test(textOf(name)))
}
