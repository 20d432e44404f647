import type { UserState } from '../../../shared/planning/call.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'
import type { AttemptRecord, CallResult } from './call-result.ts'
import { stateAfter, triesOf } from './call-result.ts'
import { failureSignature } from './breaker.ts'
import { markCallSending, type ClaimedCall } from './claims.ts'

/** What happened to one call of one user. */
export type CallOutcome = {
  readonly userId: number
  readonly call: ClaimedCall
  readonly result: CallResult
  readonly attempts: readonly AttemptRecord[]
  readonly at: number
  /** The user's new state when this was its last call in this round; null while others follow. */
  readonly userState: UserState | null
}

/**
 * Writes the run into the document: `sending` before a request leaves, outcomes in groups. Everything goes through
 * the one connection of the writer, so the order of events is the order in the file.
 */
export type Journal = {
  /** Resolves when the call is durably in `sending`. Calls made close together share one commit. */
  readonly sending: (userId: number, call: ClaimedCall, at: number) => Promise<void>
  /** Takes an outcome; it is committed within `groupMs` or with `groupSize` others. */
  readonly outcome: (outcome: CallOutcome) => void
  /** Commits what is waiting, now. */
  readonly flush: () => void
}

const groupSize = 256
const groupMs = 50

export type JournalOptions = {
  readonly targetId: number
  readonly onCommitted: (outcomes: readonly CallOutcome[]) => void
  /** The document can no longer be written (disk full, folder gone). */
  readonly onTrouble: (error: unknown) => void
}

export function createJournal(database: Database, options: JournalOptions): Journal {
  const { targetId } = options
  let waiting: CallOutcome[] = []
  let timer: NodeJS.Timeout | null = null
  let starting: {
    readonly userId: number
    readonly call: ClaimedCall
    readonly at: number
    readonly resolve: () => void
  }[] = []

  const flush = () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting.length === 0) return
    const group = waiting
    try {
      transaction(database, () => group.forEach((outcome) => store(database, targetId, outcome)))
      waiting = []
      options.onCommitted(group)
    } catch (error) {
      options.onTrouble(error)
    }
  }

  const flushStarting = () => {
    const group = starting
    starting = []
    try {
      transaction(database, () =>
        group.forEach(({ userId, call, at }) => markCallSending(database, targetId, userId, call, at)),
      )
      for (const { resolve } of group) resolve()
    } catch (error) {
      options.onTrouble(error)
    }
  }

  return {
    sending: (userId, call, at) =>
      new Promise((resolve) => {
        if (starting.length === 0) setImmediate(flushStarting)
        starting.push({ userId, call, at, resolve })
      }),
    outcome: (outcome) => {
      waiting.push(outcome)
      if (waiting.length >= groupSize) flush()
      else timer ??= setTimeout(flush, groupMs)
    },
    flush,
  }
}

function store(database: Database, targetId: number, outcome: CallOutcome): void {
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
      statusOf(result),
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

function statusOf(result: CallResult): string | null {
  switch (result.kind) {
    case 'done':
      return result.httpStatus === null ? 'not-sent' : 'OK'
    case 'left-alone':
      return 'left-alone'
    case 'failed':
      return result.status
    case 'interrupted':
    case 'held':
      return null
  }
}

function flag(value: boolean | null): 0 | 1 | null {
  return value === null ? null : value ? 1 : 0
}
