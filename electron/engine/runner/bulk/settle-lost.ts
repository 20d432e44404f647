import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { isBatchTaken, stateOfBatch, type Batch, type Found, type LostUser } from './batch.ts'
import { createPollDelay, type BulkContext } from './bulk-context.ts'
import { forEachConcurrently } from './core-list.ts'
import { rowIdsOf } from './open-batches.ts'
import { keysOfRow, keyText } from './person-of.ts'

/** Finds out what became of batches whose reply was lost, by the core's list and its users. */
export type LostSettler = {
  /** Resolves true when the core had taken the batch. */
  readonly settle: (batchId: number) => Promise<boolean>
  /** Users whose arrival at the core is unknown at the moment. */
  readonly unsettled: () => number
  /** Milliseconds until their request can no longer arrive; null: it cannot any more, or there is none. */
  readonly lateRequestMs: () => number | null
}

export function createLostSettler(context: BulkContext): LostSettler {
  const { open, core, clock, journal, pace } = context
  let settling: number | null = null

  const batchOf = (batchId: number) => open.all().find(({ id }) => id === batchId)
  const sendingIn = (batch: Batch | undefined) => batch?.rows.filter(({ state }) => state === 'sending') ?? []

  /** A clock that was set back does not make the wait longer. */
  const quietInMs = (sentAt: number) => pace.quietMs - Math.abs(clock.now() - sentAt)

  /** Matches the list's rows to a lost batch and finds its users in the core. */
  const recover = async (batchId: number): Promise<{ readonly isTaken: boolean; readonly isOpen: boolean }> => {
    const before = batchOf(batchId)
    const sentAt = before?.sentAt ?? 0
    const lost = sendingIn(before)
    const told = journal.identities(lost.map(({ userId }) => userId))
    const users = lost.flatMap(({ userId }) => {
      const identity = told.get(userId)
      return identity === undefined ? [] : [{ userId, keys: identity.keys, externalUserId: identity.externalUserId }]
    })
    const known = new Set(rowIdsOf(open.rows()))
    const byKey = new Map<string, BulkRow>()
    for (const row of await core.listRows()) {
      if (!known.has(row.id)) for (const key of keysOfRow(row)) byKey.set(key, row)
    }
    const listed = new Map<number, string>()
    const found = new Map<number, LostUser>()
    for (const { userId, keys, externalUserId } of users) {
      const row = keys.map((key) => byKey.get(keyText(key))).find((one) => one !== undefined)
      if (row !== undefined && row.externalUserId === externalUserId) listed.set(userId, row.id)
    }
    await forEachConcurrently(
      users.filter(({ userId }) => !listed.has(userId)),
      context.atOnce(),
      async ({ userId, keys, externalUserId }) => {
        found.set(userId, lostUser(await core.findByLogin(keys), externalUserId))
      },
    )
    const quiet = quietInMs(sentAt) <= 0
    const isTaken = before !== undefined && isBatchTaken(before, { listed, found })
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
    unsettled: () => (settling === null ? 0 : sendingIn(batchOf(settling)).length),
    lateRequestMs: () => {
      const ms = settling === null ? 0 : quietInMs(batchOf(settling)?.sentAt ?? 0)
      return ms > 0 ? ms : null
    },
  }
}

/** An old ID that was staged tells whose a login is; without one, nothing does. */
function lostUser(found: Found, externalUserId: string | null): LostUser {
  if (found === null || found === 'untold') return found
  if (externalUserId === null) return { login: found.id }
  return found.id === externalUserId ? found : 'stranger'
}
