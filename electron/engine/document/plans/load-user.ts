import * as z from 'zod'
import type { User } from '../../../../shared/users/user.ts'
import { allRows, type Database, sql } from '../sqlite.ts'
import { readStoredUser } from '../../import-pipeline/stored-user.ts'

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
