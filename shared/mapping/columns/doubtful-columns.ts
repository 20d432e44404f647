import { isCodeOfWords } from './codes-beside-words.ts'
import { isComputed, isComputedTime } from '../../computed-value.ts'
import { booleanOf, disabledByWord, isAmount } from '../cell.ts'
import { holdsAccountFlags, endsAccount, saysUntil, splitPath, wordsOf, isStatusName } from '../names/column-words.ts'
import type { Sample, SourceRecord } from '../export-format.ts'
import type { MappingColumn } from '../mapping.ts'
import { isOtherOccupation, namesEmployment } from '../names/employment/employment-names.ts'
import { namesEndOfPeriod } from '../names/employment/period-names.ts'
import { hintsOf } from '../names/name-hints.ts'
import { holdsPasswords } from './secrets/hint-columns.ts'
import { isOfAccess, saysWhoHasAccess } from './flags/access-names.ts'
import { maxFlags } from './flags/flag-text.ts'
import { judgedByPlainNames } from './plain-names.ts'
import { isContactTarget, type MappingTarget, standingTargets } from '../targets.ts'
import { isNumbered, profileColumns } from './profile-columns.ts'
import { sayGender, sayYesTwice } from './value-fit.ts'
import {
  isCode,
  isMachineFlag,
  isOfOther,
  namesLevel,
  standingName,
  type StandingName,
} from '../names/standing/standing-names.ts'
import { areOtherStates } from '../names/standing/other-states.ts'
import { isNoPlace, mayBePlace } from '../names/standing/states-of-countries.ts'
import { sharedPrefix } from '../names/shared-prefix.ts'
import { isReasonWord } from '../names/standing/reason-names.ts'
import { mentionsKeptOut, saysKeptOut, saysLetIn } from '../names/standing/standing-phrases.ts'
import { approvedStem } from '../names/standing/standing-stems.ts'
import { isSeveral } from '../entries/standing.ts'
import { valueAt, wordsInCell } from '../value-at.ts'

/** Columns of which every value is asked about, by path: a status in words of its own, names of what users sign in with, words that may be passwords. */
export type Doubtful = ReadonlyMap<string, Doubt>
/**
 * `password`: a column whose values may be passwords, by themselves or by its name; `hint`: hints at passwords of which some are such. `machine`: its values may name accounts of machines;
 * `machine-flag`: a yes in it does. `inner-status`: a status within an object, of which only words are asked about that keep users out;
 * `employment`: the state of an employment, of which words are asked about that say that it has ended; `end`: when something ended, of which past dates are;
 * `phone`: numbers as phones have, under a name that does not say so; `remark`: a status in which users write of themselves, of which only texts with such words are. The others of a status: see `StandingName`.
 */
export type Doubt =
  | AskedStanding
  | 'provider'
  | 'password'
  | 'hint'
  | 'machine'
  | 'machine-flag'
  | 'inner-status'
  | 'remark'
  | 'late-status'
  | 'employment'
  | 'end'
  | 'phone'

/** A status has few values that come again and again; what has more is something else, such as a text or a time. */
const maxValues = 20
/** Fewer values may be the words of a short table. */
const maxOwn = 8

/** The columns of a sample that may say who is disabled, or how users sign in, in words that are not known. */
export function doubtfulColumns(sample: Sample, columns: readonly MappingColumn[]): Doubtful {
  return judgedByPlainNames(sample, (plain, ownPath) => {
    if (plain === sample) return doubtsOf(sample, columns)
    const own = new Map(columns.map((column) => [column.path, column]))
    const renamed = profileColumns(plain.records, plain.header).flatMap(({ path }) => {
      const column = own.get(ownPath(path))
      return column === undefined ? [] : { ...column, path }
    })
    return new Map([...doubtsOf(plain, renamed)].map(([path, doubt]) => [ownPath(path), doubt]))
  })
}

function doubtsOf({ records, header }: Sample, columns: readonly MappingColumn[]): Doubtful {
  const doubtful = new Map<string, Doubt>()
  const values = new Map(profileColumns(records, header).map((profile) => [profile.path, profile.values]))
  const paths = columns.map(({ path }) => path)
  const numbered = isNumbered(header, paths)
  const prefix = sharedPrefix(paths)
  const isSure = (is: (target: MappingTarget) => boolean) =>
    columns.some(({ suggestion }) => suggestion !== null && suggestion.confidence !== 'unsure' && is(suggestion.target))
  // Without a contact, the rows are no users whatever the column has.
  const lacksPasswords = isSure(isContactTarget) && !isSure((target) => target === 'password-hash')
  const isOfMany = numbered ? flagsAmongMany(columns, values) : () => false
  for (const { path, suggestion } of columns) {
    if (suggestion?.target === 'disabled' && suggestion.confidence === 'unsure' && namesEndOfPeriod(path)) {
      doubtful.set(path, 'end')
      continue
    }
    if (!numbered && suggestion?.target === 'phone' && suggestion.confidence === 'unsure' && !hintsOf(path).phone) {
      doubtful.set(path, 'phone')
      continue
    }
    if (suggestion?.target === 'disabled' && (values.get(path) ?? []).some(saysApproval)) {
      doubtful.set(path, 'approval')
      continue
    }
    if (suggestion !== null && standingTargets.includes(suggestion.target) && sayYesTwice(values.get(path) ?? [])) {
      doubtful.set(path, 'status')
      continue
    }
    if (!numbered && suggestion === null && holdsPasswords(path, { records, header }, columns)) {
      doubtful.set(path, 'hint')
      continue
    }
    if (suggestion?.target === 'password-hash' && suggestion.confidence === 'unsure' && (numbered || lacksPasswords))
      doubtful.set(path, 'password')
    if (numbered && suggestion === null && mayBeStatus(values.get(path) ?? [], path) && !isOfMany(path))
      doubtful.set(path, 'status')
    const isOfAccess = suggestion?.target === 'disabled' && saysWhoHasAccess({ path, values: values.get(path) ?? [] })
    const named = numbered ? null : isOfAccess ? 'lets-in' : standingName(path, prefix)
    if (suggestion?.target === 'disabled' && suggestion.confidence === 'unsure' && named !== null && named !== 'status')
      doubtful.set(path, named)
    // Of a flag that is read, a value that is neither yes nor no is asked about.
    if (isReadFlag(path, suggestion)) {
      const isYes = (values.get(path) ?? []).some((value) => /^y$/i.test(value.trim()))
      doubtful.set(path, isYes ? 'yes-is-y' : named === 'lets-in' ? named : 'keeps-out')
    }
    // So is an end of the account that the database or a program computes: it may have come.
    else if (suggestion?.target === 'disabled' && saysEnd(path) && records.some((record) => isUnknown(record, path)))
      doubtful.set(path, 'keeps-out')
    if (
      suggestion?.target === 'disabled' &&
      !doubtful.has(path) &&
      areRemarks(values.get(path) ?? [], records.length)
    ) {
      doubtful.set(path, 'remark')
      continue
    }
    if (areTexts(values.get(path) ?? []) || (values.get(path) ?? []).some(isAmount)) continue
    // By its values it is a status of the account, and not a role or a group of which some say so.
    const isStatus =
      (named === null || named === 'status') &&
      (values.get(path) ?? []).some((value) => disabledByWord(value) === false)
    if (suggestion?.target === 'disabled' && (suggestion.confidence === 'unsure' || isStatusName(path) || isStatus))
      doubtful.set(
        path,
        isRatherPlace(path, values.get(path) ?? []) || saysOther(values.get(path) ?? [])
          ? 'inner-status'
          : named === null && namesEmployment(path)
            ? doubtOfEmployment(values.get(path) ?? [])
            : (named ??
              (!isOfOther(path) && !namesLevel(path) && (isStatus || !saysKind(path)) ? 'status' : 'inner-status')),
      )
    else if (suggestion?.target === 'provider' && suggestion.confidence === 'unsure') doubtful.set(path, 'provider')
    else if (!doubtful.has(path) && !numbered && suggestion?.target !== 'disabled') {
      if (isMachineFlag(path)) doubtful.set(path, 'machine-flag')
      else if (saysKind(path) && !areMostlyMachines(values.get(path) ?? [])) doubtful.set(path, 'machine')
      // Of tags, the first ones that the sample shows may say nothing.
      else if (suggestion === null && records.some((record) => isList(valueAt(record, path))))
        doubtful.set(path, 'late-status')
    }
  }
  // Of a status in codes and in words, the words are read, or asked about.
  const inWords = columns.filter(({ suggestion }) => suggestion?.target === 'disabled').map(({ path }) => path)
  for (const [path, doubt] of doubtful)
    if (doubt === 'status' && inWords.some((words) => words !== path && isCodeOfWords(path, words, records)))
      doubtful.delete(path)
  for (const path of reasonsBeside(doubtful, columns, values)) doubtful.delete(path)
  return doubtful
}

/**
 * Columns with a reason beside the column that it belongs to, `dropout_reason` beside `dropout_date`. The reason adds nothing to who is kept out, because
 * no record has it alone.
 */
function reasonsBeside(
  doubtful: Doubtful,
  columns: readonly MappingColumn[],
  values: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const tells = columns.filter(
    ({ path, suggestion }) =>
      reasonOf(path) === null &&
      (doubtful.has(path) || (suggestion !== null && standingTargets.includes(suggestion.target))),
  )
  return [...doubtful.keys()].filter((path) => {
    const subject = reasonOf(path)
    const filled = values.get(path)?.length ?? 0
    return (
      subject !== null &&
      tells.some((one) => subjectOf(one.path) === subject && (values.get(one.path)?.length ?? 0) >= filled)
    )
  })
}

/** The subject of a reason, by the name of its column: `dropout` of `dropout_reason`; null: the column has no reason. */
function reasonOf(path: string): string | null {
  const words = wordsOf(path)
  const others = words.filter((word) => !isReasonWord(word))
  return others.length === words.length || others.length === 0 ? null : others.join(' ')
}

/** The subject of a column, by its name without words for a time: `dropout` of `dropout_date`. */
function subjectOf(path: string): string {
  return wordsOf(path)
    .filter((word) => !/^(?:is|was|at|on|date|time|datum|am|since|fecha|data|ts|timestamp)$/.test(word))
    .join(' ')
}

/**
 * Whether values are too many for a status, or nearly all their own without a word of one: what users say of themselves. In a short table, that
 * takes words with blanks between them, of which none says that its user is kept out.
 */
function areTexts(values: readonly string[]): boolean {
  const distinct = new Set(values).size
  if (distinct > maxValues) return true
  if (values.some((value) => disabledByWord(value) !== null)) return false
  if (distinct > maxOwn) return distinct * 5 > values.length * 4
  const texts = values.filter(isText)
  const saysOff = (value: string) =>
    saysKeptOut(value) || wordsOf(value).some((word) => standingName(word) === 'keeps-out')
  return distinct >= minOwn && distinct === values.length && texts.length * 2 >= distinct && !values.some(saysOff)
}

/**
 * Whether values are what users write of themselves: none lets a user in, at most one is shared, as a program gives it to new users, and most others
 * are sentences. Where few have any, no sentence is needed.
 */
function areRemarks(values: readonly string[], records: number): boolean {
  const own = new Set(values)
  const shared = new Set(values.filter((value, at) => values.indexOf(value) !== at && disabledByWord(value) !== true))
  for (const value of shared) own.delete(value)
  if (shared.size > 1 || own.size < 3 || values.some((value) => disabledByWord(value) === false)) return false
  const words = [...own].map((value) => (isText(value) ? value.trim().split(/\s+/).length : 1))
  if (words.filter((count) => count >= minSentence).length * 2 > own.size) return true
  const isSparse = values.length * 5 <= records && own.size === values.length && own.size >= minOwn
  return isSparse && words.some((count) => count > 1) && !values.some(mentionsKeptOut)
}

/** Fewer words may name a status. */
const minSentence = 4
const minOwn = 4

/** The doubt about the state of an employment: codes mean anything, and words are asked about that say that it has ended. */
function doubtOfEmployment(values: readonly string[]): Doubt {
  if (values.every(isCode)) return 'status'
  return values.some(isOtherOccupation) ? 'inner-status' : 'employment'
}

/**
 * The columns without a name that have nothing but a yes and a no, or two letters, where there are many of them: most are preferences, and
 * those that set few users apart are listed with their values.
 */
function flagsAmongMany(
  columns: readonly MappingColumn[],
  values: ReadonlyMap<string, readonly string[]>,
): (path: string) => boolean {
  const flags = columns.flatMap(({ path, suggestion }) => {
    const own = values.get(path) ?? []
    const saysNothing = own.every((value) => disabledByWord(value) === null)
    return suggestion === null && saysNothing && mayBeStatus(own, path) ? [path] : []
  })
  return (path) => flags.length > maxFlags && flags.includes(path)
}

function isText(value: string): boolean {
  return /[\p{L}.,]\s\S/u.test(value.trim())
}

/** Whether most values of a column that may be a part of a country are none of a status: of these, only words that keep users out are asked about. */
function isRatherPlace(path: string, values: readonly string[]): boolean {
  if (!mayBePlace(path) || values.every(isNoPlace)) return false
  const distinct = [...new Set(values)]
  const saysState = (value: string) => disabledByWord(value) !== null || saysKeptOut(value) || saysLetIn(value)
  return distinct.filter(saysState).length * 3 < distinct.length
}

/** Whether the words of a status are all of something else than an account, such as roles, but for those that are known. */
function saysOther(values: readonly string[]): boolean {
  const unknown = values.filter((value) => disabledByWord(value) === null)
  return unknown.length > 0 && areOtherStates(unknown)
}

/** Whether a value is a list of several words, in whatever way it is written. */
function isList(value: unknown): boolean {
  return isSeveral(value) || (typeof value === 'string' && (wordsInCell(value)?.length ?? 0) > 1)
}

function saysEnd(path: string): boolean {
  return endsAccount(path) || saysUntil(path)
}

function isUnknown(record: SourceRecord, path: string): boolean {
  const value = valueAt(record, path)
  return isComputed(value) && !isComputedTime(value)
}

function isReadFlag(path: string, suggestion: MappingColumn['suggestion']): boolean {
  if (suggestion === null || suggestion.confidence === 'unsure') return false
  if (suggestion.target === 'deleted') return true
  if (suggestion.target !== 'disabled' || isStatusName(path) || standingName(path) === null) return false
  return !saysEnd(path) && !holdsAccountFlags(path)
}

const ofMachine =
  /^(?:(?:service|machine|system|robot|bot|daemon|technical|non-?human|m2m|api|app|application|integration)(?:[ _-]?(?:account|user|client|principal))?|managed_?identity|mailing ?list|shared ?mailbox|(?:internal|external) ?service ?account|automated ?process|cloud ?integration ?user|organi[sz]ation|dienstkonto|technischer? (?:benutzer|nutzer|account)|maschine|compte de service|cuenta de servicio)$/i

/** Whether a column says of what kind an account is. */
export function saysKind(path: string): boolean {
  return /^(?:type|kind|class|category|typ|art|kontotyp|tipo|nature|principal|subtype|roles?|rolle|ruolo|rola?|papel|perfil|grup[oay]|groups?|gruppe|groupe|gruppo|usertype|accounttype)$/.test(
    wordsOf(splitPath(path).name).at(-1) ?? '',
  )
}

/**
 * Where most records are of such a kind, its word means something else: `System User` of ERPNext, who may use the desk. In few records, it
 * is `system_user` alone: the role of all users of Mattermost.
 */
function areMostlyMachines(values: readonly string[]): boolean {
  if (values.length > 1 && values.every((value) => /(?:^|[ ,])system[_ ]user(?:$|[ ,])/i.test(value))) return true
  return values.length >= 4 && values.filter(isOfMachine).length * 2 > values.length
}

/** Whether a value says that its account is no person's. */
export function isOfMachine(value: string): boolean {
  return value.length <= 40 && ofMachine.test(value.trim().replaceAll(/([a-z])([A-Z])|_/g, '$1 $2'))
}

/**
 * A few short words that come again, or yes and no: without a column name they may be a status of the account. Numbers of several kinds are
 * rather a role or a shop. So is a field within a cell, `18.contact`, unless its name or a word says that it is a status.
 */
function mayBeStatus(values: readonly string[], path: string): boolean {
  const saysStatus =
    standingName(path) !== null || isOfAccess(path) || values.some((value) => disabledByWord(value) === true)
  if (/\p{L}/u.test(path) && !saysStatus) return false
  const distinct = new Set(values.map((value) => value.trim().toLowerCase()))
  const areAnswers = [...distinct].every((value) => booleanOf(value) !== null)
  if (distinct.size < 2 || distinct.size > 5 || (distinct.size === values.length && !areAnswers)) return false
  if (sayGender(values)) return false
  if ([...distinct].every((value) => /^\d$/.test(value)) && ![...distinct].every((value) => /^[01]$/.test(value)))
    return false
  // Yes and no of any language; a time is no answer here.
  const isAnswer = (value: string) => /^\p{L}{2,6}$/u.test(value) && booleanOf(value) !== null
  return [...distinct].every((value) => /^\w$/.test(value) || isAnswer(value) || disabledByWord(value) !== null)
}

export function isOfStanding(kind: Doubt): kind is AskedStanding {
  return ['keeps-out', 'lets-in', 'lets-in-by-flag', 'status', 'approval', 'yes-is-y'].includes(kind)
}

/** Whether a column says in words what became of an account, so that what else stands in it is asked about. */
export function saysInWords(kind: Doubt): boolean {
  return kind === 'status' || kind === 'approval'
}

/**
 * The name of a column that is asked about, or a status of which an administrator approves users. `yes-is-y`: a flag that is read, whose yes is Y,
 * so that a T is its no. `lets-in-by-flag`: a flag of a known export, in which a time says nothing.
 */
export type AskedStanding = StandingName | 'approval' | 'yes-is-y' | 'lets-in-by-flag'

/** Whether a status says that an administrator let its user in: beside it, one that waits is kept out. */
function saysApproval(value: string): boolean {
  const [word = '', ...others] = wordsOf(value)
  return others.length === 0 && approvedStem.test(word)
}
