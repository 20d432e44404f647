import { writeCalls } from '../../../shared/planning/write-calls.ts'
import { planColumns } from '../drafting/plan-columns.ts'
import type { Laid } from '../drafting/laid-claims.ts'
import { replaceClaims } from './claims.ts'
import { facetId } from './facets.ts'
import { forgetRehearsal } from './forget-rehearsal.ts'
import type { KeptPlan } from './kept-plan.ts'
import type { PlannedUser } from './plan-row.ts'
import { change, type Database } from './sqlite.ts'

const update = 'UPDATE user SET facet_id = ?, note = ?, reason = ? WHERE id = ?'
const updateWithImports = 'UPDATE user SET facet_id = ?, note = ?, reason = ?, imports = ? WHERE id = ?'

/** Replaces a user's plan, findings and claims. `rehearsed`: some user was sent to a rehearsal core. */
export function storePlan(
  database: Database,
  userId: number,
  planned: PlannedUser,
  laid: Laid,
  kept: KeptPlan,
  rehearsed: boolean,
): void {
  const { user, plan } = planned
  if (rehearsed) forgetRehearsal(database, userId, plan.calls)
  const { email, phone, note, reason, facet } = planColumns(user, plan)
  // Indexes are written anew for every column that is named, even where nothing changes.
  const facetNow = facetId(database, facet)
  if (laid.imports === kept.imports) change(database, update, facetNow, note, reason, userId)
  else change(database, updateWithImports, facetNow, note, reason, laid.imports, userId)
  if (email !== kept.email || phone !== kept.phone)
    change(database, 'UPDATE user SET email = ?, phone = ? WHERE id = ?', email, phone, userId)
  // Most of those planned anew are duplicates, whose calls stay: they would touch as many pages again.
  const calls = writeCalls(plan.calls)
  if (calls !== kept.calls) change(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?', calls, userId)
  if (kept.findings === 1) change(database, 'DELETE FROM finding WHERE user_id = ?', userId)
  for (const { code, group, blocks, detail } of plan.findings) {
    change(
      database,
      'INSERT OR IGNORE INTO finding (user_id, code, grp, blocks, detail) VALUES (?, ?, ?, ?, ?)',
      userId,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
  replaceClaims(database, userId, laid, kept)
}
