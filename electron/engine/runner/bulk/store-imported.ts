import type { Provenance } from '../../document/provenance.ts'
import type { Database } from '../../document/sqlite.ts'
import { bulkInsert, run, statementOfRows } from '../../document/statements.ts'
import type { BegunCall, BegunUser } from './begun-users.ts'

/** A user who was staged by this run and was met in the core. */
export type ImportedUser = { readonly user: BegunUser; readonly coreUserId: string }

/** Times, Unix epoch, milliseconds: when the request of their batch was about to leave, and now. */
export type ImportTimes = { readonly sentAt: number; readonly at: number }

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

/** Writes down that users were created with everything that was staged of them, in sets: nearly everybody of a run comes here. */
export function storeImported(
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
