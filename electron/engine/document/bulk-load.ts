import * as z from 'zod'
import { oneRow } from './rows.ts'
import { beginTransaction, cacheSize, transaction, type Database } from './sqlite.ts'

/**
 * A transaction of much work that is done again after a crash: what was written last may be lost when the machine fails,
 * and the journal is folded into the file only when it has some 128 MB, because each time waits for the disk twice. For
 * nothing that was or is about to be sent.
 */
export function bulkTransaction<T>(database: Database, work: () => T): T {
  const load = loads.get(database)
  if (load !== undefined) return load.within(work)
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 32000')
  try {
    return transaction(database, work)
  } finally {
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000')
  }
}

/** Pieces of bulk work that become one transaction of a load: some 25,000 users, which are kept in memory that long. */
const together = 5

/** Pages that a load keeps, as SQLite wants it: what is written is hardly looked at again. */
const loadCache = -16_384

type Load = { readonly within: <T>(work: () => T) => T; readonly flush: () => void }
const loads = new WeakMap<Database, Load>()

/**
 * Does much work on a document that nobody else reads meanwhile: what is new is written into the file itself, instead of
 * to the journal and from there into the file, which takes twice as long. Concurrent readers are waited for; if another
 * connection is open, falls back to WAL.
 */
export async function exclusiveBulkLoad<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (!leaveWalMode(database)) {
    database.exec('PRAGMA busy_timeout = 5000')
    return work()
  }
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA cache_size = ${loadCache}`)
  const load = createLoad(database)
  loads.set(database, load)
  try {
    const done = await work()
    load.flush()
    return done
  } finally {
    loads.delete(database)
    load.giveUp()
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA cache_size = ${cacheSize}`)
  }
}

/** Commits what a load has written so far: before what cannot be done within a transaction. */
export function flushBulkLoad(database: Database): void {
  loads.get(database)?.flush()
}

function createLoad(database: Database): Load & { readonly giveUp: () => void } {
  let open: { readonly end: () => void } | null = null
  let pieces = 0
  const settle = () => {
    const ended = open
    open = null
    pieces = 0
    ended?.end()
  }
  return {
    within: (work) => {
      open ??= beginTransaction(database)
      const done = transaction(database, work)
      pieces += 1
      if (pieces >= together) settle()
      return done
    },
    flush: settle,
    giveUp: () => {
      try {
        settle()
      } catch {
        // What went wrong before is what counts.
      }
    },
  }
}

const modeRow = z.object({ journal_mode: z.string() })

/** How long a load waits for somebody who reads the document meanwhile, milliseconds; for everything else it is 5,000. */
const busyTimeoutMs = 600_000

/**
 * Folds the journal into the file and goes on without one; false, at once, where the document is open elsewhere. Nothing
 * is waited for from here on: whoever goes on with the connection says how long it may wait.
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
