import { readBulkError } from '../../../../shared/core-api/bulk-errors.ts'
import { type Call, createsUser } from '../../../../shared/planning/call.ts'
import type { Provenance } from '../../document/created-users.ts'
import { withTexts } from '../../document/facets.ts'
import { allRows, bulkInsert, type Database, run, sql, statementOfRows } from '../../document/sqlite.ts'
import { callsOf } from '../../document/stored-calls.ts'
import { type AttemptRecord, type CallResult, notSent } from '../call-result.ts'
import { type ClaimedUser, readUserRow, withHistories } from '../claimed-user.ts'
import { type CallOutcome, type CommittedCall, storeOutcomes } from '../store-outcome.ts'
import type { RowEnd } from './batch.ts'
import type { BegunCall, BegunUser } from './candidates.ts'

/** A user staged by this run and found in the core. */
type ImportedUser = { readonly user: BegunUser; readonly coreUserId: string }

/** Times, Unix epoch, milliseconds: when the request of their batch was about to leave, and now. */
type ImportTimes = { readonly sentAt: number; readonly at: number }

const createdCalls = statementOfRows(
  (rows) => `WITH import (target_id, at) AS (VALUES (?, ?))
    INSERT INTO call (target_id, user_id, key, kind, state, since, finished_at, http_status, status, message, tries,
      core_user_id, existed, created, sent_at, ms, provenance)
    SELECT import.target_id, column1, column2, column3, 'done', import.at, import.at, 200, 'OK', '', column4,
      column5, 0, 1, column6, column7, column8
    FROM import CROSS JOIN (VALUES ${rows}) WHERE true
    ON CONFLICT DO UPDATE SET state = 'done', finished_at = excluded.finished_at, http_status = 200, status = 'OK',
      message = '', tries = tries + excluded.tries, core_user_id = excluded.core_user_id, existed = 0, created = 1,
      sent_at = coalesce(excluded.sent_at, sent_at), ms = coalesce(excluded.ms, ms), absent_at = NULL,
      provenance = excluded.provenance`,
  '(?, ?, ?, ?, ?, ?, ?, ?)',
)

const followingCalls = statementOfRows(
  (rows) => `WITH import (target_id, at) AS (VALUES (?, ?))
    INSERT INTO call (target_id, user_id, key, kind, state, since, finished_at, http_status, status, core_user_id)
    SELECT import.target_id, column1, column2, column3, 'done', import.at, import.at, 200, 'OK', column4
    FROM import CROSS JOIN (VALUES ${rows}) WHERE true
    ON CONFLICT DO UPDATE SET state = 'done', finished_at = excluded.finished_at, http_status = 200, status = 'OK',
      message = '', core_user_id = excluded.core_user_id, existed = NULL, created = NULL, absent_at = NULL,
      provenance = NULL`,
  '(?, ?, ?, ?)',
)

/** A passwordless user takes two requests by single calls, so that its call alone does not tell how it was sent. */
const attempts = statementOfRows(
  (rows) => `WITH import (target_id, at, ms) AS (VALUES (?, ?, ?))
    INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message)
    SELECT import.target_id, column1, column2, 'bulk-stage', import.at, import.ms, 'success', 200, 'OK', ''
    FROM import CROSS JOIN (VALUES ${rows}) WHERE true`,
  '(?, ?)',
)

const migrate = `UPDATE progress SET state = 'migrated', failure = NULL, tries = tries + 1, changed_at = ?
  WHERE target_id = ? AND user_id IN (SELECT value FROM json_each(?))`

type CallOfUser = ImportedUser & { readonly call: BegunCall; readonly isFirst: boolean }

/** Records users as created with everything staged for them, in sets: most users of a run pass here. */
function storeImported(
  database: Database,
  targetId: number,
  imported: readonly ImportedUser[],
  { times: { sentAt, at }, provenance }: { readonly times: ImportTimes; readonly provenance: Provenance },
): void {
  const ms = Math.max(0, at - sentAt)
  const creating: CallOfUser[] = []
  const following: CallOfUser[] = []
  const attempted: CallOfUser[] = []
  for (const { user, coreUserId } of imported) {
    for (const [place, call] of user.creating.entries()) creating.push({ user, coreUserId, call, isFirst: place === 0 })
    for (const call of user.following) following.push({ user, coreUserId, call, isFirst: false })
    const [call] = user.creating
    if (call?.kind === 'passwordless') attempted.push({ user, coreUserId, call, isFirst: true })
  }
  bulkInsert(
    database,
    createdCalls,
    creating,
    (values, { user, coreUserId, call: { key, kind }, isFirst }) => {
      values.push(user.id, key, kind, isFirst ? 1 : 0, coreUserId, isFirst ? sentAt : null, isFirst ? ms : null)
      values.push(provenance.signCreated(key, coreUserId))
    },
    [targetId, at],
  )
  bulkInsert(
    database,
    followingCalls,
    following,
    (values, { user, coreUserId, call: { key, kind } }) => values.push(user.id, key, kind, coreUserId),
    [targetId, at],
  )
  bulkInsert(database, attempts, attempted, (values, { user, call: { key } }) => values.push(user.id, key), [
    targetId,
    sentAt,
    ms,
  ])
  run(database, migrate, at, targetId, JSON.stringify(imported.map(({ user }) => user.id)))
}

export type UserEnd = { readonly userId: number; readonly end: RowEnd }

type SettleWith = {
  readonly database: Database
  readonly targetId: number
  readonly provenance: Provenance
  /** Users of batches that this run began. */
  readonly begun: ReadonlyMap<number, BegunUser>
}

/** Records how users left their batch, and returns the results of their calls. */
export function settleUsers(
  { database, targetId, provenance, begun }: SettleWith,
  ends: readonly UserEnd[],
  times: ImportTimes,
): readonly CommittedCall[] {
  const imported: ImportedUser[] = []
  const others: UserEnd[] = []
  for (const one of ends) {
    const user = begun.get(one.userId)
    if (one.end.kind === 'migrated' && user !== undefined) imported.push({ user, coreUserId: one.end.coreUserId })
    else others.push(one)
  }
  const outcomes = othersOutcomes(database, targetId, others, times)
  storeOutcomes(database, targetId, outcomes, provenance)
  if (imported.length > 0) storeImported(database, targetId, imported, { times, provenance })
  return [...outcomes, ...imported.flatMap(committedOf)]
}

/** A user counts as migrated with the first of its calls. */
function committedOf({ user, coreUserId }: ImportedUser): readonly CommittedCall[] {
  return user.creating.map(({ kind }, place) => ({
    userId: user.id,
    call: { call: { kind } },
    result: doneBy(coreUserId),
    userState: place === 0 ? 'migrated' : null,
  }))
}

function othersOutcomes(
  database: Database,
  targetId: number,
  ends: readonly UserEnd[],
  { sentAt, at }: ImportTimes,
): readonly CallOutcome[] {
  if (ends.length === 0) return []
  const users = new Map(
    readStagedUsers(
      database,
      targetId,
      ends.map(({ userId }) => userId),
    ).map((user) => [user.id, user]),
  )
  return ends.flatMap(({ userId, end }) => {
    const user = users.get(userId)
    return user === undefined ? [] : outcomesOf(user, end, sentAt, at)
  })
}

/** Users of batches with their calls, as the document has them. */
export function readStagedUsers(
  database: Database,
  targetId: number,
  userIds: readonly number[],
): readonly ClaimedUser[] {
  const select = `SELECT user.id, ${callsOf} AS calls, 0 AS replaces FROM json_each(?) AS wanted
    CROSS JOIN user ON user.id = wanted.value ${withTexts}`
  const rows = allRows(readUserRow, sql(database, select), JSON.stringify(userIds))
  return withHistories(database, targetId, rows).map(asRecovered)
}

/**
 * A user of a batch that an earlier run began. A user found in the core then counts as created only where this machine had
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

/** The outcomes of all calls of a user, which one row of the core stands for. */
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

function doneBy(coreUserId: string): CallResult {
  const made = { created: true, existed: false, httpStatus: 200, message: '' }
  return { kind: 'done', coreUserId, recipeUserId: null, ...made }
}

/** Another call of the same person: a linked login method was created with the first one. */
function resultOfOther(call: Call, end: RowEnd): CallResult {
  if (end.kind !== 'migrated') return notSent
  return createsUser(call) ? doneBy(end.coreUserId) : followUpResult(end.coreUserId)
}

/** Result of a call that creates no user and was part of the request. */
function followUpResult(coreUserId: string): CallResult {
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
      return { ...notSent, message: end.message }
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
