import { closeSync, openSync, rmSync } from 'node:fs'
import { type Database, sqliteDriver } from '../sqlite-driver.ts'
import { createPrivateFile, hasErrorCode, isOwnKind, isSameFile, isNameTaken, statOf } from './own-file.ts'

export type Lock = { readonly release: () => void }

export type LockAttempt =
  | { readonly kind: 'locked'; readonly lock: Lock }
  | { readonly kind: 'held' }
  /** A file of this name, or one beside it, was not left by this app: nothing was opened. */
  | { readonly kind: 'foreign'; readonly path: string }

/**
 * Takes a lock: a transaction held open on an empty file. The system releases it when the process ends, however it ends,
 * so no stale lock can be left behind. Throws where the file cannot be made.
 */
export function takeLock(path: string): LockAttempt {
  const foreign = foreignLock(path)
  if (foreign !== null) return { kind: 'foreign', path: foreign }
  createEmptyFile(path)
  const before = statOf(path)
  const database = sqliteDriver().open(path, false)
  // SQLite has read nothing yet: it does with the first statement.
  const after = foreignLock(path)
  if (after !== null || !begin(database) || !isSameFile(statOf(path), before)) {
    // Locked by another process, or removed by its release meanwhile, after which it excludes no process.
    database.close()
    return after === null ? { kind: 'held' } : { kind: 'foreign', path: after }
  }
  return { kind: 'locked', lock: { release: () => release(database, path) } }
}

/**
 * A file under the name of a lock, or beside it, that this app would not have left; null: the name is free, or has a
 * lock of its own. A lock is empty and SQLite leaves nothing beside it: a database with a journal there could make
 * SQLite delete any file (SQLite's file format, "The Rollback Journal").
 */
export function foreignLock(path: string): string | null {
  const found = statOf(path)
  if (found !== null && (!isOwnKind(path, found) || found.size !== 0n)) return path
  return ['-journal', '-wal', '-shm'].map((ending) => `${path}${ending}`).find(isNameTaken) ?? null
}

/** One that is there was judged, and is not opened: closing it again would drop the locks that this process holds on it. */
function createEmptyFile(path: string): void {
  try {
    createPrivateFile(path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
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

/** Removed while it is still held, so that no other process can hold a file that is about to go. Windows wants it closed first. */
function release(database: Database, path: string): void {
  if (process.platform !== 'win32') remove(path)
  database.close()
  if (process.platform === 'win32') remove(path)
}

/** A file that cannot be removed locks no other process out. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Another process holds it already.
  }
}

/** Milliseconds: what is done under the mutex takes a few, so one that is older belongs to a process that died. */
const staleAfter = 5000
const maxWaitMs = 10_000
const interval = 10

/**
 * Inter-process mutex: a file that exists while a process works. Runs `work` alone on this machine; false when the
 * mutex stayed taken, or its folder cannot be written to. Blocks the thread, so `work` has to be short.
 */
export function withFileMutex(path: string, work: () => void): boolean {
  for (let waited = 0; waited <= maxWaitMs; waited += interval) {
    const taken = take(path)
    if (taken === 'taken') {
      try {
        work()
        return true
      } catch {
        return false
      } finally {
        rmSync(path, { force: true })
      }
    }
    if (taken === 'impossible') return false
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, interval)
  }
  return false
}

function take(path: string): 'taken' | 'busy' | 'impossible' {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return 'taken'
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return 'impossible'
  }
  const found = statOf(path)
  if (found === null) return 'busy'
  // A link, a folder or a file of another owner was not left by a process of this app and never goes away.
  if (!isOwnKind(path, found)) return 'impossible'
  if (Date.now() - Number(found.mtimeMs) > staleAfter) rmSync(path, { force: true })
  return 'busy'
}
