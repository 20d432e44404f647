import { nextClaimant, ownedIdentifiers } from './claims.ts'
import { readStoredPlan } from './stored-plan.ts'
import { planRow, plannedRow, readPlanning, type DocumentPlanning } from './plan-row.ts'
import { oneRow } from './rows.ts'
import { setSetting } from './settings.ts'
import type { Database } from './sqlite.ts'
import { sql } from './statements.ts'
import { transaction } from './transactions.ts'
import { countUnmappedFields, unmappedFields } from './unmapped-fields.ts'
import { bumpUsersVersion } from './users-version.ts'

/** Plans one corrected user again, and those whose duplicate it was. Returns false when there is no such user. */
export function planOneAgain(database: Database, userId: number): boolean {
  return planSomeAgain(database, [userId]) === 1
}

/** The same for a few users, in one transaction. Returns how many of them there are. */
export function planSomeAgain(database: Database, userIds: readonly number[]): number {
  const planning = readPlanning(database)
  return transaction(database, () => {
    let found = 0
    for (const userId of userIds) {
      const released = ownedIdentifiers(database, userId)
      if (replan(database, userId, planning)) found += 1
      for (const key of released) {
        const heir = nextClaimant(database, key)
        if (heir !== undefined) replan(database, heir, planning)
      }
    }
    if (unmappedFields(database).length > 0) setSetting(database, 'unmapped-fields', countUnmappedFields(database))
    bumpUsersVersion(database)
    return found
  })
}

function replan(database: Database, userId: number, planning: DocumentPlanning): boolean {
  const row = oneRow(
    plannedRow,
    sql(database, 'SELECT id, source, correction FROM user JOIN user_text ON user_id = id WHERE id = ?'),
    userId,
  )
  if (row === undefined) return false
  planRow(database, row, planning, 'everybody', readStoredPlan(database, userId))
  return true
}
