import { rmSync, statSync } from 'node:fs'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { createPrivateFile } from './private-file.ts'
import { sqliteDriver, type Database } from './sqlite.ts'

export type Lock = { readonly release: () => void }

const inUse = problem(
  'document-in-use',
  'This migration is open in another window or process. Close it there first; nothing was changed.',
)

/**
 * Makes sure that a document has one writer. The lock is a transaction held open on a small file beside the document:
 * the system lets go of it when the process ends, however it ends, so no stale lock can be left behind.
 */
export function lockDocument(path: string): Result<Lock> {
  const beside = `${path}-lock`
  try {
    createPrivateFile(beside)
    const before = fileId(beside)
    const database = sqliteDriver().open(beside, false)
    if (!begin(database) || before === null || fileId(beside) !== before) {
      // Locked by another, or removed by one who let go of it meanwhile: then it keeps nobody out any more.
      database.close()
      return inUse
    }
    return ok({ release: () => release(database, beside) })
  } catch {
    return problem(
      'folder-read-only',
      'The folder of this migration cannot be written to. Copy the migration to a folder of your own and open it there.',
    )
  }
}

function begin(database: Database): boolean {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch {
    return false
  }
}

/** Removed while it is still held, so that nobody can hold a file that is about to go. Windows wants it closed first. */
function release(database: Database, beside: string): void {
  if (process.platform !== 'win32') remove(beside)
  database.close()
  if (process.platform === 'win32') remove(beside)
}

/** A file that cannot be removed locks nobody out. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Somebody else holds it already.
  }
}

function fileId(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`
}
