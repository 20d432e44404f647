import { notApplied } from './call-status.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'

/** One request as far as its effect in the core is concerned. */
type Attempt = {
  readonly operation: string
  readonly outcome: string
  readonly httpStatus: number | null
  readonly status: string | null
}

// What becomes of a staged row is told by the core's list, and with it by the result of the call.
const createsNothing: readonly string[] = ['look-up', 'create-code', 'bulk-stage']
const neverArrived: readonly string[] = ['connect', 'rate-limited', 'cancelled']

/** A failure whose reply says that the core did not apply the call. After 408 it may have. */
export function isRefused(status: string | null, httpStatus: number | null): boolean {
  return (
    (status !== null && status !== 'OK') ||
    (httpStatus !== null && httpStatus >= 400 && httpStatus < 500 && httpStatus !== 408)
  )
}

/** Can a login be in the core because of this request, whatever was answered? */
export function mayBeApplied({ operation, outcome, httpStatus, status }: Attempt): boolean {
  return !createsNothing.includes(operation) && !neverArrived.includes(outcome) && !isRefused(status, httpStatus)
}

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')

/** `isRefused` in SQL. */
const refusedSql = (row: string) =>
  `(coalesce(${row}.status, 'OK') <> 'OK' OR (${row}.http_status BETWEEN 400 AND 499 AND ${row}.http_status <> 408))`

/** `mayBeApplied` in SQL, of any request for the call `c`. */
const anyAttemptApplied = `EXISTS (SELECT 1 FROM attempt a WHERE a.target_id = c.target_id AND a.user_id = c.user_id
  AND a.key = c.key AND a.operation NOT IN (${listed(createsNothing)}) AND a.outcome NOT IN (${listed(neverArrived)})
  AND NOT ${refusedSql('a')})`

/** Not of calls that were given back, or that the core refused from the first request to the last. */
const callMayBeApplied = `CASE c.state WHEN 'todo' THEN c.tries > 0 AND coalesce(c.status, '') <> '${notApplied}'
  WHEN 'failed' THEN NOT ${refusedSql('c')} OR ${anyAttemptApplied} ELSE 1 END`
const atLive = `FROM target t JOIN call c ON c.target_id = t.id WHERE t.kind = 'live' AND ${callMayBeApplied}`

/** A user that may exist in a live core, whole or in part, keeps the plan that it was sent with. */
export const wasSentLive = `EXISTS (SELECT 1 ${atLive} AND c.user_id = user.id)`

export function anySentLive(database: Database): boolean {
  return sql(database, `SELECT 1 ${atLive} LIMIT 1`).get() !== undefined
}

/** Were users refused by a live core, or met there before anything was sent? Another plan of theirs is to be sent anew. */
export function anyRefusedLive(database: Database): boolean {
  const refused = `SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id
    WHERE t.kind = 'live' AND p.state IN ('failed', 'blocked') LIMIT 1`
  return sql(database, refused).get() !== undefined
}

/** Forgets that a user was refused, because its plan is another one now. Its requests stay in the history. */
export function forgetRefusal(database: Database, userId: number): void {
  const forget = `UPDATE progress SET state = 'ready', failure = NULL WHERE user_id = ?1 AND state IN ('failed', 'blocked')
    AND target_id IN (SELECT id FROM target WHERE kind = 'live') AND NOT EXISTS (SELECT 1 ${atLive} AND c.user_id = ?1)`
  sql(database, forget).run(userId)
}

/** Did anything happen at a rehearsal core? */
export function anyRehearsed(database: Database): boolean {
  return (
    sql(
      database,
      "SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id WHERE t.kind = 'rehearsal' LIMIT 1",
    ).get() !== undefined
  )
}
