import type { Connection } from 'mysql2'
import type { FetchReply, JsonObject, OpenSource } from '../../source.ts'
import { jsonOrText } from '../database/json-text.ts'
import { changedRows, damagedPlace, keyFault, newSnapshot, placeAfter, placeAt } from '../database/place.ts'
import { digestRows, firstRows, type RowCursor } from '../database/row-cursor.ts'
import { countOf, queryOf, type UserStatement } from '../database/user-statement.ts'
import { mysqlSql } from './catalog.ts'
import { beginPage, type Connected, destroy, rowsOf, streamRows } from './connect.ts'
import { keyedRows } from './keyed-rows.ts'
import type { FailedReply } from '../../failure-meaning.ts'
import { mysqlFailure } from './mysql-failure.ts'

/** Rows of a page. Not to be changed lightly: without a key, rows are skipped by whole pages when they are read again. */
const pageRows = 2000

/** The result of a statement without a key, which is read as it comes. */
type Stream = { readonly rows: AsyncIterator<JsonObject>; readonly at: string | null }

/**
 * Pages of a statement in one snapshot: each by its key, so that the server never waits for us; without a key as one stream. On a new
 * connection where the last one is gone.
 */
export function pagesOf(
  statement: UserStatement,
  first: Connection,
  reconnect: (signal: AbortSignal) => Promise<Connected>,
  total: number | null,
): Pick<OpenSource, 'page' | 'close' | 'notes' | 'expected' | 'total'> {
  let connection: Connection | null = first
  let stream: Stream | null = null
  let reached: string | null = null
  let isResumed = false

  const drop = () => {
    if (connection !== null) destroy(connection)
    connection = null
    stream = null
  }

  const recordOf = (row: JsonObject): JsonObject => {
    const { json = [], shape } = statement
    const parsed = json.map((name) => {
      const value = row[name]
      return [name, typeof value === 'string' ? jsonOrText(value) : (value ?? null)] as const
    })
    const record = json.length === 0 ? row : { ...row, ...Object.fromEntries(parsed) }
    return shape === undefined ? record : shape(record)
  }

  const streamed = async (to: Connection, at: string | null, from: Extract<RowCursor, { skip: number }>) => {
    if (stream === null || stream.at !== at) {
      const rows = streamRows(to, queryOf(statement, mysqlSql, 'all', null), pageRows)
      stream = { rows, at }
      let read: Extract<RowCursor, { skip: number }> = firstRows
      while (read.skip < from.skip) {
        const again = await take(rows)
        if (again.length === 0) return null
        const records = again.map(recordOf)
        read = { skip: read.skip + again.length, digest: digestRows(read.digest, records) }
      }
      if (read.skip !== from.skip || read.digest !== from.digest) return null
    }
    return await take(stream.rows)
  }

  const page = async (at: string | null, signal: AbortSignal): Promise<FetchReply> => {
    const from = placeAt(at, statement)
    if (from === null) return refused('part-damaged', damagedPlace)
    signal.addEventListener('abort', drop)
    try {
      // A stream that stands elsewhere cannot go back.
      if (stream !== null && stream.at !== at) drop()
      if (at !== null && at !== reached) isResumed = true
      if (connection === null) {
        const connected = await reconnect(signal)
        if (connected.kind === 'failed') return connected
        connection = connected.connection
        if (at !== null) isResumed = true
      }
      const to = connection
      beginPage(to)
      const read =
        'after' in from
          ? await keyedRows(to, statement, from.after, pageRows)
          : { rows: await streamed(to, at, from), isFull: true, fault: null }
      if (read.fault !== null) return refused('bad-settings', read.fault)
      if (read.rows === null) return refused('source-error', changedRows)
      const records = read.rows.map(recordOf)
      const fault = keyFault(from, records, statement)
      if (fault !== null) return refused('bad-settings', fault)
      const next = records.length < pageRows || !read.isFull ? null : placeAfter(from, records, statement)
      reached = next
      if (stream !== null) stream = next === null ? null : { ...stream, at: next }
      return { kind: 'page', records, next }
    } catch (error) {
      drop()
      return mysqlFailure(error)
    } finally {
      signal.removeEventListener('abort', drop)
    }
  }

  return {
    total,
    page,
    expected: async () => {
      if (!isResumed) return total
      if (connection === null) return null
      return await rowsOf(connection, countOf(statement)).then(
        ([row]) => Number(Object.values(row ?? {})[0]),
        () => null,
      )
    },
    close: () => {
      drop()
      return Promise.resolve()
    },
    notes: () => [...statement.notes, ...(isResumed ? [newSnapshot] : [])],
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

function refused(code: FailedReply['code'], sentence: string): FailedReply {
  return { kind: 'failed', code, sentence, again: false }
}
