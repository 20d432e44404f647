import { problem } from '../../../shared/result.ts'
import { unreadHashesText } from '../../../shared/mapping/control-totals.ts'
import { truncatedFile, undecidedHashes, undecidedTables } from '../document/incomplete-files.ts'
import { hashesRemovedProblem } from '../document/removed-hashes.ts'
import type { Database } from '../document/sqlite.ts'

/** Why no run can begin with this document; null: it can. */
export function runObstacle(database: Database): ReturnType<typeof problem> | null {
  const gone = hashesRemovedProblem(database)
  if (gone !== null) return gone
  const truncated = truncatedFile(database)
  if (truncated !== undefined) return problem('file-truncated', incomplete(truncated.name))
  const undecided = undecidedTables(database)
  if (undecided !== undefined) return problem('tables-undecided', unreadLogins(undecided.name))
  const unread = undecidedHashes(database)
  if (unread !== undefined)
    return problem('hashes-undecided', unreadHashes(unread.name, unreadHashesText(unread.totals)))
  return null
}

function incomplete(name: string): string {
  return `${name} is incomplete: the rest of it is missing or cannot be read. Export the file again, or use the complete records only.`
}

function unreadHashes(name: string, hashes: string): string {
  return `${name} holds password hashes that are not read. ${hashes}. Go on without them on the Export screen, or export these users as a separate file.`
}

function unreadLogins(name: string): string {
  return `${name} has tables that are not read, with values that look like logins. Exclude these tables on the Export screen, or export them as separate files.`
}
