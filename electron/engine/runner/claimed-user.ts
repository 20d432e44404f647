import * as z from 'zod'
import type { Call, CallState } from '../../../shared/planning/call.ts'
import { allRows, type Database, groupByUser, oneRow, sql } from '../document/sqlite.ts'
import { causeOfReply } from './call-result.ts'
import { isRefused, ownStatus, readStoredCalls } from '../document/stored-calls.ts'
import { callKey } from '../../../shared/planning/call-key.ts'

/** One call of a claimed user, with what happened to it before. */
export type ClaimedCall = {
  readonly call: Call
  readonly key: string
  readonly state: CallState
  readonly skippedExisting: boolean
  /** An earlier try may have had its effect: it was sent, and not refused. */
  readonly sentBefore: boolean
  /**
   * When it was sent without a conclusive answer, if the operator has not decided about it since: Unix epoch,
   * milliseconds.
   */
  readonly unansweredSince: number | null
  /** Sent long ago without an answer: look the user up before sending it again. */
  readonly reconcileFirst: boolean
  /** The core was asked before it was sent, and did not have it: when it has it now, this document created it. */
  readonly wasAbsent: boolean
  /** When that was, and the signature of the machine that asked (`document/created-users.ts`). */
  readonly absence: { readonly at: number; readonly signature: string | null } | null
  /** The operator wants what the export says now to replace what the core has of this user. */
  readonly replaces: boolean
  readonly coreUserId: string | null
  readonly recipeUserId: string | null
  /** The cause of its failure in an earlier run in which others succeeded: meeting it again says nothing about the core. */
  readonly ownCause: string | null
}

/** A user taken up for sending: its first open call is durably in `sending` before this is handed out. */
export type ClaimedUser = {
  readonly id: number
  readonly calls: readonly ClaimedCall[]
  /** Nothing was known of this user at the target before. */
  readonly fresh: boolean
}

const callRow = z.object({
  key: z.string(),
  since: z.number(),
  state: z.enum(['todo', 'sending', 'done', 'failed', 'in-doubt']),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  tries: z.number(),
  absent_at: z.number().nullable(),
  provenance: z.string().nullable(),
  core_user_id: z.string().nullable(),
  recipe_user_id: z.string().nullable(),
})

/** A user with its planned calls. `replaces`: the core's rule for existing users does not hold for it. */
export const readUserRow = z.object({ id: z.number(), calls: z.string(), replaces: z.number() })
type ReadUser = z.infer<typeof readUserRow>

/** A user without any history at the target. */
export function withoutHistory(row: ReadUser): ClaimedUser {
  return {
    id: row.id,
    calls: readStoredCalls(row.calls).map((call) => untouched(call, row.replaces === 1)),
    fresh: true,
  }
}

function untouched(call: Call, replaces: boolean): ClaimedCall {
  const nothing = {
    state: 'todo',
    skippedExisting: false,
    sentBefore: false,
    unansweredSince: null,
    reconcileFirst: false,
    wasAbsent: false,
    absence: null,
    coreUserId: null,
    recipeUserId: null,
    ownCause: null,
  } as const
  return { call, key: callKey(call), replaces, ...nothing }
}

/** A user with what happened to its calls before. */
export function withHistory(database: Database, targetId: number, row: ReadUser): ClaimedUser {
  const select = 'SELECT * FROM call WHERE target_id = ? AND user_id = ?'
  return withCalls(
    row,
    allRows(callRow, sql(database, select), targetId, row.id),
    ownCauseIn(database, targetId, row.id),
  )
}

/**
 * The last request of a call of a user who failed, where others succeeded between the first one that ended like it and itself: others
 * of the same part of the export, and the last ones, which are sent while a user set aside is.
 */
const failedAmongSuccesses = `WITH tried AS (SELECT id, at, http_status, status, message FROM attempt
    WHERE target_id = ?1 AND user_id = ?2 AND key = ?3),
  others AS (SELECT * FROM (SELECT changed_at FROM progress WHERE target_id = ?1 AND state = 'migrated'
      AND user_id BETWEEN ?2 - 200 AND ?2 + 200)
    UNION ALL SELECT * FROM (SELECT changed_at FROM progress INDEXED BY progress_by_state
      WHERE target_id = ?1 AND state = 'migrated' ORDER BY user_id DESC LIMIT 200))
  SELECT last.http_status, last.message FROM (SELECT * FROM tried ORDER BY id DESC LIMIT 1) AS last WHERE last.status IS NULL
    AND EXISTS (SELECT 1 FROM progress WHERE target_id = ?1 AND user_id = ?2 AND failure IS NOT NULL)
    AND EXISTS (SELECT 1 FROM others WHERE changed_at
      BETWEEN (SELECT min(at) FROM tried WHERE http_status IS last.http_status) AND last.at)`

/**
 * The cause of a failed call that may pass, where others succeeded meanwhile. It is found in its requests, because a retry that was
 * paused or killed leaves the call as one to be sent.
 */
function ownCauseIn(database: Database, targetId: number, userId: number): (row: CallRow) => string | null {
  return ({ key, state }) => {
    if (state === 'done') return null
    const last = oneRow(lastRequest, sql(database, failedAmongSuccesses), targetId, userId, key)
    return last === undefined ? null : causeOfReply(last.http_status, last.message)
  }
}

const lastRequest = z.object({ http_status: z.number().nullable(), message: z.string() })

type CallRow = z.infer<typeof callRow>

const callOfUserRow = callRow.extend({ user_id: z.number() })

/** The same for many users, in one query, to settle a batch. */
export function withHistories(database: Database, targetId: number, rows: readonly ReadUser[]): ClaimedUser[] {
  const select = `SELECT call.* FROM json_each(?) AS wanted
    CROSS JOIN call ON call.target_id = ? AND call.user_id = wanted.value`
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const calls = groupByUser(allRows(callOfUserRow, sql(database, select), ids, targetId))
  return rows.map((row) => withCalls(row, calls.get(row.id) ?? [], () => null))
}

function withCalls(row: ReadUser, rows: readonly CallRow[], ownCause: (row: CallRow) => string | null): ClaimedUser {
  const known = new Map(rows.map((r) => [r.key, r]))
  const calls = readStoredCalls(row.calls).map((call): ClaimedCall => {
    const before = known.get(callKey(call))
    if (before === undefined) return untouched(call, row.replaces === 1)
    const sentBefore = before.tries > 0 && !wasRefused(before)
    return {
      call,
      key: before.key,
      state: before.state === 'done' ? 'done' : 'todo',
      skippedExisting: before.status === 'skipped-existing',
      sentBefore,
      // A failed or unknown call is sent again by the operator's word only.
      unansweredSince: sentBefore && before.state === 'todo' ? before.since : null,
      reconcileFirst: before.status === ownStatus.reconcileFirst,
      wasAbsent: sentBefore && before.absent_at !== null,
      absence: before.absent_at === null ? null : { at: before.absent_at, signature: before.provenance },
      replaces: row.replaces === 1,
      coreUserId: before.core_user_id,
      recipeUserId: before.recipe_user_id,
      ownCause: ownCause(before),
    }
  })
  return { id: row.id, calls, fresh: false }
}

/** The core answered that it did not do it, or never got it. */
function wasRefused({ state, status, http_status: code, absent_at: absentAt }: CallRow): boolean {
  if (state === 'todo') return status === ownStatus.notApplied || status === ownStatus.conflict
  // An absence that stayed says that a request before the refused one may have had its effect.
  return state === 'failed' && absentAt === null && isRefused(status, code)
}
