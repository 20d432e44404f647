import * as z from 'zod'
import type { SourceRecord } from '../../../../shared/mapping/export-format.ts'
import { shownName } from '../../../../shared/mapping/shown/shown-name.ts'
import { type Places, rowPlaces } from '../../../../shared/places.ts'
import { ok, problem, type Problem, type Result } from '../../../../shared/result.ts'
import { sizeOf } from '../../files/folders.ts'
import { type Database, documentApplicationId, sqliteDriver, type Statement } from '../../sqlite-driver.ts'
import type { Layout } from '../layout.ts'
import { textIn } from '../sql/sql-bytes.ts'
import type { DumpTable } from '../sql/sql-survey.ts'
import { bookCells, type ControlBook } from '../control-totals/control-book.ts'
import { type Logins, noLogins } from '../control-totals/login-scan.ts'
import type { Chunk } from '../file-bytes.ts'
import { maxRecord, type RawRecord, tooLong } from '../raw-record.ts'
import { readAlong } from '../read-along.ts'
import type { WantsTable } from '../sql/sql-statements.ts'

const sampled = 50

/** The layout of an SQLite database. Its triggers, views and virtual tables never run. Problem `file-unreadable` if it is damaged or has too many tables. */
export function openDatabaseFile(path: string, size: number): Result<Layout> {
  try {
    const surveyed = survey(path)
    if (surveyed === null) return tooManyTables
    const { tables, samples, emptyTables } = surveyed
    return ok({
      format: 'sqlite',
      delimiter: null,
      header: null,
      places: rowPlaces(sectionsOf(tables)),
      tables: samples,
      emptyTables,
      records: (content, wants, book) => sqliteRecords({ path, size, tables }, content, wants, book),
      recordsFrom: (_, offset) => sqliteRecordsFrom({ path, size, tables }, offset),
    })
  } catch {
    return damaged
  }
}

/** The tables of a database and their first rows, and the names of those without rows; null if there are too many tables. */
function survey(path: string): {
  readonly tables: readonly DatabaseTable[]
  readonly samples: readonly DumpTable[]
  readonly emptyTables: readonly string[]
} | null {
  const database = sqliteDriver().openForeign(path)
  try {
    const all = databaseTables(database)
    if (all === null) return null
    const tables = all.filter(({ rows }) => rows > 0)
    const samples = tables.map((table) => sampleOf(database, table))
    const emptyTables = all.filter(({ rows }) => rows === 0).map(({ name }) => name)
    return { tables, samples, emptyTables }
  } finally {
    database.close()
  }
}

function sectionsOf(tables: readonly DatabaseTable[]): Places['sections'] {
  let before = 0
  return tables.map(({ name, rows }) => {
    const after = before
    before += rows
    return { name: shownName(name), after, last: before }
  })
}

function sampleOf(database: Database, { name, columns, key, select }: DatabaseTable): DumpTable {
  const statement = database.prepare(`${select} LIMIT ${sampled}`)
  statement.setReadBigInts(true)
  const read = rowReader(columns)
  const records: SourceRecord[] = []
  try {
    for (const row of eachRow(statement)) {
      const record = read(row)
      if (record !== null) records.push(record)
    }
  } catch {
    // Unreadable rows are reported after all rows.
  }
  return { name, columns, records, key }
}

const readNow = new Set<Statement>()

/**
 * The rows of a statement, one by one. The packaged driver's own iterator does not keep its statement: once compiled code has
 * no more use for it, the garbage collector takes it while its rows are read, and reading ends in the middle or the process dies.
 */
function* eachRow(statement: Statement): Generator {
  readNow.add(statement)
  try {
    yield* statement.iterate()
  } finally {
    readNow.delete(statement)
  }
}

const tooManyTables: Result<never> = problem(
  'file-unreadable',
  'This database has more than 2,000 tables, too many to look for users in. Copy the tables with users into a database of their own, or export them as CSV.',
)
const damaged: Result<never> = problem(
  'file-unreadable',
  'This SQLite database is damaged or not complete. Copy it again while its program is closed, or repair a copy with "sqlite3 NAME .recover".',
)

const magic = 'SQLite format 3\0'

export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, magic.length) === magic
}

/** Says why a database cannot be read as it is: it is a migration document of this app, or in use. Else null. Throws the file system's errors. */
export async function judgeDatabase(path: string, head: Buffer): Promise<Problem | null> {
  if (head.length >= 72 && head.readUInt32BE(68) === documentApplicationId) return ownDocument
  // These files hold committed changes, which only SQLite itself may merge into the database.
  return ['-wal', '-journal'].some((ending) => (sizeOf(`${path}${ending}`) ?? 0) > 0) ? inUse : null
}

const ownDocument: Problem = {
  code: 'file-not-text',
  message:
    'This is a migration of this app, not an export of users. Open it instead, or choose the export of the old provider.',
}
const inUse: Problem = {
  code: 'file-unreadable',
  message:
    'This database is in use or was not closed: its newest changes are in a file beside it. Close its program, or copy it with "sqlite3 NAME .backup COPY", and choose the copy.',
}

const fullBatch = 500

type Source = {
  readonly path: string
  /** Bytes. */
  readonly size: number
  readonly tables: readonly DatabaseTable[]
}

/**
 * Reads the rows of a database table by table. `line`: number of the row in its table; `offset`: its number across all tables.
 * `content`: the bytes of the file, read in step for digest and progress.
 */
async function* sqliteRecords(
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

/** Books logins in the statements that created the database: names, default values, comments, views and triggers. */
function bookSchema(database: Database, book: ControlBook): void {
  for (const row of eachRow(database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL'))) {
    const { type, name, sql } = schemaRow.parse(row)
    bookCells.heading(book, [sql], name, `${type} ${shownName(name)}`)
  }
}

const schemaRow = z.object({ type: z.string(), name: z.string(), sql: z.string() })

/** Reads the one row at an offset; yields nothing if there is none. */
async function* sqliteRecordsFrom({ path, tables }: Source, offset: number): AsyncGenerator<readonly RawRecord[]> {
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
      const offset = before + line
      const logins = book === undefined ? noLogins : loginsOfRow(book, row)
      batch.push(
        value === null
          ? { line, offset, kind: 'unreadable', reason: tooLong, logins }
          : { line, offset, kind: 'record', value, table: name, logins },
      )
      if (batch.length < fullBatch) continue
      yield batch
      batch = []
    }
  } catch (error) {
    // The driver's message is not passed on, because it may quote names of the schema.
    const place = { line: line + 1, offset: before + line + 1 }
    const reason = error instanceof Error && /too big/i.test(error.message) ? tooBig : damagedRows
    batch.push({ ...place, kind: 'unreadable', reason, truncates: true })
  }
  if (batch.length > 0) yield batch
}

/** Counts the logins in the values of a row as the driver returns it. */
function loginsOfRow(book: ControlBook, row: unknown): Logins {
  if (typeof row !== 'object' || row === null) return noLogins
  return bookCells.count(book, Array.isArray(row) ? row : Object.values(row))
}

const damagedRows =
  'The database is damaged here: its rows from here on cannot be read. Repair a copy with "sqlite3 NAME .recover", and load that.'
const tooBig =
  'A value of this row is longer than 128 MiB, so the rows from here on were left out. Export the table of users as CSV or JSON.'

/** An ordinary table of a database, not a view or virtual table. */
type DatabaseTable = {
  readonly name: string
  /** Stored columns; generated columns hold no data of their own. */
  readonly columns: readonly string[]
  /** The columns of its primary key. */
  readonly key: readonly string[]
  readonly rows: number
  /** Query for all rows in storage order. */
  readonly select: string
}

const maxTables = 2000

/** The ordinary tables, in order of creation; null if there are too many. Views, virtual tables and internal tables of SQLite are not read. */
function databaseTables(database: Database): readonly DatabaseTable[] | null {
  const plain = new Set(named(database, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"))
  const inOrder = named(
    database,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
  )
  const names = inOrder.filter((name) => plain.has(name))
  if (names.length > maxTables) return null
  return names.flatMap((name) => {
    const stored = `SELECT name FROM pragma_table_xinfo(${literal(name)}) WHERE hidden IN (0, 3) ORDER BY cid`
    const columns = named(database, stored)
    const key = named(database, `SELECT name FROM pragma_table_xinfo(${literal(name)}) WHERE pk > 0`)
    const from = `FROM ${identifier(name)} NOT INDEXED`
    const [counted] = database.prepare(`SELECT count(*) AS rows ${from}`).all()
    const rows = Number(field(counted, 'rows') ?? 0)
    // Aliases keep two columns apart whose names differ only by case, which SQLite ignores.
    const list = columns.map((column, index) => `${identifier(column)} AS c${index}`)
    return columns.length === 0 ? [] : [{ name, columns, key, rows, select: `SELECT ${list.join(', ')} ${from}` }]
  })
}

function named(database: Database, query: string): string[] {
  return database
    .prepare(query)
    .all()
    .flatMap((row) => {
      const name = field(row, 'name')
      return typeof name === 'string' ? [name] : []
    })
}

function field(row: unknown, name: string): unknown {
  return typeof row === 'object' && row !== null ? Reflect.get(row, name) : undefined
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Longest binary value that is shown in hexadecimal, in bytes; images are longer. */
const maxShown = 256

/** Creates a function that turns a row, a list or an object with `c0`, `c1`, …, into a record; null if the row is longer than a record may be. */
function rowReader(columns: readonly string[]): (row: unknown) => SourceRecord | null {
  const names = columns.map((name) => (name === '__proto__' ? '(__proto__)' : name))
  return (row) => {
    if (typeof row !== 'object' || row === null) return null
    const list: readonly unknown[] | null = Array.isArray(row) ? row : null
    const record: Record<string, unknown> = {}
    let length = 0
    for (let index = 0; index < names.length; index += 1) {
      const name = names[index] ?? ''
      const value: unknown = list === null ? Reflect.get(row, `c${index}`) : list[index]
      if (typeof value === 'string') {
        length += value.length
        record[name] = value
      } else record[name] = plain(value)
    }
    return length > maxRecord ? null : record
  }
}

/** Integers beyond the safe range become text. Bytes become the text that they are, else `0x…` or their number. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (!(value instanceof Uint8Array)) return value
  const text = value.length === 0 ? '' : value.length <= maxRecord ? textIn(value) : null
  if (text !== null) return text
  return value.length <= maxShown ? `0x${Buffer.from(value).toString('hex')}` : `(${value.length} bytes)`
}
