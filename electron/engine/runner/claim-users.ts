import { type CallState, type UserState, createsUser } from '../../../shared/planning/call.ts'
import type { Provenance } from '../document/created-users.ts'
import { withFacet, withTexts } from '../document/facets.ts'
import { allRows, bulkInsert, type Database, insertStatement, run, sql, transaction } from '../document/sqlite.ts'
import { callsOf, ownStatus } from '../document/stored-calls.ts'
import { type ClaimedCall, type ClaimedUser, readUserRow, withHistory, withoutHistory } from './claimed-user.ts'
import { type LookUpRule, existingRuleOf } from './existing-users.ts'

type ClaimQuery = {
  readonly targetId: number
  readonly limit: number
  /** Only users with a higher id, unless they were given back. */
  readonly after: number
  /** Hash families that wait for a setting of the core. */
  readonly held: ReadonlySet<string>
  /** Only the users named in the temporary table `scope_user`. */
  readonly scoped: boolean
  readonly lookUps: LookUpRule
  /** Unix epoch, milliseconds. */
  readonly now: number
}

/** The operator's word for users who changed since an earlier migration: the core's rule for existing users does not hold. */
const replaces = `EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND finding.code = 'changed-since'
  AND finding.group_key IN ('password', 'other-id')) AS replaces`

/** The user's facet and texts. */
const joined = `${withFacet} ${withTexts}`

/**
 * Claims the next users, in the order of the export: released ones and those never sent in turns, because users that failed before
 * a pause, one after the other, look like a core that fails. Settles users on the way whose calls are all done (a correction
 * removed the rest).
 */
export function claimUsers(
  database: Database,
  query: ClaimQuery,
): { readonly users: readonly ClaimedUser[]; readonly last: number } {
  return transaction(database, () => {
    for (;;) {
      const released = allRows(readUserRow, sql(database, againQuery(query)), query.targetId, query.limit)
      const left = query.limit - Math.min(released.length, Math.floor(query.limit / 2))
      const fresh = allRows(readUserRow, sql(database, freshQuery(query)), query.after, query.targetId, left)
      const known = released
        .slice(0, query.limit - fresh.length)
        .map((row) => withHistory(database, query.targetId, row))
      const settled = known.filter((user) => user.calls.every((call) => call.state === 'done'))
      for (const user of settled) settle(database, query, user)
      const again = known.filter((user) => !settled.includes(user))
      const users = inTurns(fresh.map(withoutHistory), again)
      markSending(database, query, users)
      if (users.length > 0 || settled.length === 0) return { users, last: fresh.at(-1)?.id ?? query.after }
    }
  })
}

function inTurns<T>(some: readonly T[], others: readonly T[]): readonly T[] {
  const longer = Math.max(some.length, others.length)
  return Array.from({ length: longer }, (_, at) => [...some.slice(at, at + 1), ...others.slice(at, at + 1)]).flat()
}

function againQuery(query: ClaimQuery): string {
  return `SELECT user.id, ${callsOf} AS calls, ${replaces} FROM progress AS p CROSS JOIN user ON user.id = p.user_id ${joined}
    WHERE p.target_id = ? AND p.state = 'ready' AND facet.plan_state = 'ready' ${heldBack(query)}
    ${query.scoped ? 'AND p.user_id IN (SELECT user_id FROM scope_user)' : ''} ORDER BY p.user_id LIMIT ?`
}

/** Reads the scope where there is one, else all users that are ready. */
function freshQuery(query: ClaimQuery): string {
  const among = query.scoped
    ? `scope_user CROSS JOIN user ON user.id = scope_user.user_id ${joined} WHERE scope_user.user_id > ?`
    : `user ${joined} WHERE user.id > ?`
  return `SELECT user.id, ${callsOf} AS calls, ${replaces} FROM ${among} AND facet.plan_state = 'ready' ${heldBack(query)}
    AND NOT EXISTS (SELECT 1 FROM progress WHERE target_id = ? AND user_id = user.id)
    ORDER BY ${query.scoped ? 'scope_user.user_id' : 'user.id'} LIMIT ?`
}

function heldBack({ held }: ClaimQuery): string {
  return [...held].map((family) => `AND facet.bucket <> '${family.replaceAll("'", "''")}'`).join(' ')
}

function settle(database: Database, { targetId, now }: ClaimQuery, user: ClaimedUser): void {
  run(
    database,
    'UPDATE progress SET state = ?, failure = NULL, changed_at = ? WHERE target_id = ? AND user_id = ?',
    stateOfUser(user.calls),
    now,
    targetId,
    user.id,
  )
}

/** Notes that these users are being sent. */
export function markUsersSending(
  database: Database,
  targetId: number,
  users: readonly { readonly id: number }[],
  now: number,
): void {
  // One statement for all of them costs half of one for each (measured: 1.1 to 2.6 µs a user).
  run(
    database,
    `INSERT INTO progress (target_id, user_id, state, changed_at)
     SELECT ?, claimed.value, 'sending', ? FROM json_each(?) AS claimed WHERE true
     ON CONFLICT DO UPDATE SET state = 'sending', changed_at = excluded.changed_at`,
    targetId,
    now,
    JSON.stringify(users.map(({ id }) => id)),
  )
}

function markSending(database: Database, { targetId, lookUps, now }: ClaimQuery, users: readonly ClaimedUser[]): void {
  markUsersSending(database, targetId, users, now)
  const first = users.flatMap(({ id, calls }) => {
    const call = calls.find(({ state }) => state !== 'done')
    return call === undefined ? [] : [{ userId: id, call, at: now }]
  })
  markCallsSending(database, targetId, first, lookUps)
}

/** A call that is about to be sent. `at`: Unix epoch, milliseconds. */
export type CallStart = { readonly userId: number; readonly call: ClaimedCall; readonly at: number }

const beginning = insertStatement(
  'INSERT INTO call (target_id, user_id, key, kind, state, status, since)',
  "(?, ?, ?, ?, 'sending', ?, ?)",
  `ON CONFLICT DO UPDATE SET state = 'sending', status = coalesce(excluded.status, status), since = excluded.since`,
)

/** Notes that calls are about to be looked up or sent. */
export function markCallsSending(
  database: Database,
  targetId: number,
  calls: readonly CallStart[],
  lookUps: LookUpRule,
): void {
  bulkInsert(database, beginning, calls, (values, { userId, call, at }) => {
    const status = isLookedUpFirst(call, lookUps) ? ownStatus.lookUpFirst : null
    values.push(targetId, userId, call.key, call.call.kind, status, call.unansweredSince ?? at)
  })
}

/** Notes that the core does not have the login methods of calls that are about to be sent. */
export function markCallsAbsent(
  database: Database,
  targetId: number,
  calls: readonly CallStart[],
  provenance: Provenance,
): void {
  const mark = 'UPDATE call SET absent_at = ?, provenance = ? WHERE target_id = ? AND user_id = ? AND key = ?'
  for (const { userId, call, at } of calls)
    run(database, mark, at, provenance.signAbsent(call.key, at), targetId, userId, call.key)
}

/** A call as far as the user's state is concerned. */
export type CallStatus = {
  readonly state: CallState
  readonly skippedExisting: boolean
  /** Waits for the operator, because the core has this user. */
  readonly waits?: boolean
}

/** The state of a user that was taken up for sending, from the states of all its calls. */
export function stateOfUser(calls: readonly CallStatus[]): UserState {
  const has = (state: CallState) => calls.some((call) => call.state === state)
  if (has('sending')) return 'sending'
  if (has('in-doubt')) return 'in-doubt'
  if (has('failed')) return 'failed'
  if (calls.some((call) => call.waits === true)) return 'blocked'
  if (has('todo')) return 'ready'
  return calls.length > 0 && calls.every((call) => call.skippedExisting) ? 'existing' : 'migrated'
}

/**
 * Is this call, of which no earlier try can have had an effect, looked up before it is sent? Then nothing was sent of it
 * unless the core was seen not to have its login method.
 */
function isLookedUpFirst(call: ClaimedCall, rule: LookUpRule): boolean {
  return rule.canLookUp && createsUser(call.call) && !call.sentBefore && existingRuleOf(call, rule) !== 'overwrite'
}
