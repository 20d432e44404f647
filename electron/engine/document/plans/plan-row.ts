import { earliestNow } from '../../../../shared/planning/judge-for-plan.ts'
import type { Place } from '../../../../shared/planning/other-users/duplicates.ts'
import { computeClaims } from '../../import-pipeline/compute-claims.ts'
import { noOtherHolder, settlePlan, type Planning } from '../../import-pipeline/plan-columns.ts'
import { planDelta } from '../../../../shared/planning/plan-delta.ts'
import { noChoices, type Choices } from '../../../../shared/planning/choices.ts'
import {
  inheritedExclusions,
  withInheritedExclusions,
  type InheritedExclusion,
} from '../../../../shared/planning/decisions/excluded-before.ts'
import { baselineLookup, type BaselineLookup } from './baseline-users.ts'
import { identifierTable } from './claim-holders.ts'
import { type PlannedUser, planValues, readStoredPlan, type StoredPlan, storePlan } from './stored-plan.ts'
import { hasSameClaims, hasSameFacet, hasSameOwn, type StoredUser } from './stored-users.ts'
import { coreFactsTable } from '../core-facts.ts'
import { loadUser, type PlannedRow, readCorrection } from './load-user.ts'
import { anySentLive } from '../stored-calls.ts'
import { getChoices, getScrypt, getSetting } from '../settings.ts'
import { type Database, sql } from '../sqlite.ts'
import { targetTable } from '../targets.ts'

/** The part of a planning that all users of a document share. */
export type DocumentPlanning = Planning & {
  readonly hasParts: boolean
  readonly anySent: boolean
  readonly anyRehearsed: boolean
  readonly anyRefused: boolean
  /** Null: this migration follows no earlier one. */
  readonly baseline: BaselineLookup | null
  readonly inheritedExclusions: readonly InheritedExclusion[]
}

export function readPlanning(database: Database): DocumentPlanning {
  const choices = getChoices(database)
  return {
    choices,
    context: {
      scrypt: getScrypt(database),
      dialect: targetTable.current(database)?.dialect ?? 'documented',
      core: coreFactsTable.current(database),
      isOnlyTenant: getSetting(database, 'several-tenants') !== true,
      now: Math.max(Date.now(), earliestNow),
    },
    hasParts: sql(database, 'SELECT 1 FROM partial_record WHERE user_id IS NOT NULL LIMIT 1').get() !== undefined,
    anySent: anySentLive(database),
    anyRehearsed: anyRehearsed(database),
    anyRefused: anyRefusedLive(database),
    baseline: baselineLookup(database),
    inheritedExclusions: inheritedExclusions(
      choices,
      getSetting(database, 'inherited-decisions')?.choices ?? noChoices,
    ),
  }
}

/** The plan of a user without regard to any other user. */
export function draftRow(database: Database, row: PlannedRow, planning: DocumentPlanning): PlannedUser {
  return settleRow(database, row, planning, noOtherHolder)
}

/**
 * Plans one user and judges it against the claims of others. `holder`: the place of the user that holds a claim ahead of this one.
 * `stored`: its stored plan, where nothing is to be written of a plan that is the same.
 */
export function planRow(
  database: Database,
  row: PlannedRow,
  planning: DocumentPlanning,
  holder: (key: string) => Place | null,
  kept: StoredPlan,
  stored: StoredUser | null = null,
): void {
  const taken = new Set<string>()
  const planned = settleRow(database, row, planning, (key) => {
    const place = holder(key)
    if (place !== null) taken.add(key)
    return place
  })
  const userClaims = computeClaims(planned, taken)
  const values = planValues(planned, userClaims)
  const hasSame = stored !== null && hasSameOwn(stored, values) && hasSameClaims(stored, userClaims)
  if (!hasSame) storePlan(database, row.id, planned, userClaims, kept, planning, values)
  else if (!hasSameFacet(database, stored, values))
    storePlan(database, row.id, planned, userClaims, kept, planning, values, 'facet')
}

/** Plans one user, judged against the claims of all others. */
export function planAmongAll(database: Database, row: PlannedRow, planning: DocumentPlanning): void {
  const holder = (key: string) => identifierTable.holderOf(database, key, row.id, 'everybody')
  planRow(database, row, planning, holder, readStoredPlan(database, row.id))
}

/** The plan of one user with everything that this document knows. `taken`: the place of the user that holds a claim before it. */
export function settleRow(
  database: Database,
  row: PlannedRow,
  planning: DocumentPlanning,
  taken: Parameters<typeof settlePlan>[3],
): PlannedUser {
  const user = loadUser(database, row, planning.hasParts)
  const correction = readCorrection(row)
  const settled = settlePlan(user, correction, planning, taken)
  const mayBeJoined = planning.hasParts
  if (planning.baseline === null) return { user, mayBeJoined, ...settled }
  const { plan } = settled
  const baseline = planning.baseline.of(user, plan)
  const isNew = baseline === null || (baseline.calls.length === 0 && !baseline.same)
  const planWith = (choices: Choices) => settlePlan(user, correction, { ...planning, choices }, taken).plan
  const judged =
    isNew && plan.state === 'excluded'
      ? withInheritedExclusions(plan, planning.inheritedExclusions, planning.choices, planWith)
      : plan
  const { holderOf } = planning.baseline
  const since = planDelta(judged, baseline, (key) => holderOf(key, user), planning.choices, planning.context.dialect)
  return { user, mayBeJoined, drafted: settled.drafted, plan: since.plan, ...(since.isThere ? { there: plan } : {}) }
}

/** Whether users were refused by a live core, or found there before anything was sent: another plan of theirs is sent anew. */
function anyRefusedLive(database: Database): boolean {
  const refused = `SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id
    WHERE t.kind = 'live' AND p.state IN ('failed', 'blocked') LIMIT 1`
  return sql(database, refused).get() !== undefined
}

/** Whether anything was sent to a rehearsal core. */
function anyRehearsed(database: Database): boolean {
  return (
    sql(
      database,
      "SELECT 1 FROM target t JOIN progress p ON p.target_id = t.id WHERE t.kind = 'rehearsal' LIMIT 1",
    ).get() !== undefined
  )
}
