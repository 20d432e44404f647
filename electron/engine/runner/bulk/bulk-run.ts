import type { Database } from '../../document/sqlite.ts'
import type { CommittedCall } from '../store-outcome.ts'
import { stateOfBatch } from './batch.ts'
import type { BulkContext } from './bulk-context.ts'
import type { BulkProgress } from './bulk-message.ts'
import { createUserPages } from './user-pages.ts'
import { defaultBulkTiming, type BulkTiming } from './bulk-timing.ts'
import { createCopies } from './copies.ts'
import { createFollower } from './follow-batches.ts'
import { createOpenBatches } from './open-batches.ts'
import { createLostSettler } from './settle-lost.ts'
import { stageUsers } from './stage-users.ts'

export type BulkRunWith = Omit<BulkContext, 'open' | 'copies' | 'pace' | 'readPage' | 'tally'> & {
  /** Tenants that users of this run go to, besides that of the address. */
  readonly tenants: readonly string[]
  readonly database: Database
  readonly targetId: number
  readonly scoped: boolean
  readonly pace: Partial<BulkTiming>
  /** So long after the core's job is late, the run gives up; null: it waits on. */
  readonly giveUpAfterMs: () => number | null
  readonly onGiveUp: () => void
  /** Something ended the run: nothing more may leave. */
  readonly onFailure: () => void
  readonly onCommitted: (outcomes: readonly CommittedCall[]) => void
}

export type BulkRun = {
  /**
   * Settles batches whose reply was lost, then (if `stage`) stages all users that the core surely lacks, and
   * follows all batches until none of their users is in the core's list. Throws the reason that ended it.
   */
  readonly run: (stage: boolean) => Promise<void>
  /** Users who may be in the core's list. */
  readonly waiting: () => number
  readonly standing: () => BulkProgress
}

export function createBulkRun(options: BulkRunWith): BulkRun {
  const pace = { ...defaultBulkTiming, ...options.pace }
  const open = createOpenBatches(options.journal, options.clock, options.onCommitted)
  const tally = { lookedUp: 0, staged: 0 }
  const copies = createCopies({ ...options, open })
  const context: BulkContext = {
    ...options,
    pace,
    open,
    copies,
    tally,
    readPage: createUserPages(options.ask, options.tenants),
  }
  const lost = createLostSettler(context)
  const follower = createFollower(context)
  let isStaging = false

  const phaseOf = (unchangedMs: number): BulkProgress['phase'] => {
    if (lost.unsettled() > 0) return 'checking'
    const waiting = open.size()
    const staged = open.countIn('staged')
    if (isStaging && staged < pace.maxWaiting) return waiting === 0 ? 'looking-up' : 'staging'
    if (waiting === 0) return null
    if (unchangedMs > pace.lateAfterMs) return 'late'
    if (staged === 0) return 'settling'
    return follower.processing() > 0 ? 'importing' : 'waiting'
  }

  return {
    run: async (stage) => {
      for (const batch of open.all()) if (stateOfBatch(batch) === 'sending') await lost.settle(batch.id)
      isStaging = stage
      const failures: unknown[] = []
      // Whatever ends one of them ends the other: its next request does not leave.
      const ending = (error: unknown) => {
        failures.push(error)
        options.onFailure()
      }
      const staging = stage ? stageUsers(context, { ...options, lost }) : Promise.resolve()
      const following = follower.follow(() => !isStaging, options.giveUpAfterMs)
      await Promise.all([
        staging.catch(ending).finally(() => (isStaging = false)),
        following.then((isOver) => (isOver ? undefined : options.onGiveUp())).catch(ending),
      ])
      if (failures.length > 0) throw failures[0]
    },
    waiting: open.size,
    standing: () => {
      const at = options.clock.ticks()
      const unchangedMs = at - open.changedAt()
      return {
        ...tally,
        phase: phaseOf(unchangedMs),
        waiting: open.size(),
        processing: follower.processing(),
        unsettled: lost.unsettled(),
        lateRequestMs: lost.lateRequestMs(),
        unchangedMs,
        waitingMs: follower.rounds.waitingMs(at),
        nextRoundMs: follower.rounds.nextRoundMs(at),
      }
    },
  }
}
