import { getSetting, setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'

/**
 * Notes, in the transaction that changes them, that users or their plans are no longer what they were. Who keeps columns of
 * them in memory loads these again. What happened at a target is no change of users.
 */
export function bumpUsersVersion(database: Database): void {
  setSetting(database, 'users-version', (getSetting(database, 'users-version') ?? 0) + 1)
}
