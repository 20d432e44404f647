import * as z from 'zod'
import type { Provenance } from '../document/created-users.ts'
import { summaryOf } from '../document/facets.ts'
import { passResults } from '../document/passes.ts'
import { readPlannedRow } from '../document/plans/load-user.ts'
import { type DocumentPlanning, planAmongAll } from '../document/plans/plan-row.ts'
import { type Database, oneRow, run, sql } from '../document/sqlite.ts'
import type { Target } from '../document/targets.ts'

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
  passResults.note(database, passId, userId, change, noted, noted === 'waiting' ? '' : summary)
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
