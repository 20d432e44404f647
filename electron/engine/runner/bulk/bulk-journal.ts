import * as z from 'zod'
import { bulkPersonBody } from '../../../../shared/core-api/bulk-person.ts'
import type { BulkRow } from '../../../../shared/core-api/bulk-rows.ts'
import { stagedFingerprint } from '../../../../shared/core-api/staged-fingerprint.ts'
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
import { loginsOfMethods, personOf } from './person-of.ts'
import { readStagedUsers, settleUsers, type UserEnd } from './settle-users.ts'
import { callKey, keyOfLogin } from '../../../../shared/planning/call-key.ts'
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
  /** Records, durably once synced, that a batch is about to be sent later than it was begun. */
  readonly sendingNow: (batch: Batch) => Batch
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

/** A user of this migration that was staged about when a row of the core's list was made, with the same contents. */
type StagedBefore = { readonly userId: number; readonly isInDoubt: boolean }

/** A request may take a minute, and the clocks of the core and of this machine may differ. */
const maxApartMs = 600_000

const sentRow = z.object({ sent_at: z.number() })

const ownerRow = z.object({ user_id: z.number(), key: z.string() })

const stagedRow = z.object({ user_id: z.number(), state: z.string(), at: z.number().nullable() })

const owners = `SELECT user_id, key FROM call WHERE target_id = ? AND key IN (SELECT value FROM json_each(?))`

/** The last time that a user was staged: in a batch that is open, imported, or ended in another way. */
const whenStaged = `SELECT p.user_id, p.state, max(
    coalesce((SELECT b.sent_at FROM bulk_row AS r JOIN bulk_batch AS b ON b.id = r.batch_id
      WHERE r.target_id = p.target_id AND r.user_id = p.user_id), 0),
    coalesce((SELECT max(call.sent_at) FROM call WHERE call.target_id = p.target_id AND call.user_id = p.user_id), 0),
    coalesce((SELECT max(at) FROM attempt WHERE attempt.target_id = p.target_id AND attempt.user_id = p.user_id
      AND operation = 'bulk-stage'), 0)) AS at
  FROM json_each(?) AS one CROSS JOIN progress AS p ON p.target_id = ? AND p.user_id = one.value`

/**
 * Which rows of the core's list are copies of rows that this migration staged, by the ID of the row: they have the login, the
 * contents and, within some minutes, the time of a user that it staged. The calls of the target are gone through where a row
 * was made at such a time, so rows that are known are not to be asked about again. `aheadMs`: how far the core's clock is ahead.
 */
function readStagedBefore(
  database: Database,
  targetId: number,
  rows: readonly BulkRow[],
  aheadMs: number,
): ReadonlyMap<string, StagedBefore> {
  const isNear = (sentAt: number, createdAt: number) => Math.abs(createdAt - aheadMs - sentAt) <= maxApartMs
  const batches = allRows(sentRow, sql(database, 'SELECT sent_at FROM bulk_batch WHERE target_id = ?'), targetId)
  const near = rows.filter(({ createdAt }) => batches.some(({ sent_at }) => isNear(sent_at, createdAt)))
  if (near.length === 0) return new Map()
  const keys = near.flatMap((row) => callKeysOf(row))
  const ownerOf = new Map(
    allRows(ownerRow, sql(database, owners), targetId, JSON.stringify(keys)).map((row) => [row.key, row.user_id]),
  )
  const ids = JSON.stringify([...new Set(ownerOf.values())])
  const staged = new Map(allRows(stagedRow, sql(database, whenStaged), ids, targetId).map((row) => [row.user_id, row]))
  const prints = new Map(
    readStagedUsers(database, targetId, [...staged.keys()]).map(({ id, calls }) => {
      const found = personOf(calls.map(({ call }) => call))
      return [id, found === null ? null : stagedFingerprint(bulkPersonBody(found.person))]
    }),
  )
  return new Map(
    near.flatMap((row): [string, StagedBefore][] => {
      const userId = callKeysOf(row)
        .map((key) => ownerOf.get(key))
        .find((one) => one !== undefined)
      const one = userId === undefined ? undefined : staged.get(userId)
      if (one === undefined || one.at === null || !isNear(one.at, row.createdAt)) return []
      if (prints.get(one.user_id) !== row.fingerprint) return []
      return [[row.id, { userId: one.user_id, isInDoubt: one.state === 'in-doubt' }]]
    }),
  )
}

/** The keys of the calls that would create the login methods of a row. */
function callKeysOf({ methods }: BulkRow): readonly string[] {
  return loginsOfMethods(methods).map(keyOfLogin)
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
    sendingNow: (batch) => {
      const sentAt = now()
      run(database, 'UPDATE bulk_batch SET sent_at = ? WHERE id = ?', sentAt, batch.id)
      return { ...batch, sentAt }
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
