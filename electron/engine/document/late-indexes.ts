import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { allRows } from './rows.ts'
import { lateIndexes } from './schema.ts'
import { cacheSize, type Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { bulkTransaction } from './bulk-load.ts'

/** The name of an index by the statement that makes it. */
function nameOf(statement: string): string {
  return statement.split(' ')[2] ?? ''
}

/** Lets go of the indexes before many users are read. */
export function dropLateIndexes(database: Database): void {
  for (const statement of lateIndexes) database.exec(`DROP INDEX IF EXISTS ${nameOf(statement)}`)
}

/** What duplicates are found by. Their plans change then, which the other indexes would only have to follow. */
const forJudging: ReadonlySet<string> = new Set(['user_by_email', 'identifier_by_key', 'finding_by_code'])

/** Creates the missing indexes that find duplicates. */
export function createJudgingIndexes(database: Database): Promise<void> {
  return create(
    database,
    missing(database).filter((statement) => forJudging.has(nameOf(statement))),
  )
}

/** Makes all indexes that are missing. */
export function createLateIndexes(database: Database): Promise<void> {
  return create(database, missing(database))
}

const nameRow = z.object({ name: z.string() })

function missing(database: Database): readonly string[] {
  const rows = allRows(nameRow, sql(database, "SELECT name FROM sqlite_master WHERE type = 'index'"))
  const there = new Set(rows.map(({ name }) => name))
  return lateIndexes.filter((statement) => !there.has(nameOf(statement)))
}

/** Lets others in between, because each index takes a while for many users. */
async function create(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    withTemporaryFiles(database, () => bulkTransaction(database, () => database.exec(statement)))
    await setImmediate()
  }
}

/**
 * Keys of a million users are put in order in a temporary file, which has no name and holds no hash, instead of in memory.
 * Where none can be made it is done in memory. They are put in order in pieces as large as the cache, in a thread beside:
 * those that fit the processor's own cache take two thirds of the time.
 */
function withTemporaryFiles(database: Database, work: () => void): void {
  database.exec('PRAGMA temp_store = FILE; PRAGMA cache_size = -1000; PRAGMA threads = 1')
  const asBefore = () =>
    database.exec(`PRAGMA temp_store = MEMORY; PRAGMA cache_size = ${cacheSize}; PRAGMA threads = 0`)
  try {
    work()
    asBefore()
  } catch {
    asBefore()
    work()
  }
}

/** Makes all that are missing in one go, for a document that was upgraded. Within a transaction. */
export function restoreLateIndexes(database: Database): void {
  for (const statement of missing(database)) database.exec(statement)
}
