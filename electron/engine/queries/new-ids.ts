import type { Choices } from '../../../shared/planning/choices.ts'
import { withFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import type { FacetCount } from './counts.ts'
import { currentTarget } from '../document/targets.ts'

/** The users who have an id in the source and are to be sent or decided; `user` and `facet` are joined. */
export const hasOldId = "user.source_id IS NOT NULL AND facet.plan_state <> 'excluded'"

/**
 * Users whose old id the core does not keep, as a group of findings; null: it keeps them, or no user has one. Nearly
 * every user has an id, so the group is counted here and not stored with each user.
 */
export function countNewIds(database: Database, choices: Pick<Choices, 'keepUserIds'>, facets: readonly FacetCount[]) {
  const dialect = currentTarget(database)?.dialect ?? 'documented'
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
