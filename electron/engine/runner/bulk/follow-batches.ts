import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { cronEveryMs } from '../../../../shared/core-api/choose-executor.ts'
import { type Listed, stateOfBatch } from './batch.ts'
import { type BulkContext, createPollDelay } from './bulk-context.ts'
import { findImported, findRows } from './core-users.ts'
import { rowIdsOf } from './open-batches.ts'

/** Looks without a change after which the whole list is read. */
const listEvery = 6
/** The longest interval between two full listings, which alone show stuck rows, in milliseconds. */
const listAtLeastMs = 60_000

type Follower = {
  /** Follows all batches until none is left and `isDone`. Resolves false when the core's job is late for too long. */
  readonly follow: (isDone: () => boolean, giveUpAfterMs: () => number | null) => Promise<boolean>
  /** Users that the import job has taken up, by the last listing. */
  readonly processing: () => number
  /** The start of the previous look at the core's list, in ticks: users found by the current one came in since then. */
  readonly lookedAt: () => number
  readonly rounds: Pick<RoundWatch, 'waitingMs' | 'nextRoundMs'>
}

export function createFollower(context: BulkContext): Follower {
  const { clock, core, copies, open, pace } = context
  let rowsInCore = 0
  let failedInCore = 0
  let processing = 0
  let looksUnchanged = listEvery
  let listedAt = -Infinity
  let nextListAt = 0
  let lookedAt = clock.ticks()
  let looksSince = lookedAt
  const rounds = createRoundWatch()

  /** One look at the core's list, and everything that follows from it at once. */
  const look = async (): Promise<void> => {
    lookedAt = looksSince
    looksSince = clock.ticks()
    // A batch whose reply comes in after the list was begun need not be in it.
    const staged = open.all().filter((batch) => stateOfBatch(batch) !== 'sending')
    const before = new Set(staged.map(({ id }) => id))
    const count = await core.countRows()
    const isChanged = count !== rowsInCore
    looksUnchanged = isChanged ? 0 : looksUnchanged + 1
    if (isChanged) open.change()
    const isFalling = count < rowsInCore
    rowsInCore = count
    if (isChanged || looksUnchanged >= listEvery) await readFailed()
    if (before.size > 0) {
      const left = staged.reduce((sum, { rows }) => sum + rows.length, 0) - count
      if (left > 0) {
        const met = await findImported(context, left)
        if (met > 0) processing = count
        if (met < left) looksUnchanged = listEvery
      }
      // A long list changes constantly during the import, and reading it must not keep the core busy.
      const mayList = clock.ticks() >= nextListAt && (isListDue() || hasUnknown(count))
      if (count === 0 || mayList) await readList(before, count)
    }
    rounds.look(clock.ticks(), {
      isWorking: isFalling || processing > 0,
      isWaiting: open.countIn('staged') > 0,
    })
    await settleRows()
  }

  const isListDue = () => looksUnchanged >= listEvery || clock.ticks() - listedAt >= listAtLeastMs

  /** The list has more rows than ours and the known rows of others together. */
  const hasUnknown = (count: number) => count > open.size() + copies.foreign()

  const readList = async (before: ReadonlySet<number>, count: number): Promise<void> => {
    looksUnchanged = 0
    listedAt = clock.ticks()
    const list = count === 0 ? [] : await copies.remove(await core.listRows())
    nextListAt = clock.ticks() + 10 * (clock.ticks() - listedAt)
    const rows = listingOf(list)
    processing = rowIdsOf(open.inState('staged')).filter((id) => rows.get(id)?.status === 'PROCESSING').length
    open.applyToAll({ kind: 'listed', rows, whole: true }, before)
  }

  /** No later look would remove the rows of users who have ended. */
  const removeLastCopies = async (): Promise<void> => {
    if ((await core.countRows()) !== copies.foreign()) await copies.remove(await core.listRows())
  }

  /** Rows that the core gave up, where their number changed. */
  const readFailed = async (): Promise<void> => {
    const failed = await core.countRows('FAILED')
    if (failed === failedInCore) return
    failedInCore = failed
    open.applyToAll({ kind: 'listed', rows: listingOf(await core.listRows('FAILED')), whole: false })
  }

  /** Looks up users that left the list, removes failed and stuck rows, and looks up their users. */
  const settleRows = async (): Promise<void> => {
    const lookUp = async (state: 'gone' | 'removed'): Promise<void> => {
      const rows = open.inState(state)
      if (rows.length > 0) open.applyToAll({ kind: 'looked-up', found: await findRows(context, rows) })
    }
    await lookUp('gone')
    const out = rowIdsOf(open.inState('failing', 'stuck'))
    if (out.length > 0) {
      await core.removeRows(out)
      failedInCore = 0
      open.applyToAll({ kind: 'removed', rowIds: new Set(out) })
    }
    await lookUp('removed')
  }

  return {
    follow: async (isDone, giveUpAfterMs) => {
      const pause = createPollDelay(context)
      const isOver = () => isDone() && open.all().length === 0
      let hasFollowed = false
      while (!isOver()) {
        if (open.all().length > 0) {
          await look()
          hasFollowed = true
        }
        if (isOver()) break
        if (clock.ticks() - open.changedAt() > pace.lateAfterMs + (giveUpAfterMs() ?? Infinity)) return false
        await pause()
      }
      if (hasFollowed) await removeLastCopies()
      return true
    },
    processing: () => processing,
    lookedAt: () => lookedAt,
    rounds,
  }
}

function listingOf(rows: readonly BulkRow[]): ReadonlyMap<string, Listed> {
  return new Map(rows.map((row): [string, Listed] => [row.id, row]))
}

/** When the core's import job was last seen to begin, and when it comes next. Times: ticks, milliseconds. */
type RoundWatch = {
  /** Takes in one listing: whether the job works on rows of ours, and whether any still wait for it. */
  readonly look: (at: number, seen: { readonly isWorking: boolean; readonly isWaiting: boolean }) => void
  /** How long the next round has been awaited; 0: none is. */
  readonly waitingMs: (at: number) => number
  /** Until the next round comes, at most; null: none is waited for. */
  readonly nextRoundMs: (at: number) => number | null
}

/**
 * The core does not announce its import job. The job runs at even intervals, so one observed round predicts the next.
 */
export function createRoundWatch(): RoundWatch {
  let beganAt: number | null = null
  let waitsSince: number | null = null
  let wasWorking = false
  return {
    look: (at, { isWorking, isWaiting }) => {
      if (isWorking && !wasWorking) beganAt = at
      wasWorking = isWorking
      waitsSince = isWaiting && !isWorking ? (waitsSince ?? at) : null
    },
    waitingMs: (at) => (waitsSince === null ? 0 : at - waitsSince),
    nextRoundMs: (at) => {
      if (waitsSince === null) return null
      const bySeen = beganAt === null ? -1 : beganAt + cronEveryMs - at
      return bySeen >= 0 ? bySeen : Math.max(0, waitsSince + cronEveryMs - at)
    },
  }
}
