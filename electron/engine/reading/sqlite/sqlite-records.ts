import * as z from 'zod'
import { shownName } from '../../../../shared/mapping/shown-name.ts'
import { eachRow, sqliteDriver, type Database } from '../../sqlite-driver.ts'
import type { Chunk } from '../file-bytes.ts'
import { readAlong } from '../read-along.ts'
import { tooLong, type RawRecord } from '../raw-record.ts'
import type { WantsTable } from '../sql-records.ts'
import type { DatabaseTable } from './database-tables.ts'
import { bookHeading, loginsOfCells } from '../control-totals/cells.ts'
import type { ControlBook } from '../control-totals/control-book.ts'
import type { Logins } from '../control-totals/login-scan.ts'
import { rowReader } from './row-values.ts'

const fullBatch = 500

type Source = {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly tables: readonly DatabaseTable[]
}

/**
 * The rows of a database, table after table: a row has its number in the table as line, and its number in all of them as
 * offset. `content`: the bytes of the file, read along so that it is told how far reading is.
 */
export async function* sqliteRecords(
  { path, size, tables }: Source,
  content: AsyncIterable<Chunk>,
  wants: WantsTable,
  book?: ControlBook,
): AsyncGenerator<readonly RawRecord[]> {
  const database = sqliteDriver().openForeign(path)
  const along = readAlong(content, size)
  const total = tables.reduce((sum, { rows }) => sum + rows, 0)
  let before = 0
  try {
    if (book !== undefined) bookSchema(database, book)
    for (const table of tables) {
      if (wants(table.name) !== false) {
        for (const batch of tableBatches(database, table, before, book)) {
          yield batch
          await along.upTo((batch.at(-1)?.offset ?? 0) / total)
          if (isTruncated(batch)) return
        }
      }
      before += table.rows
    }
  } finally {
    await along.close()
    database.close()
  }
}

/** Names of tables and columns, default values and comments stand in the statements that made the database; views and triggers too. */
function bookSchema(database: Database, book: ControlBook): void {
  for (const row of eachRow(database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'))) {
    const { type, name, sql } = schemaRow.parse(row)
    bookHeading(book, [sql], name, `${type} ${shownName(name)}`)
  }
}

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string() })

/** The row of this number alone; nothing when there is none. */
export async function* sqliteRecordsFrom(
  { path, tables }: Source,
  offset: number,
): AsyncGenerator<readonly RawRecord[]> {
  let before = 0
  const table = tables.find(({ rows }) => {
    if (offset <= before + rows) return true
    before += rows
    return false
  })
  if (table === undefined || offset <= before) return
  const database = sqliteDriver().openForeign(path)
  try {
    const statement = database.prepare(`${table.select} LIMIT 1 OFFSET ?`)
    statement.setReadBigInts(true)
    const value = rowReader(table.columns)(statement.get(offset - before - 1))
    if (value !== null) yield [{ kind: 'record', line: offset - before, offset, value, table: table.name }]
  } finally {
    database.close()
  }
}

function isTruncated(batch: readonly RawRecord[]): boolean {
  const last = batch.at(-1)
  return last?.kind === 'unreadable' && last.truncates === true
}

function* tableBatches(
  database: Database,
  { name, columns, select }: DatabaseTable,
  before: number,
  book: ControlBook | undefined,
): Generator<readonly RawRecord[]> {
  const read = rowReader(columns)
  let batch: RawRecord[] = []
  let line = 0
  try {
    const statement = database.prepare(select)
    statement.setReadBigInts(true)
    statement.setReturnArrays?.(true)
    for (const row of eachRow(statement)) {
      line += 1
      const value = read(row)
      const place = { line, offset: before + line }
      batch.push(
        value === null
          ? { ...place, kind: 'unreadable', reason: tooLong, ...loginsOfRow(book, row) }
          : { ...place, kind: 'record', value, table: name, ...loginsOfRow(book, row) },
      )
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  } catch (error) {
    // The driver's own message may repeat names of the schema.
    const place = { line: line + 1, offset: before + line + 1 }
    const reason = error instanceof Error && /too big/i.test(error.message) ? tooBig : damaged
    batch.push({ ...place, kind: 'unreadable', reason, truncates: true })
  }
  if (batch.length > 0) yield batch
}

/** What looks like a login in the values of a row as the driver gives them. */
function loginsOfRow(book: ControlBook | undefined, row: unknown): { readonly logins?: Logins } {
  if (book === undefined || typeof row !== 'object' || row === null) return {}
  return { logins: loginsOfCells(book, Array.isArray(row) ? row : Object.values(row)) }
}

const damaged =
  'The database is damaged here: its rows from here on cannot be read. Repair a copy with "sqlite3 NAME .recover", and load that.'
const tooBig =
  'A value of this row is longer than 128 MiB, so the rows from here on were left out. Export the table of users as CSV or JSON.'
