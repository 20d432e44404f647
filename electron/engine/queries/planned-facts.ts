import * as z from 'zod'
import { bulkObstacle } from '../../../shared/core-api/choose-executor.ts'
import type { CoreFacts } from '../../../shared/core-api/check-result.ts'
import { count } from '../../../shared/format.ts'
import type { MethodCounts } from '../../../shared/ipc/views.ts'
import { creatingKinds, type LoginMethod, methodOf } from '../../../shared/planning/call.ts'
import { type Choices, decisions } from '../../../shared/planning/choices.ts'
import type { ExecutorFacts } from '../../../shared/planning/describe-executors.ts'
import { linkingIn } from '../../../shared/planning/plan-methods.ts'
import { coreFactsTable } from '../document/core-facts.ts'
import { createsUserSql } from '../document/created-users.ts'
import { facetCounts, ofFacet, withFacet, withTexts } from '../document/facets.ts'
import { getChoices } from '../document/settings.ts'
import { allRows, type Database, oneNumber, sql } from '../document/sqlite.ts'
import { type Target, targetTable } from '../document/targets.ts'
import { readStoredUser } from '../import-pipeline/stored-user.ts'
import type { FacetCount } from './counts.ts'
import { hasPart } from './profile-groups.ts'

const methods = ['password', 'third-party', 'passwordless'] as const satisfies readonly LoginMethod[]

const plannedRow = z.object({ methods: z.string(), n: z.number() })
const callRow = z.object({ kind: z.enum(creatingKinds), n: z.number() })

/** Login methods to be made, made and failed; a user with two of them counts in both. */
export function countMethods(database: Database, targetId: number | null): readonly MethodCounts[] {
  const planned = allRows(
    plannedRow,
    sql(database, `SELECT methods, sum(users) AS n FROM ${facetCounts} WHERE plan_state = 'ready' GROUP BY methods`),
  )
  const calls = (text: string) => allRows(callRow, sql(database, text), targetId ?? 0)
  const done = calls(
    `SELECT kind, count(*) AS n FROM call WHERE target_id = ? AND state = 'done' AND ${createsUserSql} GROUP BY kind`,
  )
  const failed = calls(
    `SELECT call.kind, count(*) AS n FROM progress INDEXED BY progress_by_state
       CROSS JOIN call ON call.target_id = progress.target_id AND call.user_id = progress.user_id
     WHERE progress.target_id = ? AND progress.state = 'failed' AND call.state = 'failed' AND ${createsUserSql} GROUP BY call.kind`,
  )
  const sum = (rows: readonly z.infer<typeof callRow>[], method: LoginMethod) =>
    rows.reduce((all, { kind, n }) => (methodOf(kind) === method ? all + n : all), 0)
  return methods
    .map((method) => ({
      method,
      total: planned.reduce((all, row) => (row.methods.split(',').includes(method) ? all + row.n : all), 0),
      done: sum(done, method),
      failed: sum(failed, method),
    }))
    .filter(({ total, done: made }) => total + made > 0)
}

/**
 * Users whose old id the core does not keep, as a group of findings; null: it keeps them, or no user has one. Nearly
 * every user has an id, so the group is counted here and not stored with each user.
 */
export function countNewIds(database: Database, choices: Pick<Choices, 'keepUserIds'>, facets: readonly FacetCount[]) {
  const dialect = targetTable.current(database)?.dialect ?? 'documented'
  if (dialect === 'supertokens' && choices.keepUserIds) return null
  const users = countWithId(database, facets)
  return users === 0
    ? null
    : { code: 'new-id', group_key: dialect === 'supertokens' ? '' : 'documented', blocks: 0, users }
}

/** Subtracts users without an id: they are few, or all, and one index names them. */
function countWithId(database: Database, facets: readonly FacetCount[]): number {
  const users = facets.reduce((sum, facet) => sum + (facet.state === 'excluded' ? 0 : facet.users), 0)
  if (sql(database, 'SELECT 1 FROM user WHERE source_id IS NOT NULL LIMIT 1').get() === undefined) return 0
  const without = `SELECT count(*) AS n FROM user ${withFacet}
    WHERE user.source_id IS NULL AND facet.plan_state <> 'excluded'`
  return users - oneNumber(sql(database, without))
}

/** A connection check has to answer at once: roles of at most this many users are read. Planning reads all of them. */
const maxUsersRead = 10_000
const maxNamed = 5
const maxName = 60

const ref = { code: 'role-missing', group: '' }

const sourceRow = z.object({ source: z.string() })

/**
 * Names the undecided roles of the export that a core lacks; null: none is known to be missing. Plans may
 * be for another core, so users are read, at most `maxUsers`, which the text says.
 */
export function missingRolesText(database: Database, facts: CoreFacts | null, maxUsers = maxUsersRead): string | null {
  const known = facts?.roles ?? null
  const choices = getChoices(database)
  if (known === null || choices.profile.roles === 'exclude') return null
  const settled = new Set([...known, ...Object.keys(choices.roles)])
  const missing = new Set<string>()
  let users = 0
  const select = `SELECT t.source FROM ${ofFacet} ${withTexts} WHERE ${hasPart('roles')} LIMIT ${maxUsers + 1}`
  for (const row of sql(database, select).iterate()) {
    users += 1
    if (users > maxUsers) break
    for (const role of readStoredUser(sourceRow.parse(row).source).profile?.roles ?? []) {
      const name = role.trim()
      if (name !== '' && !settled.has(name)) missing.add(name)
    }
  }
  const some =
    users > maxUsers ? ` Only the first ${count(maxUsers)} users with roles were read; Review names all.` : ''
  if (missing.size === 0) return null
  const named = [...missing].slice(0, maxNamed).map((name) => `“${printable(name)}”`)
  const more = missing.size - named.length
  return `The core lacks roles of the export: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}. Decide each: ${decisions.waysFor(ref)}.${some}`
}

/** A role is text of the export and goes to a terminal. */
function printable(name: string): string {
  return name.replaceAll(/\p{C}/gu, ' ').slice(0, maxName)
}

/** Facts that decide how users can be sent; without a core none are known yet. */
export function executorFacts(
  database: Database,
  target: Target | undefined,
  choices: Pick<Choices, 'keepUserIds' | 'verifyEmails' | 'existing' | 'severalMethods'>,
): ExecutorFacts {
  const { keepUserIds, verifyEmails, existing } = choices
  const core = coreFactsTable.current(database)
  const isLinked = target !== undefined && linkingIn({ dialect: target.dialect, core }, choices) === 'linked'
  // Staging links whatever one person has, and the same login in two tenants is two users.
  const several = `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE plan_state = 'ready'
    AND (tenants LIKE ',%,%,'${isLinked ? '' : " OR methods LIKE '%,%'"})`
  const changed = "SELECT count(*) AS n FROM finding WHERE code = 'changed-since' AND blocks = 0"
  return {
    obstacle: target === undefined ? 'No core is connected yet.' : bulkObstacle(target),
    hasFollowUps: keepUserIds || verifyEmails,
    singleOnly: oneNumber(sql(database, several)) + oneNumber(sql(database, changed)),
    overwrites: existing === 'overwrite',
  }
}
