import type { Result } from '../../../shared/result.ts'
import type { Database } from './sqlite.ts'

const depths = new WeakMap<Database, number>()

const rollbacks = new WeakMap<Database, number>()

function noteRollback(database: Database): void {
  rollbacks.set(database, rollbacksOf(database) + 1)
}

/** Number of rollbacks on this connection: cached rows from before one may not exist. */
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
