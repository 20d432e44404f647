import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import { isInner } from '../../mapping/columns/keys/key-names.ts'
import { comesAgain, isPlain, namesNoUser, saysWhether } from '../../mapping/columns/keys/key-values.ts'
import { dateOrders } from '../../mapping/columns/date-orders.ts'
import { doubtAbout } from '../../mapping/columns/table-doubt.ts'
import type { Sample } from '../../mapping/export-format.ts'
import type { Mapping } from '../../mapping/mapping.ts'
import { namesKeyOfPerson, namesMaker, refersToPerson, refersToProfile } from '../../mapping/names/account-names.ts'
import { isLoginName, lastName, splitPath, wordsOf } from '../../mapping/names/column-words.ts'
import { fitOfName } from '../../mapping/names/name-fit.ts'
import { isNameOfPerson } from '../../mapping/names/people-names.ts'
import { standingName } from '../../mapping/names/standing/standing-names.ts'
import { suggestMapping } from '../../mapping/suggest-mapping.ts'
import { loginTargets, type MappingTarget } from '../../mapping/targets.ts'
import type { OrderOfRows } from '../standing/latest-states.ts'
import { endsRow, isAnswer, isTimes, rankOfTime, saysCurrent } from '../standing/state-columns.ts'

/*
 * Versions of persons: a file or a table that keeps a row for each state of a person, with a number, a time or a mark that says which one is the
 * latest, as tables of a data warehouse, logs of revisions and exports of personnel systems do. The latest row is the user.
 */

/** The columns that tell the versions of a person apart, and the persons themselves. */
export type PersonVersions = {
  /** The columns with the key of the person: its ID, and before it the tenant that the ID is of. */
  readonly owner: readonly string[]
  readonly order: OrderOfRows
  /** `log`: the last row of a person counts, as each names the operation on it; `unordered`: nothing says which one counts. */
  readonly kind: 'ordered' | 'log' | 'unordered'
  /** The column of operations, by which the last version may say that the person was deleted. */
  readonly operation: string | null
  /** The columns that say who signs in, with what, and who may not. */
  readonly told: readonly string[]
  /** Columns of which two versions of one person share a value; each list is one value. Empty: there are none. */
  readonly marks: readonly (readonly string[])[]
  /** The columns of which a version has at least one: the others say nothing that a user is made of. */
  readonly logins: readonly string[]
}

/** The versions of persons in a table of users; null: it has a row for each person, as far as its columns tell. `mapping`: the operator's. */
export function personVersions(sample: Sample, mapping: Mapping | null = null): PersonVersions | null {
  if (sample.passwords !== undefined) return null
  const ignored = new Set(mapping?.ignored ?? [])
  const profiles = profileColumns(sample.records, sample.header).filter(({ path }) => !ignored.has(path))
  const operation = profiles.find(saysOperation)?.path ?? null
  const order = orderOf(profiles, sample)
  const kind = isOrdered(order) ? 'ordered' : operation === null ? 'unordered' : 'log'
  const suggested = mapping ?? suggestMapping(sample).mapping
  const owner = ownerIn(
    kind === 'unordered' ? profiles.filter(isOwnKey) : profiles,
    order,
    pathOf(suggested, 'source-id'),
  )
  if (owner === null || (isLoose(order) && kind !== 'log' && !comesAgain(owner))) return null
  if (kind === 'ordered' && isLoose(order) && hasOtherKey(profiles, owner, pathOf(suggested, 'source-id'))) return null
  // Planning reports several users with one ID where the operator chose the column of IDs.
  if (kind === 'unordered' && mapping !== null && pathOf(mapping, 'source-id') === owner.path) return null
  const logins = suggested.columns.filter(({ target }) => loginTargets.includes(target)).map(({ path }) => path)
  if (logins.length === 0 || pathOf(suggested, 'provider') !== undefined) return null
  if (doubtAbout(sample, suggested)?.asks === true) return null
  const tenant = pathOf(suggested, 'tenant')
  const states = profiles.filter(({ path }) => standingName(path) !== null).map(({ path }) => path)
  return {
    kind,
    owner: tenant === undefined || tenant === owner.path ? [owner.path] : [tenant, owner.path],
    order,
    operation,
    marks: marksIn(profiles, suggested, owner.path),
    logins,
    told: [...logins, ...states],
  }
}

/** Whether each row has an ID of its own, so that a name that comes again is that of several users: most tables of users have the time of a change. */
function hasOtherKey(profiles: readonly ColumnProfile[], owner: ColumnProfile, id: string | undefined): boolean {
  const own = profiles.find(({ path }) => path === id)
  if (own === undefined || own.path === owner.path || /(?:id|key)$/.test(lastName(owner.path))) return false
  return own.values.length === own.records && !comesAgain(own)
}

/** Whether a column is the key of its own rows, by its name. If only IDs of no user come again, no person has several rows. */
function isOwnKey({ path, values }: ColumnProfile): boolean {
  const ofPeople = values.filter((value) => !namesNoUser(value.trim()))
  const repeatsNoUser = ofPeople.length < values.length && new Set(ofPeople).size === ofPeople.length
  return /^(?:id|uuid|guid|oid)$/.test(lastName(path)) && !repeatsNoUser
}

function pathOf({ columns }: Mapping, target: MappingTarget): string | undefined {
  return columns.find((one) => one.target === target)?.path
}

function isOrdered({ starts, ends, number, current }: OrderOfRows): boolean {
  return [starts, ends, number, current].some((one) => one !== null)
}

/** The columns by which versions are in order. */
function orderOf(profiles: readonly ColumnProfile[], sample: Sample): OrderOfRows {
  const times = profiles.filter((one) => !isInner(one.path) && isTimes(one))
  const whole = times.filter(({ values, records }) => values.length === records)
  const ends = times.find(({ path }) => endsVersion(path))
  const starts = whole.find(({ path }) => startsVersion(path)) ?? whole.find(({ path }) => changesVersion(path)) ?? null
  const number = profiles.find(isVersionNumber)
  const current = profiles.find(({ path, values }) => !isInner(path) && saysCurrent(path) && values.every(isAnswer))
  const found = [starts, ends, number, current].map((one) => one?.path ?? null)
  const [startPath = null, endPath = null, numberPath = null, currentPath = null] = found
  return { starts: startPath, ends: endPath, number: numberPath, current: currentPath, dateOrders: dateOrders(sample) }
}

/** Whether no column has the name of a version or its time: a time of a change is in most tables of users. */
function isLoose({ starts, ends, number, current }: OrderOfRows): boolean {
  return ends === null && number === null && current === null && (starts === null || !startsVersion(starts))
}

const startOfVersion =
  /^(?:row|record|rec|sys|dw|dbt|scd|version)*(?:valid(?:ity)?(?:from|since|start|begin)|eff(?:ective)?(?:date|dt|from|start|since|at|on)|effdt|begda|beg(?:in)?(?:date|datum)|start(?:date|time|dt|ts)|gu?e?ltig(?:ab|von|seit)|geldigvanaf|ingangsdatum|(?:waz|obowiaz)\p{L}*od|gyldigfra|giltigfran|(?:valid[eo]|vigen\p{L}+)(?:du|dal|desde|de)|(?:desde|debut|inicio|inizio)(?:de|di)?(?:la)?(?:valid\p{L}+|vigen\p{L}+)|platn\p{L}+od|gecerlilikbaslangic\p{L}*|berlakudari|有効開始日?|適用開始日?|生效日期?)(?:date|datum|time|at|utc)?$/u

function startsVersion(path: string): boolean {
  return startOfVersion.test(lastName(path)) || (rankOfTime(path) === 0 && !endsRow(path))
}

const endOfVersion =
  /^(?:row|record|rec|sys|dw|dbt|scd|version)*(?:valid(?:ity)?(?:to|until|till|thru|through|end)|eff(?:ective)?(?:to|end|until|thru|enddate|enddt)|endda|end(?:date|time|dt|ts)|expir\p{L}+|gu?e?ltigbis|geldigtot|gyldigtil|giltigtill|(?:waz|obowiaz)\p{L}*do|(?:valid[eo]|vigen\p{L}+)(?:au|al|hasta|ate)|platn\p{L}+do|有効終了日?|適用終了日?|失效日期?)(?:date|datum|time|at|utc)?$/u

function endsVersion(path: string): boolean {
  return endOfVersion.test(lastName(path))
}

/** Whether a time is that of the last change, or of the copy that the row is from. */
function changesVersion(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return words.some((word) => ofChange.test(word)) && !words.some((word) => ofOtherChange.test(word))
}

const ofChange =
  /^(?:updated?|changed?|modified|modification|modify|edited|snapshot|as|loaded?|extract(?:ed)?|ingest(?:ed)?|synced|captured|aktualisiert|geandert|anderung\p{L}*|stichtag|stand|modifie\p{L}*|maj|actualiza\p{L}+|modifica\p{L}+|atualiza\p{L}+|aggiorna\p{L}+|gewijzigd|zmian\p{L}*|aktualizacj\p{L}*|обновлен\p{L}*|изменен\p{L}*|更新日?|更新時刻|修改时间)$/u
/** Words for things other than the row that change: a password, an address, a status. */
const ofOtherChange =
  /^(?:pass\p{L}*|pwd|pw|email|mail|phone|status|state|role|plan|login|by|kennwort|mot|senha|clave)$/u

const versionName =
  /^(?:row|record|rec|entry|line|data|object|entity|doc|document|hist(?:ory)?|change|current|latest|event|stream|aggregate|users?|accounts?|profiles?|persons?|members?|customers?|employees?|contacts?)*(?:version(?:en|s)?|vers|ver|rev(?:s|isions?|isionen|isie)?|seq(?:uence|uenz|uencia|uenza)?|effseq|versie|versione|versao|wersj[ai]|verze|verzi[oa]|versjon|versiyon|surum|версия|ревизия|редакция|版本|版次|バージョン|リビジョン|버전)s?(?:no|nr|nbr|num|number|nummer|numero|id|seq)?$/u

/** Whether a column counts the versions of what its row is about. */
function isVersionNumber({ path, values, records }: ColumnProfile): boolean {
  const isCounted = values.length === records && values.every((value) => /^v?\d{1,15}$/i.test(value.trim()))
  return !isInner(path) && records > 0 && isCounted && path !== '__v' && versionName.test(lastName(path))
}

/** Whether a column names the operation of each row: inserted, updated or deleted. */
function saysOperation({ path, values }: ColumnProfile): boolean {
  const isOne = (value: string) =>
    operation.test(value.trim()) || (ofEnvers.test(lastName(path)) && /^[012]$/.test(value))
  return values.length > 0 && ofOperation.test(lastName(path)) && values.every(isOne)
}

/** Hibernate Envers writes 0, 1 and 2. */
const ofEnvers = /^rev(?:ision)?type$/

const ofOperation =
  /^(?:rev(?:ision)?type|op(?:eration)?(?:type|code)?|(?:change|action|event|record|row|dml|cdc)(?:type|op|operation|action|kind)|action|aktion|accion|azione)$/
const operation =
  /^(?:[IUDCRN]|ins(?:ert(?:ed)?)?|upd(?:ate[d]?)?|del(?:ete[d]?)?|creat(?:e|ed)|read|add(?:ed)?|mod(?:ified)?|snapshot|remove[d]?|(?:user|account)?[ ._-]?(?:created|updated|deleted))$/i

/** Whether the operation of a version is the deletion of its person. */
export function isDeletion(text: string): boolean {
  return /^(?:d|2|del(?:ete[d]?)?|remove[d]?|(?:user|account)?[ ._-]?deleted)$/i.test(text.trim())
}

/** The column with the key of the person of each row: of those that come again the most telling by its name, else of all. */
function ownerIn(
  profiles: readonly ColumnProfile[],
  { starts, ends, number, current }: OrderOfRows,
  chosen: string | undefined,
): ColumnProfile | null {
  const used: readonly (string | null)[] = [starts, ends, number, current]
  const named = profiles
    .filter(
      (one) =>
        !used.includes(one.path) &&
        !isInner(one.path) &&
        one.records > 0 &&
        one.values.length === one.records &&
        !namesMaker(one.path) &&
        !saysWhether(one),
    )
    .map((column) => ({ column, rank: rankOfKey(column) }))
    .filter(({ rank }) => rank < keys.length)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ column }) => column)
  const own = named.find(({ path }) => path === chosen)
  if (own !== undefined && comesAgain(own)) return own
  return named.find(comesAgain) ?? own ?? named[0] ?? null
}

/** The names of keys of persons, the most telling first. */
const keys: readonly ((column: ColumnProfile) => boolean)[] = [
  ({ path, values }) => refersToPerson(path) && !refersToProfile(path) && values.every(isPlain),
  ({ path, values }) =>
    /^(?:pernr|emplid|personid|personnummer|businesskey|naturalkey|bk|nk)$/.test(lastName(path)) &&
    values.every(isPlain),
  ({ path, values }) => namesKeyOfPerson(path) && values.every(isPlain),
  ({ path, values }) => fitOfName('source-id', path) === 'exact' && values.every(isPlain),
  ({ path }) => isLoginName(path),
  ({ path }) => fitOfName('email', path) === 'exact',
]

function rankOfKey(column: ColumnProfile): number {
  const rank = keys.findIndex((is) => is(column))
  return rank < 0 ? keys.length : rank
}

const ofPerson: ReadonlySet<MappingTarget> = new Set(['email', 'phone', 'password-hash'])

/** The columns that versions of one person share: addresses, numbers, hashes, names to sign in with, and the whole name of the person. */
function marksIn(
  profiles: readonly ColumnProfile[],
  { columns }: Mapping,
  owner: string,
): readonly (readonly string[])[] {
  const contacts = columns.filter(({ target }) => ofPerson.has(target)).map(({ path }) => path)
  const logins = profiles.filter(({ path }) => isLoginName(path)).map(({ path }) => path)
  const names = profiles.filter(({ path }) => isNameOfPerson(path)).map(({ path }) => path)
  const single = [...new Set([...contacts, ...logins])].filter((path) => path !== owner).map((path) => [path])
  return names.length === 0 ? single : [...single, names]
}
