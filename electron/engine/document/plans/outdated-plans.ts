import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { decisions } from '../../../../shared/planning/choices.ts'
import type { DependentPlans } from '../../../../shared/planning/decisions/dependents.ts'
import type { Entries } from '../../../../shared/planning/decisions/decision.ts'
import { dependentsOfFact } from '../../../../shared/planning/judge-for-plan.ts'
import { readPlannedRow } from './load-user.ts'
import { type DocumentPlanning, planAmongAll, readPlanning } from './plan-row.ts'
import { getSetting, setSetting } from '../settings.ts'
import { countUnmappedFields, unmappedFields } from '../source-facts.ts'
import { allRows, type Database, oneNumber, run, sql, transaction } from '../sqlite.ts'
import { identifierTable } from './claim-holders.ts'
import { keptOutUsers } from './kept-out-users.ts'
import { bumpUsersVersion } from '../facets.ts'
import { createHash } from 'node:crypto'
import { app } from '../../../../shared/app.ts'

/** The decisions that differ and that plans depend on. */
export function changedDecisions(before: Entries, next: Entries): readonly string[] {
  return Object.entries(decisions.table)
    .filter(([key, { whileSending }]) => !whileSending && !isDeepStrictEqual(before[key], next[key]))
    .map(([key]) => key)
}

/** Plans that no longer follow from the decisions, the facts or the other users. */
export const outdatedPlans = {
  /**
   * Records which plans are outdated: all, or the plans that depend on these decisions or facts, in addition to the plans recorded before.
   */
  mark: (database: Database, changed: readonly string[] | 'all'): void => {
    transaction(database, () => {
      const isStale = getSetting(database, 'plans-stale') === true
      const before = isStale ? (getSetting(database, 'plans-stale-by') ?? 'all') : []
      setSetting(database, 'plans-stale', true)
      setSetting(
        database,
        'plans-stale-by',
        changed === 'all' || before === 'all' ? 'all' : [...new Set([...before, ...changed])],
      )
      setSetting(database, 'plans-current', false)
      // A part of the plans may follow from a decision that is taken back afterwards.
      if (!isPlannedWith(database, readPlanning(database))) outdatedPlans.forgetPlanned(database)
    })
  },
  /** All plans follow from what is decided. */
  setFresh: (database: Database): void => {
    transaction(database, () => {
      setSetting(database, 'plans-stale', false)
      setSetting(database, 'plans-stale-by', 'all')
    })
  },
  /**
   * Finds the users whose plans depend on the decisions and facts that changed, from what the document stores of
   * those plans, and records them in a temporary table. With an earlier migration these are all users; where all
   * plans follow from this planning, none.
   */
  findUsers: (database: Database, planning: DocumentPlanning): OutdatedUsers => {
    const changed = planning.baseline === null ? (getSetting(database, 'plans-stale-by') ?? 'all') : 'all'
    const isSame = isPlannedWith(database, planning)
    const dependents = isSame ? [] : changed === 'all' ? 'all' : dependentsOf(changed)
    if (dependents === 'all') return { where: null, users: oneNumber(sql(database, 'SELECT count(*) AS n FROM user')) }
    database.exec(`CREATE TEMP TABLE IF NOT EXISTS outdated_user (id INTEGER PRIMARY KEY);
    CREATE TEMP TABLE IF NOT EXISTS outdated_facet (id INTEGER PRIMARY KEY);
    DELETE FROM outdated_user; DELETE FROM outdated_facet`)
    if (dependents.length === 0) return { where: 'FALSE', users: 0 }
    const add = (into: string, list: readonly (string | number)[] = []) =>
      run(database, `INSERT OR IGNORE INTO ${into}`, JSON.stringify(list))
    const facets = allRows(
      facetRow,
      sql(database, 'SELECT id, plan_state AS state, bucket, methods, providers, tenants, profile FROM facet'),
    )
    for (const { facet, findings = [] } of dependents) {
      if (facet !== undefined) {
        const ids = facets.filter(facet).map(({ id }) => id)
        add('outdated_facet SELECT value FROM json_each(?)', ids)
      }
      const having = 'SELECT facet_id FROM facet_finding WHERE code IN (SELECT value FROM json_each(?))'
      add(`outdated_facet ${having}`, findings)
    }
    // Users of these facets need no row of their own.
    const others = 'facet_id NOT IN outdated_facet'
    for (const { findings = [], hasPhone } of dependents) {
      if (findings.length > 0)
        add(
          `outdated_user SELECT user_id FROM user_finding JOIN user ON user.id = user_id
         WHERE code IN (SELECT value FROM json_each(?)) AND ${others}`,
          findings,
        )
      if (hasPhone === true)
        add(`outdated_user SELECT id FROM user WHERE phone IS NOT NULL AND ? IS NOT NULL AND ${others}`)
    }
    const count =
      'SELECT (SELECT count(*) FROM user WHERE facet_id IN outdated_facet) + (SELECT count(*) FROM outdated_user) AS n'
    return {
      // In the order of users, not along the index of facets.
      where: '(+facet_id IN outdated_facet OR +user.id IN outdated_user)',
      users: oneNumber(sql(database, count)),
    }
  },
  /** Plans one corrected user again, and those whose duplicate it was or who have its email. Returns false when there is no such user. */
  planOne: (database: Database, userId: number): boolean => outdatedPlans.planSome(database, [userId]) === 1,
  /** Plans a few users again, and those whose duplicate they were or who have their emails, in one transaction. Returns how many of them exist. */
  planSome: (database: Database, userIds: readonly number[]): number => {
    const planning = readPlanning(database)
    return transaction(database, () => {
      let found = 0
      for (const userId of userIds) {
        const before = keptOutUsers.emailsOf(database, userId)
        if (replanWithHeirs(database, userId, planning)) found += 1
        const now = keptOutUsers.emailsOf(database, userId)
        const changed = [...before.filter((one) => !now.includes(one)), ...now.filter((one) => !before.includes(one))]
        for (const other of changed.flatMap((email) => keptOutUsers.othersWith(database, email, userId)))
          replanWithHeirs(database, other, planning)
      }
      if (unmappedFields(database).length > 0) setSetting(database, 'unmapped-fields', countUnmappedFields(database))
      bumpUsersVersion(database)
      return found
    })
  },
  /** Records the inputs from which all users were planned. */
  notePlanned: (database: Database, planning: DocumentPlanning): void => {
    setSetting(database, 'planned-with', printOf(planning))
  },
  /** Forgets the recorded inputs, in the transaction that changes some users or plans. */
  forgetPlanned: (database: Database): void => {
    if (getSetting(database, 'planned-with') !== undefined) setSetting(database, 'planned-with', null)
  },
}

/**
 * Users that are planned again: a condition that holds for them in the table of users, null: for all; and their number. The condition looks at
 * the tables `outdated_facet` and `outdated_user`.
 */
export type OutdatedUsers = { readonly where: string | null; readonly users: number }

const facetRow = z.object({
  id: z.number(),
  state: z.string(),
  bucket: z.string(),
  methods: z.string(),
  providers: z.string(),
  tenants: z.string(),
  profile: z.string(),
})

function dependentsOf(changed: readonly string[]): readonly DependentPlans[] | 'all' {
  const found: DependentPlans[] = []
  for (const key of changed) {
    const dependents = decisions.table[key]?.dependents ?? dependentsOfFact(key) ?? 'all'
    if (dependents === 'all') return 'all'
    found.push(dependents)
  }
  return found
}

function replan(database: Database, userId: number, planning: DocumentPlanning): boolean {
  const row = readPlannedRow(database, userId)
  if (row === undefined) return false
  planAmongAll(database, row, planning)
  return true
}

/** Plans a user again, and users that want what it no longer holds. */
function replanWithHeirs(database: Database, userId: number, planning: DocumentPlanning): boolean {
  const released = identifierTable.owned(database, userId)
  if (!replan(database, userId, planning)) return false
  for (const key of released)
    for (const heir of identifierTable.claimants(database, key)) replan(database, heir, planning)
  return true
}

/*
 * The inputs of all plans of a document besides its users: decisions, parameters, facts about the core. While the
 * document says that its plans follow from the present inputs, no user has to be read to know that its plan stays.
 */

/** Whether the plan of every user follows from these inputs, as far as recorded. */
function isPlannedWith(database: Database, planning: DocumentPlanning): boolean {
  const noted = getSetting(database, 'planned-with') ?? null
  return noted !== null && noted === printOf(planning)
}

/**
 * Null: inputs that are the same for all users do not decide it. Users that were sent keep the plan that was sent, and what an earlier
 * migration has of a user is looked up for each.
 */
function printOf({ choices, context, anySent, baseline }: DocumentPlanning): string | null {
  if (anySent || baseline !== null) return null
  const { now: _, ...facts } = context
  const planned = Object.entries(choices).filter(([key]) => decisions.table[key]?.whileSending !== true)
  return createHash('sha256')
    .update(JSON.stringify([app.version, planned, facts]))
    .digest('hex')
}
