import * as z from 'zod'
import { ownStatus } from '../document/stored-calls.ts'
import { allRows, type Database, run, sql, transaction } from '../document/sqlite.ts'
import { safeToRepeatMs } from './retry-policy.ts'

const sendingRow = z.object({
  user_id: z.number(),
  key: z.string(),
  kind: z.string(),
  since: z.number(),
  status: z.string().nullable(),
  absent_at: z.number().nullable(),
})

/**
 * Settles calls that were in `sending` when the last run ended abruptly (a crash, a lost reply). A call that was still
 * to be looked up was never sent, so a user with its login method existed before. All others are sent again, except an
 * old hash import: it could overwrite a password changed since, so it is looked up first where the core can answer, and
 * otherwise waits for the operator, in doubt.
 */
export function recoverSending(database: Database, targetId: number, canLookUp: boolean, now: number): void {
  transaction(database, () => {
    const rows = allRows(
      sendingRow,
      sql(
        database,
        `SELECT call.user_id, call.key, call.kind, call.since, call.status, call.absent_at FROM progress AS p
         INDEXED BY progress_by_state CROSS JOIN call ON call.target_id = p.target_id AND call.user_id = p.user_id
         WHERE p.target_id = ? AND p.state = 'sending' AND call.state = 'sending' AND ${notInBatch}`,
      ),
      targetId,
    )
    for (const row of rows) {
      if (row.status === ownStatus.lookUpFirst && row.absent_at === null) {
        run(database, neverSent, ownStatus.notApplied, targetId, row.user_id, row.key)
        continue
      }
      const isOld = isLongAgo(now - row.since)
      const old = row.kind === 'import' && (isOld || row.status === ownStatus.reconcileFirst)
      const isInDoubt = old && !canLookUp
      sql(
        database,
        'UPDATE call SET state = ?, status = ?, message = ?, tries = max(tries, 1) WHERE target_id = ? AND user_id = ? AND key = ?',
      ).run(
        isInDoubt ? 'in-doubt' : 'todo',
        old && !isInDoubt ? ownStatus.reconcileFirst : null,
        isInDoubt
          ? 'Sent, but no answer came. Sending it again could overwrite a password that was changed since.'
          : '',
        targetId,
        row.user_id,
        row.key,
      )
      if (isInDoubt) setInDoubt(database, targetId, row.user_id, now)
    }
    // No call of theirs is under way any more.
    const settle = `UPDATE progress AS p INDEXED BY progress_by_state SET state = 'ready', changed_at = ?
      WHERE p.target_id = ? AND p.state = 'sending' AND ${notInBatch}`
    sql(database, settle).run(now, targetId)
  })
}

const neverSent = "UPDATE call SET state = 'todo', status = ? WHERE target_id = ? AND user_id = ? AND key = ?"

/** The core may still import users of a batch: they are settled by listing, never sent again automatically. */
const notInBatch =
  'NOT EXISTS (SELECT 1 FROM bulk_row WHERE bulk_row.target_id = p.target_id AND bulk_row.user_id = p.user_id)'

/** Corrections of the clock, in milliseconds, that count as no change. */
const trimmedMs = 2000

/** Sent in the future: the clock was set back meanwhile, so the age is unknown. */
function isLongAgo(ms: number): boolean {
  return ms > safeToRepeatMs || ms < -trimmedMs
}

function setInDoubt(database: Database, targetId: number, userId: number, now: number): void {
  sql(database, "UPDATE progress SET state = 'in-doubt', changed_at = ? WHERE target_id = ? AND user_id = ?").run(
    now,
    targetId,
    userId,
  )
}
