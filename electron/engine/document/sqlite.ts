import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Result } from '../../../shared/result.ts'

export type SqlValue = null | number | bigint | string | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

export type Statement = {
  readonly run: (...values: SqlValue[]) => {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  readonly get: (...values: SqlValue[]) => unknown
  readonly all: (...values: SqlValue[]) => unknown[]
  readonly iterate: (...values: SqlValue[]) => Iterable<unknown>
}

/** The part of `node:sqlite` that is used; `@photostructure/sqlite` has the same interface. */
export type Database = {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => Statement
  readonly close: () => void
}

type Driver = {
  readonly name: 'node:sqlite' | '@photostructure/sqlite'
  /** `unguarded`: with everything that damages a file on purpose, for tests. */
  readonly open: (path: string, readOnly: boolean, guard?: 'defensive' | 'unguarded') => Database
  readonly backup: (source: Database, path: string) => Promise<void>
}

/** Drivers leave out what they do not know yet. */
type ConnectionOptions = {
  readonly readOnly: boolean
  /** No statement can damage the file on purpose (SQLITE_DBCONFIG_DEFENSIVE). */
  readonly defensive: boolean
  readonly limits: { readonly length: number }
}

/** Bytes of a value or row: the list of a million source ids fits, a file full of one value does not. */
const maxValueBytes = 128 * 1024 * 1024

type SqliteModule = {
  readonly DatabaseSync: new (path: string, options?: ConnectionOptions) => Database
  readonly backup: (source: Database, path: string) => Promise<unknown>
}

let loaded: Driver | undefined

/** `node:sqlite` where the runtime has it, else the prebuilt package with the same interface. */
export function sqliteDriver(): Driver {
  loaded ??= loadDriver()
  return loaded
}

function loadDriver(): Driver {
  const builtin: SqliteModule | undefined =
    process.env['USER_MIGRATION_SQLITE'] === 'package' ? undefined : builtinSqlite()
  const name = builtin === undefined ? '@photostructure/sqlite' : 'node:sqlite'
  const module = builtin ?? packagedSqlite()
  return {
    name,
    open: (path, readOnly, guard = 'defensive') =>
      new module.DatabaseSync(path, {
        readOnly,
        defensive: guard === 'defensive',
        limits: { length: maxValueBytes },
      }),
    backup: async (source, path) => {
      await module.backup(source, path)
    },
  }
}

function builtinSqlite(): SqliteModule | undefined {
  if (typeof process.getBuiltinModule !== 'function') return undefined
  const module: unknown = process.getBuiltinModule('node:sqlite')
  return isSqlite(module) ? module : undefined
}

function packagedSqlite(): SqliteModule {
  const module: unknown = createRequire(import.meta.url)('@photostructure/sqlite')
  if (!isSqlite(module)) throw new Error('@photostructure/sqlite lacks DatabaseSync or backup')
  return module
}

function isSqlite(module: unknown): module is SqliteModule {
  return typeof module === 'object' && module !== null && 'DatabaseSync' in module && 'backup' in module
}

let collectGarbage: unknown

/**
 * Ends connections of this thread that were closed. The packaged driver keeps one alive, with its locks, until the garbage
 * collector has taken its statements; `node:sqlite` ends it at once.
 */
export async function collectClosed(): Promise<void> {
  if (sqliteDriver().name === 'node:sqlite') return
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc')
    collectGarbage = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
  }
  if (typeof collectGarbage === 'function') collectGarbage()
  // What was collected is finalized in a turn of its own.
  await setImmediate()
}

/** Pages that a connection keeps, in KiB, as SQLite wants it. */
export const cacheSize = -32_768

const depths = new WeakMap<Database, number>()

const rollbacks = new WeakMap<Database, number>()

function noteRollback(database: Database): void {
  rollbacks.set(database, rollbacksOf(database) + 1)
}

/** How often something was rolled back on this connection: what was remembered of it may not be there. */
export function rollbacksOf(database: Database): number {
  return rollbacks.get(database) ?? 0
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
    noteRollback(database)
    try {
      database.exec(within ? `ROLLBACK TO part${depth}; RELEASE part${depth}` : 'ROLLBACK')
    } catch {
      // SQLite has rolled back by itself (a full disk); what went wrong first is what counts.
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
const together = 20

/** Statements for one row and for several. Made once: a text of its own for each use costs as much as a small insert. */
export type Insert = { readonly one: string; readonly several: string }

/** `into`: an INSERT as far as its column names; `row`: a row as it follows VALUES, with its question marks; `then`: what follows the rows. */
export function insertStatement(into: string, row: string, then = ''): Insert {
  const values = Array.from({ length: together }, () => row).join(', ')
  return { one: `${into} VALUES ${row} ${then}`, several: `${into} VALUES ${values} ${then}` }
}

/**
 * Inserts rows, several in a statement, which takes half as long as one by one. `put`: adds the values of the row at `index`
 * to those before it.
 */
function bulkInsertEach(
  database: Database,
  { one, several }: Insert,
  rows: number,
  put: (values: SqlValue[], index: number) => void,
): void {
  const inTurn = rows - (rows % together)
  let values: SqlValue[] = []
  for (let index = 0; index < rows; index += 1) {
    put(values, index)
    if (index < inTurn && (index + 1) % together !== 0) continue
    run(database, index < inTurn ? several : one, ...values)
    values = []
  }
}

/** The same for rows of a list. */
export function bulkInsert<Row>(
  database: Database,
  insert: Insert,
  rows: readonly Row[],
  put: (values: SqlValue[], row: Row) => void,
): void {
  const each = rows.values()
  bulkInsertEach(database, insert, rows.length, (values) => {
    const next = each.next()
    if (next.done !== true) put(values, next.value)
  })
}

/**
 * The same for rows that are one behind the other in `values`. `lead`: adds what each row begins with and is not among
 * them, from what it belongs to.
 */
export function insertPacked(
  database: Database,
  insert: Insert,
  { of, values: flat }: { readonly of: readonly number[]; readonly values: readonly SqlValue[] },
  lead: (values: SqlValue[], of: number, index: number) => void,
): void {
  const width = flat.length / of.length
  bulkInsertEach(database, insert, of.length, (values, index) => {
    lead(values, of[index] ?? 0, index)
    for (let at = index * width; at < (index + 1) * width; at += 1) values.push(flat[at] ?? null)
  })
}
