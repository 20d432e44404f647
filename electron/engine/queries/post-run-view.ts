import * as z from 'zod'
import { loginOfKey } from '../../../shared/planning/call-key.ts'
import type { PostRunView } from '../../../shared/ipc/requests/report-requests.ts'
import { supportsOperation } from '../../../shared/core-api/dialects.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { type PostRunKind, postRunTable } from '../document/post-run-findings.ts'
import { createdUsers } from '../document/created-users.ts'
import { placeNames, userLabel } from '../document/source-facts.ts'
import { passwordCheckTable } from '../document/password-checks.ts'
import { getSetting } from '../document/settings.ts'
import { runSamples, runTable } from '../document/run-record.ts'
import { allRows, type Database, oneRow, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'

const maxTroubles = 200

/** Possible actions on the users of the core after a run, and their last results. */
export function postRunView(database: Database): PostRunView {
  const target = targetTable.current(database)
  const id = target?.id ?? 0
  const { removable, logins, unconfirmed, left } = createdUsers.countSigned(database, id)
  const [verification, undone] = [getSetting(database, 'verification'), getSetting(database, 'rollback')]
  return {
    possible: target !== undefined && supportsOperation(target.dialect, 'find-user'),
    made: removable + unconfirmed + left,
    removable,
    logins,
    unconfirmed,
    verification: verification?.target === id ? verification : null,
    undone: undone?.target === id ? undone : null,
    coreUsers: undone?.target === id ? coreFactsTable.users(database, id) : null,
    runs: undone?.target === id ? runsAt(database, id) : [],
    needsAttention: { verify: usersToCheck(database, id, 'verify'), undo: usersToCheck(database, id, 'undo') },
    accounts: accounts(database, id),
  }
}

/** The runs of a target that sent something, for the history of an undone migration. */
function runsAt(database: Database, targetId: number): PostRunView['runs'] {
  const samples = runSamples.read(database, targetId)
  const removed = removedByRun(database, targetId)
  const runs = runTable.list(database, targetId).map((parts) => ({
    startedAt: Math.min(...parts.map((part) => part.started_at)),
    sendingMs: Math.round(parts.reduce((sum, part) => sum + part.sending_ms, 0)),
    // A call knows its last run only: of users who were sent again after an earlier undo, the first run has none left.
    users: parts.reduce((sum, { id }) => sum + (removed.get(id) ?? 0), 0) || null,
  }))
  return runs.map((run, index) => {
    const next = runs[index + 1]?.startedAt ?? Infinity
    // The first second of a run may have begun before it.
    const own = samples.filter(({ at, ms }) => at + ms > run.startedAt && at + ms <= next)
    return { ...run, pilot: own.some(({ pilot }) => pilot === true) }
  })
}

const removedRow = z.object({ run: z.number(), users: z.number() })

/**
 * The users that an undo removed, by the run that sent the last of their calls. Calls are committed with their outcomes, so the users of a
 * run that was killed add up, unlike its samples.
 */
function removedByRun(database: Database, targetId: number): ReadonlyMap<number, number> {
  const rows = allRows(
    removedRow,
    sql(
      database,
      `SELECT coalesce((SELECT max(id) FROM run WHERE target_id = ?1 AND started_at <= sent),
           (SELECT min(id) FROM run WHERE target_id = ?1)) AS run, count(*) AS users
         FROM (SELECT max(coalesce(sent_at, since)) AS sent FROM call WHERE target_id = ?1 AND user_id IN
           (SELECT user_id FROM post_run WHERE target_id = ?1 AND kind = 'undo' AND outcome = 'removed') GROUP BY user_id)
         GROUP BY run`,
    ),
    targetId,
  )
  return new Map(rows.map(({ run, users }) => [run, users]))
}

function usersToCheck(
  database: Database,
  targetId: number,
  kind: PostRunKind,
): PostRunView['needsAttention'][PostRunKind] {
  const places = placeNames(database)
  return postRunTable.problems(database, targetId, kind, maxTroubles).map((row) => ({
    userId: row.userId,
    label: userLabel(row, places(row.fileId, row)),
    coreUserId: row.coreUserId,
    outcome: row.outcome,
    message: row.message,
  }))
}

const emailRow = z.object({ key: z.string() })

/** The email that a user's password was imported for at a target, and the tenant where it is not that of the address. */
type ImportedLogin = { readonly email: string; readonly tenant?: string }

/** Null: no password was imported. */
export function importedLogin(database: Database, targetId: number, userId: number): ImportedLogin | null {
  const imported = "SELECT key FROM call WHERE target_id = ? AND user_id = ? AND kind = 'import' AND state = 'done'"
  const row = oneRow(emailRow, sql(database, imported), targetId, userId)
  const login = row === undefined ? null : loginOfKey(row.key)
  if (login === null || !('email' in login)) return null
  return { email: login.email, ...(login.tenant === undefined ? {} : { tenant: login.tenant }) }
}

function accounts(database: Database, targetId: number): PostRunView['accounts'] {
  return passwordCheckTable.list(database).flatMap(({ user, matched }) => {
    const login = matched ? importedLogin(database, targetId, user) : null
    return login === null ? [] : [{ userId: user, email: login.email }]
  })
}
