import * as z from 'zod'
import type { Call } from '../../../../shared/planning/call.ts'
import type { Plan } from '../../../../shared/planning/plan.ts'
import { callKey, writeCalls } from '../../../../shared/planning/call-key.ts'
import type { User } from '../../../../shared/users/user.ts'
import type { UserClaims } from '../../import-pipeline/compute-claims.ts'
import { planColumns, type PlanColumns, type Settled } from '../../import-pipeline/plan-columns.ts'
import { facetTable, notePlanWritten, withTexts } from '../facets.ts'
import { allIds, allRows, type Database, run, sql, type SqlValue } from '../sqlite.ts'
import { callsText, forgetRefusal, readStoredCalls } from '../stored-calls.ts'

/** The stored form of a plan: where a new plan is the same, nothing is written. */
export const storedPlan = z.object({
  facet_id: z.number(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  summary: z.string().nullable(),
  /** See `PlanColumns`. */
  calls: z.string(),
  /** 1: some rows are in that table. */
  claims: z.number(),
  findings: z.number(),
})
export type StoredPlan = z.infer<typeof storedPlan>

/** The columns of a stored plan, from `user` joined with its texts. */
export const storedColumns = `user.facet_id, user.email, user.phone, user.summary, t.calls,
  EXISTS (SELECT 1 FROM identifier WHERE identifier.user_id = user.id) AS claims,
  EXISTS (SELECT 1 FROM user_finding WHERE user_finding.user_id = user.id) AS findings`

/** The stored plan of an existing user. */
export function readStoredPlan(database: Database, userId: number): StoredPlan {
  return storedPlan.parse(sql(database, `SELECT ${storedColumns} FROM user ${withTexts} WHERE user.id = ?`).get(userId))
}

/** A plan as the document has it. */
export function planValues({ user, plan, mayBeJoined }: PlannedUser, userClaims: UserClaims): PlanColumns {
  return planColumns(user, plan, userClaims, mayBeJoined)
}

/** Replaces the claims of a user whose plan stays. */
export function writeClaims(database: Database, userId: number, userClaims: UserClaims, kept: StoredPlan): void {
  replaceClaims(database, userId, userClaims, kept)
  const facet = facetTable.withClaim(database, kept.facet_id, userClaims.passwordClaim)
  if (facet === kept.facet_id) return
  run(database, 'UPDATE user SET facet_id = ? WHERE id = ?', facet, userId)
  notePlanWritten(database)
}

/** Replaces all claims but that of the facet. */
function replaceClaims(database: Database, userId: number, { claims }: UserClaims, kept: StoredPlan): void {
  if (kept.claims === 1) run(database, 'DELETE FROM identifier WHERE user_id = ?', userId)
  for (const { key, isOwner: holds } of claims)
    run(database, 'INSERT INTO identifier (user_id, key, is_owner) VALUES (?, ?, ?)', userId, key, holds ? 1 : 0)
}

/** A user with its plan. */
export type PlannedUser = Settled & {
  readonly user: User
  /** See `planColumns`. */
  readonly mayBeJoined: boolean
  /** The plan whose claims hold, where it is not the one that is sent: the user is in the core by an earlier migration. */
  readonly there?: Plan
}

/**
 * The columns of a plan in the table of users. Indexes are written anew for every column that is named, even where
 * nothing changes.
 */
const userColumns = ['facet_id', 'summary', 'email', 'phone'] as const

/** A statement for each choice of these columns, by their bits. */
const updates = Array.from({ length: 2 ** userColumns.length }, (_, bits) => {
  const named = userColumns.filter((_name, at) => (bits & (1 << at)) !== 0)
  return `UPDATE user SET ${named.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`
})

/** Whether any user was sent to a rehearsal core, or refused by a live one. */
type History = { readonly anyRehearsed: boolean; readonly anyRefused: boolean }

export const noHistory: History = { anyRehearsed: false, anyRefused: false }

/** Replaces a user's plan, findings and claims. `changes`: what is not as it was, as far as the caller knows. */
export function storePlan(
  database: Database,
  userId: number,
  planned: PlannedUser,
  userClaims: UserClaims,
  kept: StoredPlan,
  history: History,
  values: PlanColumns = planValues(planned, userClaims),
  changes: 'facet' | 'any' = 'any',
): void {
  const { plan } = planned
  const before = history.anyRehearsed || history.anyRefused ? callsText(database, userId) : null
  if (history.anyRehearsed && before !== null) forgetRehearsal(database, userId, before, plan.calls)
  const { ownFindings, calls } = values
  updateUser(database, userId, kept, values)
  // Most of those planned anew are duplicates, whose calls stay: they would touch as many pages again.
  if (history.anyRefused && (before !== writeCalls(plan.calls) || plan.state !== 'ready'))
    forgetRefusal(database, userId)
  if (changes === 'facet') return
  if (calls !== kept.calls) run(database, 'UPDATE user_text SET calls = ? WHERE user_id = ?', calls, userId)
  if (kept.findings === 1) run(database, 'DELETE FROM user_finding WHERE user_id = ?', userId)
  for (const { code, group, blocks, detail } of ownFindings) {
    run(
      database,
      'INSERT OR IGNORE INTO user_finding (user_id, code, group_key, blocks, detail) VALUES (?, ?, ?, ?, ?)',
      userId,
      code,
      group,
      blocks ? 1 : 0,
      detail,
    )
  }
  replaceClaims(database, userId, userClaims, kept)
}

function updateUser(
  database: Database,
  userId: number,
  kept: StoredPlan,
  { facet, summary, email, phone }: PlanColumns,
): void {
  const before = [kept.facet_id, kept.summary, kept.email, kept.phone]
  const now = [facetTable.id(database, facet), summary, email, phone]
  const changed: SqlValue[] = []
  let bits = 0
  for (const [at, value] of now.entries()) {
    if (value === before[at]) continue
    bits |= 1 << at
    changed.push(value)
  }
  if (bits !== 0) run(database, updates[bits] ?? '', ...changed, userId)
  notePlanWritten(database)
}

/**
 * Results of a rehearsal for a plan that changed since no longer hold. Calls that stayed the same and are done stay
 * done: the rehearsal core still holds their effect. `before`: the calls as JSON.
 */
function forgetRehearsal(database: Database, userId: number, before: string, plan: readonly Call[]): void {
  if (before === JSON.stringify(plan)) return
  const same = unchangedKeys(before, plan)
  const rehearsals = allIds(sql(database, "SELECT id FROM target WHERE kind = 'rehearsal'"))
  for (const id of rehearsals) {
    const calls = allRows(
      storePlanKeyRow,
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
const storePlanKeyRow = z.object({ key: z.string(), state: z.string() })

/** Keys of the calls that are in both plans, unchanged in every part. */
function unchangedKeys(before: string, after: readonly Call[]): ReadonlySet<string> {
  const known = new Set(readStoredCalls(before).map((call) => JSON.stringify(call)))
  return new Set(after.filter((call) => known.has(JSON.stringify(call))).map(callKey))
}
