/** Files that give nothing to anybody: what they hold instead of users, and which of them say nothing of people. */
import * as z from 'zod'
import { formatOf } from '../../../shared/exports/index.ts'
import { settingsOfProgram } from '../../../shared/exports/kinds/other-kind.ts'
import { settingsShape } from '../../../shared/exports/parts/setting-rows.ts'
import { lookupShape, refersToLookup } from '../../../shared/exports/standing/lookup-rows.ts'
import { listed } from '../../../shared/exports/tables/table-terms.ts'
import { listsThings, rowOfThing, saysOfUser } from '../../../shared/mapping/entries/thing-rows.ts'
import type { ExportFormat } from '../../../shared/mapping/export-format.ts'
import { namesPeople, refersToAccount } from '../../../shared/mapping/names/account-names.ts'
import { isLoginName, splitPath, stemOfFile, wordsOf } from '../../../shared/mapping/names/column-words.ts'
import { hintsOf } from '../../../shared/mapping/names/name-hints.ts'
import { listsKeptOut } from '../../../shared/mapping/names/standing/kept-out-names.ts'
import { standingName } from '../../../shared/mapping/names/standing/standing-names.ts'
import { shownName } from '../../../shared/mapping/shown/shown-name.ts'
import { mayHoldAccounts, mentionsPeople } from '../../../shared/mapping/names/people-names.ts'
import { counted } from '../../../shared/format.ts'
import { seeLine } from '../../../shared/places.ts'
import { fileTable, type SourceFile } from '../document/files.ts'
import { findsUsers } from '../document/joins/lost-logins.ts'
import { fileFact, placeNames } from '../document/source-facts.ts'
import { allRows, type Database, sql } from '../document/sqlite.ts'
import { unknownMentions } from './unknown-mentions.ts'

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

/**
 * `text`: the sentence about the file, with its content. `excluded`: it has no login and no state of users. `kept-out`: its name says that it lists banned users, or it may
 * list some, who could sign in if it were left out. `refused`: it was named by mistake or cannot be read.
 */
type FileWithoutUsers = {
  readonly id: number
  readonly kind: 'excluded' | 'kept-out' | 'refused'
  readonly text: string
}

/** The files that give nothing to anybody. */
export function filesWithoutUsers(database: Database): readonly FileWithoutUsers[] {
  return emptyFiles(database).map((file) => {
    const text = `${file.name} contains no users. ${foundInstead(database, file)}`.trimEnd()
    if (listsKeptOut(stemOfFile(file.name))) return { id: file.id, kind: 'kept-out', text: `${text} ${adviceOnBans}` }
    if (!isAboutNobody(database, file)) return { id: file.id, kind: 'refused', text }
    const mentions = unknownMentions(database, file)
    return mentions === null
      ? { id: file.id, kind: 'excluded', text: `${leftOutText(file) ?? text} It is left out.` }
      : { id: file.id, kind: 'kept-out', text: `${file.name} contains no users. ${mentions} ${adviceOnMentions}` }
  })
}

/** Records without a login are no fault beside those with the users. */
function leftOutText({ name, unreadable, other, records }: SourceFile): string | null {
  const isWhole = unreadable > 0 && Object.keys(other).length === 0
  return isWhole ? `${name} contains no users. ${counted(records, 'record')} without a login.` : null
}

const adviceOnBans =
  'By its name, it lists people who are kept out. Write one row for each of them, with the ID as user_id or with the email; remove the file only if it names none of the users.'

const adviceOnMentions =
  'If they are kept out, give the file a name that says so, such as banned_users, and the column the name user_id; otherwise remove the file.'

/**
 * Whether a file without users holds no login, and no state of users. Rows of a known kind, such as sessions, have states of their own, and so have rows of which a user has
 * several, or which name no users in a file that is called after something else.
 */
function isAboutNobody(database: Database, file: SourceFile): boolean {
  const { id, name, unreadTables, truncation } = file
  const areThings = Object.keys(file.other).every((kind) => kind === rowOfThing)
  const areOfKinds = file.unreadable === 0 && (areThings || file.recognition?.shape === settingsShape)
  const totals = fileFact(database, id, 'control-totals')
  if (totals === null || truncation !== null || unreadTables.length > 0) return false
  if (totals.hashes > 0) return false
  if (file.unreadable === 0 && Object.keys(file.other).join('') === settingsOfProgram) return true
  if (totals.emails > 0) return false
  if (isOfKnownKinds(file)) return true
  const columns = fileFact(database, id, 'column-counts')?.columns.filter(({ filled }) => filled > 0) ?? []
  const owners = columns.filter(({ path }) => namesPeople(path) || isLoginName(path))
  const stem = stemOfFile(name)
  const mayName = owners.length > 0 || mentionsPeople(stem) || mayHoldAccounts(stem)
  const areThingsByName = listsThings(stem) && !mentionsPeople(stem)
  const areUsers = mayName && !areThingsByName && owners.every(({ filled, distinct }) => distinct * 10 >= filled * 9)
  const isOfNobody = ({ path }: { readonly path: string }) => {
    const { phone, password, provider } = hintsOf(path)
    const namesLogin = wordsOf(path).some((word) => ofLogins.test(word))
    if (phone || password !== null || provider !== null || namesLogin) return false
    const isState = standingName(path) !== null || mentionsStatus(path)
    return areOfKinds || !isState || !(saysOfUser(path) ? mayName : areUsers)
  }
  return columns.length > 0 && columns.every(isOfNobody)
}

/** Whether a file is a table of a known product beside its users, all rows of which are of kinds that give nothing to them. */
function isOfKnownKinds({ recognition, unreadable }: SourceFile): boolean {
  return recognition !== null && recognition.provider !== 'generic' && recognition.role === 'parts' && unreadable === 0
}

/** Words for logins at third parties and for second factors, in tables of tokens as well. */
const ofLogins = /^(?:provider|authenticator|totp|otp|mfa|2fa|factors?)$/

/** Whether a column has a status, which may be that of people. */
function mentionsStatus(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => /^(?:stat(?:e|us|o)|etat|estado|zustand|stan)$/.test(word))
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
function isOfOtherThings(database: Database, file: SourceFile): boolean {
  return (
    file.recognition?.provider === 'generic' &&
    file.recognition.role === 'users' &&
    hasRows(database, 'partial_record', file.id) &&
    !findsUsers(database, file)
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
export function foundInstead(database: Database, file: SourceFile): string {
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
