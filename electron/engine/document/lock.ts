import { lstatSync, rmSync } from 'node:fs'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { judgeLock } from './place.ts'
import { createPrivateFile, isCode } from './private-file.ts'
import { sqliteDriver, type Database } from './sqlite.ts'

export type Lock = { readonly release: () => void }

const inUse = problem(
  'document-in-use',
  'This migration is open in another window or process. Close it there first; nothing was changed.',
)

/**
 * Makes sure that a document has one writer. The lock is a transaction held open on a small file beside the document:
 * the system lets go of it when the process ends, however it ends, so no stale lock can be left behind. The file stays
 * empty, and one that is not is never opened. `path`: the real one (`place.ts`), so that a file has one lock.
 */
export function lockDocument(path: string): Result<Lock> {
  const beside = `${path}-lock`
  const judged = judgeLock(path)
  if (!judged.ok) return judged
  try {
    createEmptyFile(beside)
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

/** One that is there was judged, and is not opened: closing it again would drop the locks that this process holds on it. */
function createEmptyFile(path: string): void {
  try {
    createPrivateFile(path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
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

/** Of a plain file, not of what a link points to. */
function fileId(path: string): string | null {
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  return stat === undefined || !stat.isFile() ? null : `${stat.dev}:${stat.ino}`
}
