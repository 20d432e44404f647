import type { Database } from '../document/sqlite.ts'
import { run } from '../document/statements.ts'
import { transaction } from '../document/transactions.ts'
import type { ClaimedUser } from './claimed-user.ts'
import { notApplied } from '../document/call-status.ts'

/** Gives back users that were claimed but never sent: as if they had not been claimed. */
export function unclaimUsers(database: Database, targetId: number, users: readonly ClaimedUser[], now: number): void {
  if (users.length === 0) return
  transaction(database, () => {
    for (const user of users) {
      if (user.fresh) forget(database, targetId, user.id)
      else releaseClaim(database, targetId, user, now)
    }
  })
}

function forget(database: Database, targetId: number, userId: number): void {
  for (const table of ['call', 'progress'])
    run(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ?`, targetId, userId)
}

function releaseClaim(database: Database, targetId: number, user: ClaimedUser, now: number): void {
  const open = user.calls.find((call) => call.state !== 'done')
  if (open !== undefined) {
    run(
      database,
      "UPDATE call SET state = 'todo', status = coalesce(?, status) WHERE target_id = ? AND user_id = ? AND key = ?",
      open.sentBefore ? null : notApplied,
      targetId,
      user.id,
      open.key,
    )
  }
  run(
    database,
    "UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND user_id = ?",
    now,
    targetId,
    user.id,
  )
}
