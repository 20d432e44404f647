import * as z from 'zod'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { noProvenance, type Provenance } from '../../document/created-users.ts'
import { getChoices } from '../../document/settings.ts'
import {
  allRows,
  bulkInsert,
  type Database,
  oneNumber,
  run,
  sql,
  statementOfRows,
  transaction,
} from '../../document/sqlite.ts'
import { markUsersSending } from '../claim-users.ts'
import type { CommittedCall } from '../store-outcome.ts'
import { afterEvent, type Batch, type BatchEvent, type BatchRow, newBatch, openRowStates } from './batch.ts'
import type { BegunUser, BulkIdentity, UnsentUser, BegunCall } from './candidates.ts'
import { personOf } from './person-of.ts'
import { readStagedBefore, readStagedUsers, settleUsers, type StagedBefore, type UserEnd } from './settle-users.ts'
import { callKey } from '../../../../shared/planning/call-key.ts'
import { type Call, createsUser } from '../../../../shared/planning/call.ts'

/*
 * Journals staging: before the first byte of a batch leaves, its users are recorded, and each of their creating calls
 * is `sending`, marked as absent from the core before. Calls that follow from creating a user get a row only when done:
 * no row means still to do.
 */

const creatingCalls = statementOfRows(
  (rows) => `WITH begun (target_id, at) AS (VALUES (?, ?))
    INSERT INTO call (target_id, user_id, key, kind, state, since, absent_at, provenance)
    SELECT begun.target_id, column1, column2, column3, 'sending', begun.at, begun.at, column4
    FROM begun CROSS JOIN (VALUES ${rows}) WHERE true
    ON CONFLICT DO UPDATE SET state = 'sending', since = excluded.since, absent_at = excluded.absent_at,
    provenance = excluded.provenance`,
  '(?, ?, ?, ?)',
)

const insertBatch = 'INSERT INTO bulk_batch (target_id, sent_at, joined) VALUES (?, ?, ?)'
const insertRows = `INSERT INTO bulk_row (target_id, batch_id, place, user_id, state)
  SELECT ?, ?, one.key, one.value, 'sending' FROM json_each(?) AS one`

/** Records that these users are about to be staged. `at`: Unix epoch, milliseconds. */
function writeBatch(
  database: Database,
  targetId: number,
  {
    users,
    at,
    provenance,
    joined,
  }: {
    readonly users: readonly BegunUser[]
    readonly at: number
    readonly provenance: Provenance
    /** Whether the time joined is sent of those who have one. */
    readonly joined: boolean
  },
): Batch {
  const ids = users.map(({ id }) => id)
  return transaction(database, () => {
    const batchId = Number(sql(database, insertBatch).run(targetId, at, joined ? 1 : 0).lastInsertRowid)
    markUsersSending(database, targetId, users, at)
    const calls = users.flatMap(({ id, creating }) => creating.map((call) => ({ id, call })))
    bulkInsert(
      database,
      creatingCalls,
      calls,
      (values, { id, call: { key, kind } }) => values.push(id, key, kind, provenance.signAbsent(key, at)),
      [targetId, at],
    )
    run(database, insertRows, targetId, batchId, JSON.stringify(ids))
    return newBatch(batchId, at, ids)
  })
}

/** Where the batches of one target are kept. Every change of state is one transaction. */
export type BulkJournal = {
  /** Batches of which a row may still be in the core. */
  readonly open: () => readonly Batch[]
  /** Records, durably once synced, that these users are about to be staged. */
  readonly begin: (users: readonly UnsentUser[]) => Batch
  /** Stores the consequences of an event: a user that ends leaves the batch in the same transaction. */
  readonly apply: (
    batch: Batch,
    event: BatchEvent,
  ) => { readonly batch: Batch; readonly outcomes: readonly CommittedCall[] }
  /** How users of batches are known in the core; users that cannot be told are left out. */
  readonly identities: (userIds: readonly number[]) => ReadonlyMap<number, BulkIdentity>
  /** Which rows of the core's list are copies of rows that were staged, by the ID of the row. `aheadMs`: of the core's clock. */
  readonly stagedBefore: (rows: readonly BulkRow[], aheadMs: number) => ReadonlyMap<string, StagedBefore>
}

const batchRow = z.object({ id: z.number(), sent_at: z.number() })
const rowRow = z.object({
  user_id: z.number(),
  state: z.enum(openRowStates),
  row_id: z.string().nullable(),
  rounds: z.number(),
  seen_at: z.number().nullable(),
  misses: z.number(),
})

/** Users of a target that may still be in the core's list. */
export function countInBatches(database: Database, targetId: number): number {
  return oneNumber(sql(database, 'SELECT count(*) AS n FROM bulk_row WHERE target_id = ?'), targetId)
}

export function createBulkJournal(
  database: Database,
  targetId: number,
  now: () => number,
  provenance: Provenance = noProvenance,
): BulkJournal {
  const joined = getChoices(database).profile.joined !== 'exclude'
  /** Users of batches that this run began, kept in memory so that settling them needs no read. */
  const begun = new Map<number, BegunUser>()

  const identities: BulkJournal['identities'] = (userIds) => {
    const found = new Map<number, BulkIdentity>()
    const missing: number[] = []
    for (const id of userIds) {
      const user = begun.get(id)
      if (user === undefined) missing.push(id)
      else found.set(id, user)
    }
    if (missing.length === 0) return found
    for (const { id, calls } of readStagedUsers(database, targetId, missing)) {
      const person = personOf(calls.map(({ call }) => call))
      if (person !== null) found.set(id, person)
    }
    return found
  }

  const rowsOf = (batchId: number): readonly BatchRow[] =>
    allRows(rowRow, sql(database, 'SELECT * FROM bulk_row WHERE batch_id = ? ORDER BY place'), batchId).map((row) => ({
      userId: row.user_id,
      state: row.state,
      rowId: row.row_id,
      rounds: row.rounds,
      seenAt: row.seen_at,
      misses: row.misses,
      // Of a failing row, the reason is journalled already.
      end: row.state === 'failing' ? { kind: 'failed', message: '' } : null,
    }))

  /** Writes how rows changed. Rows that left the core's list need no entry: the list itself shows it again. */
  const saveRows = (batchId: number, changed: readonly Changed[]): void => {
    const gone = changed.flatMap(({ row }) => (row.state === 'ended' ? [row.userId] : []))
    if (gone.length > 0) {
      const remove = 'DELETE FROM bulk_row WHERE target_id = ? AND user_id IN (SELECT value FROM json_each(?))'
      run(database, remove, targetId, JSON.stringify(gone))
    }
    const taken = changed.filter(isTaken)
    if (taken.length > 0) {
      const rowIds = Object.fromEntries(taken.map(({ row: { userId, rowId } }) => [userId, rowId]))
      run(database, takenRows, targetId, batchId, JSON.stringify(rowIds))
    }
    const kept = changed.filter(
      (one) =>
        one.row.state !== 'ended' && !isTaken(one) && !(one.before.state === 'staged' && one.row.state === 'gone'),
    )
    bulkInsert(
      database,
      changedRows,
      kept,
      (values, { row: { userId, state, rowId, rounds, seenAt, misses } }) =>
        values.push(userId, state, rowId, rounds, seenAt, misses),
      [targetId, batchId],
    )
  }

  return {
    open: () =>
      allRows(
        batchRow,
        sql(database, 'SELECT id, sent_at FROM bulk_batch WHERE target_id = ? AND ended_at IS NULL ORDER BY id'),
        targetId,
      ).map(({ id, sent_at }): Batch => ({ id, sentAt: sent_at, rows: rowsOf(id) })),
    begin: (unsent) => {
      const users = unsent.map(begunUser)
      const batch = writeBatch(database, targetId, { users, at: now(), provenance, joined })
      for (const user of users) begun.set(user.id, user)
      return batch
    },
    apply: (batch, event) => {
      const after = afterEvent(batch, event)
      const changed = after.rows.flatMap((row, index): readonly Changed[] => {
        const before = batch.rows[index]
        return before === undefined || before === row || before.state === 'ended' ? [] : [{ before, row }]
      })
      // Removes ended rows; a batch without open rows is done.
      const rows = after.rows.filter(({ state }) => state !== 'ended')
      if (changed.length === 0 && rows.length > 0) return { batch, outcomes: [] }
      const at = now()
      const outcomes = transaction(database, () => {
        saveRows(batch.id, changed)
        const times = { sentAt: batch.sentAt, at }
        const committed = settleUsers({ database, targetId, provenance, begun }, changed.flatMap(endOf), times)
        if (rows.length === 0) run(database, 'UPDATE bulk_batch SET ended_at = ? WHERE id = ?', at, batch.id)
        return committed
      })
      for (const { row } of changed) if (row.state === 'ended') begun.delete(row.userId)
      return { batch: { ...after, rows }, outcomes }
    },
    identities,
    stagedBefore: (rows, aheadMs) => readStagedBefore(database, targetId, rows, aheadMs),
  }
}

type Changed = { readonly before: BatchRow; readonly row: BatchRow }

/** Of a failing row, the reason is journalled when it is seen, and not again when the row is removed. */
function endOf({ before, row }: Changed): readonly UserEnd[] {
  const isEnded = row.state === 'ended' || row.state === 'failing'
  return isEnded && row.end !== null && before.state !== 'failing' ? [{ userId: row.userId, end: row.end }] : []
}

/** The core has just taken this user, and nothing else is known of its row. */
function isTaken({ before, row: { state, rounds, seenAt, misses } }: Changed): boolean {
  return before.state === 'sending' && state === 'staged' && rounds === 0 && seenAt === null && misses === 0
}

/** A whole batch in one statement: half of what several rows in a statement take. */
const takenRows = `INSERT INTO bulk_row (target_id, batch_id, place, user_id, state, row_id)
  SELECT ?, ?, 0, one.key, 'staged', one.value FROM json_each(?) AS one WHERE true
  ON CONFLICT DO UPDATE SET state = excluded.state, row_id = excluded.row_id, rounds = 0, seen_at = NULL, misses = 0`

const changedRows = statementOfRows(
  (rows) => `WITH changed (target_id, batch_id) AS (VALUES (?, ?))
    INSERT INTO bulk_row (target_id, batch_id, place, user_id, state, row_id, rounds, seen_at, misses)
    SELECT changed.target_id, changed.batch_id, 0, column1, column2, column3, column4, column5, column6
    FROM changed CROSS JOIN (VALUES ${rows}) WHERE true
    ON CONFLICT DO UPDATE SET state = excluded.state, row_id = excluded.row_id, rounds = excluded.rounds,
      seen_at = excluded.seen_at, misses = excluded.misses`,
  '(?, ?, ?, ?, ?, ?)',
)

/** The part of a user that stays in memory after its request was journaled: arrays of exact length. */
function begunUser({ id, calls, keys, externalUserId }: UnsentUser): BegunUser {
  const following = calls.filter((call) => !createsUser(call)).map(begunCall)
  return { id, keys, externalUserId, creating: calls.filter(createsUser).map(begunCall), following }
}

function begunCall(call: Call): BegunCall {
  return { key: callKey(call), kind: call.kind }
}
