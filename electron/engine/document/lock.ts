import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { isOwnFolder } from '../files/folders.ts'
import { foreignLock, type Lock, takeLock } from '../files/lock-file.ts'
import { foreignSidecar, sidecars } from '../files/own-database.ts'
import { realPathOf, statOf } from '../files/own-file.ts'

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
 * never opened. `path`: without links.
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
 * A document may be renamed while it is open, and its lock file stays behind under its old name. So a second lock,
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

/*
 * The place of a document: the file and the ones beside it, checked before SQLite sees any of them. SQLite follows
 * links, writes into any file called -wal, and deletes any file that a -journal names; so a prepared folder could reach
 * every file of this user. One real path per file also means one lock per file: links would be other names.
 */

/** The one real path of a document that is there, with nothing beside it that this app would not leave. */
export function judgePlace(path: string): Result<string> {
  const real = realPathOf(path)
  if (real === null) return missing(path)
  const found = statOf(real)
  if (found === null) return missing(path)
  if (!found.isFile()) {
    return problem(
      'document-missing',
      found.isDirectory()
        ? `${path} is a folder, not a migration. Choose the file in it that ends in .migration.`
        : `${path} is a device or a pipe, not a migration. Choose a file that this app saved.`,
    )
  }
  if (found.nlink > 1n) return linked
  const beside = judgeBeside(real)
  return beside.ok ? ok(real) : beside
}

/** The real path of a document that is to be made, with nothing beside it yet. */
export function judgeNewPlace(path: string): Result<string> {
  const folder = realPathOf(dirname(path))
  // The code that creates the file reports problems of its folder more precisely.
  if (folder === null) return ok(path)
  const real = join(folder, basename(path))
  const left = sidecars.find((ending) => statOf(`${real}${ending}`) !== null)
  return left === undefined ? ok(real) : leftBehind(left)
}

function judgeBeside(path: string): Result<null> {
  const ending = foreignSidecar(path)
  if (ending !== null) return foreignEnding(ending)
  const lock = foreignLock(`${path}-lock`)
  return lock === null ? ok(null) : foreignBeside(path, lock)
}

/** The problem of a file beside a document that this app did not leave there. */
function foreignBeside(path: string, beside: string): Result<never> {
  return foreignEnding(beside.slice(path.length))
}

function missing(path: string): ReturnType<typeof problem> {
  return problem(
    'document-missing',
    `There is no migration that can be read at ${path}. It may have been moved or renamed.`,
  )
}

const linked = problem(
  'document-linked',
  'This migration has a second name (a hard link), under which it could be changed at the same time. Copy the file and open the copy.',
)

/** The same, by the ending of its name. */
export function foreignEnding(ending: string): ReturnType<typeof problem> {
  return problem(
    'document-beside',
    `The file ending in ${ending} beside this migration was not left there by this app, and it could harm other files. Nothing was opened. If you do not know who put it there, do not trust the migration either.`,
  )
}

function leftBehind(ending: string): ReturnType<typeof problem> {
  return problem(
    'document-beside',
    `A file ending in ${ending} of an earlier migration of this name is still there. Choose another name, or move that file away.`,
  )
}
