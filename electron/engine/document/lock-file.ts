import { lstatSync, rmSync } from 'node:fs'
import { createPrivateFile, isCode } from './private-file.ts'
import { sqliteDriver, type Database } from './sqlite.ts'

export type Lock = { readonly release: () => void }

/**
 * Takes a lock: a transaction held open on an empty file. The system lets go of it when the process ends, however it ends,
 * so no stale lock can be left behind. Null: somebody holds it. Throws where the file cannot be made.
 */
export function takeLock(path: string): Lock | null {
  createEmptyFile(path)
  const before = fileId(path)
  const database = sqliteDriver().open(path, false)
  if (!begin(database) || before === null || fileId(path) !== before) {
    // Locked by another, or removed by one who let go of it meanwhile: then it keeps nobody out any more.
    database.close()
    return null
  }
  return { release: () => release(database, path) }
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
function release(database: Database, path: string): void {
  if (process.platform !== 'win32') remove(path)
  database.close()
  if (process.platform === 'win32') remove(path)
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
