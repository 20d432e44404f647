import * as z from 'zod'
import { anyUserKey } from '../../../../shared/mapping/rows/standing-rows.ts'
import { allRows, type Database, sql } from '../sqlite.ts'

/*
 * Rows whose numbers match users of several files: customers and staff may both be numbered from 1. If one file has a user for each row, and every other file
 * lacks many, the rows are about its users.
 */

export const rowsInFile = z.object({ file: z.number(), rows: z.number() })

/** The one file with users for all `rows`; null: none has, or another one has users for most. */
export function fileOfAll(found: readonly z.infer<typeof rowsInFile>[], rows: number): number | null {
  const [whole, ...others] = found.toSorted((one, other) => other.rows - one.rows)
  const lacksMany = (one: z.infer<typeof rowsInFile>) => one.rows * 10 < rows * 9
  return whole !== undefined && whole.rows === rows && others.every(lacksMany) ? whole.file : null
}

/** For each file of parts of which some match several users: the one file with users for all of them. `without`: files whose numbers are no IDs of users. */
export function filesOfAllParts(
  database: Database,
  {
    several,
    plainKey,
    without,
  }: { readonly several: string; readonly plainKey: string; readonly without: readonly number[] },
): ReadonlyMap<number, number> {
  const files = allRows(partFile, sql(database, filesWithSeveral), several).map(({ file }) => file)
  return new Map(
    files.flatMap((file) => {
      const counts = allRows(rowsInFile, sql(database, countsOfNamed(plainKey, without)), file)
      const found = counts.filter((one) => one.file !== allFiles)
      const one = fileOfAll(found, counts.find((all) => all.file === allFiles)?.rows ?? 0)
      return one === null ? [] : [[file, one] as const]
    }),
  )
}

const partFile = z.object({ file: z.number() })
const filesWithSeveral =
  'SELECT DISTINCT file_id AS file FROM partial_record WHERE user_id IS NULL AND is_other = 0 AND unmatched_reason = ?'

/** In place of a file: the rows with a user in any. */
const allFiles = 0

/** How many rows of a file have the ID of a user, for each file of users and for all of them together. */
const countsOfNamed = (plainKey: string, without: readonly number[]) => `WITH found AS MATERIALIZED (
  SELECT p.id AS id, u.file_id AS file FROM partial_record AS p, json_each(p.keys) AS one
    JOIN user AS u ON u.source_id = substr(one.value, instr(one.value, ':') + 1) AND +u.file_id NOT IN (${without.join(', ')})
  WHERE p.file_id = ? AND (one.value LIKE '${anyUserKey}%' OR one.value LIKE '${plainKey}%'))
  SELECT file, count(DISTINCT id) AS rows FROM found GROUP BY file
  UNION ALL SELECT ${allFiles}, count(DISTINCT id) FROM found`
