import { chmodSync, closeSync, openSync } from 'node:fs'

/**
 * Makes sure that a file exists and is readable by its owner only, before anything is written to it.
 * SQLite gives its -wal and -shm files the mode of the database file. A file that is there is not opened: closing it
 * again would drop the locks that this process holds on it elsewhere.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  chmodSync(path, 0o600)
}

/** Is this the file system's error of that code? */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
