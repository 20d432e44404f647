import * as z from 'zod'
import type { Dialect } from '../../../shared/core-api/dialects.ts'
import { allRows } from '../document/rows.ts'
import { sql, transaction, type Database } from '../document/sqlite.ts'

/** Within this time a call without an answer is simply sent again. */
export const safeToRepeatMs = 10 * 60_000

const sendingRow = z.object({ user_id: z.number(), key: z.string(), kind: z.string(), since: z.number() })

/**
 * Settles what was being sent when the last run ended without a word (a crash, a lost reply). Everything but an old
 * hash import is sent again: that one could overwrite a password changed since, so it is looked up first where the
 * core can be asked, and else waits for the operator as `unknown`.
 */
export function recoverSending(
  database: Database,
  targetId: number,
  dialect: Dialect,
  now: number,
): { readonly unknown: number } {
  let unknown = 0
  transaction(database, () => {
    const rows = allRows(
      sendingRow,
      sql(database, "SELECT user_id, key, kind, since FROM call WHERE target_id = ? AND state = 'sending'"),
      targetId,
    )
    for (const row of rows) {
      const old = row.kind === 'import' && now - row.since > safeToRepeatMs
      const forget = old && dialect === 'documented'
      if (forget) unknown += 1
      sql(
        database,
        'UPDATE call SET state = ?, status = ?, message = ?, tries = max(tries, 1) WHERE target_id = ? AND user_id = ? AND key = ?',
      ).run(
        forget ? 'unknown' : 'todo',
        old && !forget ? 'look-first' : null,
        forget ? 'Sent, but no answer came. Sending it again could overwrite a password that was changed since.' : '',
        targetId,
        row.user_id,
        row.key,
      )
      setUser(database, targetId, row.user_id, forget ? 'unknown' : 'ready', now)
    }
    // Claimed, but no call of theirs was under way.
    sql(database, "UPDATE progress SET state = 'ready', changed_at = ? WHERE target_id = ? AND state = 'sending'").run(
      now,
      targetId,
    )
  })
  return { unknown }
}

function setUser(database: Database, targetId: number, userId: number, state: string, now: number): void {
  sql(database, 'UPDATE progress SET state = ?, changed_at = ? WHERE target_id = ? AND user_id = ?').run(
    state,
    now,
    targetId,
    userId,
  )
}
