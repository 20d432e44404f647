import { type Database, transaction } from '../document/sqlite.ts'
import { markCallsAbsent, markCallsSending, type CallStart } from './claim-users.ts'
import type { ClaimedCall } from './claimed-user.ts'
import type { Clock } from './clock.ts'
import type { WalSync } from './group-fsync.ts'
import type { LookUpRule } from './look-up-first.ts'
import { noProvenance, type Provenance } from '../document/created-users.ts'
import { storeOutcomes, type CallOutcome, type CommittedCall } from './store-outcome.ts'

/**
 * Writes the run into the document: `sending` before a request leaves, outcomes in groups. Everything goes through
 * the one connection of the writer, so the order of events is the order in the file.
 */
export type Journal = {
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

export type JournalOptions = {
  readonly targetId: number
  readonly lookUps: LookUpRule
  readonly setTimer: Clock['setTimer']
  readonly walSync: WalSync
  /** Signs which users this machine created; without it, none is signed. */
  readonly provenance?: Provenance | undefined
  /** Outcomes are being written: what belongs to them goes into the same transaction. */
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

  /** Once for everything that was asked for meanwhile. */
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
