import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import * as z from 'zod'
import { documentApplicationId } from '../sqlite-driver.ts'
import { allRows, bulkTransaction, cacheSize, type Database, sql } from './sqlite.ts'
import tables from './upgrades/0001-tables.sql?raw'
import kindsOfFaults from './upgrades/0002-kinds-of-faults.sql?raw'
import keysOfOtherEntries from './upgrades/0003-keys-of-other-entries.sql?raw'

/** "UMA1": marks a SQLite file as a migration document. */
export const applicationId = documentApplicationId

/** The tables of a document, version by version. */
export type Schema = {
  /** Grows with every change of the tables; older documents are upgraded when opened, newer ones refused. */
  readonly version: number
  /** The tables of a document of some version, as SQL. */
  readonly tablesOf: (version: number) => string
  /** The statements that turn a document of some version into one of the last version. */
  readonly upgradeFrom: (version: number) => string
}

/**
 * A schema of one file of statements for each version, in order: each turns a document of the version before into one of its
 * own. A file never changes once its version is released, because documents of that version are compared with
 * it character by character. A checkout with other line ends makes the same tables.
 */
export function schemaOf(files: readonly string[]): Schema {
  const upgrades = files.map((statements) => statements.replaceAll('\r\n', '\n'))
  return {
    version: upgrades.length,
    tablesOf: (version) => upgrades.slice(0, version).join('\n'),
    upgradeFrom: (version) => [...upgrades.slice(version), `PRAGMA user_version = ${upgrades.length};`].join('\n'),
  }
}

/** Tells apart builds whose tables differ under one version number, as builds between two releases may. */
export function fingerprintOf({ tablesOf }: Schema, version: number): string {
  return createHash('sha256').update(tablesOf(version)).digest('hex')
}

/** The schema of this version of the app. */
export const currentSchema = schemaOf([tables, kindsOfFaults, keysOfOtherEntries])

/**
 * Indexes that cost less when they are made after many users were read than while they are. A document may lack them:
 * it was killed in between, and they are made before its users are planned.
 */
export const lateIndexes: readonly string[] = [
  'CREATE INDEX user_by_source_id ON user (source_id)',
  'CREATE INDEX user_by_email ON user (email) WHERE email IS NOT NULL',
  'CREATE INDEX user_by_facet ON user (facet_id)',
  'CREATE INDEX user_by_phone ON user (phone) WHERE phone IS NOT NULL',
  'CREATE INDEX user_by_summary ON user (summary) WHERE summary IS NOT NULL',
  'CREATE INDEX finding_by_code ON user_finding (code, group_key, user_id, blocks)',
  'CREATE INDEX identifier_by_key ON identifier (key, is_owner, user_id)',
]

/** The name of an index by the statement that makes it. */
function nameOf(statement: string): string {
  return statement.split(' ')[2] ?? ''
}

/** Indexes that are made once many rows are there. */
export const lateIndexing = {
  /** Drops the late indexes before many users are read. One by one, so that the journal stays small. */
  drop: (database: Database): void => {
    for (const statement of lateIndexes)
      bulkTransaction(database, () => database.exec(`DROP INDEX IF EXISTS ${nameOf(statement)}`))
  },
  /** Creates the missing indexes that find duplicates. */
  createForJudging: (database: Database): Promise<void> =>
    create(
      database,
      missing(database).filter((statement) => forJudging.has(nameOf(statement))),
    ),
  /** Makes all indexes that are missing. */
  create: (database: Database): Promise<void> => create(database, missing(database)),
  /** Makes all missing indexes at once, for an upgraded document. Within a transaction. */
  restore: (database: Database): void => {
    for (const statement of missing(database)) database.exec(statement)
  },
}

/** Indexes that duplicates and users of a facet are found by. Plans change then, which the other indexes would only have to follow. */
const forJudging: ReadonlySet<string> = new Set([
  'user_by_email',
  'user_by_facet',
  'identifier_by_key',
  'finding_by_code',
])

const nameRow = z.object({ name: z.string() })

function missing(database: Database): readonly string[] {
  const rows = allRows(nameRow, sql(database, "SELECT name FROM sqlite_master WHERE type = 'index'"))
  const there = new Set(rows.map(({ name }) => name))
  return lateIndexes.filter((statement) => !there.has(nameOf(statement)))
}

/** Yields between indexes, because each takes a while for many users. */
async function create(database: Database, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const threads = sortedBeside.has(nameOf(statement)) ? 1 : 0
    withTemporaryFiles(database, threads, () => bulkTransaction(database, () => database.exec(statement)))
    await setImmediate()
  }
}

/** Indexes of a different text for nearly each user. The keys of the others are put in order sooner than handed to a thread. */
const sortedBeside: ReadonlySet<string> = new Set(['user_by_source_id', 'user_by_email'])

/**
 * Keys of a million users are put in order in a temporary file, which has no name and holds no hash, instead of in memory.
 * Where none can be made it is done in memory. They are put in order in pieces as large as the cache: those that fit the
 * processor's own cache take two thirds of the time. `threads`: beside this one.
 */
function withTemporaryFiles(database: Database, threads: 0 | 1, work: () => void): void {
  database.exec(`PRAGMA temp_store = FILE; PRAGMA cache_size = -1000; PRAGMA threads = ${threads}`)
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
