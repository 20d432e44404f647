import { rmSync } from 'node:fs'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { createPrivateFile } from './private-file.ts'
import { sqliteDriver } from './sqlite.ts'

export type Lock = { readonly release: () => void }

/**
 * Makes sure that a document has one writer. The lock is a transaction held open on a small file beside the document:
 * the system lets go of it when the process ends, however it ends, so no stale lock can be left behind.
 */
export function lockDocument(path: string): Result<Lock> {
  const beside = `${path}-lock`
  try {
    createPrivateFile(beside)
    const database = sqliteDriver().open(beside, false)
    try {
      database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    } catch {
      database.close()
      return problem(
        'document-in-use',
        'This migration is open in another window or process. Close it there first; nothing was changed.',
      )
    }
    return ok({
      release: () => {
        database.close()
        rmSync(beside, { force: true })
      },
    })
  } catch {
    return problem(
      'folder-read-only',
      'The folder of this migration cannot be written to. Copy the migration to a folder of your own and open it there.',
    )
  }
}
