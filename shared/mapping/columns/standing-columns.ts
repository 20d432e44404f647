import { askAbout, take } from './beside-columns.ts'
import { booleanOf, disabledByWord, isNoTime, isTime, textOf } from '../cell.ts'
import { isDeleted } from '../entries/standing.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import { isAbilityAmong } from './ability-columns.ts'
import { saysWhoHasAccess } from './flags/access-names.ts'
import { addEnds, endsEmployment } from './flags/employment-columns.ts'
import { listsBlocked } from './flags/lists-of-blocked.ts'
import { fitOfName } from '../names/name-fit.ts'
import { namesEmployment } from '../names/employment/employment-names.ts'
import { holdsNames, namesConsent } from '../names/composed/consent-names.ts'
import { isNamedFormer, isPeopleWord } from '../names/people-names.ts'
import { readerOf } from '../value-at.ts'
import { saysEnabled, endsAccount, lastName, saysUntil, splitPath, withinOf, wordsOf } from '../names/column-words.ts'
import { isInOther, isOfOther, namesLevel, namesSuccessor, standingName } from '../names/standing/standing-names.ts'
import { isKeyOfPlace, isNoPlace, mayBePlace } from '../names/standing/states-of-countries.ts'
import { sharedPrefix } from '../names/shared-prefix.ts'
import { isWordForOut, saysKeptOut } from '../names/standing/standing-phrases.ts'
import { saysKind } from './doubtful-columns.ts'
import { areOfOrders } from './value-fit.ts'
import { type Candidate } from './judge-column.ts'
import { type ColumnProfile, profileColumns } from './profile-columns.ts'

const off =
  /^(?:banned|blocked|suspended|disabled|deactivated|locked|gesperrt|deaktiviert|bloqueado|suspendu|bloqué|desactivado)$/i
/** Words for people who have left, which are no name of a team or a work. */
const gone =
  /^(?:former(?: \w+)?|ex-(?:employee|staff|member|user|customer)|ehemalig\w*|ausgeschieden|ausgetreten|ancienn?e?)$/i
const ofAccess = /access|login|zugang|acceso|acc[eè]s$/i
const denied = /^(?:denied|revoked|removed)$/i
/** Things other than the account that are banned or blocked. */
const ofOthers = /mail|phone|order|payment|subscription|card|device|ticket|invoice|delivery|sms|plan/i

/**
 * Adds the columns that decide whether a user is disabled: some by their values, others, to be asked about, by their names. `ownPath`: the path
 * of a column in the file.
 */
export function addStanding(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  sample: Sample,
  ownPath: (path: string) => string,
): void {
  for (const column of profiles)
    if (chosen.get(column.path)?.target === 'disabled' && holdsTimesOfLogin(column)) chosen.delete(column.path)
  addSuccessors(profiles, chosen)
  addRoles(profiles, chosen)
  addPossible(profiles, chosen, sample.records)
  addEnds(profiles, chosen)
  for (const [path, one] of chosen) {
    if (one.confidence === 'unsure') continue
    const text = doubtOfTimes(path, one) ?? doubtOfDeleted(path, one, sample, ownPath(path))
    if (text === null) continue
    const reason = { kind: 'told', text } as const
    chosen.set(path, { ...one, target: 'disabled', confidence: 'unsure', reason })
  }
  doubtContradictions(sample.records, chosen)
}

/** Whether a column has lists as JSON in its cells. */
function holdsLists(path: string, records: readonly SourceRecord[]): boolean {
  const read = readerOf(path)
  return records.some((record) => {
    const value = read(record)
    return typeof value === 'string' && /^\s*\[\s*["\]]/.test(value)
  })
}

/** Whether a column has the times at which users signed in, `active_login`, which says nothing of who may. */
function holdsTimesOfLogin({ path, values }: ColumnProfile): boolean {
  if (!/(?:log|sign)(?:in|on)$/.test(lastName(path)) || standingName(path) === 'keeps-out') return false
  return values.length > 0 && values.every((value) => isTime(value.trim()) || isNoTime(value.trim()))
}

/** The account that took the place of this one, whatever its ID is. */
function addSuccessors(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  for (const column of profiles) {
    const { path } = column
    if (!namesSuccessor(path)) continue
    take(chosen, column, 'disabled', 'another account took the place of those with a value')
  }
}

/** A role or group in words of which some say that the account is off: `role` = banned. */
function addRoles(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  for (const column of profiles) {
    const { path, values } = column
    if (chosen.has(path) || isOfThing(path) || new Set(values).size > maxRoles) continue
    const isName = holdsNames(path)
    const isOff = (value: string) =>
      gone.test(value) || (!isName && off.test(value)) || (ofAccess.test(path) && denied.test(value))
    if (!values.some((value) => isOff(value.trim()))) continue
    // In a flag a yes may keep its user out, and in a status it lets in.
    const confidence = values.some((value) => booleanOf(value) !== null && !isTime(value)) ? 'unsure' : 'likely'
    take(chosen, column, 'disabled', 'some of its values say that the account is off', confidence)
  }
}

/** Columns whose name says that they may keep users out, or one of whose values does. */
function addPossible(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  records: readonly SourceRecord[],
): void {
  const paths = profiles.map(({ path }) => path)
  const prefix = sharedPrefix(paths)
  for (const column of profiles) {
    if (chosen.has(column.path) || isInOther(column.path) || isKeyOfPlace(column.path, paths)) continue
    if (isAbilityAmong(column.path, paths, column.values) || holdsTimesOfLogin(column)) continue
    const isNamed =
      standingName(column.path, prefix) !== null || isCodeOfStatus(column.path, paths) || saysWhoHasAccess(column)
    if (!isNamed && !(namesEmployment(column.path) ? endsEmployment(column) : isStatusByValue(column))) continue
    if (profiles.some(({ path }) => column.path.startsWith(`${path}.`) && standingName(path, prefix) !== null)) continue
    if (areOfOrders(column.values) || listsBlocked(column.path, records)) continue
    const isPlace = mayBePlace(column.path) && !column.values.every(isNoPlace)
    if (isPlace && column.values.every((value) => disabledByWord(value) === null && !saysKeptOut(value))) continue
    const says = standingName(column.path, prefix)
    // Of a list in a cell, each word is asked about: no mapping reads the list.
    const isKnown = says === 'status' && saysOnAndOff(column.values) && !holdsLists(column.path, records)
    const known = isKnown ? column.values : null
    const reason = { kind: 'may-disable', isNamed: says !== null, known } as const
    take(chosen, column, 'disabled', reason, isKnown ? 'likely' : 'unsure')
  }
}

/** Whether a column has the code of a status that is an object, and no text stands beside it: `status.code`. */
function isCodeOfStatus(path: string, paths: readonly string[]): boolean {
  const { containers, name } = splitPath(path)
  const around = containers.at(-1) ?? ''
  if (!/^(?:code|value|key|id|current|kind)$/i.test(name) || standingName(around) !== 'status' || mayBePlace(around))
    return false
  const within = withinOf(path)
  return !paths.some((other) => other.startsWith(within) && ofText.test(other.slice(within.length)))
}

const ofText = /^(?:text|label|name|title|description|display_?name)$/i

/** A time in every record, at which all were deleted or blocked, is rather one that the program fills in: it is asked about. */
function doubtOfTimes(path: string, { column, target }: Candidate): string | null {
  if (target !== 'deleted' && target !== 'disabled') return null
  if (column.records < enoughForDoubt || column.values.length < column.records) return null
  if (endsAccount(path) || saysUntil(path) || saysEnabled(path) || !column.values.every(isTime)) return null
  if (column.values.some(isNoTime)) return null
  return 'every record of the sample has a time in it'
}

const enoughForDoubt = 3

/**
 * A flag by which most users would be deleted, or each new one, may say in its yes that they exist: `del_flag` with 0 deleted, 1 exists. In a
 * table of former users it means what it says.
 */
function doubtOfDeleted(
  path: string,
  { column, target }: Candidate,
  { table, defaults }: Sample,
  ownPath: string,
): string | null {
  if (target !== 'deleted' || (table !== undefined && isNamedFormer(table))) return null
  const ofNew = defaults?.get(ownPath)
  if (ofNew !== undefined && isDeleted(ofNew)) return `its default, “${ofNew}”, would say that a new user is deleted`
  const flags = column.values.filter((value) => !isTime(value))
  const off = flags.filter((value) => isDeleted(value)).length
  // Whole names, such as `is_deleted`, are doubted only where nearly all users would be deleted.
  const maxShare = fitOfName('deleted', path) === 'exact' ? nearlyAll : half
  if (off < 2 || off <= column.records * maxShare) return null
  return `${off} of the first ${column.records} records would be deleted by it`
}

const [half, nearlyAll] = [0.5, 0.9]

/** Two columns that mean deleted but say it of different users, such as one of the account and one of its contract, are both asked about. */
function doubtContradictions(records: readonly SourceRecord[], chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()].filter(({ target, confidence }) => target === 'deleted' && confidence !== 'unsure')
  const columns = all.map(({ column }) => {
    const read = readerOf(column.path)
    return { column, says: records.map((record) => saysDeleted(textOf(read(record)), column.values.every(isTime))) }
  })
  for (const { column, says } of columns)
    for (const other of columns) {
      if (other.column === column) continue
      const both = says.filter((yes, at) => yes === true && other.says[at] === true).length
      const apart = says.filter((yes, at) => yes !== null && other.says[at] === !yes).length
      if (apart <= both) continue
      const text = `“${other.column.path}” says otherwise of ${apart} of the first records`
      askAbout(chosen, column, 'disabled', text)
      break
    }
}

/** Whether a value says that its user is deleted; null: nothing. Of times, an empty cell says no. */
function saysDeleted(value: string | null, isOfTimes: boolean): boolean | null {
  const text = value?.trim() ?? ''
  if (isOfTimes) return text !== '' && !isNoTime(text)
  return booleanOf(text)
}

const maxRoles = 20

/** Words that say of an account that it is off, and of other things something else. */
const ambiguous = /^(?:left|absent|closed|rejected|denied|removed|departed|resigned|former \w+)$/i

/** A few words that come again, of which one says that an account is off, under a name that says nothing of it: `situacion`. */
export function isStatusByValue({ path, values }: ColumnProfile): boolean {
  const distinct = new Set(values.map((value) => value.trim()))
  if (distinct.size > maxStatus || distinct.size === values.length || isOfThing(path)) return false
  if ([...distinct].some((value) => ofAction.test(value))) return false
  return [...distinct].some((value) => saysOff(path, value))
}

/** The columns of a sample that only their values call a status: `description` with Active and Inactive. */
export function statesByValue({ records, header }: Sample): readonly string[] {
  return profileColumns(records, header).flatMap((column) =>
    standingName(column.path) === null && isStatusByValue(column) ? [column.path] : [],
  )
}

/** Words of requests and permissions, beside which the word for deleting is one as well. */
const ofAction = /^(?:get|post|put|patch|create|read|write|update|edit|insert|select|view|list|add)$/i

/** Whether a word in a column of any name says that its account is off. */
function saysOff(path: string, value: string): boolean {
  if (ambiguous.test(value) || !mayBeState(path, value)) return false
  return disabledByWord(value) === true || (!saysKind(path) && (isWordForOut(value) || saysKeptOut(value)))
}

/** A column of names has any words, and only those about people may be a state; the department of records is none. */
function mayBeState(path: string, value: string): boolean {
  if (/dep(?:artmen)?t|abteilung|divisi|servi[czt]/i.test(path)) return !/^archiv/i.test(value)
  return !holdsNames(path) || ofLeaving.test(value) || wordsOf(value).some(isPeopleWord)
}

/** Directories say so in the title of a user who has left. */
const ofLeaving =
  /^(?:terminated|leavers?|offboarded|inactive|deactivated|gekündigt|entlassen|cesad[oa]|desligad[oa]|licenziat[oa]|уволена?|离职|退職)$/iu

/** Whether a column is about something else than its user; the end of an employment keeps its user out as a rule. */
function isOfThing(path: string): boolean {
  if (isInOther(path) || ofOthers.test(path) || namesConsent(path)) return true
  return isOfOther(path) && !/employ/i.test(path) && !namesLevel(path)
}

/** Whether a value of a column whose name says nothing of it says that its account is off, and not something else. */
export function saysOffByValue(path: string, value: string): boolean {
  return saysOff(path, value.trim()) && !isOfThing(path)
}

const maxStatus = 8

function saysOnAndOff(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => disabledByWord(value) !== null)
}
