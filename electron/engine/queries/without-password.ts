import { facetCounts } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/**
 * Users who have, or will have, no usable password in the core: the export has no hash for them and they log in by code,
 * or their hash is not imported. Who logs in with a provider alone never had one, and who is left out needs none.
 */
export const withoutPassword = `facet.plan_state <> 'excluded' AND ',' || facet.methods || ',' NOT LIKE '%,password,%'
  AND (facet.bucket <> 'none' OR facet.methods = 'passwordless')`

export function countWithoutPassword(database: Database): number {
  return oneNumber(sql(database, `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE ${withoutPassword}`))
}
