import type { BigIntStats } from 'node:fs'
import { sqliteDriver, type Database } from '../sqlite-driver.ts'
import { isOwnOwner, isSameFile, readTail, statOf } from './own-file.ts'

/*
 * Databases of this app, opened with what lies beside them. SQLite follows links, applies whatever is called -wal, and
 * deletes any file that a -journal names; so a folder that others can write to could reach every file of this person.
 */

/** Endings of the files that SQLite may leave beside a database. */
export const sidecars = ['-journal', '-wal', '-shm'] as const

/** Something beside a database that this app did not leave there. `ending`: of its name. */
export class ForeignSidecar extends Error {
  readonly ending: string
  constructor(ending: string) {
    super(`foreign file ending in ${ending}`)
    this.ending = ending
  }
}

/** Another file took the place of the database while it was opened. */
export class DatabaseReplaced extends Error {}

/** The suffix of a file beside a database that this app did not leave there; null: there is none. */
export function foreignSidecar(path: string): string | null {
  const owner = statOf(path)?.uid
  for (const ending of sidecars) {
    const found = statOf(`${path}${ending}`)
    if (found !== null && !isSidecar(path, found, owner)) return ending
  }
  return namesAnotherFile(`${path}-journal`) ? '-journal' : null
}

/**
 * Opens a database of this app, judged right before and once more before SQLite reads anything of it: it does with the first
 * statement. Throws `ForeignSidecar`, `DatabaseReplaced` and the errors of SQLite. `path`: the real one.
 */
export function openOwnDatabase(path: string, readOnly: boolean): Database {
  const before = judged(path)
  const database = sqliteDriver().open(path, readOnly)
  try {
    if (before === null || isSameFile(judged(path), before)) return database
    throw new DatabaseReplaced()
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Copies a database into a file that was just made for it. Throws `ForeignSidecar` where something lies beside that file,
 * `DatabaseReplaced` where another took its place, and the errors of SQLite.
 */
export async function copyDatabase(source: Database, path: string): Promise<void> {
  const before = judged(path)
  await sqliteDriver().backup(source, path)
  if (!isSameFile(judged(path), before)) throw new DatabaseReplaced()
}

/** A database that lives in memory alone. */
export function openInMemory(): Database {
  return sqliteDriver().open(':memory:', false)
}

function judged(path: string): BigIntStats | null {
  const ending = foreignSidecar(path)
  if (ending !== null) throw new ForeignSidecar(ending)
  return statOf(path)
}

/** A regular file with one name, of this person, of the owner of the folder, or of the owner of the database. */
function isSidecar(path: string, found: BigIntStats, owner: bigint | undefined): boolean {
  return found.isFile() && found.nlink === 1n && (found.uid === owner || isOwnOwner(path, found.uid))
}

const journalMagic = 'd9d505f920a163d7'

/**
 * True if a journal names a super-journal, as transactions over several databases do (SQLite's file format, "The
 * Rollback Journal"). The app has one database at a time, so its own journals never do, and SQLite would delete the
 * named file.
 */
function namesAnotherFile(journal: string): boolean {
  const end = readTail(journal, 8)
  return end === null ? statOf(journal) !== null : end.toString('hex') === journalMagic
}
