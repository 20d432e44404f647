import * as z from 'zod'
import { oneRow } from './rows.ts'
import type { Database } from './sqlite.ts'
import { transaction } from './transactions.ts'

/**
 * A transaction of much work that is done again after a crash: what was written last may be lost when the machine fails,
 * and the journal is folded into the file only when it has some 128 MB, because each time waits for the disk twice. For
 * nothing that was or is about to be sent; where the operator's word is part of it, a whole transaction follows at its end.
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
 * Folds the journal into the file and goes on without one; false, at once, if another process has the document open. Nothing
 * is waited for from here on: the next user of the connection sets how long it may wait.
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
