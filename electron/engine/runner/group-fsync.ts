import * as z from 'zod'
import { DocumentGone } from '../document/check-document.ts'
import { type Database, oneRow } from '../document/sqlite.ts'
import { closeHandle, syncHandleBeside } from '../files/handles.ts'
import { isSameFile, openOwnFile, statOf } from '../files/own-file.ts'

/**
 * Makes commits durable without holding up this thread: SQLite only writes them to its journal, and the journal is
 * forced to the disk beside, for all that were made meanwhile at once.
 */
export type WalSync = {
  /** Resolves when everything committed so far outlives a power cut. Rejects when the disk refuses, or the file is gone. */
  readonly sync: () => Promise<void>
  /** From here on every commit is synced on its own. */
  readonly end: () => Promise<void>
}

/** Pages of the journal before it is folded into the file; that holds the thread up, so not too often. */
const checkpointPages = 4000

export function createGroupFsync(database: Database): WalSync {
  const path = pathOf(database)
  const place = statOf(path)
  let journal: Promise<number | null> | null = null
  let next: Promise<void> | null = null
  let current: Promise<void> = Promise.resolve()

  const force = async () => {
    // On POSIX a deleted file still accepts writes; detect that before fsync.
    if (!isSameFile(statOf(path), place)) throw new DocumentGone()
    journal ??= openJournal(database, path)
    const handle = await journal
    if (handle !== null) await syncHandleBeside(handle)
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
        const handle = await journal
        if (handle !== null) closeHandle(handle)
      }
    },
  }
}

/** Null: the journal cannot be forced from outside, so SQLite does it with every commit as before. */
async function openJournal(database: Database, path: string): Promise<number | null> {
  let handle: number | null = null
  try {
    const opened = openOwnFile(`${path}-wal`, 'change')
    if (opened.kind !== 'file') return null
    handle = opened.handle
    await syncHandleBeside(handle)
    database.exec(`PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = ${checkpointPages}`)
    return handle
  } catch {
    if (handle !== null) closeHandle(handle)
    return null
  }
}

const fileRow = z.object({ file: z.string() })

function pathOf(database: Database): string {
  return oneRow(fileRow, database.prepare("SELECT file FROM pragma_database_list WHERE name = 'main'"))?.file ?? ''
}
