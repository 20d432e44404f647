import type pg from 'pg'
import { counted } from '../../../../../shared/format.ts'
import type { DatabaseDriver } from '../database/open-database.ts'
import { postgresCatalog, postgresSql } from './catalog.ts'
import { beginPage, connect, destroy, postgresFailure } from './connect.ts'
import Cursor from 'pg-cursor'
import type { JsonObject, JsonValue } from '../../source.ts'
import { type RowReader, pageRows, sameForServer } from '../database/pages.ts'
import { type UserStatement, jsonOrText, queryOf } from '../database/user-statement.ts'

type Rows = { readonly rows: readonly (readonly (string | null)[])[]; readonly fields: readonly Field[] }
type Field = { readonly name: string; readonly dataTypeID: number }

/** A cursor of the server, and the next rows, on their way while the last are written. */
type Open = { readonly cursor: Cursor; readonly rows: Promise<Rows> }

/** Reads rows through a cursor of the server. `onInvalid`: a record has text that is not UTF-8; null: none can. */
function rowReader(client: pg.Client, statement: UserStatement, onInvalid: (() => void) | null): RowReader {
  let open: Open | null = null

  const recordsOf = ({ rows, fields }: Rows): readonly JsonObject[] => {
    const { json = [], shape } = statement
    const columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: json.includes(name) ? jsonOrText : parserOf(dataTypeID),
    }))
    return rows.map((row) => {
      const record: Record<string, JsonValue> = {}
      for (const [index, { name, parse }] of columns.entries()) {
        const text = row[index] ?? null
        record[name] = text === null ? null : parse(text)
      }
      if (onInvalid !== null && row.some((text) => text?.includes('\uFFFD') === true)) onInvalid()
      return shape === undefined ? record : shape(record)
    })
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
      const cursor = client.query(
        new Cursor<(string | null)[]>(query, [...key], { rowMode: 'array', types: textTypes }),
      )
      open = { cursor, rows: read(cursor) }
      return null
    },
    next: async () => {
      if (open === null) return { records: [], isFull: false, fault: null }
      const { cursor, rows } = open
      const found = await rows
      const isFull = found.rows.length === pageRows
      open = isFull ? { cursor, rows: read(cursor) } : null
      return { records: recordsOf(found), isFull, fault: sameNames(found.fields) }
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

function read(cursor: Cursor): Promise<Rows> {
  const rows = new Promise<Rows>((resolve, reject) => {
    cursor.read(pageRows, (error, found, result) => {
      if (error) reject(error)
      else resolve({ rows: found, fields: result.fields })
    })
  })
  // It may fail before the next page awaits it.
  rows.catch(() => undefined)
  return rows
}

/*
 * Values as a dump has them: the server's text, in which ids, numerics, times, bytes and arrays are exact. Only yes and no,
 * small numbers and JSON become values of JSON.
 */

const bool = 16
const numbers = new Set([21, 23, 26])
const json = new Set([114, 3802])

type Parse = (text: string) => JsonValue

const asIs = (text: string): string => text

/** How the text of a type is read; `oid`: the type's number in the catalog. */
function parserOf(oid: number): Parse {
  if (oid === bool) return (text) => text === 't'
  if (numbers.has(oid)) return Number
  return json.has(oid) ? jsonOrText : asIs
}

/** For the driver: every value as the text that the server sent. */
const textTypes = { getTypeParser: () => asIs }

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
