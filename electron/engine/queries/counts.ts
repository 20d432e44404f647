import * as z from 'zod'
import type { StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { userStates, type UserState } from '../../../shared/planning/call.ts'
import { facetCounts, ofFacet } from '../document/facets.ts'
import { allRows, oneNumber } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/**
 * The state of a user for one target: what happened there, else what is planned. `p` is the row of `progress`, if any,
 * and `facet` the user's.
 */
export const effectiveState = "coalesce(nullif(p.state, 'ready'), facet.plan_state)"

const stateRow = z.object({ state: z.enum(userStates), n: z.number() })

const noUsers: StateCounts = {
  ready: 0,
  blocked: 0,
  excluded: 0,
  existing: 0,
  sending: 0,
  migrated: 0,
  failed: 0,
  'in-doubt': 0,
}

/** Users per state; their sum is the number of users. `facets`: where they were counted already. */
export function countStates(
  database: Database,
  targetId: number | null,
  facets: readonly FacetCount[] = countFacets(database),
): StateCounts {
  const target = targetId ?? 0
  const count = (text: string, ...values: number[]): StateCounts => {
    const rows = allRows(stateRow, sql(database, text), ...values)
    return { ...noUsers, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
  }
  // Three counts along indexes are many times faster than one over all users with their progress.
  const planned = (wanted: UserState) =>
    facets.reduce((sum, { state, users }) => sum + (state === wanted ? users : 0), 0)
  const happened = count(
    "SELECT state, count(*) AS n FROM progress WHERE target_id = ? AND state <> 'ready' GROUP BY state",
    target,
  )
  // Users with outcomes although their plan is not (or no longer) ready.
  const both = count(
    `SELECT facet.plan_state AS state, count(*) AS n FROM ${ofFacet}
       CROSS JOIN progress p ON p.target_id = ? AND p.user_id = user.id
     WHERE facet.plan_state IN ('blocked', 'excluded') AND p.state <> 'ready' GROUP BY facet.plan_state`,
    target,
  )
  const sum = (counts: StateCounts) => Object.values(counts).reduce((all, n) => all + n, 0)
  return {
    ...happened,
    ready: planned('ready') - (sum(happened) - sum(both)),
    // Of those who are ready by plan, some wait because the core has them.
    blocked: planned('blocked') - both.blocked + happened.blocked,
    excluded: planned('excluded') - both.excluded,
  }
}

/** Users that a core already had, and who wait for the operator's decision about such users. */
export function countWaiting(database: Database, targetId: number | null): number {
  const count = "SELECT count(*) AS n FROM progress WHERE target_id = ? AND state = 'blocked'"
  return oneNumber(sql(database, count), targetId ?? 0)
}

/** Does this user wait for that decision? */
export function isWaiting(database: Database, targetId: number, userId: number): boolean {
  const one = "SELECT 1 FROM progress WHERE target_id = ? AND user_id = ? AND state = 'blocked'"
  return sql(database, one).get(targetId, userId) !== undefined
}

const facetRow = z.object({
  state: z.enum(userStates),
  bucket: z.string(),
  methods: z.string(),
  providers: z.string(),
  accounts: z.number(),
  profile: z.string(),
  users: z.number(),
  first: z.number(),
})

/** Users whose plans are alike, and the first of them. */
export type FacetCount = z.infer<typeof facetRow>

export function countFacets(database: Database): readonly FacetCount[] {
  return allRows(
    facetRow,
    sql(
      database,
      `SELECT plan_state AS state, bucket, methods, providers, accounts, profile, users, first FROM ${facetCounts}
       ORDER BY plan_state, bucket, methods, providers, accounts, profile`,
    ),
  )
}

/** `records = users + joined + unmatched + unreadable + other`. */
export function countRecords(database: Database): Totals {
  const users = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
  const joined = oneNumber(sql(database, 'SELECT count(*) AS n FROM partial_record WHERE user_id IS NOT NULL'))
  const unmatched = oneNumber(sql(database, 'SELECT count(*) AS n FROM partial_record WHERE user_id IS NULL'))
  const unreadable = oneNumber(sql(database, 'SELECT count(*) AS n FROM unreadable'))
  // Files that were read whole store their record count; of a file being read, count the rows so far.
  const records = oneNumber(
    sql(
      database,
      `SELECT coalesce(sum(CASE WHEN complete THEN records ELSE
         (SELECT count(*) FROM user WHERE file_id = file.id) + (SELECT count(*) FROM partial_record WHERE file_id = file.id)
         + (SELECT count(*) FROM unreadable WHERE file_id = file.id) END), 0) AS n FROM file`,
    ),
  )
  const other = oneNumber(
    sql(
      database,
      'SELECT coalesce(sum(kind.value), 0) AS n FROM file CROSS JOIN json_each(file.other) AS kind WHERE complete',
    ),
  )
  const unchanged = getSetting(database, 'delta-counts')?.unchanged
  return { records, users, joined, unmatched, unreadable, other, ...(unchanged === undefined ? {} : { unchanged }) }
}
