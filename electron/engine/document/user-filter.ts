import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** Narrows the migration to the users that lists name, beside those that it was narrowed to before. */
export function addUserFilter(database: Database, names: readonly string[], lists: readonly string[]): void {
  setSetting(database, 'user-filter', [...new Set([...(getSetting(database, 'user-filter') ?? []), ...names])])
  setSetting(
    database,
    'user-filter-sources',
    [...new Set([...(getSetting(database, 'user-filter-sources') ?? []), ...lists])].slice(-100),
  )
}

/** Clears the filter: all ready users are sent again. */
export function clearUserFilter(database: Database): void {
  setSetting(database, 'user-filter', null)
  setSetting(database, 'user-filter-sources', [])
}
