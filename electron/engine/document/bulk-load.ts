import * as z from 'zod'
import { oneRow } from './rows.ts'
import type { Database } from './sqlite.ts'
import { transaction } from './transactions.ts'

/**
 * A transaction of long work that is repeated after a crash: a power failure may lose its last commits, and a
 * checkpoint happens only every 128 MB or so, because each one waits for the disk twice. Not for anything that was or
 * is about to be sent; where it includes a decision of the operator, a full transaction follows at its end.
 */
export function bulkTransaction<T>(database: Database, work: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 32000')
  try {
    return transaction(database, work)
  } finally {
    database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000')
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
