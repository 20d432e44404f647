import { stateOfBatch, type Listed } from './batch.ts'
import { createPollDelay, type BulkContext } from './bulk-context.ts'
import { countRows, listRows, removeRows } from './core-list.ts'
import { findRows } from './core-users.ts'
import { rowIdsOf } from './open-batches.ts'
import { createRoundWatch, type RoundWatch } from './round-watch.ts'

/** Where the count of rows did not fall, the list is read again only every so many looks. */
const listEvery = 6

export type Follower = {
  /** Follows all batches until none is left and `isDone`. Resolves false when the core's job is late for too long. */
  readonly follow: (isDone: () => boolean, giveUpAfterMs: number | null) => Promise<boolean>
  /** Users that the import job has taken up, by the last listing. */
  readonly processing: () => number
  readonly rounds: Pick<RoundWatch, 'waitingMs' | 'nextRoundMs'>
}

export function createFollower(context: BulkContext): Follower {
  const { ask, clock, open, pace } = context
  let rowsInCore = 0
  let processing = 0
  let looksSinceList = listEvery
  let nextListAt = 0
  const rounds = createRoundWatch()

  /** One look at the core's list, and everything that follows from it at once. */
  const look = async (): Promise<void> => {
    // A batch whose reply comes in after the list was begun need not be in it.
    const staged = open.all().filter((batch) => stateOfBatch(batch) !== 'sending')
    const before = new Set(staged.map(({ id }) => id))
    const count = await countRows(ask)
    looksSinceList += 1
    if (count !== rowsInCore) open.change()
    const isFalling = count < rowsInCore
    if (isFalling) looksSinceList = listEvery
    rowsInCore = count
    const isListWanted = looksSinceList >= listEvery && clock.ticks() >= nextListAt
    if (before.size > 0 && (count === 0 || isListWanted)) {
      looksSinceList = 0
      const since = clock.ticks()
      const list = count === 0 ? [] : await listRows(ask)
      // A long list changes all the time while it is imported; reading it must not keep the core busy.
      nextListAt = clock.ticks() + 10 * (clock.ticks() - since)
      const listing = new Map(list.map((row): [string, Listed] => [row.id, row]))
      processing = rowIdsOf(open.inState('staged')).filter((id) => listing.get(id)?.status === 'PROCESSING').length
      open.applyToAll({ kind: 'listed', rows: listing }, before)
    }
    rounds.look(clock.ticks(), {
      isWorking: isFalling || processing > 0,
      isWaiting: open.inState('staged').length > 0,
    })
    await settleRows()
  }

  /** Looks up who is gone, removes who failed or is stuck, and looks those up that were removed. */
  const settleRows = async (): Promise<void> => {
    const lookUp = async (state: 'gone' | 'removed'): Promise<void> => {
      const rows = open.inState(state)
      if (rows.length > 0) open.applyToAll({ kind: 'looked-up', found: await findRows(context, rows) })
    }
    await lookUp('gone')
    const out = rowIdsOf(open.inState('failing', 'stuck'))
    if (out.length > 0) {
      await removeRows(ask, out)
      open.applyToAll({ kind: 'removed', rowIds: new Set(out) })
    }
    await lookUp('removed')
  }

  return {
    follow: async (isDone, giveUpAfterMs) => {
      const pause = createPollDelay(context)
      const isOver = () => isDone() && open.all().length === 0
      while (!isOver()) {
        if (open.all().length > 0) await look()
        if (isOver()) return true
        if (clock.ticks() - open.changedAt() > pace.lateAfterMs + (giveUpAfterMs ?? Infinity)) return false
        await pause()
      }
      return true
    },
    processing: () => processing,
    rounds,
  }
}
