import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/** Narrows the migration to the users that lists name, beside those that it was narrowed to before. */
export function narrow(database: Database, names: readonly string[], lists: readonly string[]): void {
  setSetting(database, 'only', [...new Set([...(getSetting(database, 'only') ?? []), ...names])])
  setSetting(database, 'only-from', [...new Set([...(getSetting(database, 'only-from') ?? []), ...lists])].slice(-100))
}

/** Everybody who is ready is sent again. */
export function widen(database: Database): void {
  setSetting(database, 'only', null)
  setSetting(database, 'only-from', [])
}
