import { disabledByWord, isNoTime, isTime } from '../../mapping/cell.ts'
import { dateOrders } from '../../mapping/columns/date-orders.ts'
import type { AskedStanding } from '../../mapping/columns/doubtful-columns.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { isStatusByValue, saysOffByValue } from '../../mapping/columns/standing-columns.ts'
import { isOfOtherThings, namesRowOfThings } from '../../mapping/columns/table-doubt.ts'
import { namesThing } from '../../mapping/columns/keys/key-names.ts'
import { isWrittenDate } from '../../mapping/end-of-account.ts'
import type { Sample } from '../../mapping/export-format.ts'
import { namesMaker } from '../../mapping/names/account-names.ts'
import {
  endsAccount,
  isEndWord,
  isFormerWord,
  lastName,
  saysUntil,
  splitPath,
  wordsOf,
} from '../../mapping/names/column-words.ts'
import { hintsOf } from '../../mapping/names/name-hints.ts'
import { isPeopleWord } from '../../mapping/names/people-names.ts'
import { isActorWord, isReasonWord } from '../../mapping/names/standing/reason-names.ts'
import { isOfOther, standingName } from '../../mapping/names/standing/standing-names.ts'
import { sharedPrefix } from '../../mapping/names/shared-prefix.ts'
import { saysKeptOut } from '../../mapping/names/standing/standing-phrases.ts'
import { stemOf } from '../tables/table-names.ts'
import type { OrderOfRows } from './latest-states.ts'

/*
 * The columns of a history of states: a row for each state that a user had, with the time from which it held. A log of changes names the
 * state before and the one after.
 */

/** The columns of a history beside the one that names the user of a row. */
export type StateColumns = {
  /** Null: the rows are periods of a membership, which is over behind the last of them. */
  readonly state: string | null
  readonly doubt: AskedStanding
  readonly order: OrderOfRows
  /** The rows say the state before as well, so they are a history whatever else they have. */
  readonly isOfChanges: boolean
  /** Columns that say nothing of which these rows are: times, numbers of the rows, who made them and why. */
  readonly known: ReadonlySet<string>
}

/**
 * The columns of a sample that may be a history of states, or of periods in a table or file that is called after memberships; null: it is about something
 * else. `name`: that of the table or the file.
 */
export function stateColumns(sample: Sample, name: string): StateColumns | null {
  const profiles = profileColumns(sample.records, sample.header)
  const paths = profiles.map(({ path }) => path)
  if (paths.some((path) => !saysWhoOrWhy(path) && (isOfOtherThings(path) || isOfMachine(path)))) return null
  const found = stateColumn(profiles)
  if (found === null && !wordsOf(name).some((word) => ofMembership.test(word))) return null
  const { column, before, doubt } = found ?? { column: null, before: null, doubt: 'status' }
  const isFree = ({ path }: ColumnProfile) => path !== column?.path && path !== before
  const order = orderIn(profiles.filter(isFree), sample)
  const { starts, ends, number, current } = order
  if (column === null && (starts === null || ends === null)) return null
  const own = [column?.path, before, starts, ends, number, current]
  const isKnown = (one: ColumnProfile) =>
    own.includes(one.path) || isTimes(one) || isKeyOfRow(one) || saysWhoOrWhy(one.path)
  return {
    state: column?.path ?? null,
    doubt,
    order,
    isOfChanges: before !== null,
    known: new Set(profiles.filter(isKnown).map(({ path }) => path)),
  }
}

/**
 * The kind of rows that the name of a table or a file names. `history`: of states of accounts, `member_status_history`; `other`: of orders, or of attempts
 * to sign in; null: neither.
 */
export function historyInName(name: string): 'history' | 'other' | null {
  const words = wordsOf(name).filter((word) => !isPeopleWord(word) && !isPeopleWord(stemOf(word)))
  if (isOfOther(words.join('_')) || words.some((word) => namesRowOfThings(word) || ofSignIn.test(word))) return 'other'
  return words.some((word) => ofHistory.test(word)) ? 'history' : null
}

const ofMembership =
  /^(?:memberships?|mitgliedschaft(?:en)?|adhesions?|membresias?|afiliaciones|adesion[ei]|tesserament[oi]|lidmaatschap(?:pen)?|czlonkostw[oa]?|medlemskap(?:er)?|uyelik(?:ler)?|keanggotaan|clenstv[ia])$/u

const ofHistory =
  /^(?:histor\p{L}*|istor\p{L}*|storic[oi]|geschiedenis|logs?|audit\p{L}*|changes?|changelog|journal|verlauf\p{L}*|protokoll\p{L}*|\p{L}*verlauf|\p{L}*historie|\p{L}*wechsel|anderungen|changements?|cambi(?:os?)?|mudancas?|alterac\p{L}*|modific\p{L}*|variazioni|zmian\p{L}*|\p{L}*wijziging\p{L}*|andring\p{L}*|endring\p{L}*|aendring\p{L}*|muutokset|gecmis\p{L}*|riwayat|lichsu|transitions?|timeline|periods?|perioden?|periodes?|periodos?|periodi|okresy|история|журнал|изменени\p{L}*|історія|履歴|历史|歷史|이력)$/u
const ofSignIn =
  /^(?:log(?:in|on)s?|sign(?:in|on|ups?)?|sessions?|attempts?|access|requests?|visits?|downloads?|attendance|presence|presences?|asistencias?|anwesenheit|frequenza|presenze)$/

/** Columns of what a machine did or where it was: a row with one is about signing in, or a device. */
function isOfMachine(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => /^(?:ips?|ipv\d|agent|browser|device|host|hostname)$/.test(word))
}

type State = { readonly column: ColumnProfile; readonly before: string | null; readonly doubt: AskedStanding }

/** The column of the states, by its name or its values; at least one value of the sample says of an account that it is on or off. */
function stateColumn(profiles: readonly ColumnProfile[]): State | null {
  const prefix = sharedPrefix(profiles.map(({ path }) => path))
  const candidates = profiles.filter((column) => column.values.length > 0 && !isTimes(column))
  for (const column of candidates) {
    const base = withoutWord(column.path, ofAfter)
    const before = base === null ? undefined : profiles.find(({ path }) => withoutWord(path, isBefore) === base)
    if (base !== null && before !== undefined && before !== column && tellsStates(column))
      return { column, before: before.path, doubt: standingName(base) ?? 'status' }
  }
  const named = candidates.filter((column) => standingName(column.path, prefix) !== null && tellsStates(column))
  const byName = named.find(({ path }) => standingName(path, prefix) === 'status') ?? named[0]
  if (byName !== undefined)
    return { column: byName, before: null, doubt: standingName(byName.path, prefix) ?? 'status' }
  const [byValue, ...more] = candidates.filter((column) => isStatusByValue(column) && tellsStates(column))
  return byValue === undefined || more.length > 0 ? null : { column: byValue, before: null, doubt: 'status' }
}

/** Whether few different words come again, of which one says that an account is on or off. */
function tellsStates({ path, values }: ColumnProfile): boolean {
  const distinct = [...new Set(values.map((value) => value.trim()))]
  const tells = (value: string) =>
    disabledByWord(value) !== null ||
    saysOffByValue(path, value) ||
    saysKeptOut(value) ||
    /^(?:true|false)$/i.test(value)
  return distinct.length <= maxStates && distinct.some(tells)
}

const maxStates = 20

/** The words of a name without the one word that `is` such; null: it has none, or several, or nothing besides. */
function withoutWord(path: string, is: (word: string) => boolean): string | null {
  const words = wordsOf(splitPath(path).name)
  const rest = words.filter((word) => !is(word))
  return rest.length === words.length - 1 && rest.length > 0 ? rest.join('_') : null
}

function isBefore(word: string): boolean {
  return isFormerWord(word) || before.test(word)
}

const before =
  /^(?:before|from|prior|prev|vorher|von|bisher\p{L}*|avant|antes|de|prima|da|przed|poprzedni\p{L}*|voor|van|fra|fran|tidigare|onceki|sebelum\p{L}*|lama|старый|было)$/u
const after =
  /^(?:new|after|to|next|now|neu\p{L}{0,2}|nach|nachher|aktuell\p{L}*|nouve(?:au|lle?)|apres|vers|nuev[oa]|despues|nov[oa]|depois|para|atual|nuov[oa]|dopo|now[aey]|po|nieuwe?|naar|na|ny(?:e|a|tt)?|til|till|yeni|sonra\p{L}*|sesudah|baru|новый|стало)$|[新]/u
const ofAfter = (word: string) => after.test(word)

/** The columns by which rows are in order. */
function orderIn(profiles: readonly ColumnProfile[], sample: Sample): OrderOfRows {
  const times = profiles.filter(isTimes)
  const ends = times.find(({ path }) => endsRow(path)) ?? laterOfTwo(times)
  const others = times.filter((column) => column !== ends && column.values.length * 2 >= column.records)
  const ranked = others.toSorted((one, other) => rankOfTime(one.path) - rankOfTime(other.path))
  const number = profiles.find(isNumberOfRow)
  const current = profiles.find(({ path, values }) => saysCurrent(path) && values.every(isAnswer))
  return {
    starts: ranked[0]?.path ?? null,
    ends: ends?.path ?? null,
    number: number?.path ?? null,
    current: current?.path ?? null,
    dateOrders: dateOrders(sample),
  }
}

/** Whether all values are times; digits alone are only under a name that says so. */
export function isTimes({ path, values }: ColumnProfile): boolean {
  const isOne = (value: string) => {
    const text = value.trim()
    return isNoTime(text) || isWrittenDate(text) || (isTime(text) && (!/^\d+$/.test(text) || isNamedTime(path)))
  }
  return values.length > 0 && values.every(isOne)
}

function isNamedTime(path: string): boolean {
  return hintsOf(path).time || rankOfTime(path) < namedRank || endsRow(path)
}

/** The end of a period: of two columns of times, the one that is empty in the last rows, and never before the other. */
function laterOfTwo(times: readonly ColumnProfile[]): ColumnProfile | undefined {
  const [one, other, ...more] = times.toSorted((first, second) => first.values.length - second.values.length)
  if (one === undefined || other === undefined || more.length > 0) return undefined
  return one.values.length < one.records && other.values.length === other.records ? one : undefined
}

/** Whether a column says until when its row holds. */
export function endsRow(path: string): boolean {
  return (
    endsAccount(path) ||
    saysUntil(path) ||
    wordsOf(splitPath(path).name).some((word) => isEndWord(word) || ofEnd.test(word))
  )
}

/** Further words beside those for the beginning of a row. */
const ofEnd = /^(?:finish\p{L}*|final|al|au)$/u

/** Lower ranks tell better from when a state holds. */
export function rankOfTime(path: string): number {
  const words = wordsOf(splitPath(path).name)
  const rank = ranks.findIndex((known) => words.some((word) => known.test(word)))
  return rank === -1 ? namedRank : rank
}

const ranks = [
  /^(?:from|valid|effective|since|starts?|started|begins?|begin\p{L}*|von|ab|seit|gueltig|gultig|depuis|debut|du|desde|inicio|inizio|dal|da|od|vanaf|fra|fran|baslangic|mulai|с|от|начало)$/u,
  /^(?:chang\p{L}*|modif\p{L}*|switch\p{L}*|set|geandert|anderung\p{L}*|wechsel\p{L}*|change\p{L}*|cambi\p{L}*|mudan\p{L}*|alter\p{L}*|zmian\p{L}*|wijzig\p{L}*|andr\p{L}*|endr\p{L}*|degis\p{L}*|ubah|измен\p{L}*)$/u,
  /^(?:date|datum|fecha|data|dato|time|timestamp|at|on|tarih\p{L}*|tanggal|дата|когда|日|日時|日期|일자)$/u,
]
const namedRank = ranks.length

/** Whether a column counts the rows of its table, in the order in which they were made. */
function isNumberOfRow(column: ColumnProfile): boolean {
  return isKeyOfRow(column) && column.values.every((value) => /^\d{1,15}$/.test(value.trim()))
}

/** Whether a column is the own key of its rows, and that of no user. */
function isKeyOfRow({ path, values, records }: ColumnProfile): boolean {
  const words = wordsOf(splitPath(path).name)
  const isNamed = words.some((word) => ofNumber.test(word)) && !words.some((word) => isPeopleWord(word))
  return isNamed && values.length === records && new Set(values).size === values.length
}

const ofNumber = /^(?:ids?|no|nr|num|number|nummer|numero|seq\p{L}*|lfd|pos|version|revision|rev|row|line|pk|key)$/u

/** Whether a column marks the row of each user that holds now: `is_current`, `LatestFlag`. */
export function saysCurrent(path: string): boolean {
  return ofCurrent.test(lastName(path).replaceAll(besideCurrent, ''))
}

const besideCurrent =
  /^(?:is|ist|est|es|e|jest|row|record|dw|dbt|scd)+(?=\p{L}{5})|(?<=\p{L}{5})(?:flag|flg|ind|indicator|row|record|version|yn)+$/gu

const ofCurrent =
  /^(?:current|latest|newest|aktuell|actuel(?:le)?|vigente?|actual|atual|attuale|aktualn[yae]|obecn[yae]|huidige?|gallande|gjeldende|guncel|текущий|актуальный)$/

/** Whether a value is a yes or a no. */
export function isAnswer(value: string): boolean {
  return /^(?:true|false|[01tfyn]|yes|no|ja|nein|oui|non|si|sì|sí|sim|não|tak|nie)$/i.test(value.trim())
}

/** Whether a column says who made a row, or why. */
function saysWhoOrWhy(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return namesMaker(path) || words.some((word) => isActorWord(word) || isReasonWord(word) || ofNote.test(word))
}

const ofNote =
  /^(?:notes?|notiz|notas?|comments?|kommentar|commentaires?|comentarios?|remarks?|bemerkung\p{L}*|anmerkung\p{L}*|observ\p{L}*|uwag\p{L}*|opis|beschreibung|descri\p{L}*|source|quelle|origin|created|updated)$/u

/** Whether a column refers to a thing that is no user: then the state is that of the thing, or of taking part. */
export function refersToOther(path: string): boolean {
  return namesThing(path) && !saysWhoOrWhy(path) && !wordsOf(splitPath(path).name).some((word) => ofOwnRow.test(word))
}

const ofOwnRow =
  /^(?:histor\p{L}*|status\p{L}*|states?|logs?|changes?|entry|row|record|audit|event|period\p{L}*|verlauf)$/u
