import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const piece = 64 * 1024

/**
 * The text of a small file or pipe, without a byte order mark; null when it has more than `most` bytes, of which no more
 * are read. Throws the file system's errors.
 */
export function readSmall(path: string, most: number): string | null {
  const handle = openSync(path, 'r')
  try {
    if (fstatSync(handle).size > most) return null
    const pieces: Buffer[] = []
    for (let size = 0; size <= most;) {
      const bytes = Buffer.alloc(Math.min(piece, most + 1 - size))
      const read = readSync(handle, bytes, 0, bytes.length, null)
      if (read === 0)
        return Buffer.concat(pieces)
          .toString('utf8')
          .replace(/^\uFEFF/, '')
      pieces.push(bytes.subarray(0, read))
      size += read
    }
    return null
  } finally {
    closeSync(handle)
  }
}
