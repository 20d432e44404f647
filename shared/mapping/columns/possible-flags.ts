import { isComputedText } from '../../computed-value.ts'
import { aCode, booleanOf, disabledByWord, isCompactDate, isNoTime, isTime } from '../cell.ts'
import type { ColumnCount, TableCounts } from './column-counts.ts'
import { isOfMachine } from './doubtful-columns.ts'
import { isDash } from './profile-columns.ts'
import { areOfOrders, isProviderName, sayGender } from './value-fit.ts'
import { isSideOfNow, pastTime, timeToCome } from '../end-of-account.ts'
import type { PossibleFlag } from './possible-flag.ts'
import { lastName, saysExpiry, splitPath, wordsOf } from '../names/column-words.ts'
import { holdsKeys, saysConfirmation } from '../names/confirmation-names.ts'
import { isAbout, isAboutOtherThing, namesGender } from '../names/other-things.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isPeopleWord } from '../names/people-names.ts'
import { isInOther, isPermission, standingName } from '../names/standing-names.ts'
import { mentionsKeptOut, saysKeptOut } from '../names/standing-phrases.ts'
import { letsInStem } from '../names/standing-stems.ts'

/*
 * Columns that nothing reads and that may keep people out: a flag, a code, a word or a date that sets some users apart. Shape and
 * distribution find them; names only rank them, because no list holds every name of such a column. Users that are kept out anyway do not count.
 */

/** Columns with more values say something else: a city, a counter, a name. */
const maxValues = 8
/** Fewer records show no distribution. */
const minRecords = 4

/**
 * Flags among the columns that nothing reads, the most likely first. `isRead`: whether something reads the column or asks about it.
 * `hasStanding`: another column already says which users are kept out; `hasVerified`: whose address is confirmed.
 */
export function possibleFlags(
  { columns, open = 0, kept = 0 }: TableCounts,
  isRead: (path: string) => boolean,
  hasStanding = false,
  hasVerified = false,
): readonly PossibleFlag[] {
  if (open < minRecords) return []
  const ends = new Map(columns.map((column) => [column, tokenEndedBy(column, columns, open)]))
  const flags = columns.flatMap((column) =>
    isRead(column.path) || ends.get(column) !== undefined ? [] : (flagOf(column, open) ?? []),
  )
  // A token with an end of its own is that of a session or of another password.
  const ended = new Set(ends.values())
  const codes = hasVerified
    ? []
    : columns.flatMap((column) => (isRead(column.path) || ended.has(column) ? [] : (codesOf(column, open) ?? [])))
  const areMany = flags.length > maxFlags
  const maxShare = hasStanding || areMany ? rareAmongMany : rare
  // Where another column says who is kept out, a rare value alone is more likely a preference.
  const isAsked = (flag: Flag) => !(hasStanding && areMany) || speaksOfAccount(flag, open)
  return [
    ...codes.map((flag) => ({ flag, rank: hasStanding ? 0 : rankOfCodes(flag, open) })),
    ...flags.map((flag) => ({ flag, rank: rankOf(flag, open, maxShare) })),
  ]
    .filter(({ rank }) => rank > never)
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ flag, rank }) => ({ ...flag, ...(kept > 0 ? { kept } : {}), isLikely: rank >= likely && isAsked(flag) }))
    .filter((flag) => flag.isLikely || !mayBeClearPasswords(flag))
}

/** Whether few values may be clear passwords, which are never shown: the column has no name, or they look like some. */
function mayBeClearPasswords({ column, values }: Flag): boolean {
  const texts = values.map(({ value }) => value.trim())
  if (/^\d+$/.test(column))
    return !texts.every((text) => /^.{1,2}$/u.test(text) || saysNoTime(text) || booleanOf(text) !== null)
  const mixed = texts.filter((text) => /^\p{L}{3,30}[\d!#$%&*+]/u.test(text) && !/\s/.test(text))
  if (mixed.length === 0) return false
  // Plans and levels begin alike and are counted: `level1`, `level2`.
  const areCounted = mixed.every((text) => /^\p{L}+\d{1,2}$/u.test(text)) && !namesKey.test(lastName(column))
  const beginnings = new Set(mixed.map((text) => /^\p{L}{0,30}/u.exec(text)?.[0]))
  return !areCounted || beginnings.size === mixed.length
}

/** Keys and codes that let a user in, in names that also say what for: `initialkey`, `claveacceso`. */
const namesKey = /key|clave|chave|schl(?:ue|u)ssel|sesame/

type Flag = Omit<PossibleFlag, 'isLikely'>

/**
 * The token beside a column that says when it ends: in one object, as a third party gives it, or in the same part of all records; undefined:
 * there is none.
 */
function tokenEndedBy(
  { path, open: filled = 0 }: ColumnCount,
  columns: TableCounts['columns'],
  records: number,
): ColumnCount | undefined {
  if (!saysExpiry(path)) return undefined
  const within = path.slice(0, path.lastIndexOf('.') + 1)
  const isAsOften = (other: ColumnCount) => filled < records && other.open === filled
  return columns.find((other) =>
    within === ''
      ? /(?:token|session)$/.test(lastName(other.path)) && isAsOften(other)
      : other.path.startsWith(within) && /(?:access|refresh|id|auth)token$/.test(lastName(other.path)),
  )
}

/** Users with a key where others have none, which most programs remove once its user has confirmed an address; null: the column has no such keys. */
function codesOf({ path, open: filled = 0, values = [] }: ColumnCount, records: number): Flag | null {
  const codes = values.find(({ value }) => value === aCode)?.records ?? 0
  if (!areCodes({ values }) || codes >= records || !(saysConfirmation(path) || holdsKeys(path))) return null
  return { column: path, values, empty: records - filled, times: 0 }
}

/** Whether values are codes, with or without a zero for none. */
function areCodes({ values }: Pick<Flag, 'values'>): boolean {
  return values[0]?.value === aCode
}

/** A key by whose name users confirm themselves is asked about; where most users have one, confirming does not remove it. */
function rankOfCodes({ column, values }: Flag, records: number): number {
  const [codes] = values
  return saysConfirmation(column) && (codes?.records ?? 0) * 2 <= records ? likely : 0
}

/** The values of a column that sets users apart; null: it does not, or by too many values. */
function flagOf({ path, open: filled = 0, distinct, values = [], samples }: ColumnCount, records: number): Flag | null {
  if (isPermission(path) || areCodes({ values })) return null
  const empty = Math.max(records - filled, 0)
  const ordered = values.toSorted((one, other) => other.records - one.records)
  // A dash stands for nothing where no other value stands beside it.
  if (ordered.length === 1 && ordered.every(({ value }) => isDash(value))) return null
  const listed = ordered.reduce((sum, one) => sum + one.records, 0)
  // All users may have a time if some of these are to come: it is an end.
  if (ordered.some(({ value }) => value === timeToCome))
    return ordered.length > 1 || empty > 0 ? { column: path, values: ordered, empty, times: 0 } : null
  // Times differ from user to user; the sign of a flag is that only some users have one.
  const rest = filled - listed
  const told = samples.filter((value) => !isComputedText(value))
  const areTimes = told.every((value) => isOfDate(value) || saysNoTime(value)) && told.some(isOfDate)
  if (areTimes || (told.length === 0 && hintsOf(path).time)) {
    const none = ordered.filter(({ value }) => saysNoTime(value))
    const times = filled - none.reduce((sum, one) => sum + one.records, 0)
    if (times === 0) return null
    return times < records ? { column: path, values: none, empty, times } : null
  }
  if (rest > 0 || ordered.length === 0 || ordered.length > maxValues) return null
  // Every user has another value, or all have the same; words for on and off are a status in the shortest table.
  const groups = ordered.length + (empty > 0 ? 1 : 0)
  if (groups < 2 || (distinct > 2 && distinct * 2 > filled && !areOnAndOff(ordered))) return null
  // A word or a number of one user alone is a name or a measure, or refers to something that others have none of.
  const isOwn = (value: string) => isName(value) || isMeasure(value) || (empty > 0 && /^\d+$/.test(value))
  const known = knownOf(ordered)
  if (!isOfAccess(path) && known.every(({ value, records: n }) => n === 1 && isOwn(value))) return null
  // So does a no of a few users where all others have nothing: `isTest: false`.
  if (
    empty > 0 &&
    !isOfAccess(path) &&
    standingName(path) === null &&
    known.every(({ value }) => booleanOf(value) === false)
  )
    return null
  // A value that lets a few users in says nothing of all others.
  if (filled * 2 < records && known.every(({ value }) => letsIn(path, value))) return null
  if (
    ordered.some(({ value }) => !isShort(value) && !saysOff(value)) ||
    settles(
      path,
      known.map(({ value }) => value),
    )
  )
    return null
  return { column: path, values: ordered, empty, times: 0 }
}

/** The values that are in the file; where the database, a program or a template computes all of them, the name alone says what they are. */
function knownOf(values: Flag['values']): Flag['values'] {
  return values.filter(({ value }) => !isComputedText(value))
}

function letsIn(path: string, value: string): boolean {
  return disabledByWord(value) === false || (booleanOf(value) === true && standingName(path) === 'lets-in')
}

function areOnAndOff(values: Flag['values']): boolean {
  const says = values.map(({ value }) => disabledByWord(value))
  return !says.includes(null) && says.includes(true)
}

/** A date, or the seconds or smaller parts of them since 1970 that a date of today has. */
function isOfDate(value: string): boolean {
  return (
    isTime(value) &&
    (!/^\d+$/.test(value) || isCompactDate(value) || /^1\d{9}(?:\d{3}){0,2}$|^(?:19|20)\d{12}$/.test(value))
  )
}

function isMeasure(value: string): boolean {
  return /^\d+$/.test(value) && booleanOf(value) === null
}

function saysNoTime(value: string): boolean {
  const text = value.trim()
  return isNoTime(text) || /^(?:0|-1|1970-01-01.*|infinity|never)$/i.test(text)
}

function isName(value: string): boolean {
  return (
    /\p{L}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2}/u.test(value) &&
    booleanOf(value) === null &&
    disabledByWord(value) === null &&
    !isOfMachine(value) &&
    !saysOff(value)
  )
}

/** A flag, a code, a word or two: no sentence, address or path. */
function isShort(value: string): boolean {
  return value.length <= 30 && !/[@/\\<>{[]|\s\S*\s\S*\s/.test(value)
}

function saysOff(value: string): boolean {
  return mentionsKeptOut(value) || saysKeptOut(value)
}

/** Languages, currencies, forms of address: kinds of values that keep no user out. `surely`: one of them has to be one of these, because codes look alike. */
const settled: readonly { readonly all: RegExp; readonly surely: RegExp }[] = [
  {
    all: /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_][a-z]{2})?(?:\.utf-?8)?$/i,
    surely: /^(?:en|de|fr|es|it|nl|pt|pl|ru|zh|ja|tr|cs|sv|da|fi|us|gb|at|ch)(?:$|[-_.])/i,
  },
  { all: /^[A-Z]{3}$/, surely: /^(?:EUR|USD|GBP|CHF|JPY|PLN|SEK|BRL)$/ },
  {
    all: /^(?:m|f|d|w|x|o|u|male|female|divers|diverse|other|unknown|mr|mrs|ms|miss|dr|herr|frau|mme|mlle|monsieur|madame|sr|sra|männlich|weiblich|homme|femme|man|woman|non-binary)\.?$/i,
    surely: /^(?:[mfw]|male|female|mr|mrs|ms|herr|frau|mme|monsieur|madame|sra|männlich|homme|femme|woman)\.?$/i,
  },
  {
    all: /^(?:admin(?:istrator)?|(?:super|regular|normal|standard|end)?[ _-]?user|regular|normal|standard|member|moderator|editor|author|manager|owner|staff|teacher|student|parent|customer|employee)s?$/i,
    surely: /^(?:admin(?:istrator)?|moderator|editor|author|manager|owner|teacher|student)s?$/i,
  },
  { all: /^(?:light|dark|auto|system|default)$/i, surely: /^(?:light|dark)$/i },
  { all: /^(?:english|german|deutsch|french|français|spanish|español|italian|italiano)$/i, surely: /./ },
]

function settles(path: string, values: readonly string[]): boolean {
  // Letters for men and women such as `f` and `n` are a no, too; under the name of a status they are no gender.
  if (namesGender(path) || (sayGender(values) && standingName(path) === null)) return true
  if (values.length < 2 || values.every((value) => booleanOf(value) !== null)) return false
  // The way that users sign in.
  if (values.every(isProviderName)) return true
  return settled.some(
    ({ all, surely }) =>
      values.every((value) => all.test(value.trim())) && values.some((value) => surely.test(value.trim())),
  )
}

/** Words of names of columns that often say who may use an account, beside those that are asked about anyway. */
const ofAccess =
  /^(?:publish\w*|visib\w*|approv\w*|valid|accept\w*|admit\w*|allow\w*|grant\w*|access\w*|zugang\w*|auth\w*|kind|type|typ|tipo|art|flag\w*|uac|perm\w*|hidden|trash\w*|spam\w*|bot|robot|system|service|guest|staged|mode|hold|held|ok|good|eligible|member\w*|presence|in_?use|use|uso|can|may|live|alive|frozen|standing|zustand|kennz\w*|kz|acct|account\w*|stat\w*)$/

/** Privileges: those who have them sign in. */
const ofPrivilege =
  /^(?:admin\w*|super\w*|staff|owner|found\w*|root|moderator|vip\w*|premium|pro|roles?|beta|early|tester|developer|privileg\w*|(?:has|is)?(?:special|extra|full|advanced|elevated|higher|additional)(?:rights?|permissions?|access)|sonderrechte|droitsspeciaux|permisosespeciales|permessispeciali)$/

/** A time until which something holds for some users: `login_bis`. */
const saysEnd = /^(?:bis|until|till|hasta|tot|fino|thru|through)$/

/** A time at which something began for some users, such as a career: it keeps none of them out. */
const saysBegin =
  /^(?:not_?before|begin\w*|start\w*|since|from|seit|ab|beginn|eintritt|entry|hired?|debut|depuis|desde|inicio|inizio|dal|sinds|vanaf|poczatek|od)$/

/** A past time of some users in a column that is called a date and nothing else, `user_date`: each has another, and it ends nothing. */
function isMereDate({ column, values }: Flag): boolean {
  const isDate = (word: string) =>
    isPeopleWord(word) || /^(?:dates?|datum|data|fecha|dato|time|day|dt|tgl|tanggal)$/.test(word)
  return wordsOf(splitPath(column).name).every(isDate) && !values.some(({ value }) => isSideOfNow(value))
}

/** Verbs of permissions: with something else than the account behind them, they are about that, as `user_allow_pm`. */
const ofPermission = /^(?:allow\w*|accept\w*|can|may|permit\w*|grant\w*|erlaub\w*|darf|puede|peut|pode)$/
const ofEntry = /^(?:log|sign|in|on|to|login|signin|logon|enter|entry|connect|is|has|was|the|flag|\d+)$/

function isOfAccess(column: string): boolean {
  return isAbout(column, ofAccess)
}

/** Whether a name says what its users may do with something else: `allow_pm`, and not `may_log_in`. */
function permitsThing(column: string): boolean {
  const words = wordsOf(splitPath(column).name)
  const at = words.findIndex((word) => ofPermission.test(word))
  return (
    at !== -1 && words.slice(at + 1).some((word) => !ofAccess.test(word) && !ofEntry.test(word) && !isPeopleWord(word))
  )
}

/** Words of groups and kinds: the ID of one may keep users out. */
const ofKind = /group|role|status|state|type|typ|level|rank|kind|flag|standing/

const [likely, never] = [2, -14]

/**
 * How much speaks for a question, which costs the operator time: what the name says, whether the values can say that a user is kept out, and
 * whether they set a few users apart. Shape alone is enough where name and values say nothing against it.
 */
function rankOf(flag: Flag, records: number, maxShare: number): number {
  return rankOfName(flag) + rankOfValues(flag, records) + rankOfShape(flag, records, maxShare)
}

/** Whether the name of a flag or one of its values says something of accounts. */
function speaksOfAccount(flag: Flag, records: number): boolean {
  const { column } = flag
  if (isOfAccess(column) || standingName(column) !== null || rankOfValues(flag, records) > 0 || saysActive(flag))
    return true
  return timesOf(flag) > 0 && saysEnd.test(wordsOf(column).at(-1) ?? '')
}

/** Records with a time, in a column of nothing else. */
function timesOf({ values, times }: Flag): number {
  return values.reduce((sum, { value, records }) => (isSideOfNow(value) ? sum + records : sum), times)
}

function rankOfName(flag: Flag): number {
  const { column } = flag
  const times = timesOf(flag)
  if (times > 0 && saysEnd.test(wordsOf(column).at(-1) ?? '')) return 2 - rankOfPlace(column)
  const others = [
    isAboutOtherThing(column) || permitsThing(column) ? 4 : 0,
    isAbout(column, ofPrivilege) ? 3 : 0,
    times > 0 && (isAbout(column, saysBegin) || isMereDate(flag)) ? 4 : 0,
    refers(column) && !isAbout(column, ofKind) ? 4 : 0,
  ]
  return (
    (isOfAccess(column) ? 1 : 0) +
    (saysActive(flag) ? 3 : 0) -
    others.reduce((sum, one) => sum + one, 0) -
    rankOfPlace(column)
  )
}

/** Whether the name of a flag begins with a word for active in any language, and another word follows: `aktivo_instituisaun`. */
function saysActive({ column, values }: Flag): boolean {
  const [first = '', ...others] = wordsOf(splitPath(column).name).filter(
    (word) => !/^(?:is|has|was|fl|flag|st)$/.test(word),
  )
  return (
    others.length > 0 &&
    letsInStem.test(first) &&
    !/^(?:[aá]t+i[vt]|a[kc]ti[vt])i[dtz]/.test(first) &&
    knownOf(values).every(({ value }) => booleanOf(value) !== null)
  )
}

/** The ID of something else, such as a place or a manager, or of who made the account, tells users apart by what they belong to. */
function refers(column: string): boolean {
  return /_?ids?$/i.test(lastName(column)) || wordsOf(column).some((word) => /^(?:ids?|fk|by)$/.test(word))
}

/** An element of a list, or a field deep within objects, is about something that the user has, such as a player. */
function rankOfPlace(column: string): number {
  const { containers } = splitPath(column)
  if (column.includes('[') || containers.length > 1) return 4
  return containers.some((container) => !ofRecord.test(container)) ? 2 : 0
}

/** Yes and no, codes, times and known words can say that a user is kept out; other words, numbers and amounts cannot. */
function rankOfValues({ column, values: all, empty }: Flag, records: number): number {
  const values = knownOf(all)
  if (values.length === 0 && all.length > 0) return -4
  if (saysStatus(column, values)) return 4
  if (saysStatusOfKind(column, values)) return 2
  const isTelling = ({ value, records: n }: Flag['values'][number]) =>
    disabledByWord(value) === true || saysOff(value) || (isOfMachine(value) && n / records <= rare)
  if (values.some(isTelling)) return 3
  const codes = isOfAccess(column) ? codeOfAccess : code
  const saysSo = ({ value }: Flag['values'][number]) =>
    isSideOfNow(value) ||
    saysNoTime(value) ||
    booleanOf(value.replaceAll(/[^\p{L}]/gu, '')) !== null ||
    codes.test(value.trim())
  const isPoints = values.length === 1 && empty > 0 && values.every(({ value }) => isMeasure(value.trim()))
  return values.every(saysSo) && !isPoints ? 0 : -4
}

/** A status by its name, also one that places have, with a word of one among its values. Two capitals are a part of a country. */
function saysStatus(column: string, values: Flag['values']): boolean {
  if (standingName(column) !== 'status' || isInOther(column) || areOfOrders(values.map(({ value }) => value)))
    return false
  return values.some(({ value }) => disabledByWord(value) !== null && !/^[A-Z]{2}$/.test(value))
}

/** A status of one kind of people, `status_siswa`, whose values tell the active from others in words: `Aktif`, `Lulus`. */
function saysStatusOfKind(column: string, values: Flag['values']): boolean {
  const { name } = splitPath(column)
  return (
    wordsOf(name).some((word) => standingName(word) === 'status') &&
    values.some(({ value }) => standingName(value) === 'lets-in') &&
    values.some(({ value }) => isName(value) && standingName(value) === null)
  )
}

/** A digit, one or two letters, a letter with a number, or a sign. */
const code = /^(?:-?\d|\p{L}{1,2}|\p{L}\d{1,2}|[^\p{L}\p{N}\s])$/u
const codeOfAccess = /^(?:-?\d{1,4}|\p{L}{1,3}|\p{L}\d{1,2}|[^\p{L}\p{N}\s])$/u

/** Objects around the fields of a user. */
const ofRecord =
  /^_?(?:users?|accounts?|profile|attributes|fields|properties|props|data|traits|(?:app|user|raw)?_?meta_?data|meta|item|doc|document|source|record|row|entity|payload|custom\w*|extra\w*|security|auth\w*|status|info|details|settings|flags|permissions)$/i

/** The share of users that a flag sets apart. Of many flags, or beside a known one, most are preferences, and only a rarer value stands out. */
const [rare, rareAmongMany, maxFlags] = [0.35, 0.15, 4]

/** Few users are kept out; a column that splits users evenly holds a preference or a group. */
function rankOfShape(flag: Flag, records: number, maxShare: number): number {
  const { column, values, empty } = flag
  const times = timesOf(flag)
  if (values.some(({ value }) => value === pastTime)) return 2
  if (times > 0) return times / records <= 0.5 ? 2 : 0
  const most = Math.max(empty, ...values.map((one) => one.records))
  // There are many groups that a column names by an ID; a group of users who are kept out is small.
  return 1 - most / records <= (refers(column) ? rareAmongMany : maxShare) ? 2 : 0
}

/** `is_published: 1 (480), 0 (20)`. */
export function possibleFlagText({ column, values, empty, times, kept = 0 }: PossibleFlag): string {
  const parts = [
    ...values.map(({ value, records }) => `${value} (${records})`),
    ...(times > 0 ? [`a time (${times})`] : []),
    ...(empty > 0 ? [`empty (${empty})`] : []),
    ...(kept > 0 ? [`kept out or asked about anyway (${kept})`] : []),
  ]
  return `${column}: ${parts.join(', ')}`
}

/** The question about one of them. */
export function possibleFlagTitle(flag: PossibleFlag): string {
  const question = areCodes(flag) ? 'Have users with a code never confirmed their sign-up?' : 'Does it keep people out?'
  return `${possibleFlagText(flag)}. Not used. ${question}`
}

/** Flags that are shown with their values; the others stand behind them. */
const maxFirst = 4

/** The likely flags, as far as people read them, and all others. */
export function shownFlags(flags: readonly PossibleFlag[]): {
  readonly first: readonly PossibleFlag[]
  readonly others: readonly PossibleFlag[]
} {
  const first = flags.filter(({ isLikely }) => isLikely).slice(0, maxFirst)
  return { first, others: flags.filter((flag) => !first.includes(flag)) }
}
