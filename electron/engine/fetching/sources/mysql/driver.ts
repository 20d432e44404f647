import type { Connection } from 'mysql2'
import type { DatabaseDriver } from '../database/open-database.ts'
import { tablePath } from '../database/preset-statements.ts'
import { isTransactional, mysqlCatalog, mysqlSql } from './catalog.ts'
import { type Fields, beginPage, connect, destroy, mysqlFailure, resultOf, rowsOf, streamRows } from './connect.ts'
import type { JsonObject } from '../../source.ts'
import { type RowReader, keyOf, pageRows, sameForServer, wrongKey } from '../database/pages.ts'
import { type UserStatement, jsonOrText, queryOf } from '../database/user-statement.ts'

/** Reads rows page by page by their key, so that the server never waits for the app; without a key as one stream. */
function rowReader(connection: Connection, statement: UserStatement): RowReader {
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
      if (after === null) stream = streamRows(connection, queryOf(statement, mysqlSql, 'all', null), pageRows)
      else last = after
      return Promise.resolve(null)
    },
    next: async () => {
      if (stream === null) {
        const { rows, isFull, fault } = await keyedRows(connection, statement, last, pageRows)
        return { records: rows.map(recordOf), isFull, fault }
      }
      const rows = await take(stream)
      const isFull = rows.length === pageRows
      if (!isFull) stream = null
      return { records: rows.map(recordOf), isFull, fault: null }
    },
    beginPage: () => beginPage(connection),
    count: async (query) => Number(Object.values((await rowsOf(connection, query))[0] ?? {})[0]),
    destroy: () => destroy(connection),
    close: () => {
      destroy(connection)
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

/** `isFull`: there may be more rows behind them. */
type KeyedRows = {
  readonly rows: readonly JsonObject[]
  readonly isFull: boolean
  /** Why fetching cannot go on by this key; null: it can. */
  readonly fault: string | null
}

/**
 * A page of rows in the order of their key. To the server, `Ada` and `ADA` are mostly the same: where the operator named the key, all
 * rows that are the same as the last one belong to its page, because the next begins behind all of them.
 */
async function keyedRows(
  connection: Connection,
  statement: UserStatement,
  after: readonly string[],
  limit: number,
): Promise<KeyedRows> {
  const query = queryOf(statement, mysqlSql, after.length > 0 ? 'after' : 'all', limit)
  const { rows, fields } = await resultOf(connection, query, after)
  const isFull = rows.length === limit
  if (!statement.isKeyChecked) return { rows, isFull, fault: null }
  const fault = unusableKey(fields, statement.key)
  const last = rows.at(-1)
  const key = last === undefined ? null : keyOf(last, statement.key)
  if (fault !== null || !isFull || key === null) return { rows, isFull, fault }
  const found = await rowsOf(connection, queryOf(statement, mysqlSql, 'same', limit + 1), key)
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
const inexact = new Set([4, 5])

function unusableKey(fields: Fields, key: UserStatement['key']): string | null {
  for (const { name } of key) {
    const field = fields.find((one) => one.name === name)
    if (field === undefined) continue
    if ((field.flags & choices) !== 0)
      return `The key ${name} is a choice (ENUM or SET), whose order is not that of its text. Choose a column with text or whole numbers, or leave --key out.`
    if (inexact.has(field.columnType))
      return `The key ${name} holds numbers that are not exact. Choose a column with text or whole numbers, or leave --key out.`
  }
  return null
}

const noTransactions =
  'The table has no transactions (MyISAM or the like): users who changed while it was read are as of then.'

export const mysqlDriver: DatabaseDriver<Connection> = {
  connect,
  catalog: mysqlCatalog,
  failure: mysqlFailure,
  destroy,
  escapesByBackslash: true,
  prepare: async (connection, { table }) => {
    const name = table === undefined ? null : (tablePath(table).at(-1) ?? null)
    const isSafe = name === null || (await isTransactional(connection, name))
    return { reader: rowReader, notes: () => (isSafe ? [] : [noTransactions]) }
  },
}
