import { bulkObstacle } from '../../../shared/core-api/choose-executor.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import type { ExecutorFacts } from '../../../shared/planning/describe-executors.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { Target } from '../document/targets.ts'
import type { FacetCount } from './counts.ts'

/** What decides how users can be sent; without a core nothing is known yet. */
export function executorFacts(
  database: Database,
  target: Target | undefined,
  { keepUserIds, verifyEmails, existing }: Pick<Choices, 'keepUserIds' | 'verifyEmails' | 'existing'>,
  facets: readonly FacetCount[],
): ExecutorFacts {
  const several = facets.filter(({ state, methods }) => state === 'ready' && methods.includes(','))
  const changed = "SELECT count(*) AS n FROM finding WHERE code = 'changed-since' AND blocks = 0"
  return {
    obstacle: target === undefined ? 'No core is connected yet.' : bulkObstacle(target),
    hasFollowUps: keepUserIds || verifyEmails,
    singleOnly: several.reduce((sum, { users }) => sum + users, 0) + oneNumber(sql(database, changed)),
    overwrites: existing === 'overwrite',
  }
}
