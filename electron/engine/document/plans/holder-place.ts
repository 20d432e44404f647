import * as z from 'zod'
import { placeText } from '../../../../shared/places.ts'
import type { Place } from '../../../../shared/planning/other-users/duplicates.ts'
import { readPlaces } from '../source-facts.ts'
import { type Database, oneRow, sql, type SqlValue } from '../sqlite.ts'

/** Columns of `user` and `file` that tell where a user stands. */
export const holderColumns = 'user.line, user.byte, file.name, file.format, file.places'

export const holderRow = z.object({
  line: z.number(),
  byte: z.number(),
  name: z.string(),
  format: z.string().nullable(),
  places: z.string(),
})

/** Runs a statement that selects `holderColumns` of one user. Returns the place of this user; null: there is none. */
export function placeOfHolder(database: Database, select: string, ...values: SqlValue[]): Place | null {
  const found = oneRow(holderRow, sql(database, select), ...values)
  if (found === undefined) return null
  return { file: found.name, place: placeText(readPlaces(found.places), found.format, found) }
}
