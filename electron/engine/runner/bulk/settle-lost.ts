import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { stateOfBatch, type Found } from './batch.ts'
import { createPollDelay, type BulkContext } from './bulk-context.ts'
import { forEachConcurrently, findByLogin, listRows } from './core-list.ts'
import { rowIdsOf } from './open-batches.ts'
import { keysOfRow, keyText } from './person-of.ts'

/** Finds out what became of batches whose reply was lost, by the core's list and its users. */
export type LostSettler = {
  /** Resolves true when the core had taken the batch. */
  readonly settle: (batchId: number) => Promise<boolean>
  /** Users of whom nobody knows at the moment whether the core received them. */
  readonly unsettled: () => number
}

export function createLostSettler(context: BulkContext): LostSettler {
  const { open, ask, clock, journal, pace } = context
  let settling: number | null = null

  const sendingOf = (batchId: number) => {
    const batch = open.all().find(({ id }) => id === batchId)
    return { sentAt: batch?.sentAt ?? 0, rows: batch?.rows.filter(({ state }) => state === 'sending') ?? [] }
  }

  /** Which rows of the list are those of a lost batch, which of its users the core has. */
  const recover = async (batchId: number): Promise<{ readonly isTaken: boolean; readonly isOpen: boolean }> => {
    const { sentAt, rows: lost } = sendingOf(batchId)
    const told = journal.identities(lost.map(({ userId }) => userId))
    const users = lost.flatMap(({ userId }) => {
      const identity = told.get(userId)
      return identity === undefined ? [] : [{ userId, keys: identity.keys, externalUserId: identity.externalUserId }]
    })
    const known = new Set(rowIdsOf(open.rows()))
    const byKey = new Map<string, BulkRow>()
    for (const row of await listRows(ask)) {
      if (!known.has(row.id)) for (const key of keysOfRow(row)) byKey.set(key, row)
    }
    const listed = new Map<number, string>()
    const found = new Map<number, Found>()
    for (const { userId, keys, externalUserId } of users) {
      const row = keys.map((key) => byKey.get(keyText(key))).find((one) => one !== undefined)
      if (row !== undefined && row.externalUserId === externalUserId) listed.set(userId, row.id)
    }
    await forEachConcurrently(
      users.filter(({ userId }) => !listed.has(userId)),
      context.atOnce(),
      async ({ userId, keys }) => {
        found.set(userId, await findByLogin(ask, keys))
      },
    )
    const quiet = Math.abs(clock.now() - sentAt) >= pace.quietMs
    const isTaken = listed.size > 0 || [...found.values()].some((one) => one !== null && one !== 'untold')
    const batch = open.apply(batchId, { kind: 'recovered', listed, found, quiet })
    return { isTaken, isOpen: stateOfBatch(batch) === 'sending' }
  }

  return {
    settle: async (batchId) => {
      const pause = createPollDelay(context)
      let isTaken = false
      settling = batchId
      try {
        for (;;) {
          const recovered = await recover(batchId)
          isTaken ||= recovered.isTaken
          if (!recovered.isOpen) return isTaken
          await pause()
        }
      } finally {
        settling = null
      }
    },
    unsettled: () => (settling === null ? 0 : sendingOf(settling).rows.length),
  }
}
