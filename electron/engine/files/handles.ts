import { closeSync, fdatasync, fdatasyncSync, ftruncateSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'

/* What is done to a file that one of the functions of this room has opened and judged. */

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
