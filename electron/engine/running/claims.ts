import * as z from 'zod'
import type { Call, CallState } from '../../../shared/planning/call.ts'
import { allRows } from '../document/rows.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'
import { lookFirst, notDone } from './recover.ts'
import { stateOfUser } from './user-state.ts'

/** One call of a claimed user, with what happened to it before. */
export type ClaimedCall = {
  readonly call: Call
  readonly key: string
  readonly state: CallState
  readonly leftAlone: boolean
  /** An earlier try may have had its effect: it was sent, and not refused. */
  readonly sentBefore: boolean
  /** When it was sent without an answer that counts, if it was and nobody decided about it since: Unix epoch, milliseconds. */
  readonly unansweredSince: number | null
  /** Sent long ago without an answer: look the user up before sending it again. */
  readonly lookFirst: boolean
  readonly coreUserId: string | null
  readonly recipeUserId: string | null
}

/** A user taken up for sending: its first open call is durably in `sending` before this is handed out. */
export type ClaimedUser = {
  readonly id: number
  readonly calls: readonly ClaimedCall[]
  /** Nothing was known of this user at the target before. */
  readonly fresh: boolean
}

export type ClaimQuery = {
  readonly targetId: number
  readonly limit: number
  /** Only users with a higher id, unless they were given back. */
  readonly after: number
  /** Hash families that wait for a setting of the core. */
  readonly held: ReadonlySet<string>
  /** Only the users named in the temporary table `scope_user`. */
  readonly scoped: boolean
  /** Unix epoch, milliseconds. */
  readonly now: number
}

const userRow = z.object({ id: z.number(), calls: z.string() })
const callRow = z.object({
  key: z.string(),
  since: z.number(),
  state: z.enum(['todo', 'sending', 'done', 'failed', 'unknown']),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  tries: z.number(),
  core_user_id: z.string().nullable(),
  recipe_user_id: z.string().nullable(),
})

/**
 * Claims the next users: those given back first, then those never sent, in the order of the export. Users of whom
 * everything is done already (a correction took the rest away) are settled on the way.
 */
export function claimUsers(
  database: Database,
  query: ClaimQuery,
): { readonly users: readonly ClaimedUser[]; readonly last: number } {
  return transaction(database, () => {
    for (;;) {
      const again = allRows(userRow, sql(database, againQuery(query)), query.targetId, query.limit)
      const left = query.limit - again.length
      const fresh =
        left === 0 ? [] : allRows(userRow, sql(database, freshQuery(query)), query.after, query.targetId, left)
      const known = again.map((row) => withHistory(database, query.targetId, row))
      const settled = known.filter((user) => user.calls.every((call) => call.state === 'done'))
      for (const user of settled) settle(database, query, user)
      const users = [...known.filter((user) => !settled.includes(user)), ...fresh.map(withoutHistory)]
      for (const user of users) markSending(database, query.targetId, user, query.now)
      if (users.length > 0 || settled.length === 0) return { users, last: fresh.at(-1)?.id ?? query.after }
    }
  })
}

function againQuery(query: ClaimQuery): string {
  return `SELECT user.id, user.calls FROM progress AS p CROSS JOIN user ON user.id = p.user_id
    WHERE p.target_id = ? AND p.state = 'ready' AND user.plan_state = 'ready' ${heldBack(query)}
    ${query.scoped ? 'AND p.user_id IN (SELECT user_id FROM scope_user)' : ''} ORDER BY p.user_id LIMIT ?`
}

/** Goes along the scope where there is one, else along all users that are ready. */
function freshQuery(query: ClaimQuery): string {
  const among = query.scoped
    ? "scope_user CROSS JOIN user ON user.id = scope_user.user_id WHERE scope_user.user_id > ? AND user.plan_state = 'ready'"
    : "user WHERE user.plan_state = 'ready' AND user.id > ?"
  return `SELECT user.id, user.calls FROM ${among} ${heldBack(query)}
    AND NOT EXISTS (SELECT 1 FROM progress WHERE target_id = ? AND user_id = user.id)
    ORDER BY ${query.scoped ? 'scope_user.user_id' : 'user.id'} LIMIT ?`
}

function heldBack({ held }: ClaimQuery): string {
  return [...held].map((family) => `AND user.bucket <> '${family.replaceAll("'", "''")}'`).join(' ')
}

function settle(database: Database, { targetId, now }: ClaimQuery, user: ClaimedUser): void {
  sql(
    database,
    'UPDATE progress SET state = ?, failure = NULL, changed_at = ? WHERE target_id = ? AND user_id = ?',
  ).run(stateOfUser(user.calls), now, targetId, user.id)
}

function withoutHistory(row: z.infer<typeof userRow>): ClaimedUser {
  return { id: row.id, calls: readStoredCalls(row.calls).map(untouched), fresh: true }
}

function untouched(call: Call): ClaimedCall {
  const nothing = {
    state: 'todo',
    leftAlone: false,
    sentBefore: false,
    unansweredSince: null,
    lookFirst: false,
    coreUserId: null,
    recipeUserId: null,
  } as const
  return { call, key: callKey(call), ...nothing }
}

function withHistory(database: Database, targetId: number, row: z.infer<typeof userRow>): ClaimedUser {
  const rows = allRows(
    callRow,
    sql(database, 'SELECT * FROM call WHERE target_id = ? AND user_id = ?'),
    targetId,
    row.id,
  )
  const known = new Map(rows.map((r) => [r.key, r]))
  const calls = readStoredCalls(row.calls).map((call): ClaimedCall => {
    const before = known.get(callKey(call))
    if (before === undefined) return untouched(call)
    const sentBefore = before.tries > 0 && !wasRefused(before)
    return {
      call,
      key: before.key,
      state: before.state === 'done' ? 'done' : 'todo',
      leftAlone: before.status === 'left-alone',
      sentBefore,
      // What failed or is unknown is sent again by the operator's word only.
      unansweredSince: sentBefore && before.state === 'todo' ? before.since : null,
      lookFirst: before.status === lookFirst,
      coreUserId: before.core_user_id,
      recipeUserId: before.recipe_user_id,
    }
  })
  return { id: row.id, calls, fresh: false }
}

/** The core answered that it did not do it, or never got it. */
function wasRefused({ state, status, http_status: code }: z.infer<typeof callRow>): boolean {
  if (state === 'todo') return status === notDone
  return state === 'failed' && (status !== null || (code !== null && code >= 400 && code < 500))
}

function markSending(database: Database, targetId: number, user: ClaimedUser, now: number): void {
  sql(
    database,
    `INSERT INTO progress (target_id, user_id, state, changed_at) VALUES (?, ?, 'sending', ?)
     ON CONFLICT DO UPDATE SET state = 'sending', changed_at = excluded.changed_at`,
  ).run(targetId, user.id, now)
  const open = user.calls.find((call) => call.state !== 'done')
  if (open !== undefined) markCallSending(database, targetId, user.id, open, now)
}

/** Notes that a call is about to be sent. */
export function markCallSending(
  database: Database,
  targetId: number,
  userId: number,
  call: ClaimedCall,
  now: number,
): void {
  sql(
    database,
    `INSERT INTO call (target_id, user_id, key, kind, state, since) VALUES (?, ?, ?, ?, 'sending', ?)
     ON CONFLICT DO UPDATE SET state = 'sending', since = excluded.since`,
  ).run(targetId, userId, call.key, call.call.kind, call.unansweredSince ?? now)
}

/** Gives back users that were claimed but never sent: as if they had not been claimed. */
export function unclaimUsers(database: Database, targetId: number, users: readonly ClaimedUser[], now: number): void {
  if (users.length === 0) return
  transaction(database, () => {
    for (const user of users) {
      if (user.fresh) forget(database, targetId, user.id)
      else giveBack(database, targetId, user, now)
    }
  })
}

function forget(database: Database, targetId: number, userId: number): void {
  for (const table of ['call', 'progress'])
    sql(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ?`).run(targetId, userId)
}

function giveBack(database: Database, targetId: number, user: ClaimedUser, now: number): void {
  const open = user.calls.find((call) => call.state !== 'done')
  if (open !== undefined) {
    sql(
      database,
      "UPDATE call SET state = 'todo', status = coalesce(?, status) WHERE target_id = ? AND user_id = ? AND key = ?",
    ).run(open.sentBefore ? null : notDone, targetId, user.id, open.key)
  }
  sql(database, "UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND user_id = ?").run(
    now,
    targetId,
    user.id,
  )
}
