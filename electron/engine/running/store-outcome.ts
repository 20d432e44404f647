import { unreachable } from '../../../shared/result.ts'
import { sql, type Database } from '../document/sqlite.ts'
import { failureSignature } from './breaker.ts'
import { stateAfter, triesOf, type CallResult } from './call-result.ts'
import type { ClaimedCall } from './claims.ts'
import type { CallOutcome } from './journal.ts'
import { lookFirst } from './recover.ts'

/** Writes what happened to a call, every request of it, and what became of its user. */
export function storeOutcome(database: Database, targetId: number, outcome: CallOutcome): void {
  const { userId, call, result, attempts, at, userState } = outcome
  for (const attempt of attempts) {
    sql(
      database,
      'INSERT INTO attempt (target_id, user_id, key, operation, at, ms, outcome, http_status, status, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ).run(
      targetId,
      userId,
      call.key,
      attempt.operation,
      attempt.at,
      attempt.ms,
      attempt.outcome,
      attempt.httpStatus,
      attempt.status,
      attempt.message,
    )
  }
  const tries = triesOf(attempts)
  const state = stateAfter(result)
  const answered = result.kind === 'done' || result.kind === 'left-alone' ? result : null
  if (state !== null) {
    sql(
      database,
      `UPDATE call SET state = ?, finished_at = ?, http_status = ?, status = ?, message = ?, tries = tries + ?,
       core_user_id = coalesce(?, core_user_id), recipe_user_id = coalesce(?, recipe_user_id), existed = ?, created = ?
       WHERE target_id = ? AND user_id = ? AND key = ?`,
    ).run(
      state,
      state === 'todo' ? null : at,
      'httpStatus' in result ? result.httpStatus : null,
      statusOf(call, result),
      result.message,
      tries,
      answered?.coreUserId ?? null,
      result.kind === 'done' ? result.recipeUserId : null,
      result.kind === 'left-alone' ? 1 : result.kind === 'done' ? flag(result.existed) : null,
      result.kind === 'done' ? flag(result.created) : null,
      targetId,
      userId,
      call.key,
    )
  } else {
    sql(database, 'UPDATE call SET tries = tries + ? WHERE target_id = ? AND user_id = ? AND key = ?').run(
      tries,
      targetId,
      userId,
      call.key,
    )
  }
  const failure = result.kind === 'failed' ? failureSignature(call.call.kind, result) : null
  sql(
    database,
    `UPDATE progress SET state = coalesce(?, state), failure = coalesce(?, failure), tries = tries + ?, changed_at = ?
     WHERE target_id = ? AND user_id = ?`,
  ).run(userState, failure, tries, at, targetId, userId)
  if (userState === 'migrated' || userState === 'present') {
    sql(database, 'UPDATE progress SET failure = NULL WHERE target_id = ? AND user_id = ? AND failure IS NOT NULL').run(
      targetId,
      userId,
    )
  }
}

function statusOf(call: ClaimedCall, result: CallResult): string | null {
  switch (result.kind) {
    case 'done':
      return result.httpStatus === null ? 'not-sent' : 'OK'
    case 'left-alone':
      return 'left-alone'
    case 'failed':
      return result.status
    case 'interrupted':
    case 'held':
      return call.lookFirst ? lookFirst : null
    default:
      return unreachable(result)
  }
}

function flag(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}
