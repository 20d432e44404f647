import { facetCounts, withFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'

const noneImported = `facet.plan_state <> 'excluded' AND ',' || facet.methods || ',' NOT LIKE '%,password,%'`
const hashRead = `${noneImported} AND facet.bucket <> 'none'`
const hashAbsent = `${noneImported} AND facet.bucket = 'none' AND finding.code IN ('hash-not-in-export', 'hash-given-up')`

/**
 * In SQL: users who had a password in the source and have, or will have, no usable one in the core: their hash is not
 * imported, or the export lacks it. A user who never had one needs no mail about it, and one who is excluded neither.
 */
export const withoutPassword = `(${hashRead} OR EXISTS (SELECT 1 FROM finding WHERE finding.user_id = user.id AND ${hashAbsent}))`

export function countWithoutPassword(database: Database): number {
  const read = `SELECT coalesce(sum(users), 0) AS n FROM ${facetCounts} WHERE ${hashRead}`
  const absent = `SELECT count(DISTINCT user_id) AS n FROM finding JOIN user ON user.id = user_id ${withFacet} WHERE ${hashAbsent}`
  return oneNumber(sql(database, read)) + oneNumber(sql(database, absent))
}
