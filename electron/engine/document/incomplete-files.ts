import * as z from 'zod'
import { counted } from '../../../shared/format.ts'
import { unreadHashes, unreadHashesText, type ControlTotals } from '../../../shared/mapping/control-totals.ts'
import { decisions, unappliedChangesOf, unreadHashesOf } from '../../../shared/planning/choices.ts'
import { type Problem, problem, type Result } from '../../../shared/result.ts'
import { otherKindOfFile } from '../reading/file-kind.ts'
import { changeFaults } from '../reading/sql/sql-changes.ts'
import { fileFact, placeNames } from './source-facts.ts'
import { fileTable, type SourceFile } from './files.ts'
import { hashesRemovedProblem } from './removed-hashes.ts'
import { getChoices } from './settings.ts'
import { allRows, type Database, sql } from './sqlite.ts'

/** Files that were not read as a whole, and the decisions about them. */
export const incompleteFiles = {
  /** Files that could not be read to their end are tried again, e.g. when the migration is opened once more. */
  clearErrors: (database: Database): void => {
    database.exec('UPDATE file SET problem = NULL, problem_code = NULL WHERE complete = 0')
  },
  /** A file that cannot be read and may hold logins of the users in the others. One of another kind, such as a picture, holds none. */
  refused: (database: Database): (Pick<SourceFile, 'name'> & { readonly problem: Problem }) | undefined => {
    for (const { name, problem: trouble } of fileTable.list(database))
      if (trouble !== null && trouble.code !== otherKindOfFile) return { name, problem: trouble }
    return undefined
  },
  /** A truncated file that the operator did not accept as it is; nothing is sent before. */
  truncated: (
    database: Database,
  ): (Pick<SourceFile, 'name' | 'records' | 'unreadable'> & { readonly truncation: string }) | undefined => {
    const open = fileTable.list(database).find((file) => file.truncation !== null && !file.truncationAccepted)
    return open === undefined ? undefined : { ...open, truncation: open.truncation ?? '' }
  },
  /** The operator continues with the read part, also of files that are still to be read. */
  acceptTruncations: (database: Database): void => {
    database.exec('UPDATE file SET truncation_accepted = 1')
  },
  /** A dump with login-like values in tables that are not read, about which the operator has not decided yet. */
  undecidedTables: (database: Database): Pick<SourceFile, 'name' | 'unreadTables'> | undefined =>
    fileTable.list(database).find((file) => file.complete && file.unreadTables.length > 0 && !file.tablesExcluded),
  /** The operator continues without them, also in files that are still to be read. */
  excludeTables: (database: Database): void => {
    database.exec('UPDATE file SET tables_excluded = 1')
  },
  /** A file with password hashes that no user, finding or table has, of which nothing says yet that they stay behind. */
  undecidedHashes: (database: Database): { readonly name: string; readonly totals: ControlTotals } | undefined => {
    for (const { id, name, complete } of fileTable.list(database)) {
      const totals = complete ? fileFact(database, id, 'control-totals') : null
      if (totals !== null && unreadHashes(totals).length > 0 && !incompleteFiles.areHashesExcluded(database, name))
        return { name, totals }
    }
    return undefined
  },
  /** The operator continues without the unread password hashes of a file. */
  areHashesExcluded: (database: Database, name: string): boolean =>
    decisions.chosen(getChoices(database), unreadHashesOf(name)) !== null,
  /** `3 statements (line 12, line 80, line 81)`: statements of a dump that change its users as only a database can; null: none. */
  changesText: (database: Database, fileId: number): string | null => {
    const rows = allRows(
      changeRow,
      sql(database, "SELECT line, byte, reason FROM unreadable WHERE file_id = ? AND kind <> 'record' ORDER BY byte"),
      fileId,
    )
    if (rows.length === 0) return null
    const placeOf = placeNames(database)
    const places = rows
      .slice(0, maxPlaces)
      .map((at) => `${placeOf(fileId, at)}${at.reason === changeFaults.drop.reason ? ': DROP TABLE' : ''}`)
    const more = rows.length > maxPlaces ? `, and ${rows.length - maxPlaces} more` : ''
    return `${counted(rows.length, 'statement')} (${places.join(', ')}${more})`
  },
  /** A dump with such statements, of which nothing says yet that they are ignored. */
  undecidedChanges: (database: Database): { readonly name: string; readonly changes: string } | undefined => {
    for (const { id, name } of fileTable.list(database)) {
      const changes = incompleteFiles.areChangesIgnored(database, name)
        ? null
        : incompleteFiles.changesText(database, id)
      if (changes !== null) return { name, changes }
    }
    return undefined
  },
  /** The operator ignores the changes of a dump that were not applied. */
  areChangesIgnored: (database: Database, name: string): boolean =>
    decisions.chosen(getChoices(database), unappliedChangesOf(name)) !== null,
  /** Why no run can begin with this document; null: it can. */
  runObstacle: (database: Database): Result<never> | null => {
    const gone = hashesRemovedProblem(database)
    if (gone !== null) return gone
    const truncated = incompleteFiles.truncated(database)
    if (truncated !== undefined) return problem('file-truncated', incomplete(truncated.name))
    const undecided = incompleteFiles.undecidedTables(database)
    if (undecided !== undefined) return problem('tables-undecided', unreadLogins(undecided.name))
    const unread = incompleteFiles.undecidedHashes(database)
    if (unread !== undefined)
      return problem('hashes-undecided', hashesNotRead(unread.name, unreadHashesText(unread.totals)))
    const changed = incompleteFiles.undecidedChanges(database)
    if (changed !== undefined) return problem('changes-undecided', unappliedChanges(changed))
    const refused = incompleteFiles.refused(database)
    return refused === undefined ? null : problem('file-not-read', notRead(refused))
  },
}

const changeRow = z.object({ line: z.number(), byte: z.number(), reason: z.string() })
/** Places that are named. */
const maxPlaces = 5

function notRead({ name, problem: { message } }: { readonly name: string; readonly problem: Problem }): string {
  return `${name} cannot be read. ${message} Replace or remove this file on the Export screen.`
}

function incomplete(name: string): string {
  return `${name} is incomplete: the rest of it is missing or cannot be read. Export the file again, or use the complete records only.`
}

function hashesNotRead(name: string, hashes: string): string {
  return `${name} holds password hashes that are not read. ${hashes}. Continue without them on the Export screen, or export these users as a separate file.`
}

function unappliedChanges({ name, changes }: { readonly name: string; readonly changes: string }): string {
  return `${name} changes users after their rows by ${changes} that only a database can evaluate. Ignore them on the Export screen, or load the dump into a database and export the table again.`
}

function unreadLogins(name: string): string {
  return `${name} has tables that are not read, with values that look like logins. Exclude these tables on the Export screen, or export them as separate files.`
}
