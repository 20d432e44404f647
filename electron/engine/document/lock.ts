import { isOwnFolder } from '../files/folders.ts'
import { statOf } from '../files/own-file.ts'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { problem, ok, type Result } from '../../../shared/result.ts'
import { takeLock, type Lock } from '../files/lock-file.ts'
import { foreignBeside } from './place.ts'

export type { Lock } from '../files/lock-file.ts'

const inUse = problem(
  'document-in-use',
  'This migration is open in another window or process. Close it there first; nothing was changed.',
)

const inUseByAnotherProcess = problem(
  'document-in-use',
  'This migration is open in another window or process under the name that it had before it was renamed. Close it there first; nothing was changed.',
)

/**
 * Makes sure that a document has one writer, by two locks: one beside the document, which all machines see that share its
 * folder, and one for the file whatever it is called. The lock file stays empty, and one that is not is
 * never opened. `path`: the real one (`place.ts`).
 */
export function lockDocument(path: string): Result<Lock> {
  try {
    const beside = takeLock(`${path}-lock`)
    if (beside.kind === 'foreign') return foreignBeside(path, beside.path)
    if (beside.kind === 'held') return inUse
    const file = lockInode(path)
    if (file === null) {
      beside.lock.release()
      return inUseByAnotherProcess
    }
    return ok({
      release: () => {
        file.release()
        beside.lock.release()
      },
    })
  } catch {
    return problem(
      'folder-read-only',
      'The folder of this migration cannot be written to. Copy the migration to a folder that you can write to and open it there.',
    )
  }
}

/*
 * A document may be renamed while it is open, and its lock file stays behind under the name of before. So a second lock,
 * in a folder of this person and machine, is named after the file itself: device and inode, whatever its path.
 */

const nothingHeld: Lock = { release: () => undefined }

/**
 * Locks a file by its identity; null: it is open under another name. Where such locks cannot be kept, the lock beside
 * the file has to suffice. Windows lets no process rename an open file.
 */
export function lockInode(path: string, folder: string = ownFolder()): Lock | null {
  if (process.platform === 'win32') return nothingHeld
  const found = statOf(path)
  if (found === null || !isOwnFolder(folder)) return nothingHeld
  try {
    const taken = takeLock(join(folder, `${found.dev}-${found.ino}`))
    if (taken.kind === 'foreign') return nothingHeld
    return taken.kind === 'locked' ? taken.lock : null
  } catch {
    return nothingHeld
  }
}

function ownFolder(): string {
  return join(tmpdir(), `user-migration-locks-${process.getuid?.() ?? 0}`)
}
