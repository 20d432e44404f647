import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type SqlValue = null | number | bigint | string | Uint8Array

export type Statement = {
  readonly run: (...values: SqlValue[]) => {
    readonly changes: number | bigint
    readonly lastInsertRowid: number | bigint
  }
  readonly get: (...values: SqlValue[]) => unknown
  readonly all: (...values: SqlValue[]) => unknown[]
  readonly iterate: (...values: SqlValue[]) => Iterable<unknown>
  readonly setReadBigInts: (enabled: boolean) => void
  /** Rows as lists of values, which are made faster than objects; older drivers cannot. */
  readonly setReturnArrays?: (enabled: boolean) => void
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
  /**
   * Opens a foreign database without locking or changing it: writes no file beside it, and trusts nothing in its
   * schema. Changes in a write-ahead log beside it are not seen.
   */
  readonly openForeign: (path: string) => Database
  readonly backup: (source: Database, path: string) => Promise<void>
}

/** The `application_id` of the documents of this app. */
export const documentApplicationId = 0x554d4131

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
    open: (path, readOnly, guard = 'defensive') => {
      const database = new module.DatabaseSync(path, {
        readOnly,
        defensive: guard === 'defensive',
        limits: { length: maxValueBytes },
      })
      return builtin === undefined ? noticingClose(database, path) : database
    },
    openForeign: (path) => openForeign(module, path),
    backup: async (source, path) => {
      await module.backup(source, path)
    },
  }
}

function openForeign({ DatabaseSync }: SqliteModule, path: string): Database {
  const database = new DatabaseSync(`${pathToFileURL(path).href}?immutable=1`, {
    readOnly: true,
    defensive: true,
    limits: { length: maxValueBytes },
  })
  database.exec(
    'PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0',
  )
  return database
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

/** Files of connections that were closed since the last collection: with the packaged driver they may still be open. */
const closedFiles = new Set<string>()

function noticingClose(database: Database, path: string): Database {
  const close = database.close.bind(database)
  const noticed = (): void => {
    closedFiles.add(path)
    close()
  }
  return Object.defineProperty(database, 'close', { value: noticed })
}

/**
 * Ends connections of this thread that were closed. The packaged driver keeps one alive, with its locks, until the garbage
 * collector has taken its statements; `node:sqlite` ends it at once. With `file`, only where a connection to it was closed.
 * A collection of `recent` objects alone takes a few milliseconds, one of all up to a tenth of a second.
 */
export async function collectClosed(file?: string, reach: 'all' | 'recent' = 'all'): Promise<void> {
  if (sqliteDriver().name === 'node:sqlite') return
  if (file !== undefined && !closedFiles.has(file)) return
  if (reach === 'all') closedFiles.clear()
  if (collectGarbage === undefined) {
    setFlagsFromString('--expose-gc')
    collectGarbage = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
  }
  if (typeof collectGarbage === 'function') collectGarbage(...(reach === 'all' ? [] : [{ type: 'minor' }]))
  // Collected objects are finalized in a turn of their own.
  await setImmediate()
}
