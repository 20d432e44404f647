import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasErrorCode } from './own-file.ts'

/*
 * Small files that the operator named: certificates, keys, settings, lists. Opening the file of any name
 * never waits, no more is read than such a file can have, and a stop is obeyed meanwhile.
 */

type NamedFile =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too-large' }
  /** Not there, not readable, a folder, a device or a pipe. */
  | { readonly kind: 'unreadable' }

/** The bytes of a plain file of at most `maxBytes`; a device or a pipe is none. */
export function readPlainFile(path: string, maxBytes: number): NamedFile {
  const handle = opened(path)
  if (handle === null) return { kind: 'unreadable' }
  try {
    const found = fstatSync(handle)
    if (!found.isFile()) return { kind: 'unreadable' }
    if (found.size > maxBytes) return { kind: 'too-large' }
    // The size of a virtual file is meaningless, and that of a growing file is outdated.
    const bytes = readUpTo(handle, maxBytes + 1)
    return bytes.length > maxBytes ? { kind: 'too-large' } : { kind: 'bytes', bytes }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    closeSync(handle)
  }
}

/** The first bytes of a plain file; none where there is no such file. */
export function readHead(path: string, length: number): Buffer {
  const handle = opened(path)
  if (handle === null) return Buffer.alloc(0)
  try {
    return fstatSync(handle).isFile() ? readUpTo(handle, length) : Buffer.alloc(0)
  } catch {
    return Buffer.alloc(0)
  } finally {
    closeSync(handle)
  }
}

/** Milliseconds for which a pipe may say nothing; a password manager behind it may ask its owner first. */
const maxSilence = 120_000
const interval = 20

/**
 * The text of a small file or pipe, without a byte order mark. A pipe is waited for, up to two minutes of silence or until
 * `signal` is aborted.
 */
export async function readNamedText(
  path: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<{ readonly kind: 'text'; readonly text: string } | Exclude<NamedFile, { kind: 'bytes' }>> {
  const handle = opened(path)
  if (handle === null) return { kind: 'unreadable' }
  try {
    const found = fstatSync(handle)
    if (found.isFile() && found.size > maxBytes) return { kind: 'too-large' }
    const pieces: Buffer[] = []
    let size = 0
    for (let silence = 0; silence <= maxSilence;) {
      const piece = Buffer.alloc(Math.min(pieceBytes, maxBytes + 1 - size))
      const read = readAvailable(handle, piece)
      // The writer of a pipe may not have opened it yet.
      if (read === null || (read === 0 && size === 0 && found.isFIFO())) {
        if (signal?.aborted === true) break
        await sleep(interval, undefined, { signal })
        silence += interval
        continue
      }
      if (read === 0) {
        const text = Buffer.concat(pieces).toString('utf8')
        return { kind: 'text', text: text.replace(/^\uFEFF/, '') }
      }
      silence = 0
      pieces.push(piece.subarray(0, read))
      size += read
      if (size > maxBytes) return { kind: 'too-large' }
    }
    return { kind: 'unreadable' }
  } catch {
    return { kind: 'unreadable' }
  } finally {
    closeSync(handle)
  }
}

const pieceBytes = 64 * 1024

/** Opened without waiting for the other end of a pipe. */
function opened(path: string): number | null {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0))
  } catch {
    return null
  }
}

function readUpTo(handle: number, length: number): Buffer {
  const pieces: Buffer[] = []
  for (let size = 0; size < length;) {
    const piece = Buffer.alloc(Math.min(pieceBytes, length - size))
    const read = readSync(handle, piece, 0, piece.length, null)
    if (read === 0) break
    pieces.push(piece.subarray(0, read))
    size += read
  }
  return Buffer.concat(pieces)
}

/** Null: nothing has been written into the pipe yet. */
function readAvailable(handle: number, into: Buffer): number | null {
  try {
    return readSync(handle, into, 0, into.length, null)
  } catch (error) {
    if (hasErrorCode(error, 'EAGAIN')) return null
    throw error
  }
}
