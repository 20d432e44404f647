import * as z from 'zod'
import { ok, problem, type Result } from '../../shared/result.ts'
import { countRecords } from '../engine/desk/counts.ts'
import { allRows } from '../engine/document/rows.ts'
import { sql, type Database } from '../engine/document/sqlite.ts'

const unreadableRow = z.object({ name: z.string(), line: z.number(), reason: z.string() })

/** The first records that could not be read, each as `FILE:LINE  reason`. */
export function unreadableLines(database: Database, most: number): readonly string[] {
  const first = `SELECT file.name, unreadable.line, unreadable.reason FROM unreadable JOIN file ON file.id = unreadable.file_id
     ORDER BY unreadable.file_id, unreadable.byte LIMIT ?`
  return allRows(unreadableRow, sql(database, first), most).map(
    ({ name, line, reason }) => `${name}:${line}  ${reason}`,
  )
}

/** An export without a single user cannot be what was meant. */
export function checkUsers(database: Database): Result<null> {
  const { users, unreadable, unmatched } = countRecords(database)
  if (users > 0) return ok(null)
  const [first] = unreadableLines(database, 1)
  if (first !== undefined) {
    const which = unreadable === 1 ? 'Its only record is unreadable' : `The first of ${unreadable} unreadable records`
    return problem('no-users', `There is no user in this export. ${which}: ${first}`)
  }
  return unmatched > 0
    ? problem('no-users', 'These records only add to users of another file. Name the file with the users as well.')
    : problem('no-users', 'There is no user in this export. Look at it with inspect.')
}
