import { statSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import * as z from 'zod'
import { DocumentGone } from '../document/check-document.ts'
import { oneRow } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'

/**
 * Makes commits durable without holding up this thread: SQLite only writes them to its journal, and the journal is
 * forced to the disk beside, for all that were made meanwhile at once.
 */
export type WalSync = {
  /** Resolves when everything committed so far outlives a power cut. Rejects when the disk refuses, or the file is gone. */
  readonly sync: () => Promise<void>
  /** Every commit is durable by itself again. */
  readonly end: () => Promise<void>
}

/** Pages of the journal before it is folded into the file; that holds the thread up, so not too often. */
const checkpointPages = 4000

export function createGroupFsync(database: Database): WalSync {
  const path = pathOf(database)
  const place = placeOf(path)
  let journal: Promise<FileHandle | null> | null = null
  let next: Promise<void> | null = null
  let current: Promise<void> = Promise.resolve()

  const force = async () => {
    // On POSIX a deleted file still accepts writes; detect that before fsync.
    if (placeOf(path) !== place) throw new DocumentGone()
    journal ??= openJournal(database, path)
    await (await journal)?.datasync()
  }

  return {
    sync: () => {
      // One that is under way may have begun before the last commit; all who ask meanwhile share the one after it.
      next ??= current.then(() => {
        next = null
        current = force()
        return current
      })
      return next
    },
    end: async () => {
      await current.catch(() => undefined)
      try {
        database.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 1000')
      } finally {
        await (await journal)?.close()
      }
    },
  }
}

/** Null: the journal cannot be forced from outside, so SQLite does it with every commit as before. */
async function openJournal(database: Database, path: string): Promise<FileHandle | null> {
  try {
    const handle = await open(`${path}-wal`, 'r+')
    await handle.datasync()
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${checkpointPages}`)
    return handle
  } catch {
    return null
  }
}

/** Which file lies at a path; empty when none does. */
function placeOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? '' : `${found.dev}:${found.ino}`
}

const fileRow = z.object({ file: z.string() })

function pathOf(database: Database): string {
  return oneRow(fileRow, database.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'"))?.file ?? ''
}
