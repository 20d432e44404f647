import { withFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/** Users with a correction who are ready at a target, which is the one question mark. */
export const correctedReady = `FROM user ${withFacet} LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
  WHERE user.correction IS NOT NULL AND facet.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready')`

export function countCorrected(database: Database, targetId: number): number {
  return oneNumber(sql(database, `SELECT count(*) AS n ${correctedReady}`), targetId)
}
