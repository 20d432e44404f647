import * as z from 'zod'
import type { StateCounts, Totals } from '../../../shared/ipc/views.ts'
import { type UserState, userStates } from '../../../shared/planning/call.ts'
import { createsUserSql } from '../document/created-users.ts'
import { postRunTable } from '../document/post-run-findings.ts'
import { isUnmatched } from '../document/export-parts.ts'
import {
  facetCounts,
  isReady,
  lacksContact,
  ofFacet,
  shownMethods,
  withFacet,
  withProgress,
} from '../document/facets.ts'
import { lastingKeySql } from '../document/lasting-key.ts'
import { getSetting } from '../document/settings.ts'
import { allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'
import { targetTable } from '../document/targets.ts'

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

/** Counts of users and records of a document. */
export const userCounts = {
  /** Users per state; their sum is the number of users. `facets`: counts of facets that are known already. */
  states: (
    database: Database,
    targetId: number | null,
    facets: readonly FacetCount[] = userCounts.facets(database),
  ): StateCounts => {
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
      // Some users with a ready plan wait because the core has them.
      blocked: planned('blocked') - both.blocked + happened.blocked,
      excluded: planned('excluded') - both.excluded,
    }
  },
  /** Users that a core already had, and who wait for the operator's decision about such users. */
  waiting: (database: Database, targetId: number | null): number => {
    const count = "SELECT count(*) AS n FROM progress WHERE target_id = ? AND state = 'blocked'"
    return oneNumber(sql(database, count), targetId ?? 0)
  },
  facets: (database: Database): readonly FacetCount[] =>
    allRows(
      facetRow,
      sql(
        database,
        `SELECT plan_state AS state, bucket, methods, ${shownMethods} AS shown, providers, accounts, profile,
        ${lacksContact} AS unreachable, users, first FROM ${facetCounts}
       ORDER BY plan_state, bucket, methods, providers, accounts, profile`,
      ),
    ),
  /** Users of a file, and users of other files joined with its rows. */
  ofFile: (database: Database, fileId: number): number =>
    oneNumber(
      sql(
        database,
        `SELECT (SELECT count(*) FROM user WHERE file_id = ?) + (SELECT count(DISTINCT p.user_id) FROM partial_record AS p
         CROSS JOIN user AS u ON u.id = p.user_id AND u.file_id <> p.file_id WHERE p.file_id = ?) AS n`,
      ),
      fileId,
      fileId,
    ),
  /** `records = users + joined + unmatched + unreadable + other`. */
  records: (database: Database): Totals => {
    const users = oneNumber(sql(database, 'SELECT count(*) AS n FROM user'))
    const joined = oneNumber(sql(database, 'SELECT count(*) AS n FROM partial_record WHERE user_id IS NOT NULL'))
    const unmatched = oneNumber(sql(database, `SELECT count(*) AS n FROM partial_record WHERE ${isUnmatched}`))
    const otherParts = oneNumber(sql(database, 'SELECT count(*) AS n FROM partial_record WHERE is_other = 1'))
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
    const kinds = oneNumber(
      sql(
        database,
        'SELECT coalesce(sum(kind.value), 0) AS n FROM file CROSS JOIN json_each(file.other) AS kind WHERE complete',
      ),
    )
    const other = kinds + otherParts
    const unchanged = getSetting(database, 'delta-counts')?.unchanged
    return { records, users, joined, unmatched, unreadable, other, ...(unchanged === undefined ? {} : { unchanged }) }
  },
  /**
   * Users with one login method in the core before, whose other one became a separate user: a sign-in by it opens a
   * new, empty account. They are counted as migrated.
   */
  besideExisting: (database: Database, targetId: number): number => {
    const isDone = "call.state = 'done' AND coalesce(call.status, '') <> 'skipped-existing'"
    return oneNumber(
      sql(
        database,
        `SELECT count(*) AS n FROM
        (SELECT call.user_id FROM finding JOIN call ON call.target_id = ? AND call.user_id = finding.user_id
         WHERE finding.code = 'several-methods' GROUP BY call.user_id
         HAVING max(call.${createsUserSql} AND call.status = 'skipped-existing') = 1
           AND max(call.${createsUserSql} AND ${isDone}) = 1
           AND max(call.kind = 'link' AND call.state = 'done' AND call.status = 'OK') = 0)`,
      ),
      targetId,
    )
  },
  /**
   * How many users a complete undo removed from a core, when nothing was sent there since; null: nothing was undone, or some
   * user that it should have removed may still be there. Users that this migration changed and did not create stay migrated.
   */
  undone: (database: Database, targetId: number): number | null => {
    const undone = getSetting(database, 'rollback')
    if (undone === undefined || undone.target !== targetId || undone.stopped !== null) return null
    if (undone.removed === 0 || undone.failed + undone.unconfirmed + undone.linked + undone.mismatched > 0) return null
    const later = 'SELECT count(*) AS n FROM run WHERE target_id = ? AND started_at > ?'
    if (oneNumber(sql(database, later), targetId, undone.at) > 0) return null
    const { sending, 'in-doubt': inDoubt } = userCounts.states(database, targetId)
    if (sending + inDoubt > 0) return null
    return postRunTable.undoneUsers(database, targetId).removed ?? 0
  },
  withoutPassword: (database: Database, targetId: number | null): number => {
    const migrated = "JOIN progress p ON p.target_id = ? AND p.user_id = user.id AND p.state = 'migrated'"
    const read = `SELECT count(*) AS n FROM ${ofFacet} ${migrated} WHERE ${hashRead}`
    const absent = `SELECT count(DISTINCT finding.user_id) AS n FROM finding JOIN user ON user.id = finding.user_id ${withFacet}
    ${migrated} WHERE ${hashAbsent}`
    return oneNumber(sql(database, read), targetId ?? 0) + oneNumber(sql(database, absent), targetId ?? 0)
  },
}

const facetRow = z.object({
  state: z.enum(userStates),
  bucket: z.string(),
  methods: z.string(),
  /** See `shownMethods`. */
  shown: z.string(),
  providers: z.string(),
  accounts: z.number(),
  profile: z.string(),
  /** 1: no email or phone number of these users can be used. */
  unreachable: z.number(),
  users: z.number(),
  first: z.number(),
})

/** Users whose plans are alike, and the first of them. */
export type FacetCount = z.infer<typeof facetRow>

/** Users with a correction that are ready at a target, in SQL with one parameter: the target. */
export const correctedReady = `FROM user ${withFacet} ${withProgress}
  WHERE user.correction IS NOT NULL AND ${isReady}`

/** Why the hashes cannot be removed now; null: they can. A finished migration has no users left to send. */
export function hashesRequiredReason(database: Database): string | null {
  if (getSetting(database, 'hashes-removed') !== undefined) return 'They were already removed.'
  const target = targetTable.current(database)
  if (target === undefined || target.kind !== 'live') return 'No users were sent to a live core yet.'
  const { ready, sending, 'in-doubt': inDoubt, migrated } = userCounts.states(database, target.id)
  // After a complete undo the core has none of the users, and the operator decides whether they are sent again.
  if (userCounts.undone(database, target.id) !== null) return null
  if (migrated === 0) return 'No users were sent to this core yet.'
  const open = ready + sending + inDoubt
  return open === 0 ? null : `${open} users are not sent yet. Send or exclude them first.`
}

/** The earlier migration imported the password, which an email or a login that is sent now does not touch. */
const importedBefore = `EXISTS (SELECT 1 FROM baseline_call WHERE baseline_call.kind = 'import'
  AND baseline_call.user_key = ${lastingKeySql})`
const noneImported = `',' || facet.methods || ',' NOT LIKE '%,password,%' AND NOT ${importedBefore}`
const hashRead = `${noneImported} AND facet.bucket <> 'none'`
const hashAbsent = `${noneImported} AND facet.bucket = 'none' AND finding.code IN ('hash-not-in-export', 'hash-given-up')`

/**
 * In SQL: users of a core who had a password in the source and have no usable one there: their hash is not imported, or the
 * export lacks it. Users that never had one, or that are not in the core, need no mail about it.
 */
export const withoutPassword = `p.state = 'migrated' AND (${hashRead} OR EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND ${hashAbsent}))`
