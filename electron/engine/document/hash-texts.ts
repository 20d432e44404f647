import { closeSync, existsSync, readSync } from 'node:fs'
import { openForLooking } from './private-file.ts'

/**
 * Texts in which a document keeps password hashes, and the two forms that are plain to see wherever they stand. `"hash"` and
 * `passwordHash` are how `stored-user.ts` and `stored-calls.ts` write them, whatever the family.
 */
const hashText =
  /"hash":(?!null)|"passwordHash":"(?!")|\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:id|i|d)\$[^\0]{0,80}\$[A-Za-z0-9+/]{20}/g

const pieceBytes = 1024 * 1024

/** Longer than any text above, so that one that lies across two pieces is seen. */
const overlapBytes = 256

/**
 * Counts texts like password hashes in the bytes of a document and of what SQLite may have left beside it. The connection
 * of this process must be alone and at rest: closing the file drops its locks.
 */
export function countHashTexts(path: string): number {
  return ['', '-wal', '-journal']
    .map((ending) => `${path}${ending}`)
    .filter((file) => existsSync(file))
    .reduce((sum, file) => sum + countIn(file), 0)
}

function countIn(file: string): number {
  const handle = openForLooking(file)
  const piece = Buffer.alloc(pieceBytes)
  let found = 0
  try {
    for (let at = 0; ; at += pieceBytes - overlapBytes) {
      const length = readSync(handle, piece, 0, pieceBytes, at)
      found += [...piece.toString('latin1', 0, length).matchAll(hashText)].length
      if (length < pieceBytes) return found
    }
  } finally {
    closeSync(handle)
  }
}
