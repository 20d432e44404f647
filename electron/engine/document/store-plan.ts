import * as z from 'zod'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { User } from '../../../shared/users/user.ts'
import { writeCalls } from '../../../shared/planning/write-calls.ts'
import { planColumns } from '../import-pipeline/plan-columns.ts'
import type { Settled } from '../import-pipeline/settle-plan.ts'
import type { UserClaims } from '../import-pipeline/compute-claims.ts'
import { replaceClaims } from './claims.ts'
import { facetId } from './facets.ts'
import { forgetRefusal } from './sent.ts'
import type { StoredPlan } from './stored-plan.ts'
import type { Database } from './sqlite.ts'
import { run, sql } from './statements.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { allRows, oneRow } from './rows.ts'
import { callKey, readStoredCalls } from './stored-calls.ts'

/** A user with its plan. */
export type PlannedUser = Settled & {
  readonly user: User
  /** The plan whose claims hold, where it is not the one that is sent: the user is in the core by an earlier migration. */
  readonly there?: Plan
}

const update = 'UPDATE user SET facet_id = ?, summary = ?, blocking_code = ? WHERE id = ?'
const updateWithImports =
  'UPDATE user SET facet_id = ?, summary = ?, blocking_code = ?, password_claim = ? WHERE id = ?'

/** Whether any user was sent to a rehearsal core, or refused by a live one. */
type History = { readonly anyRehearsed: boolean; readonly anyRefused: boolean }

export const noHistory: History = { anyRehearsed: false, anyRefused: false }

/** Replaces a user's plan, findings and claims. */
export function storePlan(
  database: Database,
  userId: number,
  planned: PlannedUser,
  userClaims: UserClaims,
  kept: StoredPlan,
  history: History,
): void {
  const { user, plan } = planned
  if (history.anyRehearsed) forgetRehearsal(database, userId, plan.calls)
  const { email, phone, summary, blockingCode, facet } = planColumns(user, plan)
  // Indexes are written anew for every column that is named, even where nothing changes.
  const facetNow = facetId(database, facet)
  if (userClaims.passwordClaim === kept.password_claim) run(database, update, facetNow, summary, blockingCode, userId)
  else run(database, updateWithImports, facetNow, summary, blockingCode, userClaims.passwordClaim, userId)
  if (email !== kept.email || phone !== kept.phone)
    run(database, 'UPDATE user SET email = ?, phone = ? WHERE id = ?', email, phone, userId)
  // Most of those planned anew are duplicates, whose calls stay: they would touch as many pages again.
  const calls = writeCalls(plan.calls)
  if (history.anyRefused && (calls !== kept.calls || plan.state !== 'ready')) forgetRefusal(database, userId)
  if (calls !== kept.calls) run(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?', calls, userId)
  if (kept.findings === 1) run(database, 'DELETE FROM finding WHERE user_id = ?', userId)
  for (const { code, group, blocks, detail } of plan.findings) {
    run(
      database,
      'INSERT OR IGNORE INTO finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, ?, ?, ?)',
      userId,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
  replaceClaims(database, userId, userClaims, kept)
}

const callsRow = z.object({ calls: z.string() })

/**
 * What a rehearsal said of a plan that changed since is no longer true. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds what they made. To be asked before the new plan is written.
 */
function forgetRehearsal(database: Database, userId: number, plan: readonly Call[]): void {
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
