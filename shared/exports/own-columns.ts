import type { HashInput } from '../hashes/verdict.ts'
import { booleanOf, disabledByWord, isNoTime, isTime, trimmedText } from '../mapping/cell.ts'
import { isDeleted } from '../mapping/entries/standing.ts'
import { isOfUser, refersToAccount } from '../mapping/names/account-names.ts'
import { isOffByFlag } from '../mapping/entries/state-words.ts'
import type { Standing } from '../users/user.ts'
import type { SourceRecord } from '../mapping/export-format.ts'
import { readTime } from '../users/time-joined.ts'
import { field } from './fields.ts'

/* Columns that frameworks and custom databases have in common. */

/** The id in the first of these fields that has one, as text or MongoDB's `{"$oid": "..."}`; else null. */
export function idField(record: SourceRecord, ...names: readonly string[]): string | null {
  for (const name of names) {
    const object = field.object(record, name)
    const id = object === null ? field.text(record, name, `${name}.$oid`) : field.text(object, '$oid')
    if (id !== null) return id
  }
  return null
}

/**
 * Creates a reader of the ID in a table of users whose key was given a name of its own, as `UserId` for `Id`: a column that has the ID of a
 * user by its name, or the first one, if it names an account. `usual`: the columns of the product's own key; where one is there, none counts.
 * `except`: columns with another meaning.
 */
export function customKeyReader(
  usual: readonly string[],
  except: ReadonlySet<string>,
): (record: SourceRecord) => string | null {
  const found = new Map<string, boolean>()
  const isKey = (name: string, isFirst: boolean) => {
    const at = `${isFirst} ${name}`
    const known = found.get(at)
    if (known !== undefined) return known
    const is = /(?:id|guid)$/i.test(name) && !except.has(name) && (isOfUser(name) || (isFirst && refersToAccount(name)))
    if (found.size < maxNames) found.set(at, is)
    return is
  }
  return (record) => {
    if (usual.some((name) => field.has(record, name))) return null
    let isFirst = true
    for (const name in record) {
      if (isKey(name, isFirst)) return field.text(record, name)
      isFirst = false
    }
    return null
  }
}

/** Names that are held in memory: keys that are data would be one for each record. */
const maxNames = 5000

/**
 * Whether the first existing one of these columns says yes: `true`, or the time of confirmation. Empty is no; null if no column
 * exists.
 */
export function confirmedField(record: SourceRecord, ...names: readonly string[]): boolean | null {
  const name = names.find((one) => field.has(record, one))
  if (name === undefined) return null
  return booleanOf(field.object(record, name)?.['$date'] ?? record[name]) === true
}

/** The hash in the first of these columns that has one. `hasPassword`: null if none of the columns exists. */
export function passwordOf(
  record: SourceRecord,
  provider: string,
  ...names: readonly string[]
): { readonly hash: HashInput | null; readonly hasPassword: boolean | null } {
  const hash = field.text(record, ...names)
  if (hash !== null) return { hash: { hash, provider }, hasPassword: true }
  return { hash: null, hasPassword: names.some((name) => field.has(record, name)) ? false : null }
}

const phones = ['phone', 'phone_number', 'phoneNumber', 'mobile', 'mobile_number']

/** The phone number in a row of users. Such tables do not say whether codes are sent to it. */
export function phoneColumn(record: SourceRecord): string | null {
  return field.text(record, ...phones)
}

const deletedColumn = /^(?:deleted?at|deletedon|discardedat|isdeleted|deleted)$/
const disabledColumn =
  /^(?:(?:banned|blocked|suspended|disabled|deactivated|locked)(?:at)?|is(?:banned|blocked|suspended|disabled|locked|deactivated|forbidden))$/
const enabledColumn = /^(?:is|account|user)?(?:active|enabled)$/
const statusColumn = /^(?:account|user)?(?:status|state)$/
const mayTell = /delet|discard|bann|block|suspend|disabl|deactiv|lock|forbid|activ|enabl|stat/i

/**
 * The standing of a user by columns like `deleted_at`, `is_active`, `banned` or `status`. `except`: columns with another meaning, or
 * already read.
 */
export function standingOfRow(record: SourceRecord, except: ReadonlySet<string> = nothing): Standing {
  let standing: Standing = 'active'
  for (const name in record) {
    if (!mayTell.test(name) || except.has(name)) continue
    // MongoDB exports a time as `{"$date": ...}`.
    const value = field.has(field.object(record, name) ?? {}, '$date') ? true : record[name]
    const plain = name.toLowerCase().replaceAll('_', '')
    if (deletedColumn.test(plain) && isDeleted(value)) return 'deleted'
    const meaning = disabledColumn.test(plain) ? 'keeps-out' : enabledColumn.test(plain) ? 'lets-in' : null
    if (meaning !== null && isOffByFlag(meaning, value)) standing = 'disabled'
    if (statusColumn.test(plain) && disabledByWord(value) === true) standing = 'disabled'
  }
  return standing
}

const nothing: ReadonlySet<string> = new Set()

/**
 * The possible values of a time, in milliseconds since 1970. Depending on its locale, a spreadsheet writes day or month
 * first.
 */
function readings(text: string): readonly number[] {
  if (/^\d{13}$|^\d(?:[.,]\d+)?E\+12$/i.test(text)) return [Number(text.replace(',', '.'))]
  const parts = /^(\d\d?)[./-](\d\d?)[./-](\d{4}|\d\d)(?=$|[, ])/.exec(text)
  if (parts === null) return [readTime(text) ?? (Date.parse(text) || Number.NEGATIVE_INFINITY)]
  const [, one, other, year = ''] = parts
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const at = (month: number, day: number) => (month > 12 ? Number.NEGATIVE_INFINITY : Date.UTC(full, month - 1, day))
  return [at(Number(one), Number(other)), at(Number(other), Number(one))]
}

/** Whether a time is in the future in any of its readings; false for anything else. `now`: milliseconds since 1970. */
export function isInFuture(value: unknown, now: number): boolean {
  const text = trimmedText(value)
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.\d+)? ?(Z|[+-]\d\d(?::?\d\d)?)?$/i.exec(text)
  if (parts === null) return Math.max(...readings(text)) > now
  const zone = (parts[3] ?? 'Z').replace(
    /^([+-]\d\d):?(\d\d)?$/,
    (_, hours: string, minutes = '00') => `${hours}:${minutes}`,
  )
  return Date.parse(`${parts[1]}T${parts[2]}${zone}`) > now
}

/** Whether a lock or a ban is over, by its end: a time that is past, or the zero of a database. What is no time, such as `infinity`, may mean that it never ends. */
export function isOver(end: unknown, now: number): boolean {
  const text = trimmedText(end)
  return !isInFuture(end, now) && (isTime(text) || isNoTime(text) || /^(?:-infinity|-?\d+)$/i.test(text))
}
