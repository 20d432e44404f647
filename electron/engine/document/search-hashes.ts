import { exists, sizeOf } from '../files/folders.ts'
import { closeHandle, readAt } from '../files/handles.ts'
import { setImmediate } from 'node:timers/promises'
import { openReadOnly } from '../files/private-file.ts'

/**
 * Texts in which a document keeps password hashes and TOTP secrets, and the two forms of hashes that are plain to see wherever
 * they stand. The names are how `stored-user.ts` and `stored-calls.ts` write them, whatever the family.
 */
const hashText =
  /"hash":(?!null)|"passwordHash":"(?!")|"secretKey":"(?!")|"totp":\["|\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|\$argon2(?:id|i|d)\$[^\0]{0,80}\$[A-Za-z0-9+/]{20}/g

const pieceBytes = 1024 * 1024

/** Longer than any text above, so that one that lies across two pieces is seen. */
const overlapBytes = 256

/** Pieces between two moments at which others get their turn. */
const piecesPerTurn = 16

/**
 * Counts texts like password hashes in the bytes of a document and of what SQLite may have left beside it. The connection
 * of this process must be alone and at rest: closing the file drops its locks. `onProgress`: the part that was searched.
 */
export async function countHashTexts(path: string, onProgress: (share: number) => void): Promise<number> {
  const files = ['', '-wal', '-journal'].map((ending) => `${path}${ending}`).filter((file) => exists(file))
  let found = 0
  for (const file of files) found += await countIn(file, onProgress)
  return found
}

async function countIn(file: string, onProgress: (share: number) => void): Promise<number> {
  const size = sizeOf(file) ?? 0
  const handle = openReadOnly(file)
  const piece = Buffer.alloc(pieceBytes)
  let found = 0
  try {
    for (let at = 0, pieces = 1; ; at += pieceBytes - overlapBytes, pieces += 1) {
      const length = readAt(handle, piece, at)
      const isLast = length < pieceBytes
      const texts = piece.toString('latin1', 0, length).matchAll(hashText)
      // What begins among the last bytes may be cut off; the next piece has it whole.
      found += [...texts].filter(({ index }) => isLast || index < pieceBytes - overlapBytes).length
      if (isLast) return found
      if (pieces % piecesPerTurn !== 0) continue
      onProgress(Math.min(at / size, 1))
      await setImmediate()
    }
  } finally {
    closeHandle(handle)
  }
}
