import * as z from 'zod'
import { withTexts } from '../../document/facets.ts'
import { noProvenance, type Provenance } from '../../document/provenance.ts'
import { allRows, oneNumber } from '../../document/rows.ts'
import type { Database, SqlValue } from '../../document/sqlite.ts'
import { bulkInsert, insertStatement, run, sql } from '../../document/statements.ts'
import { transaction } from '../../document/transactions.ts'
import { createsUser, type Call } from '../../../../shared/planning/call.ts'
import { readBulkError } from '../../../../shared/core-api/bulk-errors.ts'
import type { AttemptRecord, CallResult } from '../call-result.ts'
import { markAbsentCallsSending, markUsersSending } from '../claim-users.ts'
import { withHistories, withoutHistory, type ClaimedUser } from '../claimed-user.ts'
import { storeOutcomes, type CallOutcome } from '../store-outcome.ts'
import {
  afterEvent,
  newBatch,
  newRow,
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
  /** Users of batches with their calls. */
  readonly users: (userIds: readonly number[]) => ReadonlyMap<number, ClaimedUser>
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
  const begun = createBegunUsers()

  const readUsers = (userIds: readonly number[]): readonly ClaimedUser[] => {
    const select = `SELECT user.id, t.calls, 0 AS replaces FROM json_each(?) AS wanted
      CROSS JOIN user ON user.id = wanted.value ${withTexts}`
    const rows = allRows(userRow, sql(database, select), JSON.stringify(userIds))
    return withHistories(database, targetId, rows).map(asRecovered)
  }

  const usersOf: BulkJournal['users'] = (userIds) => {
    const found = new Map<number, ClaimedUser>()
    const missing: number[] = []
    for (const id of userIds) {
      const user = begun.get(id)
      if (user === undefined) missing.push(id)
      else found.set(id, user)
    }
    if (missing.length > 0) for (const user of readUsers(missing)) found.set(user.id, user)
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

  const begin: BulkJournal['begin'] = (users) => {
    const at = now()
    const marked = users.map((user) => withAbsence(user, at, provenance))
    const batch = transaction(database, () => {
      const insert = 'INSERT INTO bulk_batch (target_id, sent_at) VALUES (?, ?)'
      const id = Number(sql(database, insert).run(targetId, at).lastInsertRowid)
      markUsersSending(database, targetId, users, at)
      // Calls that follow from creating the user have no row before they are done: without one, a call is to be done.
      const creating = marked.flatMap(({ id: userId, calls }) =>
        calls.flatMap((call) => (call.absence === null ? [] : [{ userId, call, at, absence: call.absence }])),
      )
      markAbsentCallsSending(database, targetId, creating)
      const rows = users.map((user, place) => ({ place, row: newRow(user.id) }))
      bulkInsert(database, bulkRow, rows, (values, { place, row }) =>
        values.push(targetId, id, place, ...valuesOf(row)),
      )
      return newBatch(
        id,
        at,
        users.map((user) => user.id),
      )
    })
    begun.add(marked)
    return batch
  }

  /** Writes how rows changed. Who has left the core's list needs no note: a look at the list tells it again. */
  const saveRows = (batchId: number, changed: readonly Changed[]): void => {
    const gone = changed.flatMap(({ row }) => (row.state === 'ended' ? [row.userId] : []))
    if (gone.length > 0) {
      const remove = 'DELETE FROM bulk_row WHERE target_id = ? AND user_id IN (SELECT value FROM json_each(?))'
      run(database, remove, targetId, JSON.stringify(gone))
    }
    const kept = changed.filter(
      ({ before, row }) => row.state !== 'ended' && !(isStaged(before) && row.state === 'gone'),
    )
    bulkInsert(database, bulkRow, kept, (values, { row }) => values.push(targetId, batchId, 0, ...valuesOf(row)))
  }

  const outcomesFor = (batch: Batch, changed: readonly Changed[]): readonly CallOutcome[] => {
    const ends = changed.flatMap(({ before, row }) => {
      const isEnded = row.state === 'ended' || row.state === 'failing'
      return isEnded && row.end !== null && before.state !== 'failing' ? [{ userId: row.userId, end: row.end }] : []
    })
    if (ends.length === 0) return []
    const users = usersOf(ends.map(({ userId }) => userId))
    const at = now()
    return ends.flatMap(({ userId, end }) => {
      const user = users.get(userId)
      return user === undefined ? [] : outcomesOf(user, end, batch.sentAt, at)
    })
  }

  return {
    open: () =>
      allRows(
        batchRow,
        sql(database, 'SELECT id, sent_at FROM bulk_batch WHERE target_id = ? AND ended_at IS NULL ORDER BY id'),
        targetId,
      ).map(({ id, sent_at }): Batch => ({ id, sentAt: sent_at, rows: rowsOf(id) })),
    begin,
    apply: (batch, event) => {
      const after = afterEvent(batch, event)
      const changed = after.rows.flatMap((row, index): readonly Changed[] => {
        const before = batch.rows[index]
        return before === undefined || before === row || before.state === 'ended' ? [] : [{ before, row }]
      })
      // Ended rows are of no more use, and a batch without others is done.
      const rows = after.rows.filter(({ state }) => state !== 'ended')
      if (changed.length === 0 && rows.length > 0) return { batch, outcomes: [] }
      const outcomes = transaction(database, () => {
        const ends = outcomesFor(batch, changed)
        saveRows(batch.id, changed)
        storeOutcomes(database, targetId, ends, provenance)
        if (rows.length === 0) run(database, 'UPDATE bulk_batch SET ended_at = ? WHERE id = ?', now(), batch.id)
        return ends
      })
      begun.remove(changed.flatMap(({ row }) => (row.state === 'ended' ? [row.userId] : [])))
      return { batch: { ...after, rows }, outcomes }
    },
    users: usersOf,
  }
}

type Changed = { readonly before: BatchRow; readonly row: BatchRow }

function isStaged({ state }: BatchRow): boolean {
  return state === 'staged'
}

const bulkRow = insertStatement(
  `INSERT INTO bulk_row (target_id, batch_id, place, user_id, state, row_id, rounds, seen_at, misses)`,
  '(?, ?, ?, ?, ?, ?, ?, ?, ?)',
  `ON CONFLICT DO UPDATE SET state = excluded.state, row_id = excluded.row_id, rounds = excluded.rounds,
   seen_at = excluded.seen_at, misses = excluded.misses`,
)

function valuesOf({ userId, state, rowId, rounds, seenAt, misses }: BatchRow): readonly SqlValue[] {
  return [userId, state, rowId, rounds, seenAt, misses]
}

/** So many users of batches that were begun here stay in memory; the others are read again. */
const maxBegun = 50_000

/** Users of batches that this run began, so that they are not read again to note how they end. */
function createBegunUsers() {
  const users = new Map<number, ClaimedUser>()
  return {
    get: (id: number) => users.get(id),
    add: (more: readonly ClaimedUser[]) => {
      if (users.size + more.length <= maxBegun) for (const user of more) users.set(user.id, user)
    },
    remove: (ids: readonly number[]) => {
      for (const id of ids) users.delete(id)
    },
  }
}

/** The core does not have the login methods that these calls create; signed, as this machine saw it. */
function withAbsence(user: ClaimedUser, at: number, provenance: Provenance): ClaimedUser {
  return {
    ...user,
    calls: user.calls.map((call) =>
      createsUser(call.call) ? { ...call, absence: { at, signature: provenance.signAbsent(call.key, at) } } : call,
    ),
  }
}

/**
 * A user of a batch that an earlier run began. Who is found in the core then counts as created only where this machine had
 * seen that the core did not have it.
 */
function asRecovered(user: ClaimedUser): ClaimedUser {
  const unsigned = { at: 0, signature: null }
  return {
    ...user,
    calls: user.calls.map((call) =>
      createsUser(call.call) ? { ...call, wasAbsent: true, absence: call.absence ?? unsigned } : call,
    ),
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
  const follows = others.map((call) => outcome(call, resultOfOther(call.call, end), []))
  const last = outcome(main, resultOf(end), [attemptOf(end, sentAt, at)])
  const state = { migrated: 'migrated', failed: 'failed', 'in-doubt': 'in-doubt', released: 'ready' } as const
  return [...follows, { ...last, userState: state[end.kind] }]
}

const notDone: CallResult = { kind: 'interrupted', settled: true, stop: null, message: '' }

function doneBy(coreUserId: string): CallResult {
  const made = { created: true, existed: false, httpStatus: 200, message: '' }
  return { kind: 'done', coreUserId, recipeUserId: null, ...made }
}

/** Another call of the same person: a linked login method was created with the first one. */
function resultOfOther(call: Call, end: RowEnd): CallResult {
  if (end.kind !== 'migrated') return notDone
  return createsUser(call) ? doneBy(end.coreUserId) : followed(end.coreUserId)
}

/** A call that creates nobody, and was part of the request. */
function followed(coreUserId: string): CallResult {
  return { kind: 'done', coreUserId, recipeUserId: null, created: null, existed: null, httpStatus: 200, message: '' }
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
