import type { ListFilterView } from '../../../shared/ipc/views.ts'
import { withFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import type { Database } from '../document/sqlite.ts'
import { sql } from '../document/statements.ts'
import { namedBy, namedUsersSql } from './named-users.ts'

/** To whom the migration is narrowed, and how many of them can be sent; null: to nobody. */
export function userFilterView(database: Database, targetId: number | null): ListFilterView | null {
  const only = getSetting(database, 'user-filter') ?? null
  if (only === null) return null
  const lists = namedBy(only)
  const found = oneNumber(sql(database, `SELECT count(*) AS n FROM (${namedUsersSql})`), ...lists)
  const ready = oneNumber(
    sql(
      database,
      `SELECT count(*) AS n FROM (${namedUsersSql}) AS one CROSS JOIN user ON user.id = one.id ${withFacet}
         LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
       WHERE facet.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready')`,
    ),
    ...lists,
    targetId ?? 0,
  )
  return { from: getSetting(database, 'user-filter-sources') ?? [], named: only.length, found, ready }
}
