import type { ListFilterView } from '../../../shared/ipc/views.ts'
import { withFacet } from '../document/facets.ts'
import { oneNumber } from '../document/rows.ts'
import { getSetting } from '../document/settings.ts'
import { sql, type Database } from '../document/sqlite.ts'

/** Every user that is named by source id, or by FILE:LINE. From the few files to their lines, which have an index together. */
const named = `SELECT user.id FROM json_each(?) AS name CROSS JOIN user ON user.source_id = name.value
  UNION SELECT user.id FROM json_each(?) AS place
    CROSS JOIN file ON file.name = json_extract(place.value, '$[0]') OR file.path = json_extract(place.value, '$[0]')
    CROSS JOIN user ON user.file_id = file.id AND user.line = json_extract(place.value, '$[1]')`

/** To whom the migration is narrowed, and how many of them can be sent; null: to nobody. */
export function userFilterView(database: Database, targetId: number | null): ListFilterView | null {
  const only = getSetting(database, 'user-filter') ?? null
  if (only === null) return null
  const places = only.flatMap((name) => {
    const [, file, line] = /^(.+):(\d{1,15})$/.exec(name) ?? []
    return file === undefined ? [] : [[file, Number(line)]]
  })
  const lists = [JSON.stringify(only), JSON.stringify(places)] as const
  const found = oneNumber(sql(database, `SELECT count(*) AS n FROM (${named})`), ...lists)
  const ready = oneNumber(
    sql(
      database,
      `SELECT count(*) AS n FROM (${named}) AS one CROSS JOIN user ON user.id = one.id ${withFacet}
         LEFT JOIN progress p ON p.target_id = ? AND p.user_id = user.id
       WHERE facet.plan_state = 'ready' AND (p.state IS NULL OR p.state = 'ready')`,
    ),
    ...lists,
    targetId ?? 0,
  )
  return { from: getSetting(database, 'user-filter-sources') ?? [], named: only.length, found, ready }
}
