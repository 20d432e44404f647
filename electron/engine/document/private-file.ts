import { closeSync, chmodSync, openSync } from 'node:fs'

/**
 * Makes sure that a file exists and is readable by its owner only, before anything is written to it.
 * SQLite gives its -wal and -shm files the mode of the database file.
 */
export function createPrivateFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}
