import type { Connection } from 'mysql2'
import type { JsonObject } from '../../source.ts'
import { jsonOrText } from '../database/json-text.ts'
import { pageRows, type RowReader } from '../database/pages.ts'
import { queryOf, type UserStatement } from '../database/user-statement.ts'
import { mysqlSql } from './catalog.ts'
import { beginPage, destroy, rowsOf, streamRows } from './connect.ts'
import { keyedRows } from './keyed-rows.ts'

/** Reads rows page by page by their key, so that the server never waits for the app; without a key as one stream. */
export function rowReader(connection: Connection, statement: UserStatement): RowReader {
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
