import type { UserState } from '../../../shared/planning/call.ts'
import { unreachable } from '../../../shared/result.ts'
import { bulkInsert, type Database, insertStatement, run } from '../document/sqlite.ts'
import { type AttemptRecord, type CallResult, failureSignature, stateAfter, triesOf } from './call-result.ts'
import { noProvenance, type Provenance } from '../document/created-users.ts'
import type { ClaimedCall } from './claimed-user.ts'
import { isRefused, mayBeApplied, ownStatus } from '../document/stored-calls.ts'

/** The outcome of one call of one user. */
export type CallOutcome = {
  readonly userId: number
  readonly call: ClaimedCall
  readonly result: CallResult
  readonly attempts: readonly AttemptRecord[]
  readonly at: number
  /** The user's new state when this was its last call in this round; null while others follow. */
  readonly userState: UserState | null
}

/** The counted facts of a call that was committed. */
export type CommittedCall = Pick<CallOutcome, 'userId' | 'result' | 'userState'> & {
  readonly call: { readonly call: Pick<ClaimedCall['call'], 'kind'> }
}

/** Writes what happened to calls, every request of them, and what became of their users. */
export function storeOutcomes(
  database: Database,
  targetId: number,
  outcomes: readonly CallOutcome[],
  provenance: Provenance = noProvenance,
): void {
  const simple: SimpleSuccess[] = []
  for (const outcome of outcomes) {
    if (isSimple(outcome)) simple.push(outcome)
    else storeOutcome(database, targetId, outcome, provenance)
  }
  // The last of their users, so that nothing written before it can come after it.
  storeSimpleSuccesses(database, targetId, simple, provenance)
}

/** One request that succeeded, and the last of its user; or a call of such a user that was part of that request. */
type SimpleSuccess = CallOutcome & { readonly result: Extract<CallResult, { kind: 'done' }> }

function isSimple(outcome: CallOutcome): outcome is SimpleSuccess {
  if (outcome.result.kind !== 'done') return false
  return isUnsent(outcome) || (outcome.userState === 'migrated' && isSingleAttempt(outcome))
}

const doneCall = insertStatement(
  `INSERT INTO call (target_id, user_id, key, kind, state, since, finished_at, http_status, status, message, tries,
   core_user_id, recipe_user_id, existed, created, sent_at, ms, provenance)`,
  "(?, ?, ?, ?, 'done', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  `ON CONFLICT DO UPDATE SET state = 'done', finished_at = excluded.finished_at, http_status = excluded.http_status,
   status = excluded.status, message = excluded.message, tries = tries + excluded.tries,
   core_user_id = coalesce(excluded.core_user_id, core_user_id),
   recipe_user_id = coalesce(excluded.recipe_user_id, recipe_user_id),
   existed = excluded.existed, created = excluded.created, sent_at = coalesce(excluded.sent_at, sent_at),
   ms = coalesce(excluded.ms, ms), absent_at = NULL,
   provenance = excluded.provenance`,
)

const migrated = insertStatement(
  'INSERT INTO progress (target_id, user_id, state, tries, changed_at)',
  "(?, ?, 'migrated', ?, ?)",
  `ON CONFLICT DO UPDATE SET state = 'migrated', failure = NULL, tries = tries + excluded.tries,
   changed_at = excluded.changed_at`,
)

/** Several in a statement: most users of a run pass here. */
function storeSimpleSuccesses(
  database: Database,
  targetId: number,
  outcomes: readonly SimpleSuccess[],
  provenance: Provenance,
): void {
  bulkInsert(database, doneCall, outcomes, (values, { userId, call, result, attempts, at }) => {
    const [attempt] = attempts
    values.push(targetId, userId, call.key, call.call.kind, at, at)
    values.push(result.httpStatus, statusOf(call, result), result.message, triesOf(attempts))
    values.push(result.coreUserId, result.recipeUserId, flag(result.existed), flag(result.created))
    values.push(attempt?.at ?? null, attempt?.ms ?? null, signatureOf(call, result, provenance))
  })
  const last = outcomes.filter(({ userState }) => userState === 'migrated')
  bulkInsert(database, migrated, last, (values, { userId, attempts, at }) => {
    values.push(targetId, userId, triesOf(attempts), at)
  })
}

/**
 * Signs a success in which the core said that this call created the user. That an earlier session did not find the user
 * counts only when this machine saw it.
 */
function signatureOf(call: ClaimedCall, result: CallResult, provenance: Provenance): string | null {
  if (result.kind !== 'done' || result.coreUserId === null) return null
  if (result.created !== true && result.existed !== false) return null
  const { absence, key } = call
  if (call.wasAbsent && absence !== null && !provenance.isAbsent(absence.signature, key, absence.at)) return null
  return provenance.signCreated(key, result.coreUserId)
}

/** Writes what happened to one call. */
function storeOutcome(database: Database, targetId: number, outcome: CallOutcome, provenance: Provenance): void {
  if (!isSingleAttempt(outcome))
    for (const attempt of outcome.attempts) storeAttempt(database, targetId, outcome.userId, outcome.call.key, attempt)
  storeCall(database, targetId, outcome, provenance)
  storeProgress(database, targetId, outcome)
}

/** A call that the request of another one performed, so that it was never sent itself. */
function isUnsent({ userState, attempts, call }: CallOutcome): boolean {
  return (
    userState === null && attempts.length === 0 && call.state === 'todo' && !call.sentBefore && call.absence === null
  )
}

/** Nearly every call is one request that succeeds: the call itself tells all of it. */
function isSingleAttempt({ attempts, result, call }: CallOutcome): boolean {
  return result.kind === 'done' && attempts.length === 1 && call.call.kind !== 'passwordless' && !call.sentBefore
}

/** Adds a request to the history of a user. */
export function storeAttempt(
  database: Database,
  targetId: number,
  userId: number,
  key: string,
  attempt: AttemptRecord,
): void {
  run(
    database,
    'INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    targetId,
    userId,
    key,
    attempt.operation,
    attempt.at,
    attempt.ms,
    attempt.outcome,
    attempt.httpStatus,
    attempt.status,
    attempt.message,
  )
}

function storeCall(
  database: Database,
  targetId: number,
  { userId, call, result, attempts, at }: CallOutcome,
  provenance: Provenance,
): void {
  const state = stateAfter(result)
  const last = attempts.at(-1)
  if (state === null) {
    const update = 'UPDATE call SET tries = tries + ? WHERE target_id = ? AND user_id = ? AND key = ?'
    run(database, update, triesOf(attempts), targetId, userId, call.key)
    return
  }
  const wasThere = result.kind === 'skipped-existing' || result.kind === 'waits'
  const answered = result.kind === 'done' || wasThere ? result : null
  const stays = mayBeThere(call, result, attempts) ? 1 : 0
  run(
    database,
    `UPDATE call SET state = ?, finished_at = ?, http_status = ?, status = ?, message = ?, tries = tries + ?,
     core_user_id = coalesce(?, core_user_id), recipe_user_id = coalesce(?, recipe_user_id), existed = ?, created = ?,
     sent_at = coalesce(?, sent_at), ms = coalesce(?, ms), absent_at = CASE WHEN ? THEN absent_at END,
     provenance = CASE WHEN ? THEN provenance ELSE ? END
     WHERE target_id = ? AND user_id = ? AND key = ?`,
    state,
    state === 'todo' ? null : at,
    'httpStatus' in result ? result.httpStatus : null,
    statusOf(call, result),
    result.message,
    triesOf(attempts),
    answered?.coreUserId ?? null,
    result.kind === 'done' ? result.recipeUserId : null,
    wasThere ? 1 : result.kind === 'done' ? flag(result.existed) : null,
    result.kind === 'done' ? flag(result.created) : null,
    last?.at ?? null,
    last?.ms ?? null,
    stays,
    stays,
    signatureOf(call, result, provenance),
    targetId,
    userId,
    call.key,
  )
}

/** True when the core may have applied the call unseen: the record that the user was absent before then stays valid. */
function mayBeThere(call: ClaimedCall, result: CallResult, attempts: readonly AttemptRecord[]): boolean {
  if (result.kind === 'unanswered') return true
  if (result.kind === 'failed') return !isRefused(result.status, result.httpStatus) || attempts.some(mayBeApplied)
  return (result.kind === 'interrupted' || result.kind === 'held') && call.sentBefore
}

const progressWith = (
  failure: string,
) => `UPDATE progress SET state = coalesce(?, state), failure = coalesce(?, ${failure}),
  tries = tries + ?, changed_at = ? WHERE target_id = ? AND user_id = ?`
/** Prebuilt SQL strings; the statement cache would otherwise hash a new string per user. */
const progress = progressWith('failure')
const progressDone = progressWith('NULL')

function storeProgress(database: Database, targetId: number, outcome: CallOutcome): void {
  const { userId, call, result, attempts, at, userState } = outcome
  const failure = result.kind === 'failed' ? failureSignature(call.call.kind, result) : null
  const isThere = userState === 'migrated' || userState === 'existing'
  const tries = failure === null ? triesOf(attempts) : failedTriesOf(attempts)
  run(database, isThere ? progressDone : progress, userState, failure, tries, at, targetId, userId)
}

function statusOf(call: ClaimedCall, result: CallResult): string | null {
  switch (result.kind) {
    case 'done':
      return result.httpStatus === null ? ownStatus.noOp : 'OK'
    case 'skipped-existing':
      return 'skipped-existing'
    case 'waits':
      return ownStatus.conflict
    case 'failed':
      return result.status
    case 'unanswered':
      return null
    case 'interrupted':
    case 'held':
      if (call.reconcileFirst) return ownStatus.reconcileFirst
      return call.sentBefore ? null : ownStatus.notApplied
    default:
      return unreachable(result)
  }
}

function flag(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}

/** Tries of a user who failed: the look-ups, where the core could not even be asked for it. */
function failedTriesOf(attempts: readonly AttemptRecord[]): number {
  return triesOf(attempts) || attempts.length
}
