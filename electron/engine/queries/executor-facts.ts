import { bulkObstacle } from '../../../shared/core-api/choose-executor.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { ExecutorFacts } from '../../../shared/planning/describe-executors.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { Target } from '../document/targets.ts'
import { facetCounts } from '../document/facets.ts'
import { linkingIn } from '../../../shared/planning/linking.ts'
import { currentCoreFacts } from '../document/core-facts.ts'

/** What decides how users can be sent; without a core nothing is known yet. */
export function executorFacts(
  database: Database,
  target: Target | undefined,
  choices: Pick<Choices, 'keepUserIds' | 'verifyEmails' | 'existing' | 'severalMethods'>,
): ExecutorFacts {
  const { keepUserIds, verifyEmails, existing } = choices
  const core = currentCoreFacts(database)
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
