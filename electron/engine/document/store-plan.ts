import { planColumns, planValues } from '../drafting/plan-columns.ts'
import { forgetRehearsal } from './forget-rehearsal.ts'
import type { PlannedUser } from './plan-row.ts'
import { sql, type Database } from './sqlite.ts'

const update = `UPDATE user SET ${planColumns.map((column) => `${column} = ?`).join(', ')} WHERE id = ?`

/** Replaces a user's plan and findings. `rehearsed`: some user was sent to a rehearsal core. */
export function storePlan(database: Database, userId: number, { user, plan }: PlannedUser, rehearsed: boolean): void {
  if (rehearsed) forgetRehearsal(database, userId, plan.calls)
  sql(database, update).run(...planValues(user, plan), userId)
  sql(database, 'DELETE FROM finding WHERE user_id = ?').run(userId)
  for (const { code, group, blocks, detail } of plan.findings) {
    sql(database, 'INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail) VALUES (?, ?, ?, ?, ?)').run(
      userId,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
}
