import * as z from 'zod'
import { type Correction, correctionSchema } from '../../../../shared/planning/correction.ts'
import { problem } from '../../../../shared/result.ts'
import type { User } from '../../../../shared/users/user.ts'
import { allRows, type Database, oneRow, sql } from '../sqlite.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'

/** A user as planning reads it. */
export const plannedRow = z.object({ id: z.number(), source: z.string(), correction: z.string().nullable() })
export type PlannedRow = z.infer<typeof plannedRow>

const selectUser = 'SELECT id, source, correction FROM user JOIN user_text ON user_id = id WHERE id = ?'

export function readPlannedRow(database: Database, id: number): PlannedRow | undefined {
  return oneRow(plannedRow, sql(database, selectUser), id)
}

export const userUnknown = problem('user-unknown', 'This user is no longer part of the migration.')

/** The correction of a user; null: it has none. */
export function readCorrection({ correction }: Pick<PlannedRow, 'correction'>): Correction | null {
  return correction === null ? null : correctionSchema.parse(JSON.parse(correction))
}

const partRow = z.object({ part: z.string() })

/** The user as the export says it, with its joined parts. `hasParts` false: no user of this document has any. */
export function loadUser(
  database: Database,
  row: { readonly id: number; readonly source: string },
  hasParts = true,
): User {
  const parts = hasParts
    ? allRows(partRow, sql(database, 'SELECT part FROM partial_record WHERE user_id = ? ORDER BY id'), row.id)
    : []
  return readStoredUser(
    row.source,
    parts.map((p) => p.part),
  )
}
