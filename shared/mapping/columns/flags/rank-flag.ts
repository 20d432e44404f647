import { booleanOf, disabledByWord, isTime } from '../../cell.ts'
import { isSideOfNow, pastTime } from '../../end-of-account.ts'
import { isOfAccess, namesPrivilege, permitsThing } from './access-names.ts'
import { lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { saysJoined } from '../../names/composed/joined-names.ts'
import { holdsNames, namesConsent } from '../../names/composed/consent-names.ts'
import { isAbout, isAboutOtherThing, namesGuardianConsent } from '../../names/other-things.ts'
import { isOtherOccupation, isRetired, namesEmployment } from '../../names/employment/employment-names.ts'
import { isPeopleWord } from '../../names/people-names.ts'
import { isInOther, isOfOther, namesLevel, standingName } from '../../names/standing/standing-names.ts'
import { areOtherStates } from '../../names/standing/other-states.ts'
import { letsInStem } from '../../names/standing/standing-stems.ts'
import { isOfMachine } from '../doubtful-columns.ts'
import { isMeasure, isName, knownOf, saysNoTime, saysOff } from './flag-values.ts'
import type { Flag } from './possible-flag.ts'
import { areOfOrders } from '../value-fit.ts'

/** A flag of this rank is asked about on top; one of that rank is not listed. */
export const [likely, never] = [2, -14]

/**
 * How much speaks for a question, which costs the operator time: what the name says, whether the values can say that a user is kept out, and
 * whether they set a few users apart. Shape alone is enough where name and values say nothing against it.
 */
export function rankOf(flag: Flag, records: number, maxShare: number): number {
  return rankOfName(flag) + rankOfValues(flag, records) + rankOfShape(flag, records, maxShare)
}

/** Whether the name of a flag or one of its values says something of accounts. */
export function speaksOfAccount(flag: Flag, records: number): boolean {
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
  if (namesGuardianConsent(column)) return askedAnyway
  const times = timesOf(flag)
  if (times > 0 && isAbout(column, ofPapers)) return -likely
  if (times > 0 && saysEnd.test(wordsOf(column).at(-1) ?? '')) return 2 - rankOfPlace(column)
  const others = [
    namesConsent(column) || holdsNames(column) || isStateOfOther(column) ? 6 : 0,
    (isAboutOtherThing(column) && !namesEmployment(column)) || permitsThing(column) ? 4 : 0,
    namesPrivilege(column) ? 3 : 0,
    times > 0 && (isAbout(column, saysBegin) || isMereDate(flag) || saysJoined(lastName(column))) ? 4 : 0,
    refers(column) && !isAbout(column, ofKind) ? 4 : 0,
  ]
  return (
    (isOfAccess(column) ? 1 : 0) +
    (namesEmployment(column) ? 2 : 0) +
    (saysActive(flag) ? 3 : 0) -
    others.reduce((sum, one) => sum + one, 0) -
    rankOfPlace(column)
  )
}

/** Whether something else than the account has a state, which may be blocked as well: `email_status`. */
function isStateOfOther(column: string): boolean {
  return isOfOther(column) && !namesEmployment(column) && !namesLevel(column)
}

/** More than values and shape can say against it. */
const askedAnyway = 8

/** Papers, pauses and privileges of a user, which end as well. */
const ofPapers =
  /^(?:passports?|reisepass|visas?|licen[cs]es?|fuhrerschein|insurance|certificat\w*|medical|vaccin\w*|permit|premium|vip|vacations?|holidays?|urlaub|vacaciones|conges|muted?|snooze\w*)$/

/** A time until which something holds for some users: `login_bis`. */
const saysEnd = /^(?:bis|until|till|hasta|tot|fino|thru|through)$/

/** A time at which something began for some users, such as a career: it keeps none of them out. */
const saysBegin =
  /^(?:not_?before|begin\w*|start\w*|since|from|seit|ab|beginn|eintritt|entry|hired?|debut|depuis|desde|inicio|inizio|arriv\w*|ankunft\w*|einzug\w*|llegada|chegada|ingress?o|dal|sinds|vanaf|poczatek|od)$/

/** A past time of some users in a column that is called a date and nothing else, `user_date`: each has another, and it ends nothing. */
function isMereDate({ column, values }: Flag): boolean {
  const isDate = (word: string) =>
    isPeopleWord(word) || /^(?:dates?|datum|data|fecha|dato|time|day|dt|tgl|tanggal)$/.test(word)
  return wordsOf(splitPath(column).name).every(isDate) && !values.some(({ value }) => isSideOfNow(value))
}

/** Whether the name of a flag begins with a word for active in any language, and another word follows: `aktivo_instituisaun`. */
function saysActive({ column, values }: Flag): boolean {
  const [first = '', ...others] = wordsOf(splitPath(column).name).filter(
    (word) => !/^(?:is|has|was|fl|flag|st)$/.test(word),
  )
  return (
    others.length > 0 &&
    !permitsThing(column) &&
    letsInStem.test(first) &&
    !/^(?:[aá]t+i[vt]|a[kc]ti[vt])i[dtz]/.test(first) &&
    knownOf(values).every(({ value }) => booleanOf(value) !== null)
  )
}

/** The ID of something else, such as a place or a manager, or of who made the account, tells users apart by what they belong to. */
function refers(column: string): boolean {
  return /_?ids?$/i.test(lastName(column)) || wordsOf(column).some((word) => /^(?:ids?|fk|by)$/.test(word))
}

/** Words of groups and kinds: the ID of one may keep users out. */
const ofKind = /group|role|status|state|type|typ|level|rank|kind|flag|standing/

/** An element of a list, or a field deep within objects, is about something that the user has, such as a player. */
function rankOfPlace(column: string): number {
  const { containers } = splitPath(column)
  if (column.includes('[') || containers.length > 1) return 4
  return containers.some((container) => !ofRecord.test(container)) ? 2 : 0
}

/** Objects around the fields of a user. */
const ofRecord =
  /^_?(?:users?|accounts?|profile|attributes|fields|properties|props|data|traits|(?:app|user|raw)?_?meta_?data|meta|item|doc|document|source|record|row|entity|payload|custom\w*|extra\w*|security|auth\w*|status|info|details|settings|flags|permissions)$/i

/** Yes and no, codes, times and known words can say that a user is kept out; other words, numbers and amounts cannot. */
function rankOfValues({ column, values: all, empty }: Flag, records: number): number {
  const values = knownOf(all)
  if (values.length === 0 && all.length > 0) return -4
  if (saysStatus(column, values)) return 4
  if (saysStatusOfKind(column, values)) return 2
  const areOccupations = values.some(({ value }) => isOtherOccupation(value)) || isAbout(column, ofOccupation)
  const isTelling = ({ value, records: n }: Flag['values'][number]) =>
    !(areOccupations && isRetired(value)) &&
    (disabledByWord(value) === true || saysOff(value) || (isOfMachine(value) && n / records <= rare))
  if (values.some(isTelling)) return 3
  const codes = isOfAccess(column) ? codeOfAccess : code
  const saysSo = ({ value }: Flag['values'][number]) =>
    isSideOfNow(value) ||
    saysNoTime(value) ||
    (booleanOf(value) !== null && !isTime(value)) ||
    booleanOf(value.replaceAll(/[^\p{L}]/gu, '')) !== null ||
    codes.test(value.trim())
  const isPoints = values.length === 1 && empty > 0 && values.every(({ value }) => isMeasure(value.trim()))
  return values.every(saysSo) && !isPoints ? 0 : -4
}

const ofOccupation = /^(?:occupation|profession|beruf|job|trade|profesion|profissao|professione|metier|zawod)$/

/** A status by its name, also one that places have, with a word of one among its values. Two capitals are a part of a country. */
function saysStatus(column: string, values: Flag['values']): boolean {
  const words = values.map(({ value }) => value)
  if (standingName(column) !== 'status' || isInOther(column) || areOfOrders(words) || areOtherStates(words))
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

/** The share of users that a flag sets apart. Of many flags, or beside a known one, most are preferences, and only a rarer value stands out. */
export const [rare, rareAmongMany] = [0.35, 0.15]

/** Few users are kept out; a column that splits users evenly holds a preference or a group. */
function rankOfShape(flag: Flag, records: number, maxShare: number): number {
  const { column, values, empty } = flag
  const times = timesOf(flag)
  if (values.some(({ value }) => value === pastTime)) return 2
  if (times > 0) return times / records <= 0.5 ? 2 : 0
  const most = Math.max(empty, ...values.map((one) => one.records))
  // A column of IDs names many groups, while few users are kept out.
  return 1 - most / records <= (refers(column) ? rareAmongMany : maxShare) ? 2 : 0
}
