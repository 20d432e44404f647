import * as z from 'zod'
import type { Result } from '../../../shared/result.ts'
import type { Database, SqlValue, Statement } from '../sqlite-driver.ts'

export { collectClosed, sqliteDriver, type Database, type SqlValue, type Statement } from '../sqlite-driver.ts'

/** Pages that a connection keeps, in KiB, as SQLite wants it. */
export const cacheSize = -16_384

const prepared = new WeakMap<Database, Map<string, Statement>>()

/** Lets go of a connection's statements before it is closed. */
export function forgetStatements(database: Database): void {
  prepared.delete(database)
}

/** Prepares a statement once per connection. */
export function sql(database: Database, text: string): Statement {
  let statements = prepared.get(database)
  if (statements === undefined) {
    statements = new Map()
    prepared.set(database, statements)
  }
  let statement = statements.get(text)
  if (statement === undefined) {
    statement = database.prepare(text)
    statements.set(text, statement)
  }
  return statement
}

/** Runs a statement without building the `{changes}` result, which costs a quarter of a small insert. */
export function run(database: Database, text: string, ...values: SqlValue[]): void {
  sql(database, text).get(...values)
}

/** Rows in one statement. More at a time make a row no cheaper. */
const rowsPerStatement = 20

/** Statements for one row and for several. Made once: a text of its own for each use costs as much as a small insert. */
type Insert = { readonly one: string; readonly several: string }

/** A row as it follows VALUES, with its question marks; by its position, which can take the place of a value that counts. */
type RowText = string | ((at: number) => string)

/** `into`: an INSERT as far as its column names; `then`: what follows the rows. */
export function insertStatement(into: string, row: RowText, then = ''): Insert {
  return statementOfRows((rows) => `${into} VALUES ${rows} ${then}`, row)
}

/** `text`: the statement around its rows, which it gets as they follow VALUES. Values that all rows share come before them. */
export function statementOfRows(text: (rows: string) => string, row: RowText): Insert {
  const at = typeof row === 'string' ? () => row : row
  return {
    one: text(at(0)),
    several: text(Array.from({ length: rowsPerStatement }, (_, index) => at(index)).join(', ')),
  }
}

/**
 * Inserts rows, several in a statement, which takes half as long as one by one. `put`: adds the values of the row at `index`
 * to those before it. `shared`: those that come once in a statement, before its rows; by the first of them.
 */
export function insertInTurns(
  database: Database,
  { one, several }: Insert,
  rows: number,
  put: (values: SqlValue[], index: number) => void,
  shared: (first: number) => readonly SqlValue[] = noValues,
): void {
  const inTurn = rows - (rows % rowsPerStatement)
  for (let index = 0; index < rows;) {
    const end = index < inTurn ? index + rowsPerStatement : index + 1
    const values: SqlValue[] = [...shared(index)]
    for (; index < end; index += 1) put(values, index)
    sql(database, end <= inTurn ? several : one).get(...values)
  }
}

function noValues(): readonly SqlValue[] {
  return []
}

/** The same for the rows of a list. */
export function bulkInsert<Row>(
  database: Database,
  insert: Insert,
  rows: readonly Row[],
  put: (values: SqlValue[], row: Row) => void,
  shared: readonly SqlValue[] = [],
): void {
  const each = rows.values()
  const putNext = (values: SqlValue[]) => {
    const next = each.next()
    if (next.done !== true) put(values, next.value)
  }
  insertInTurns(database, insert, rows.length, putNext, () => shared)
}

/**
 * The same for rows that are one behind the other in `values`. `lead`: adds what each row begins with and is not among
 * them, from what it belongs to.
 */
export function insertPacked(
  database: Database,
  insert: Insert,
  { of, values: flat }: { readonly of: readonly number[]; readonly values: readonly SqlValue[] },
  lead: (values: SqlValue[], of: number) => void,
  shared?: (first: number) => readonly SqlValue[],
): void {
  const width = flat.length / of.length
  const put = (values: SqlValue[], index: number) => {
    lead(values, of[index] ?? 0)
    for (let at = index * width; at < (index + 1) * width; at += 1) values.push(flat[at] ?? null)
  }
  insertInTurns(database, insert, of.length, put, shared)
}

/** A moment, Unix epoch, milliseconds: what `Date` can hold. */
export const timestampSchema = z.number().min(0).max(8_640_000_000_000_000)

/** Reads rows through a schema: a document is hostile input like any file. */
export function allRows<T>(schema: z.ZodType<T>, statement: Statement, ...values: SqlValue[]): T[] {
  return statement.all(...values).map((row) => schema.parse(row))
}

export function oneRow<T>(schema: z.ZodType<T>, statement: Statement, ...values: SqlValue[]): T | undefined {
  const row = statement.get(...values)
  return row === undefined ? undefined : schema.parse(row)
}

const number = z.object({ n: z.number() })

/** The value of a query that selects one number as `n`; 0 when there is no row. */
export function oneNumber(statement: Statement, ...values: SqlValue[]): number {
  return oneRow(number, statement, ...values)?.n ?? 0
}

/** Rows by the user that they belong to. */
export function groupByUser<Row extends { readonly user_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const users = new Map<number, Row[]>()
  for (const row of rows) {
    const own = users.get(row.user_id)
    if (own === undefined) users.set(row.user_id, [row])
    else own.push(row)
  }
  return users
}

const idRow = z.object({ id: z.number() })

/** The values of a query that selects IDs as `id`. */
export function allIds(statement: Statement, ...values: SqlValue[]): readonly number[] {
  return allRows(idRow, statement, ...values).map(({ id }) => id)
}

/** The first of them; undefined when there is no row. */
export function oneId(statement: Statement, ...values: SqlValue[]): number | undefined {
  return oneRow(idRow, statement, ...values)?.id
}

const depths = new WeakMap<Database, number>()

const rollbacks = new WeakMap<Database, object>()

/** Stands for the last rollback on this connection: cached rows from before it may not exist. */
export function lastRollback(database: Database): object | undefined {
  return rollbacks.get(database)
}

/** Runs `work` in one transaction; rolled back when it throws. Within another one, only its own part is. */
export function transaction<T>(database: Database, work: () => T): T {
  const depth = depths.get(database) ?? 0
  const within = depth > 0
  database.exec(within ? `SAVEPOINT part${depth}` : 'BEGIN IMMEDIATE')
  depths.set(database, depth + 1)
  try {
    const value = work()
    database.exec(within ? `RELEASE part${depth}` : 'COMMIT')
    return value
  } catch (error) {
    rollbacks.set(database, {})
    try {
      database.exec(within ? `ROLLBACK TO part${depth}; RELEASE part${depth}` : 'ROLLBACK')
    } catch {
      // SQLite has already rolled back (a full disk); the first error counts.
    }
    throw error
  } finally {
    depths.set(database, depth)
  }
}

/** The same for work that may be refused: a problem rolls back as an error does. */
export function resultTransaction<T>(database: Database, work: () => Result<T>): Result<T> {
  const refused: { result: Result<T> | null } = { result: null }
  try {
    return transaction(database, () => {
      const result = work()
      if (result.ok) return result
      refused.result = result
      throw new Error(result.error.code)
    })
  } catch (error) {
    if (refused.result === null) throw error
    return refused.result
  }
}

/** Every commit is on the disk when it returns. */
export const fullSync = 'PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000'

/**
 * A transaction of long work that is repeated after a crash: a power failure may lose its last commits. A checkpoint happens
 * every 4,000 pages (32 MiB): more often, it waits for the disk too often; more rarely, much is left to copy at the end, when
 * no other thread works. Not for anything that was or is about to be sent; where it includes a decision of the operator, a
 * full transaction follows at its end.
 */
export function bulkTransaction<T>(database: Database, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000')
  try {
    return transaction(database, work)
  } finally {
    database.exec(fullSync)
  }
}

const modeRow = z.object({ journal_mode: z.string() })

/**
 * Checkpoints the WAL and leaves WAL mode; false, without waiting, if another process has the document open. Sets the
 * busy timeout to 0: the next user of the connection sets its own.
 */
export function leaveWalMode(database: Database): boolean {
  database.exec('PRAGMA busy_timeout = 0')
  try {
    return oneRow(modeRow, database.prepare('PRAGMA journal_mode = DELETE'))?.journal_mode === 'delete'
  } catch {
    // It is locked.
    return false
  }
}
