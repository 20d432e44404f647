import { oneNumber } from '../document/rows.ts'
import { createsUserSql } from '../document/created-users.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

/**
 * Users with one login method in the core before, whose other one became a separate user: a sign-in by it opens a
 * new, empty account. They are counted as migrated.
 */
export function countBesideExisting(database: Database, targetId: number): number {
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
}
