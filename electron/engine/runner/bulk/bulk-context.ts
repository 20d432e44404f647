import type { Clock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { WalSync } from '../group-fsync.ts'
import type { Send } from '../step.ts'
import type { BulkJournal } from './bulk-journal.ts'
import type { BulkTiming } from './bulk-timing.ts'
import type { Copies } from './copies.ts'
import { BulkInterrupted, type Ask } from './core-list.ts'
import type { ReadUserPage } from './user-pages.ts'
import type { OpenBatches } from './open-batches.ts'

/** What every part of a bulk run works with. */
export type BulkContext = {
  readonly journal: BulkJournal
  readonly open: OpenBatches
  readonly copies: Copies
  readonly ask: Ask
  readonly readPage: ReadUserPage
  readonly send: Send
  readonly dispatcher: Dispatcher
  readonly clock: Clock
  readonly random: () => number
  readonly walSync: WalSync
  readonly pace: BulkTiming
  /** Users of this run so far, for the screen. */
  readonly tally: { lookedUp: number; staged: number }
  /** Requests that may be under way at once. */
  readonly atOnce: () => number
}

/** The run ends: nothing more may leave. */
export function runEnded(): BulkInterrupted {
  return new BulkInterrupted({ kind: 'interrupted', settled: true, stop: null, message: '' })
}

/** The shortest wait for something that may have changed. In milliseconds. */
export function shortestWait({ pollMs }: Pick<BulkTiming, 'pollMs'>): number {
  return pollMs / 32
}

/** Waits between two looks: shortly after a change, and ever longer while nothing changes. Throws when the run ends. */
export function createPollDelay({ open, dispatcher, pace }: BulkContext): () => Promise<void> {
  const shortest = shortestWait(pace)
  let ms = shortest
  let since = open.changedAt()
  return async () => {
    ms = since === open.changedAt() ? Math.min(pace.pollMs, ms * 2) : shortest
    since = open.changedAt()
    if (!(await dispatcher.wait(ms))) throw runEnded()
  }
}
