import { unreachable } from '../../../shared/result.ts'
import { change, type Database } from '../document/sqlite.ts'
import { failureSignature } from './breaker.ts'
import { stateAfter, triesOf, type AttemptRecord, type CallResult } from './call-result.ts'
import type { ClaimedCall } from './claimed-user.ts'
import type { CallOutcome } from './journal.ts'
import { lookFirst, metThere, notDone } from './recover.ts'

/** Writes what happened to a call, every request of it, and what became of its user. */
export function storeOutcome(database: Database, targetId: number, outcome: CallOutcome): void {
  if (!isPlain(outcome)) for (const attempt of outcome.attempts) storeAttempt(database, targetId, outcome, attempt)
  storeCall(database, targetId, outcome)
  storeProgress(database, targetId, outcome)
}

/** Nearly every call is one request that succeeds: the call itself tells all of it. */
function isPlain({ attempts, result, call }: CallOutcome): boolean {
  return result.kind === 'done' && attempts.length === 1 && call.call.kind !== 'passwordless' && !call.sentBefore
}

function storeAttempt(database: Database, targetId: number, outcome: CallOutcome, attempt: AttemptRecord): void {
  change(
    database,
    'INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    targetId,
    outcome.userId,
    outcome.call.key,
    attempt.operation,
    attempt.at,
    attempt.ms,
    attempt.outcome,
    attempt.httpStatus,
    attempt.status,
    attempt.message,
  )
}

function storeCall(database: Database, targetId: number, { userId, call, result, attempts, at }: CallOutcome): void {
  const state = stateAfter(result)
  const last = attempts.at(-1)
  if (state === null) {
    const update = 'UPDATE call SET tries = tries + ? WHERE target_id = ? AND user_id = ? AND key = ?'
    change(database, update, triesOf(attempts), targetId, userId, call.key)
    return
  }
  const wasThere = result.kind === 'left-alone' || result.kind === 'waits'
  const answered = result.kind === 'done' || wasThere ? result : null
  change(
    database,
    `UPDATE call SET state = ?, finished_at = ?, http_status = ?, status = ?, message = ?, tries = tries + ?,
     core_user_id = coalesce(?, core_user_id), recipe_user_id = coalesce(?, recipe_user_id), existed = ?, created = ?,
     sent_at = coalesce(?, sent_at), ms = coalesce(?, ms)
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
    targetId,
    userId,
    call.key,
  )
}

const progressWith = (
  failure: string,
) => `UPDATE progress SET state = coalesce(?, state), failure = coalesce(?, ${failure}),
  tries = tries + ?, changed_at = ? WHERE target_id = ? AND user_id = ?`
/** Texts that are made once: one of its own for every user would be looked at letter by letter. */
const progress = progressWith('failure')
const progressThere = progressWith('NULL')

function storeProgress(database: Database, targetId: number, outcome: CallOutcome): void {
  const { userId, call, result, attempts, at, userState } = outcome
  const failure = result.kind === 'failed' ? failureSignature(call.call.kind, result) : null
  const isThere = userState === 'migrated' || userState === 'present'
  change(database, isThere ? progressThere : progress, userState, failure, triesOf(attempts), at, targetId, userId)
}

function statusOf(call: ClaimedCall, result: CallResult): string | null {
  switch (result.kind) {
    case 'done':
      return result.httpStatus === null ? 'not-sent' : 'OK'
    case 'left-alone':
      return 'left-alone'
    case 'waits':
      return metThere
    case 'failed':
      return result.status
    case 'unanswered':
      return null
    case 'interrupted':
    case 'held':
      if (call.lookFirst) return lookFirst
      return call.sentBefore ? null : notDone
    default:
      return unreachable(result)
  }
}

function flag(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}
