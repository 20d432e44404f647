import { basename, dirname, join } from 'node:path'
import { ok, problem, type Result } from '../../../shared/result.ts'
import { foreignLock } from '../files/lock-file.ts'
import { foreignSidecar, sidecars } from '../files/own-database.ts'
import { realPathOf, statOf } from '../files/own-file.ts'

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
export function foreignBeside(path: string, beside: string): Result<never> {
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
