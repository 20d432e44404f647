import * as z from 'zod'
import { choicesOfPass, type SignIn } from '../../../shared/follow/pass-changes.ts'
import { claimKeys } from '../../../shared/planning/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import type { Provenance } from '../document/created-users.ts'
import { summaryOf } from '../document/facets.ts'
import { type CoreCall, notePassUser } from '../document/passes.ts'
import { type PlannedRow, readPlannedRow } from '../document/plans/load-user.ts'
import { type DocumentPlanning, planAmongAll, settleRow } from '../document/plans/plan-row.ts'
import { holderOf } from '../document/plans/claim-holders.ts'
import type { PlannedUser } from '../document/plans/stored-plan.ts'
import { type Database, oneRow, run, sql } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'
import { importClaim, type UserClaims } from '../import-pipeline/compute-claims.ts'

/*
 * One user in the planning of a pass: as it is stored, as it would be planned today, and, where the core has nothing of it, planned
 * to be created.
 */

/** The parts that all users of a pass share. */
export type PassContext = {
  readonly database: Database
  readonly target: Target
  readonly passId: number
  readonly planning: DocumentPlanning
  readonly provenance: Provenance
  readonly now: () => number
}

/** The planning of a pass: the decisions of the migration, and those about changed users as the operator said them once. */
export function planningOfPass(planning: DocumentPlanning, signIn: SignIn, target: Target): DocumentPlanning {
  return { ...planning, choices: choicesOfPass(planning.choices, signIn, target.dialect) }
}

/** Plans a user that is not in the core at all, and records the result. Returns false when the user waits. */
export function applyNewUser(context: PassContext, userId: number): boolean {
  const { database, planning } = context
  const row = readPlannedRow(database, userId)
  if (row === undefined) return false
  planAmongAll(database, row, planning)
  retryFailed(context, userId)
  const { state, summary } = planOf(database, userId)
  const noted = state === 'ready' ? 'waiting' : state === 'excluded' ? 'listed' : 'held'
  const found = passThatAdded(database, userId)
  const [passId, change] = found === undefined ? [context.passId, 'unsent' as const] : [found.pass, found.change]
  notePassUser(database, passId, userId, change, noted, noted === 'waiting' ? '' : summary)
  return state === 'ready'
}

/** A user that failed is to be sent again. */
export function retryFailed({ database, target }: PassContext, userId: number): void {
  const retry =
    "UPDATE progress SET state = 'ready', failure = NULL WHERE target_id = ? AND user_id = ? AND state = 'failed'"
  run(database, retry, target.id, userId)
}

/** A user that is no longer in the source is planned as one that was deleted there. */
export function markDeleted({ database }: PassContext, userId: number): void {
  run(database, "UPDATE user_text SET source = json_set(source, '$.standing', 'deleted') WHERE user_id = ?", userId)
}

const foundRow = z.object({ pass: z.number(), change: z.enum(['new', 'unsent']) })

/** The pass that added a user before the core had it; undefined: the first reading added the user. */
export function passThatAdded(database: Database, userId: number): z.infer<typeof foundRow> | undefined {
  const select = `SELECT pass_id AS pass, change FROM pass_user WHERE user_id = ? AND change IN ('new', 'unsent')
    ORDER BY pass_id DESC LIMIT 1`
  return oneRow(foundRow, sql(database, select), userId)
}

const planStateRow = z.object({ state: z.string(), summary: z.string() })

function planOf(database: Database, userId: number): z.infer<typeof planStateRow> {
  const select = `SELECT facet.plan_state AS state, ${summaryOf} AS summary FROM user
    CROSS JOIN facet ON facet.id = user.facet_id WHERE user.id = ?`
  return oneRow(planStateRow, sql(database, select), userId) ?? { state: 'blocked', summary: '' }
}

const progressRow = z.object({ state: z.string() })

export function stateAt({ database, target }: PassContext, userId: number): string | null {
  const select = 'SELECT state FROM progress WHERE target_id = ? AND user_id = ?'
  return oneRow(progressRow, sql(database, select), target.id, userId)?.state ?? null
}

/** The plan of a user as the source has it now, without regard to an earlier migration. */
export function planCurrent(context: PassContext, row: PlannedRow): PlannedUser {
  const { database, planning } = context
  const taken = (key: string) => holderOf(database, key, row.id, 'everybody')
  return settleRow(database, row, { ...planning, baseline: null }, taken)
}

export function keysOfOthers({ database }: PassContext, row: PlannedRow, plan: Plan): ReadonlySet<string> {
  const keys = claimKeys(plan).map(({ key }) => key)
  return new Set(keys.filter((key) => holderOf(database, key, row.id, 'everybody') !== null))
}

/** Keys that the core has of a user stay claimed until they are changed there. */
export function withClaimsOf(claims: UserClaims, there: readonly CoreCall[], { email }: Plan): UserClaims {
  const own = importClaim(email)
  const known = new Set([...claims.claims.map(({ key }) => key), ...(own === null ? [] : [own])])
  const more = claimKeys({ calls: there.map(({ call }) => call) }).filter(({ key }) => !known.has(key))
  return { ...claims, claims: [...claims.claims, ...more.map(({ key }) => ({ key, isOwner: true }))] }
}
