import * as z from 'zod'
import { DocumentGone } from '../document/check-document.ts'
import { noProvenance, type Provenance } from '../document/created-users.ts'
import { type Database, fullSync, oneRow, transaction } from '../document/sqlite.ts'
import { closeHandle, isSameFile, openOwnFile, statOf, syncHandleBeside } from '../files/own-file.ts'
import { type CallStart, markCallsAbsent, markCallsSending } from './claim-users.ts'
import type { ClaimedCall } from './claimed-user.ts'
import type { Clock } from './clock.ts'
import type { LookUpRule } from './existing-users.ts'
import { type CallOutcome, type CommittedCall, storeOutcomes } from './store-outcome.ts'

/**
 * The journal of a run: writes `sending` before a request leaves, and outcomes in groups, through the
 * writer's connection, so the order of events is the order in the file.
 */
type Journal = {
  /** Resolves true when the call is durably in `sending`, false when that cannot be written. Calls made close together share one commit. */
  readonly sending: (userId: number, call: ClaimedCall, at: number) => Promise<boolean>
  /**
   * Resolves true when it is durable that the core did not have the login method of this call, false when that cannot be
   * written. It has to outlive a power cut: a call that is looked up first counts as never sent without it.
   */
  readonly absent: (userId: number, call: ClaimedCall, at: number) => Promise<boolean>
  /** Takes an outcome; it is committed within `groupMs` or with `groupSize` others. */
  readonly outcome: (outcome: CallOutcome) => void
  /** Commits what is waiting, now. */
  readonly flush: () => void
}

type Waiting = CallStart & { readonly resolve: (noted: boolean) => void }

/** Four times as many take less processor time each, but replies wait for the commit. */
const groupSize = 64
const groupMs = 50

type JournalOptions = {
  readonly targetId: number
  readonly lookUps: LookUpRule
  readonly setTimer: Clock['setTimer']
  readonly walSync: WalSync
  /** Signs which users this machine created; without it, none is signed. */
  readonly provenance?: Provenance | undefined
  /** Called while outcomes are written, to add to their transaction. */
  readonly onWriting?: () => void
  readonly onCommitted: (outcomes: readonly CommittedCall[]) => void
  /** The document can no longer be written (disk full, folder gone). */
  readonly onError: (error: unknown) => void
}

export function createJournal(database: Database, options: JournalOptions): Journal {
  const { targetId, lookUps, provenance = noProvenance } = options
  let waiting: CallOutcome[] = []
  let cancelTimer: (() => void) | null = null
  let starting: Waiting[] = []
  let absent: Waiting[] = []

  /** Commits everything that waits, outcomes before the calls that begin after them. */
  const commit = () => {
    cancelTimer?.()
    cancelTimer = null
    const [outcomes, begun, unseen] = [waiting, starting, absent]
    starting = []
    absent = []
    try {
      transaction(database, () => {
        storeOutcomes(database, targetId, outcomes, provenance)
        if (outcomes.length > 0) options.onWriting?.()
        markCallsSending(database, targetId, begun, lookUps)
        markCallsAbsent(database, targetId, unseen, provenance)
      })
      waiting = []
    } catch (error) {
      options.onError(error)
      for (const { resolve } of [...begun, ...unseen]) resolve(false)
      return
    }
    if (outcomes.length > 0) options.onCommitted(outcomes)
    const next = [...begun, ...unseen]
    if (next.length > 0) void forceThenResolve(next)
  }

  const forceThenResolve = async (durable: readonly Waiting[]): Promise<void> => {
    let noted = true
    try {
      await options.walSync.sync()
    } catch (error) {
      noted = false
      options.onError(error)
    }
    for (const { resolve } of durable) resolve(noted)
  }

  /** Once for all requests of the meantime. */
  const commitSoon = () => {
    if (starting.length + absent.length > 0) return
    setImmediate(() => starting.length + absent.length > 0 && commit())
  }

  const flush = () => {
    if (waiting.length > 0) commit()
  }

  return {
    sending: (userId, call, at) =>
      new Promise((resolve) => {
        commitSoon()
        starting.push({ userId, call, at, resolve })
      }),
    absent: (userId, call, at) =>
      new Promise((resolve) => {
        commitSoon()
        absent.push({ userId, call, at, resolve })
      }),
    outcome: (outcome) => {
      waiting.push(outcome)
      if (waiting.length === groupSize) {
        // Not between the requests of a burst: the core would wait for the commit.
        cancelTimer?.()
        cancelTimer = options.setTimer(0, flush)
      } else cancelTimer ??= options.setTimer(groupMs, flush)
    },
    flush,
  }
}

/**
 * Makes commits durable without holding up this thread: SQLite only writes them to its journal, and the journal is
 * forced to the disk beside, for all that were made meanwhile at once.
 */
export type WalSync = {
  /** Resolves when everything committed so far outlives a power cut. Rejects when the disk refuses, or the file is gone. */
  readonly sync: () => Promise<void>
  /** Ends group commit: from now on every commit is synced. */
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
      // A sync in progress may have begun before the last commit; callers of the meantime share the next one.
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
        database.exec(fullSync)
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
