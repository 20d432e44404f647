import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

/*
 * Files that this app left beside another file: locks, journals, part files. Anyone who can write to the folder can put
 * something else under the same name, so each is judged before it is opened, and again through its handle: a regular file with
 * one name, never a link, a device or a pipe, of this person or of the owner of the folder (network drives give every file
 * one owner).
 */

/** The file under a name. `foreign`: not left there by this app; it was not opened. */
type OwnFile =
  | { readonly kind: 'file'; readonly handle: number; readonly size: number }
  | { readonly kind: 'none' }
  | { readonly kind: 'foreign' }

/** Opens a file that this app left. Throws the file system's errors where it cannot be read. */
export function openOwnFile(path: string, access: 'read' | 'change'): OwnFile {
  const listed = statOf(path)
  if (listed === null) return { kind: 'none' }
  if (!isOwnKind(path, listed)) return { kind: 'foreign' }
  const handle = openWithoutLink(path, access === 'read' ? constants.O_RDONLY : constants.O_RDWR)
  if (handle === null) return { kind: 'foreign' }
  const found = fstatSync(handle, { bigint: true })
  if (isSameFile(found, listed) && isOwnKind(path, found)) return { kind: 'file', handle, size: Number(found.size) }
  closeSync(handle)
  return { kind: 'foreign' }
}

/** The text of a file that this app wrote, up to a limit; a larger one is not its own. */
export function readOwnText(
  path: string,
  maxBytes: number,
): { readonly kind: 'text'; readonly text: string } | { readonly kind: 'none' } | { readonly kind: 'foreign' } {
  const opened = openOwnFile(path, 'read')
  if (opened.kind !== 'file') return opened
  try {
    if (opened.size > maxBytes) return { kind: 'foreign' }
    const bytes = Buffer.alloc(opened.size)
    let size = 0
    while (size < bytes.length) {
      const read = readSync(opened.handle, bytes, size, bytes.length - size, size)
      if (read === 0) break
      size += read
    }
    return { kind: 'text', text: bytes.toString('utf8', 0, size) }
  } finally {
    closeSync(opened.handle)
  }
}

/** Adds text to a file of this app, made for its owner only where there is none. False: what has the name is not its own. */
export function appendToOwnFile(path: string, text: string): boolean {
  const handle = openWithoutLink(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT)
  if (handle === null) return false
  try {
    if (!isOwnKind(path, fstatSync(handle, { bigint: true }))) return false
    writeFileSync(handle, text)
    return true
  } finally {
    closeSync(handle)
  }
}

/** The last bytes of a file, fewer where it is shorter; null: there is none, or it cannot be read. Through no link. */
export function readTail(path: string, length: number): Buffer | null {
  let handle: number | null = null
  try {
    handle = openWithoutLink(path, constants.O_RDONLY)
    if (handle === null) return null
    const { size } = fstatSync(handle)
    const tail = Buffer.alloc(Math.min(length, size))
    return tail.subarray(0, readSync(handle, tail, 0, tail.length, size - tail.length))
  } catch {
    return null
  } finally {
    if (handle !== null) closeSync(handle)
  }
}

/** The first bytes of a file, fewer where it is shorter; through no link. */
export function readOwnHead(path: string, length: number): Buffer {
  const head = Buffer.alloc(length)
  const handle = openReadOnly(path)
  try {
    return head.subarray(0, readAt(handle, head, 0))
  } finally {
    closeSync(handle)
  }
}

/** The one path of what is there, without links; null: it cannot be reached. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch {
    return null
  }
}

/** Whether this app could have left a file of this kind and owner at this path. */
export function isOwnKind(path: string, found: BigIntStats): boolean {
  return found.isFile() && found.nlink === 1n && isOwnOwner(path, found.uid)
}

/** Whether anything is at this path, even a broken link. */
export function isNameTaken(path: string): boolean {
  return statOf(path) !== null
}

/** The file under this name itself, never the target of a link. */
export function statOf(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null
  } catch (error) {
    // A file stands where a folder would have to.
    if (hasErrorCode(error, 'ENOTDIR')) return null
    throw error
  }
}

export function isSameFile(one: BigIntStats | null, other: BigIntStats | null): boolean {
  return one !== null && other !== null && one.dev === other.dev && one.ino === other.ino
}

/** Whether it belongs to this user or to the owner of the folder. Windows has no such owners. */
export function isOwnOwner(path: string, uid: bigint): boolean {
  const own = process.getuid?.()
  return own === undefined || uid === BigInt(own) || uid === statOf(dirname(path))?.uid
}

/** Null: it became a link meanwhile. Windows knows no `O_NOFOLLOW`. */
function openWithoutLink(path: string, flags: number): number | null {
  try {
    return openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600)
  } catch (error) {
    if (hasErrorCode(error, 'ELOOP') || hasErrorCode(error, 'ENOENT')) return null
    throw error
  }
}

/* Operations on a file that one of the functions of this room has opened and judged. */

/** Bytes that were read at a position; fewer than asked for at the end of the file. */
export function readAt(handle: number, into: Buffer, at: number, length: number = into.length): number {
  return readSync(handle, into, 0, length, at)
}

/** Writes all of the bytes at a position. */
export function writeAt(handle: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done, bytes.length - done, at + done)
}

/** Syncs written data to the disk. */
export function syncHandle(handle: number): void {
  fdatasyncSync(handle)
}

/** The same, without holding up this thread. */
export const syncHandleBeside: (handle: number) => Promise<void> = promisify(fdatasync)

export function cutHandle(handle: number, size: number): void {
  ftruncateSync(handle, size)
}

export function closeHandle(handle: number): void {
  closeSync(handle)
}

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

/** Whether this is the file system's error of that code. */
export function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
