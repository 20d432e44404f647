import * as z from 'zod'
import type { Call, CallState } from '../../../shared/planning/call.ts'
import { allRows } from '../document/rows.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'
import { callKey, readStoredCalls } from '../document/stored-calls.ts'

/** One call of a claimed user, with what happened to it before. */
export type ClaimedCall = {
  readonly call: Call
  readonly key: string
  readonly state: CallState
  readonly leftAlone: boolean
  /** It may have reached the core in an earlier try. */
  readonly sentBefore: boolean
  /** Sent long ago without an answer: look the user up before sending it again. */
  readonly lookFirst: boolean
  readonly coreUserId: string | null
  readonly recipeUserId: string | null
}

/** A user taken up for sending: its first open call is durably in `sending` before this is handed out. */
export type ClaimedUser = { readonly id: number; readonly calls: readonly ClaimedCall[] }

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
  state: z.enum(['todo', 'sending', 'done', 'failed', 'unknown']),
  status: z.string().nullable(),
  tries: z.number(),
  core_user_id: z.string().nullable(),
  recipe_user_id: z.string().nullable(),
})

/** Claims the next users: those given back first, then those never sent, in the order of the export. */
export function claimUsers(
  database: Database,
  query: ClaimQuery,
): { readonly users: readonly ClaimedUser[]; readonly last: number } {
  const narrowed = query.scoped ? 'AND user.id IN (SELECT user_id FROM scope_user)' : ''
  const held = [...query.held].map((family) => `AND user.bucket <> '${family.replaceAll("'", "''")}'`).join(' ')
  return transaction(database, () => {
    const again = allRows(
      userRow,
      sql(
        database,
        `SELECT user.id, user.calls FROM progress JOIN user ON user.id = progress.user_id
         WHERE progress.target_id = ? AND progress.state = 'ready' AND user.plan_state = 'ready' ${narrowed} ${held}
         ORDER BY user.id LIMIT ?`,
      ),
      query.targetId,
      query.limit,
    )
    const fresh =
      again.length === query.limit
        ? []
        : allRows(
            userRow,
            sql(
              database,
              `SELECT user.id, user.calls FROM user WHERE plan_state = 'ready' AND id > ? ${narrowed} ${held}
               AND NOT EXISTS (SELECT 1 FROM progress WHERE target_id = ? AND user_id = user.id) ORDER BY id LIMIT ?`,
            ),
            query.after,
            query.targetId,
            query.limit - again.length,
          )
    const users = [...again.map((row) => withHistory(database, query.targetId, row)), ...fresh.map(withoutHistory)]
    for (const user of users) markSending(database, query.targetId, user, query.now)
    return { users, last: fresh.at(-1)?.id ?? query.after }
  })
}

function withoutHistory(row: z.infer<typeof userRow>): ClaimedUser {
  return { id: row.id, calls: readStoredCalls(row.calls).map(untouched) }
}

function untouched(call: Call): ClaimedCall {
  const nothing = {
    state: 'todo',
    leftAlone: false,
    sentBefore: false,
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
    return {
      call,
      key: before.key,
      state: before.state === 'done' ? 'done' : 'todo',
      leftAlone: before.status === 'left-alone',
      sentBefore: before.tries > 0,
      lookFirst: before.status === 'look-first',
      coreUserId: before.core_user_id,
      recipeUserId: before.recipe_user_id,
    }
  })
  return { id: row.id, calls }
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
  ).run(targetId, userId, call.key, call.call.kind, now)
}

/** Gives back users that were claimed but never sent. */
export function unclaimUsers(database: Database, targetId: number, users: readonly ClaimedUser[], now: number): void {
  if (users.length === 0) return
  transaction(database, () => {
    for (const { id } of users) {
      sql(database, "UPDATE call SET state = 'todo' WHERE target_id = ? AND user_id = ? AND state = 'sending'").run(
        targetId,
        id,
      )
      sql(database, "UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND user_id = ?").run(
        now,
        targetId,
        id,
      )
    }
  })
}
