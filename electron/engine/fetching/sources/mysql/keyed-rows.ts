import type { Connection } from 'mysql2'
import type { JsonObject } from '../../source.ts'
import { keyOf, wrongKey } from '../database/row-cursor.ts'
import { sameForServer } from '../database/place.ts'
import { queryOf, type UserStatement } from '../database/user-statement.ts'
import { mysqlSql } from './catalog.ts'
import { type Fields, resultOf, rowsOf } from './connect.ts'

/** `isFull`: there may be more rows behind them. */
export type KeyedRows = {
  readonly rows: readonly JsonObject[]
  readonly isFull: boolean
  /** Why fetching cannot go on by this key; null: it can. */
  readonly fault: string | null
}

/**
 * A page of rows in the order of their key. To the server, `Ada` and `ADA` are mostly the same: where the operator named the key, all
 * rows that are the same as the last one belong to its page, because the next begins behind all of them.
 */
export async function keyedRows(
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
