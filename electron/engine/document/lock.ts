import { problem, ok, type Result } from '../../../shared/result.ts'
import { lockInode } from './inode-lock.ts'
import { takeLock, type Lock } from './lock-file.ts'
import { judgeLock } from './place.ts'

export type { Lock } from './lock-file.ts'

const inUse = problem(
  'document-in-use',
  'This migration is open in another window or process. Close it there first; nothing was changed.',
)

const inUseElsewhere = problem(
  'document-in-use',
  'This migration is open in another window or process under the name that it had before it was renamed. Close it there first; nothing was changed.',
)

/**
 * Makes sure that a document has one writer, by two locks: one beside the document, which all machines see that share its
 * folder, and one for the file whatever it is called (`inode-lock.ts`). The lock file stays empty, and one that is not is
 * never opened. `path`: the real one (`place.ts`).
 */
export function lockDocument(path: string): Result<Lock> {
  const judged = judgeLock(path)
  if (!judged.ok) return judged
  try {
    const beside = takeLock(`${path}-lock`)
    if (beside === null) return inUse
    const file = lockInode(path)
    if (file === null) {
      beside.release()
      return inUseElsewhere
    }
    return ok({
      release: () => {
        file.release()
        beside.release()
      },
    })
  } catch {
    return problem(
      'folder-read-only',
      'The folder of this migration cannot be written to. Copy the migration to a folder of your own and open it there.',
    )
  }
}
