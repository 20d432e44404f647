import type pg from 'pg'
import Cursor from 'pg-cursor'
import { counted } from '../../../../../shared/format.ts'
import type { FetchReply, JsonObject, JsonValue, OpenSource } from '../../source.ts'
import { jsonOrText } from '../database/json-text.ts'
import {
  changedRows,
  damagedPlace,
  keyFault,
  newSnapshot,
  placeAfter,
  placeAt,
  sameForServer,
} from '../database/place.ts'
import { digestRows, firstRows, type RowCursor } from '../database/row-cursor.ts'
import { countOf, queryOf, type UserStatement } from '../database/user-statement.ts'
import { postgresSql } from './catalog.ts'
import { beginPage, type Connected, destroy } from './connect.ts'
import type { FailedReply } from '../../failure-meaning.ts'
import { postgresFailure } from './postgres-failure.ts'
import { parserOf, textTypes } from './values.ts'

/** Rows of a page. Not to be changed lightly: without a key, rows are skipped by whole pages when they are read again. */
const pageRows = 2000

type Rows = { readonly rows: readonly (readonly (string | null)[])[]; readonly fields: readonly Field[] }
type Field = { readonly name: string; readonly dataTypeID: number }

/** A cursor of the server and the place in the result that it has reached. */
type Open = {
  readonly cursor: Cursor
  readonly at: string | null
  /** The next rows, on their way while the last are written. */
  readonly next: Promise<Rows>
}

/** Pages of a statement, read through one cursor; on a new connection where the last one is gone. */
export function pagesOf(
  statement: UserStatement,
  first: pg.Client,
  reconnect: (signal: AbortSignal) => Promise<Connected>,
  { total, mayBeInvalid }: { readonly total: number | null; readonly mayBeInvalid: boolean },
): Pick<OpenSource, 'page' | 'close' | 'notes' | 'expected' | 'total'> {
  let client: pg.Client | null = first
  let open: Open | null = null
  let isResumed = false
  let invalid = 0

  const drop = () => {
    if (client !== null) destroy(client)
    client = null
    open = null
  }

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
      if (mayBeInvalid && row.some((text) => text?.includes('\uFFFD') === true)) invalid += 1
      return shape === undefined ? record : shape(record)
    })
  }

  const seek = async (at: string | null, from: RowCursor, signal: AbortSignal): Promise<FailedReply | null> => {
    // A cursor that stands elsewhere cannot go back.
    if (open !== null) drop()
    if (client === null) {
      const connected = await reconnect(signal)
      if (connected.kind === 'failed') return connected
      client = connected.client
    }
    if (at !== null) isResumed = true
    const after = 'after' in from && at !== null ? from.after : null
    if (after !== null && statement.isKeyChecked) {
      // By a collation or type without regard to case, rows that are not written yet may be the same as the last one.
      const same = await client.query(queryOf(statement, postgresSql, 'same', 2), [...after])
      if (same.rows.length > 1) return refused('bad-settings', sameForServer(statement.key))
    }
    const query = queryOf(statement, postgresSql, after === null ? 'all' : 'after', null)
    const cursor = client.query(
      new Cursor<(string | null)[]>(query, [...(after ?? [])], { rowMode: 'array', types: textTypes }),
    )
    if ('skip' in from && !(await skipRows(cursor, from, recordsOf)))
      return { kind: 'failed', code: 'source-error', sentence: changedRows, again: false }
    open = { cursor, at, next: read(cursor) }
    return null
  }

  const page = async (at: string | null, signal: AbortSignal): Promise<FetchReply> => {
    const from = placeAt(at, statement)
    if (from === null) return refused('part-damaged', damagedPlace)
    signal.addEventListener('abort', drop)
    try {
      if (open === null || open.at !== at) {
        const failed = await seek(at, from, signal)
        if (failed !== null) {
          drop()
          return failed
        }
      }
      const now = open
      if (now === null) return refused('internal', damagedPlace)
      if (client !== null) beginPage(client)
      const found = await now.next
      const records = recordsOf(found)
      const fault = sameNames(found.fields) ?? keyFault(from, records, statement)
      if (fault !== null) return refused('bad-settings', fault)
      const next = found.rows.length < pageRows ? null : placeAfter(from, records, statement)
      open = next === null ? null : { ...now, at: next, next: read(now.cursor) }
      return { kind: 'page', records, next }
    } catch (error) {
      drop()
      return postgresFailure(error)
    } finally {
      signal.removeEventListener('abort', drop)
    }
  }

  return {
    total,
    page,
    expected: async () => {
      if (!isResumed) return total
      if (client === null) return null
      return await client.query<{ count: string }>(countOf(statement)).then(
        ({ rows }) => Number(rows[0]?.count),
        () => null,
      )
    },
    close: async () => {
      const last = client
      const isIdle = open === null
      client = null
      open = null
      if (last === null) return
      if (isIdle) await last.end()
      else destroy(last)
    },
    notes: () => [
      ...statement.notes,
      ...(isResumed ? [newSnapshot] : []),
      ...(invalid === 0 ? [] : [`${counted(invalid, 'user')} with text that is not UTF-8; its bytes were replaced.`]),
    ],
  }
}

function refused(code: FailedReply['code'], sentence: string): FailedReply {
  return { kind: 'failed', code, sentence, again: false }
}

/** Two columns of one name would be one in a record. */
function sameNames(fields: readonly Field[]): string | null {
  const names = fields.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `The query has two columns named ${twice}. Give one of them another name with AS.`
}

/** Reads the rows again that were fetched before; false: they are not the same. */
async function skipRows(
  cursor: Cursor,
  { skip, digest }: Extract<RowCursor, { skip: unknown }>,
  records: (rows: Rows) => readonly JsonObject[],
): Promise<boolean> {
  let at: Extract<RowCursor, { skip: unknown }> = firstRows
  while (at.skip < skip) {
    const rows = records(await read(cursor))
    if (rows.length === 0) return false
    at = { skip: at.skip + rows.length, digest: digestRows(at.digest, rows) }
  }
  return at.skip === skip && at.digest === digest
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
