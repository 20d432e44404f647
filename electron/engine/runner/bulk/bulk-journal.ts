import * as z from 'zod'
import { withTexts } from '../../document/facets.ts'
import { noProvenance, type Provenance } from '../../document/provenance.ts'
import { allRows, oneNumber, oneRow } from '../../document/rows.ts'
import type { Database } from '../../document/sqlite.ts'
import { run, sql } from '../../document/statements.ts'
import { transaction } from '../../document/transactions.ts'
import { createsUser } from '../../../../shared/planning/call.ts'
import { readBulkError } from '../../../../shared/core-api/bulk-errors.ts'
import type { AttemptRecord, CallResult } from '../call-result.ts'
import { markCallsAbsent, markCallsSending } from '../claim-users.ts'
import { withHistory, withoutHistory, type ClaimedUser } from '../claimed-user.ts'
import { storeOutcomes, type CallOutcome } from '../store-outcome.ts'
import {
  afterEvent,
  newBatch,
  openRowStates,
  type Batch,
  type BatchEvent,
  type BatchRow,
  type RowEnd,
} from './batch.ts'

/** Where the batches of one target are kept. Every change of state is one transaction. */
export type BulkJournal = {
  /** Batches of which a row may still be in the core. */
  readonly open: () => readonly Batch[]
  /** Notes durably, once synced, that these users are about to be staged. None of them was ever sent. */
  readonly begin: (users: readonly ClaimedUser[]) => Batch
  /** What follows from an event, written down: who ends is taken out of the batch in the same transaction. */
  readonly apply: (
    batch: Batch,
    event: BatchEvent,
  ) => { readonly batch: Batch; readonly outcomes: readonly CallOutcome[] }
  /** The calls of a user of a batch. */
  readonly user: (userId: number) => ClaimedUser | null
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
const userRow = z.object({ id: z.number(), calls: z.string(), replaces: z.number() })

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
  const readUser = (userId: number): ClaimedUser | null => {
    const select = `SELECT user.id, t.calls, 0 AS replaces FROM user ${withTexts} WHERE user.id = ?`
    const row = oneRow(userRow, sql(database, select), userId)
    return row === undefined ? null : withHistory(database, targetId, row)
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

  const begin: BulkJournal['begin'] = (users) =>
    transaction(database, () => {
      const at = now()
      const insert = 'INSERT INTO bulk_batch (target_id, sent_at) VALUES (?, ?)'
      const id = Number(sql(database, insert).run(targetId, at).lastInsertRowid)
      const calls = users.flatMap((user) => user.calls.map((call) => ({ userId: user.id, call, at })))
      markCallsSending(database, targetId, calls)
      markCallsAbsent(
        database,
        targetId,
        calls.filter(({ call }) => createsUser(call.call)),
        provenance,
      )
      for (const [place, user] of users.entries()) {
        run(
          database,
          `INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, ?, 'sending', ?)
           ON CONFLICT DO UPDATE SET state = 'sending', changed_at = excluded.changed_at`,
          targetId,
          user.id,
          at,
        )
        run(
          database,
          "INSERT INTO bulk_row (target_id, user_id, batch_id, place, state) VALUES (?, ?, ?, ?, 'sending')",
          targetId,
          user.id,
          id,
          place,
        )
      }
      return newBatch(
        id,
        at,
        users.map((user) => user.id),
      )
    })

  const save = (batch: Batch, before: BatchRow, after: BatchRow): readonly CallOutcome[] => {
    const isKnown = before.state === 'failing'
    const end = after.state === 'ended' || after.state === 'failing' ? after.end : null
    const user = end === null || isKnown ? null : readUser(after.userId)
    if (after.state === 'ended') {
      run(database, 'DELETE FROM bulk_row WHERE target_id = ? AND user_id = ?', targetId, after.userId)
    } else {
      run(
        database,
        'UPDATE bulk_row SET state = ?, row_id = ?, rounds = ?, seen_at = ?, misses = ? WHERE target_id = ? AND user_id = ?',
        after.state,
        after.rowId,
        after.rounds,
        after.seenAt,
        after.misses,
        targetId,
        after.userId,
      )
    }
    return user === null || end === null ? [] : outcomesOf(user, end, batch.sentAt, now())
  }

  return {
    open: () =>
      allRows(
        batchRow,
        sql(database, 'SELECT id, sent_at FROM bulk_batch WHERE target_id = ? AND ended_at IS NULL ORDER BY id'),
        targetId,
      ).map(({ id, sent_at }): Batch => ({ id, sentAt: sent_at, rows: rowsOf(id) })),
    begin,
    apply: (batch, event) =>
      transaction(database, () => {
        const after = afterEvent(batch, event)
        const changed = after.rows.flatMap((row, index) => {
          const before = batch.rows[index]
          return before === undefined || before === row || before.state === 'ended' ? [] : [{ before, row }]
        })
        const outcomes = changed.flatMap(({ before, row }) => save(batch, before, row))
        storeOutcomes(database, targetId, outcomes, provenance)
        // Ended rows are of no more use, and a batch without others is done.
        const rows = after.rows.filter(({ state }) => state !== 'ended')
        if (rows.length === 0) run(database, 'UPDATE bulk_batch SET ended_at = ? WHERE id = ?', now(), batch.id)
        return { batch: { ...after, rows }, outcomes }
      }),
    user: readUser,
  }
}

/** What became of all calls of a user: one row of the core is all of them. */
function outcomesOf(user: ClaimedUser, end: RowEnd, sentAt: number, at: number): readonly CallOutcome[] {
  const open = user.calls.filter(({ state }) => state !== 'done')
  const [main, ...others] = open.toSorted((a, b) => Number(createsUser(b.call)) - Number(createsUser(a.call)))
  if (main === undefined) return []
  const outcome = (call: (typeof open)[number], result: CallResult, attempts: readonly AttemptRecord[]) => ({
    userId: user.id,
    call,
    result,
    attempts,
    at,
    userState: null,
  })
  const follows = others.map((call) => outcome(call, end.kind === 'migrated' ? doneBy(end.coreUserId) : notDone, []))
  const last = outcome(main, resultOf(end), [attemptOf(end, sentAt, at)])
  const state = { migrated: 'migrated', failed: 'failed', 'in-doubt': 'in-doubt', released: 'ready' } as const
  return [...follows, { ...last, userState: state[end.kind] }]
}

const notDone: CallResult = { kind: 'interrupted', settled: true, stop: null, message: '' }

function doneBy(coreUserId: string): CallResult {
  const made = { created: true, existed: false, httpStatus: 200, message: '' }
  return { kind: 'done', coreUserId, recipeUserId: null, ...made }
}

function resultOf(end: RowEnd): CallResult {
  switch (end.kind) {
    case 'migrated':
      return doneBy(end.coreUserId)
    case 'failed': {
      const { code, sentence } = readBulkError(end.message)
      const about = { noAnswer: false, aboutUser: true }
      return { kind: 'failed', httpStatus: 200, status: code ?? 'BULK_IMPORT_ERROR', message: sentence, ...about }
    }
    case 'in-doubt':
      return { kind: 'unanswered', message: end.message }
    default:
      return { ...notDone, message: end.message }
  }
}

/** The user's part in the request of its batch, for its history. */
function attemptOf(end: RowEnd, sentAt: number, at: number): AttemptRecord {
  const outcome = { migrated: 'success', failed: 'status', 'in-doubt': 'unanswered', released: 'released' } as const
  const message = end.kind === 'migrated' ? '' : end.message
  const answered = end.kind === 'migrated' || end.kind === 'failed'
  return {
    operation: 'bulk-stage',
    at: sentAt,
    ms: Math.max(0, at - sentAt),
    outcome: outcome[end.kind],
    httpStatus: answered ? 200 : null,
    status: end.kind === 'migrated' ? 'OK' : null,
    message,
  }
}

/** A user as the export has it, of whom nothing was sent. */
export function freshUser(row: z.infer<typeof userRow>): ClaimedUser {
  return withoutHistory(row)
}
