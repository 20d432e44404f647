import * as z from 'zod'
import { capitalized, counted } from '../../../shared/format.ts'
import { unreadHashes, unreadHashesText, type ControlTotals } from '../../../shared/mapping/unmapped/control-totals.ts'
import { decisions, lostLoginsOf, unappliedChangesOf, unreadHashesOf } from '../../../shared/planning/choices.ts'
import { type Problem, problem, type Result } from '../../../shared/result.ts'
import { stemOfFile } from '../../../shared/mapping/names/column-words.ts'
import { fileWithoutLogins, fileWithoutRows, otherKindOfFile } from '../reading/refusals/file-kind.ts'
import { placeOfChange } from '../reading/sql/changes/changes-elsewhere.ts'
import { changeFaults, isSameTable, putTogether } from '../reading/sql/changes/sql-changes.ts'
import { holdsBack } from '../../../shared/mapping/rows/unread-tables.ts'
import { listsKeptOut } from '../../../shared/mapping/names/standing/kept-out-names.ts'
import { holdsPeople } from '../../../shared/mapping/names/people-names.ts'
import { fileFact, type FactsOfFile, placeNames } from './source-facts.ts'
import { fileTable, type SourceFile } from './files.ts'
import { lostLoginsText } from './joins/lost-logins.ts'
import { hashesRemovedProblem } from './removed-hashes.ts'
import { getChoices } from './settings.ts'
import { allRows, type Database, sql } from './sqlite.ts'

/** Whether a file that was not read has no logins: no rows, and it is not called after people, unless after those who are kept out; or tables without any. */
export function holdsNoLogins({ name, problem: trouble }: Pick<SourceFile, 'name' | 'problem'>): boolean {
  const mayBeEmpty = !holdsPeople(stemOfFile(name)) || listsKeptOut(stemOfFile(name))
  return trouble?.code === fileWithoutLogins || (trouble?.code === fileWithoutRows && mayBeEmpty)
}

/** Files that were not read as a whole, and the decisions about them. */
export const incompleteFiles = {
  /** Files that could not be read to their end are tried again, e.g. when the migration is opened once more. */
  clearErrors: (database: Database): void => {
    database.exec('UPDATE file SET problem = NULL, problem_code = NULL WHERE complete = 0')
  },
  /** A file that cannot be read and may hold logins of the users in the others. One of another kind, such as a picture, holds none. */
  refused: (database: Database): (Pick<SourceFile, 'name'> & { readonly problem: Problem }) | undefined => {
    for (const file of fileTable.list(database))
      if (file.problem !== null && file.problem.code !== otherKindOfFile && !holdsNoLogins(file))
        return { name: file.name, problem: file.problem }
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
    fileTable.list(database).find((file) => file.complete && file.unreadTables.some(holdsBack) && !file.tablesExcluded),
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
  /**
   * Statements of a dump that change users and were not applied, and what to do about them; null: none. `text`:
   * `3 statements (line 12, line 80, line 81) that only a database can evaluate`, or about rows of another file.
   */
  unappliedChanges: (database: Database, fileId: number): UnappliedChanges | null => {
    const placeOf = placeNames(database)
    const rows = allRows(
      changeRow,
      sql(
        database,
        "SELECT line, byte, kind, reason FROM unreadable WHERE file_id = ? AND kind <> 'record' ORDER BY byte",
      ),
      fileId,
    )
    const placesOf = (of: typeof rows) =>
      of.map((at) => `${placeOf(fileId, at)}${at.reason === changeFaults.drop.reason ? ': DROP TABLE' : ''}`)
    const own = placesOf(rows.filter(({ kind }) => kind !== 'entry-change'))
    const ofEntries = placesOf(rows.filter(({ kind }) => kind === 'entry-change'))
    const found = changesElsewhere(database, fileId)
    const elsewhere = found.map(placeOfChange)
    const texts = [
      ...(own.length === 0 ? [] : [`${withPlaces('statement', own)} that only a database can evaluate`]),
      ...(elsewhere.length === 0 ? [] : [`${withPlaces('statement', elsewhere)} about rows of another file`]),
      ...(ofEntries.length === 0
        ? []
        : [`${withPlaces('change', ofEntries)} of entries that only the directory can apply`]),
    ]
    if (texts.length === 0) return null
    const areInDumps = found.every(({ isInDump }) => isInDump)
    const together = areInDumps ? capitalized(putTogether) : applyAtSource
    const alone = ofEntries.length === 0 ? loadDump : exportEntries
    return { text: texts.join(' and '), next: elsewhere.length === 0 ? alone : together }
  },
  /** A dump with such statements, of which nothing says yet that they are ignored. */
  undecidedChanges: (database: Database): { readonly name: string; readonly changes: UnappliedChanges } | undefined => {
    for (const { id, name } of fileTable.list(database)) {
      const changes = incompleteFiles.areChangesIgnored(database, name)
        ? null
        : incompleteFiles.unappliedChanges(database, id)
      if (changes !== null) return { name, changes }
    }
    return undefined
  },
  /** The operator ignores the changes of a dump that were not applied. */
  areChangesIgnored: (database: Database, name: string): boolean =>
    decisions.chosen(getChoices(database), unappliedChangesOf(name)) !== null,
  /** Logins of a file that no user got, while users have none, in words; null: there are none. */
  lostLogins: (database: Database, fileId: number): string | null => lostLoginsText(database, fileId),
  /** A file with such logins, of which nothing says yet that they stay behind. */
  undecidedLogins: (database: Database): { readonly name: string; readonly text: string } | undefined => {
    for (const { id, name, complete } of fileTable.list(database)) {
      const text = complete && !incompleteFiles.areLoginsIgnored(database, name) ? lostLoginsText(database, id) : null
      if (text !== null) return { name, text }
    }
    return undefined
  },
  /** The operator continues without the lost logins of a file. */
  areLoginsIgnored: (database: Database, name: string): boolean =>
    decisions.chosen(getChoices(database), lostLoginsOf(name)) !== null,
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
    if (changed !== undefined) return problem('changes-undecided', changesNotApplied(changed))
    const lost = incompleteFiles.undecidedLogins(database)
    if (lost !== undefined) return problem('logins-undecided', loginsLost(lost))
    const refused = incompleteFiles.refused(database)
    return refused === undefined ? null : problem('file-not-read', notRead(refused))
  },
}

/** `next`: the way to have them applied, as the beginning of a sentence. */
type UnappliedChanges = { readonly text: string; readonly next: string }

const applyAtSource = 'Apply them in the database that both files are from, and export the users again from there'
const loadDump = 'Load the dump into a database and export the table again'
const exportEntries = 'Apply them in the directory, and export its entries again (ldapsearch -LLL, slapcat)'

type ChangeOfOther = FactsOfFile['changes-elsewhere'][number] & { readonly isInDump: boolean }

/** The statements of a dump about rows that it lacks and another file has, by the name of its table or its own, or may have as users. `isInDump`: only dumps have them. */
function changesElsewhere(database: Database, fileId: number): readonly ChangeOfOther[] {
  const changes = fileFact(database, fileId, 'changes-elsewhere') ?? []
  if (changes.length === 0) return []
  const others = fileTable.list(database).filter(({ id }) => id !== fileId)
  const mayHave = ({ id, name }: SourceFile, table: string): boolean => {
    const tables = fileFact(database, id, 'columns-read')?.tables ?? []
    if (tables.length > 0) return tables.some((one) => isSameTable(one, table))
    const hasUsers = () => sql(database, 'SELECT 1 FROM user WHERE file_id = ? LIMIT 1').get(id) !== undefined
    return isSameTable(name.replace(/\..*$/, ''), table) || (holdsPeople(table) && hasUsers())
  }
  return changes.flatMap((change) => {
    const having = others.filter((other) => mayHave(other, change.table))
    return having.length === 0 ? [] : [{ ...change, isInDump: having.every(({ format }) => format === 'sql') }]
  })
}

function withPlaces(what: string, places: readonly string[]): string {
  const more = places.length > maxPlaces ? `, and ${places.length - maxPlaces} more` : ''
  return `${counted(places.length, what)} (${places.slice(0, maxPlaces).join(', ')}${more})`
}

const changeRow = z.object({ line: z.number(), byte: z.number(), kind: z.string(), reason: z.string() })
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

function changesNotApplied({ name, changes }: { readonly name: string; readonly changes: UnappliedChanges }): string {
  return `${name} changes or adds users by ${changes.text}. ${changes.next}, or ignore them on the Export screen.`
}

function loginsLost({ name, text }: { readonly name: string; readonly text: string }): string {
  return `${name} has logins or bans that no user gets: ${text}. Correct these rows and add the file again, or continue without them on the Export screen.`
}

function unreadLogins(name: string): string {
  return `${name} has tables that are not read, with values that look like logins. Exclude these tables on the Export screen, or export them as separate files.`
}
