import * as z from 'zod'
import { ok, problem, type Result } from '../../shared/result.ts'
import { countRecords } from '../engine/desk/counts.ts'
import { truncatedFile } from '../engine/document/files.ts'
import { allRows } from '../engine/document/rows.ts'
import { sql, type Database } from '../engine/document/sqlite.ts'

const unreadableRow = z.object({ name: z.string(), line: z.number(), reason: z.string(), n: z.number() })

/** Why records could not be read, at most `most` reasons: `FILE:LINE  reason`, with the first line of each, and how many more. */
export function unreadableLines(database: Database, most: number): readonly string[] {
  const reasons = `SELECT file.name, min(unreadable.line) AS line, unreadable.reason, count(*) AS n FROM unreadable
     JOIN file ON file.id = unreadable.file_id GROUP BY unreadable.file_id, unreadable.reason
     ORDER BY unreadable.file_id, line LIMIT ?`
  return allRows(unreadableRow, sql(database, reasons), most).map(
    ({ name, line, reason, n }) => `${name}:${line}  ${reason}${n > 1 ? ` (and ${n - 1} more like it)` : ''}`,
  )
}

/** What a truncated file means, and what to do about it. */
export function truncationText(truncation: string): string {
  return `INCOMPLETE. ${truncation} How many users are missing behind it cannot be told. Export the file again, or go on without them with --allow-incomplete.`
}

/** A file of which the rest is missing may lack any number of users, so that is accepted in so many words. */
export function checkTruncation(database: Database): Result<null> {
  const file = truncatedFile(database)
  return file === undefined ? ok(null) : problem('file-truncated', `${file.name}: ${truncationText(file.truncation)}`)
}

/** An export without a single user cannot be what was meant. */
export function checkUsers(database: Database): Result<null> {
  const { users, unreadable, unmatched } = countRecords(database)
  if (users > 0) return ok(null)
  const [first] = unreadableLines(database, 1)
  if (first !== undefined) {
    const which = unreadable === 1 ? 'Its only record is unreadable' : `All its ${unreadable} records are unreadable`
    return problem('no-users', `There is no user in this export. ${which}: ${first}`)
  }
  return unmatched > 0
    ? problem('no-users', 'These records only add to users of another file. Name the file with the users as well.')
    : problem('no-users', 'There is no user in this export. Look at it with inspect.')
}
