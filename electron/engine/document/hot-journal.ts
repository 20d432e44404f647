import { exists } from '../files/folders.ts'
import { closeHandle, readAt } from '../files/handles.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { emptyDocument, judgeHeader } from './check-document.ts'
import { openReadOnly } from '../files/private-file.ts'
import type { Database } from './sqlite.ts'

/** Did a writer die while it wrote into the file itself? Then what the file says is only true with the journal beside it. */
export function hasHotJournal(path: string): boolean {
  return exists(`${path}-journal`)
}

/**
 * Puts a file back to what it was before its last writer died in the middle of writing; only under its lock, and only
 * where the file is one of ours. Error: `document-empty` when there was nothing before.
 */
export function rollBackHotJournal(path: string, connect: (path: string) => Database): Result<null> {
  if (!hasHotJournal(path)) return ok(null)
  if (pagesBefore(`${path}-journal`) === 0) return emptyDocument()
  const head = judgeHeader(firstBytes(path, 100))
  if (!head.ok) return head
  const database = connect(path)
  try {
    // Any question makes SQLite roll back first.
    database.prepare('SELECT count(*) FROM sqlite_master').get()
    return ok(null)
  } finally {
    database.close()
  }
}

/** The journal says how many pages the file had before (SQLite's file format, "The Rollback Journal"). */
function pagesBefore(journal: string): number | null {
  const head = firstBytes(journal, 28)
  const isJournal = head.length === 28 && head.toString('hex', 0, 8) === 'd9d505f920a163d7'
  return isJournal ? head.readUInt32BE(16) : null
}

/** Reads without letting SQLite create or repair anything. */
export function firstBytes(path: string, length: number): Buffer {
  const head = Buffer.alloc(length)
  const handle = openReadOnly(path)
  try {
    return head.subarray(0, readAt(handle, head, 0))
  } finally {
    closeHandle(handle)
  }
}
