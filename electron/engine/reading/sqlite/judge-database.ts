import type { Problem } from '../../../../shared/result.ts'
import { sizeOf } from '../../files/folders.ts'
import { documentApplicationId } from '../../sqlite-driver.ts'

const magic = 'SQLite format 3\0'

export function isSqlite(head: Buffer): boolean {
  return head.toString('latin1', 0, magic.length) === magic
}

/** Why a database is not read as it is; null: nothing speaks against it. Throws the file system's errors. */
export async function judgeDatabase(path: string, head: Buffer): Promise<Problem | null> {
  if (head.length >= 72 && head.readUInt32BE(68) === documentApplicationId) return ownDocument
  // What is in these files belongs to the database, and only its own program may put it there.
  return ['-wal', '-journal'].some((ending) => (sizeOf(`${path}${ending}`) ?? 0) > 0) ? inUse : null
}

const ownDocument: Problem = {
  code: 'file-not-text',
  message:
    'This is a migration of this app, not an export of users. Open it instead, or choose the export of the old provider.',
}
const inUse: Problem = {
  code: 'file-unreadable',
  message:
    'This database is in use or was not closed: its newest changes are in a file beside it. Close its program, or copy it with "sqlite3 NAME .backup COPY", and choose the copy.',
}
