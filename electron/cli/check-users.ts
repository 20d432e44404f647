import * as z from 'zod'
import { formatOf } from '../../shared/exports/index.ts'
import { lookupShape, refersToLookup } from '../../shared/exports/standing/lookup-rows.ts'
import { settingsShape } from '../../shared/exports/parts/setting-rows.ts'
import { rowOfThing, saysOfUser } from '../../shared/mapping/entries/thing-rows.ts'
import { listed } from '../../shared/exports/tables/table-terms.ts'
import type { ExportFormat } from '../../shared/mapping/export-format.ts'
import { namesPeople, refersToAccount } from '../../shared/mapping/names/account-names.ts'
import { shownName } from '../../shared/mapping/shown/shown-name.ts'
import { isFormerWord, isLoginName, splitPath, stemOfFile, wordsOf } from '../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../shared/mapping/names/name-hints.ts'
import { listsKeptOut } from '../../shared/mapping/names/standing/kept-out-names.ts'
import { mayHoldAccounts, mentionsPeople } from '../../shared/mapping/names/people-names.ts'
import { standingName } from '../../shared/mapping/names/standing/standing-names.ts'
import { holdsBack, unreadTableText } from '../../shared/mapping/rows/unread-tables.ts'
import { decisions, lostLoginsOf, unappliedChangesOf, unreadHashesOf } from '../../shared/planning/choices.ts'
import { seeLine } from '../../shared/places.ts'
import { counted } from '../../shared/format.ts'
import { ok, problem, type Result } from '../../shared/result.ts'
import { userCounts } from '../engine/queries/counts.ts'
import { fileFact, placeNames } from '../engine/document/source-facts.ts'
import { fileTable, type SourceFile } from '../engine/document/files.ts'
import { unreadHashesText, type ControlTotals } from '../../shared/mapping/unmapped/control-totals.ts'
import { holdsNoLogins, incompleteFiles } from '../engine/document/incomplete-files.ts'
import { allRows, type Database, sql } from '../engine/document/sqlite.ts'

const unreadableRow = z.object({
  id: z.number(),
  name: z.string(),
  line: z.number(),
  byte: z.number(),
  reason: z.string(),
  n: z.number(),
})

/** Why records could not be read, at most `most` reasons: `FILE:LINE  reason`, or the sheet and row, with the first place of each, and how many more. */
export function unreadableLines(database: Database, most: number, fileId: number | null = null): readonly string[] {
  const places = placeNames(database)
  const reasons = `SELECT file.id, file.name, unreadable.line, min(unreadable.byte) AS byte, unreadable.reason, count(*) AS n FROM unreadable
     JOIN file ON file.id = unreadable.file_id WHERE ?1 IS NULL OR file.id = ?1 GROUP BY unreadable.file_id, substr(unreadable.reason, 1, instr(unreadable.reason || ?3, ?3))
     ORDER BY unreadable.file_id, byte LIMIT ?2`
  return allRows(unreadableRow, sql(database, reasons), fileId, most, seeLine).map(
    ({ id, name, reason, n, ...at }) =>
      `${placeIn(name, places(id, at))}  ${reason}${n > 1 ? ` (and ${n - 1} more like it)` : ''}`,
  )
}

/** Lines as other tools write them: `FILE:5`. */
function placeIn(file: string, place: string): string {
  const [, line] = /^line (\d+)$/.exec(place) ?? []
  return line === undefined ? `${file}, ${place}` : `${file}:${line}`
}

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
 * the files that are left out, because nothing in them is about people.
 */
export function checkEveryFile(database: Database): Result<readonly string[]> {
  const users = requireUsers(database)
  if (!users.ok) return users
  const empty = emptyFiles(database)
  const leftOut = empty.filter((file) => isAboutNobody(database, file))
  const refused = empty.filter((file) => !leftOut.includes(file))
  const unread = fileTable.list(database).filter(holdsNoLogins)
  if (refused.length === 0)
    return ok([
      ...leftOut.map((file) => leftOutText(database, file)),
      ...unread.map(({ name, problem: trouble }) => `${name} is left out. ${trouble?.message ?? ''}`),
    ])
  const others = refused.filter((file) => !isOfKeptOut(file))
  const texts = others.map((file) => noUsersIn(database, file))
  const bans = refused.filter(isOfKeptOut).map((file) => `${noUsersIn(database, file)} ${adviceOnBans}`)
  const remove = others.length === 0 ? [] : [`Remove ${others.length === 1 ? 'it' : 'them'} from the command.`]
  return problem('no-users', [...texts, ...remove, ...bans].join(' '))
}

/** Whether the name of a file says that it lists people who are kept out. If it were left out, they could sign in. */
function isOfKeptOut({ name }: SourceFile): boolean {
  return listsKeptOut(stemOfFile(name))
}

const adviceOnBans =
  'By its name, it lists people who are kept out. Write one row for each of them, with the ID as user_id or with the email; remove the file only if it names none of the users.'

/**
 * Whether a file without users holds no login, and no state of users. Rows of a known kind, such as sessions, have states of their own, and so have rows of which a user has
 * several, or which name no users in a file that is called after something else.
 */
function isAboutNobody(database: Database, file: SourceFile): boolean {
  const { id, name, unreadTables, truncation } = file
  const areThings = Object.keys(file.other).every((kind) => kind === rowOfThing)
  const areOfKinds = file.unreadable === 0 && (areThings || file.recognition?.shape === settingsShape)
  const totals = fileFact(database, id, 'control-totals')
  if (isOfKeptOut(file) || totals === null || truncation !== null || unreadTables.length > 0) return false
  if (totals.emails > 0 || totals.hashes > 0) return false
  const columns = fileFact(database, id, 'column-counts')?.columns.filter(({ filled }) => filled > 0) ?? []
  const owners = columns.filter(({ path }) => namesPeople(path) || isLoginName(path))
  const stem = stemOfFile(name)
  const mayName = owners.length > 0 || mentionsPeople(stem) || mayHoldAccounts(stem)
  const areUsers = mayName && owners.every(({ filled, distinct }) => distinct * 10 >= filled * 9)
  const isOfNobody = ({ path }: { readonly path: string }) => {
    const { phone, password, provider } = hintsOf(path)
    const namesLogin = wordsOf(path).some((word) => ofLogins.test(word))
    if (phone || password !== null || provider !== null || namesLogin) return false
    const isState = standingName(path) !== null || mentionsStatus(path)
    return areOfKinds || !isState || !(saysOfUser(path) ? mayName : areUsers)
  }
  return columns.length > 0 && columns.every(isOfNobody)
}

/** Words for logins at third parties and for second factors, in tables of tokens as well. */
const ofLogins = /^(?:provider|authenticator|totp|otp|mfa|2fa|factors?)$/

/** Whether a column has a status, which may be that of people. */
function mentionsStatus(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => /^(?:stat(?:e|us|o)|etat|estado|zustand|stan)$/.test(word))
}

/** A sentence about each file that gives nothing to anybody, with its content. */
export function filesWithoutUsers(database: Database): readonly string[] {
  return emptyFiles(database).map((file) => noUsersIn(database, file))
}

/** Records without a login are no fault beside those with the users. */
function leftOutText(database: Database, file: SourceFile): string {
  const isWhole = file.unreadable > 0 && Object.keys(file.other).length === 0
  if (!isWhole) return `${noUsersIn(database, file)} It is left out.`
  return `${file.name} contains no users. ${counted(file.records, 'record')} without a login. It is left out.`
}

function noUsersIn(database: Database, file: SourceFile): string {
  return `${file.name} contains no users. ${foundInstead(database, file)}`.trimEnd()
}

/** The files that give nothing to anybody. Settings of a product are in order beside its users, and so are words for values of the users. */
function emptyFiles(database: Database): readonly SourceFile[] {
  const files = fileTable.list(database)
  const providers = new Set(
    files.filter(({ id }) => hasRows(database, 'user', id)).map(({ recognition }) => recognition?.provider),
  )
  return files.filter(
    (file) =>
      file.complete &&
      !hasRows(database, 'user', file.id) &&
      (isOfOtherThings(database, file) || !hasRows(database, 'partial_record', file.id)) &&
      !explainsUsers(database, file, files) &&
      !(settingsOf(file) !== null && providers.has(file.recognition?.provider)),
  )
}

/** Whether the rows of a file say in words what the values of a column in another file mean. */
function explainsUsers(database: Database, file: SourceFile, files: readonly SourceFile[]): boolean {
  if (file.recognition?.shape !== lookupShape) return false
  const columnsOf = ({ id }: SourceFile) =>
    (fileFact(database, id, 'column-counts')?.columns ?? []).map(({ path }) => path)
  const keys = columnsOf(file)
  return files
    .filter(({ id }) => id !== file.id)
    .some((other) => columnsOf(other).some((column) => refersToLookup(column, file.name, keys)))
}

function hasRows(database: Database, table: 'user' | 'partial_record', fileId: number): boolean {
  return sql(database, `SELECT 1 FROM ${table} WHERE file_id = ? LIMIT 1`).get(fileId) !== undefined
}

/** Whether all rows of a file have IDs that no user has, in a column that does not say whose they are: groups, devices. */
function isOfOtherThings(database: Database, { id, recognition }: SourceFile): boolean {
  const joined = 'SELECT 1 FROM partial_record WHERE file_id = ? AND user_id IS NOT NULL LIMIT 1'
  return (
    recognition?.provider === 'generic' &&
    recognition.role === 'users' &&
    hasRows(database, 'partial_record', id) &&
    sql(database, joined).get(id) === undefined
  )
}

/** Says that IDs are of no users, and names the column that may have the IDs of users, as a list of memberships has one. */
function otherThingsText(database: Database, { id, mapping }: SourceFile): string {
  const isMapped = (path: string) => mapping?.columns.some((one) => one.path === path) === true
  const columns = fileFact(database, id, 'column-counts')?.columns ?? []
  const owner = columns.find(({ path, filled }) => filled > 0 && !isMapped(path) && refersToAccount(path))
  const none = 'Its records have an ID and a status and no login, and no user in the other files has these IDs.'
  return owner === undefined
    ? none
    : `${none} Its column “${shownName(owner.path)}” may name the users: if it does, map it as the source ID (--mapping FILE).`
}

/** The settings of a product that are all of a file; null: the file holds something else. */
function settingsOf({ recognition, unreadable }: SourceFile): NonNullable<ExportFormat['settings']> | null {
  const settings = recognition === null ? undefined : formatOf(recognition.provider)?.settings
  return settings !== undefined && settings.shape === recognition?.shape && unreadable === 0 ? settings : null
}

/** Entries of a file that are no users, as sentences. */
function foundInstead(database: Database, file: SourceFile): string {
  const settings = settingsOf(file)
  if (settings !== null) return settings.advice
  const { id, unreadable, other } = file
  const kinds = Object.entries(other).toSorted(([, one], [, another]) => another - one)
  const others = kinds.reduce((sum, [, n]) => sum + n, 0)
  const which = unreadable === 1 ? 'The only record is unreadable' : `All ${unreadable} records are unreadable`
  const some = unreadable === 1 ? 'One record is unreadable' : `${unreadable} records are unreadable`
  const [first] = unreadableLines(database, 1, id)
  return [
    ...(others > 0 ? [`It holds ${listed(kinds.map(([kind, n]) => `${n} × ${kind}`))}.`] : []),
    ...(isOfOtherThings(database, file) ? [otherThingsText(database, file)] : []),
    ...(first === undefined ? [] : [`${others > 0 ? some : which}: ${first}`]),
  ].join(' ')
}
