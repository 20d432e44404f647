import * as z from 'zod'
import type { Call } from '../../../shared/planning/call.ts'
import { allRows, oneRow } from './rows.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { callKey, readStoredCalls } from './stored-calls.ts'

const callsRow = z.object({ calls: z.string() })

/**
 * What a rehearsal said of a plan that changed since is no longer true. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds what they made. To be asked before the new plan is written.
 */
export function forgetRehearsal(database: Database, userId: number, plan: readonly Call[]): void {
  const before = oneRow(callsRow, sql(database, 'SELECT calls FROM user_text WHERE user_id = ?'), userId)?.calls ?? '[]'
  if (before === JSON.stringify(plan)) return
  const same = unchangedKeys(before, plan)
  const rehearsals = allRows(idRow, sql(database, "SELECT id FROM target WHERE kind = 'rehearsal'"))
  for (const { id } of rehearsals) {
    const calls = allRows(
      keyRow,
      sql(database, 'SELECT key, state FROM call WHERE target_id = ? AND user_id = ?'),
      id,
      userId,
    )
    const kept = calls.filter(({ key, state }) => state === 'done' && same.has(key))
    for (const { key } of calls.filter((call) => !kept.includes(call))) {
      for (const table of ['call', 'attempt']) {
        sql(database, `DELETE FROM ${table} WHERE target_id = ? AND user_id = ? AND key = ?`).run(id, userId, key)
      }
    }
    const progress =
      kept.length === 0
        ? 'DELETE FROM progress WHERE target_id = ? AND user_id = ?'
        : "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ?"
    sql(database, progress).run(id, userId)
  }
}

const idRow = z.object({ id: z.number() })
const keyRow = z.object({ key: z.string(), state: z.string() })

/** Keys of the calls that are in both plans, unchanged in every part. */
function unchangedKeys(before: string, after: readonly Call[]): ReadonlySet<string> {
  const known = new Set(readStoredCalls(before).map((call) => JSON.stringify(call)))
  return new Set(after.filter((call) => known.has(JSON.stringify(call))).map(callKey))
}
