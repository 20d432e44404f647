import { closeSync, constants, fchmodSync, openSync, writeFileSync } from 'node:fs'

/**
 * Makes a file that is readable by its owner only, before anything is written to it; SQLite gives its -wal and -shm files
 * the mode of the database file. Throws EEXIST where something is already there, a link included.
 */
export function createPrivateFile(path: string): void {
  closeSync(openNewFile(path))
}

/** The same, opened for writing. */
export function openNewFile(path: string): number {
  return openSync(path, 'wx', 0o600)
}

/** Writes a new file for its owner only, or into one that this app made; through no link. */
export function writePrivateFile(path: string, text: string | Uint8Array): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC
  const handle = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600)
  try {
    writeFileSync(handle, text)
  } finally {
    closeSync(handle)
  }
}

/**
 * Makes a file readable by its owner only; through no link. Closing it drops all other locks
 * of this process on it: only under the lock of a document, before it is opened.
 */
export function makePrivate(path: string): void {
  const handle = openReadOnly(path)
  try {
    fchmodSync(handle, 0o600)
  } finally {
    closeSync(handle)
  }
}

/** Opens a file to read it; follows no link, and does not wait for a pipe without a writer. */
export function openReadOnly(path: string): number {
  return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
}

/** Is this the file system's error of that code? */
export function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
