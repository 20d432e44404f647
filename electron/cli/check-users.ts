import { listed } from '../../shared/exports/tables/table-terms.ts'
import { isFormerWord, wordsOf } from '../../shared/mapping/names/column-words.ts'
import { holdsBack, unreadTableText } from '../../shared/mapping/rows/unread-tables.ts'
import { decisions, lostLoginsOf, unappliedChangesOf, unreadHashesOf } from '../../shared/planning/choices.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { userCounts } from '../engine/queries/counts.ts'
import { fileTable, type SourceFile } from '../engine/document/files.ts'
import { filesWithoutUsers, foundInstead } from '../engine/queries/files-without-users.ts'
import { unreadHashesText, type ControlTotals } from '../../shared/mapping/unmapped/control-totals.ts'
import { holdsNoLogins, incompleteFiles } from '../engine/document/incomplete-files.ts'
import type { Database } from '../engine/document/sqlite.ts'

/** Sentences about a part of a file that is not read, with the next step. */
export const undecidedText = {
  /** The meaning of a truncated file, and the next step: of a file without a readable record, nothing is left to continue with. */
  truncation: (truncation: string, { records, unreadable }: Pick<SourceFile, 'records' | 'unreadable'>): string =>
    records === unreadable
      ? `INCOMPLETE. ${truncation}`
      : `INCOMPLETE. ${truncation} It is unknown how many users are missing. Export the file again, or continue without them with --allow-incomplete of run or resume.`,
  /** Changes of a dump that were not applied, and what to do about them. */
  changes: (name: string, { text, next }: { readonly text: string; readonly next: string }): string =>
    `${name} changes or adds users by ${text}: users may be missing, or look active though they were removed or locked. ${next}, or continue without these changes with ${continueOption.changes(name)}.`,
  /** Password hashes that no user, finding or table has, and what to do about it. */
  hashes: (name: string, totals: ControlTotals): string =>
    `${name} holds password hashes that are not read. ${unreadHashesText(totals)}. Export these users as a separate file, or continue without them with ${continueOption.hashes(name)}.`,
  /** Logins that no user got, and what to do about them. */
  logins: (name: string, text: string): string =>
    `${name} has logins or bans that no user gets: ${text}. Correct these rows and read the file again, or continue without them with ${continueOption.logins(name)}.`,
  /** Possible logins in tables that nothing reads, and the next step. */
  tables: ({ name, unreadTables }: Pick<SourceFile, 'name' | 'unreadTables'>): string => {
    const held = unreadTables.filter(holdsBack)
    const tables = held.map((one) => `table ${one.table}: ${unreadTableText(one)}`)
    const former = held.filter(({ table }) => wordsOf(table).some(isFormerWord)).map(({ table }) => table)
    const older = former.length === 0 ? '' : ` By its name, ${listed(former)} has older values than the users.`
    return `${name} has tables that are not read, with values that look like logins. ${listed(tables)}.${older} Export such a table as a separate file, with the ID of its users, or continue without them with --exclude-tables.`
  },
}

/**
 * A truncated file may lack any number of users, and a table that is not read may hold their passwords, so each needs
 * an option of its own.
 */
export function checkWhole(database: Database): Result<null> {
  const file = incompleteFiles.truncated(database)
  if (file !== undefined)
    return problem('file-truncated', `${file.name}: ${undecidedText.truncation(file.truncation, file)}`)
  const undecided = incompleteFiles.undecidedTables(database)
  if (undecided !== undefined) return problem('tables-undecided', undecidedText.tables(undecided))
  const unread = incompleteFiles.undecidedHashes(database)
  if (unread !== undefined) return problem('hashes-undecided', undecidedText.hashes(unread.name, unread.totals))
  const changed = incompleteFiles.undecidedChanges(database)
  if (changed !== undefined) return problem('changes-undecided', undecidedText.changes(changed.name, changed.changes))
  const lost = incompleteFiles.undecidedLogins(database)
  return lost === undefined ? ok(null) : problem('logins-undecided', undecidedText.logins(lost.name, lost.text))
}

/** The option that continues without a part of a file that is not read. */
export const continueOption = {
  changes: (name: string): string => decisions.optionFor(unappliedChangesOf(name)) ?? '',
  hashes: (name: string): string => decisions.optionFor(unreadHashesOf(name)) ?? '',
  logins: (name: string): string => decisions.optionFor(lostLoginsOf(name)) ?? '',
}

/** An export without a single user is a mistake. */
export function requireUsers(database: Database): Result<null> {
  const { users, unmatched, joined } = userCounts.records(database)
  if (users > 0) return ok(null)
  const files = fileTable.list(database)
  if (unmatched + joined > 0 && files.some(({ recognition }) => recognition?.role === 'parts'))
    return problem('no-users', `These records only complete other users. ${whereUsersAre(files)}`)
  const found = files.map((file) => ({ file, text: foundInstead(database, file) })).filter(({ text }) => text !== '')
  const texts = found.map(({ file, text }) => (files.length > 1 ? `${file.name}: ${text}` : text))
  const told = texts.length === 0 ? 'Run inspect to see what it contains.' : texts.join(' ')
  return problem('no-users', `This export contains no users. ${told}`)
}

/** Where the users of logins may be, where only the logins were recognised. */
function whereUsersAre(files: readonly SourceFile[]): string {
  const tables = files.flatMap(({ offers }) => (offers?.kind === 'tables' ? offers.parts.map(({ name }) => name) : []))
  return tables.length === 0
    ? 'Add the file with the users.'
    : `Add the file with the users, or choose their table (--table on the command line): ${listed(tables)}.`
}

/**
 * The same for each file: one that gives nothing to anybody, and may say something of people, was named by mistake or cannot be read. Returns sentences about
 * the files that are left out.
 */
export function checkEveryFile(database: Database): Result<readonly string[]> {
  const users = requireUsers(database)
  if (!users.ok) return users
  const empty = filesWithoutUsers(database)
  const textsOf = (wanted: (typeof empty)[number]['kind']) =>
    empty.flatMap(({ kind, text }) => (kind === wanted ? [text] : []))
  const [leftOut, refused, bans] = [textsOf('excluded'), textsOf('refused'), textsOf('kept-out')]
  const unread = fileTable.list(database).filter(holdsNoLogins)
  if (refused.length + bans.length === 0)
    return ok([
      ...leftOut,
      ...unread.map(({ name, problem: trouble }) => `${name} is left out. ${trouble?.message ?? ''}`),
    ])
  const remove = refused.length === 0 ? [] : [`Remove ${refused.length === 1 ? 'it' : 'them'} from the command.`]
  return problem('no-users', [...refused, ...remove, ...bans].join(' '))
}
