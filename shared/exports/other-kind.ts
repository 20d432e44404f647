import { hashLikeness } from '../hashes/hash-likeness.ts'
import type { Entry, SourceRecord } from '../mapping/export-format.ts'
import { asEmail, textField } from './fields.ts'

/** Fields in which entries of different kinds say what they are. */
const kindFields = ['type', 'kind', 'model', 'object', 'entity', '_type', '__typename', 'resourceType', 'recordType']

/** Words for users in such a file. */
const userKind =
  /user|account|member|customer|person|people|profile|identity|contact|client|employee|student|subscriber/i

const userField = /e-?mail|phone|mobile|passw|pwd|hash|user_?name|login/i

/** Characters of a value that are looked at, and how deep and how much of a record. */
const bounds = { value: 300, depth: 4, fields: 500 }

/**
 * The entry of a record that says of itself that it is something else than a user: one of that kind. A row with an email, a phone
 * number, a user name or a hash may be a user, and stays as its reader read it.
 */
export function withOtherKind(entry: Entry, record: SourceRecord): Entry {
  if (!isEmpty(entry)) return entry
  // CouchDB keeps its programs beside the documents.
  if (/^_(?:design|local)\//.test(textField(record, '_id', 'id') ?? ''))
    return { kind: 'aside', what: 'design document' }
  if (isBareValue(record)) return { kind: 'aside', what: 'entry of a key and a value' }
  const kind = textField(record, ...kindFields)?.trim() ?? ''
  if (!/^[\w.:/ -]{1,80}$/.test(kind) || userKind.test(kind) || looksLikeUser(record)) return entry
  return { kind: 'aside', what: kind }
}

const ofValues = /^(?:_?id|_?key|value|score|rank|count|ttl|size|db|type|members?|array|expire\w*)$/i

/** Whether a record is a key with its value, as stores of keys and values keep counters and sorted sets beside their users: nothing in it is of a person. */
function isBareValue(record: SourceRecord): boolean {
  const names = Object.keys(record)
  return (
    names.some((name) => /^_?key$/i.test(name)) && names.every((name) => ofValues.test(name)) && !looksLikeUser(record)
  )
}

/** Beginnings of a row with sums of the rows above it, in its first filled cell. */
const totals =
  /^(?:(?:grand|sub)[ -]?)?(?:total|totals|totale|totaal|totalt|totaux|sum|summe|summa|somme|suma|gesamt|gesamtsumme|insgesamt|anzahl|count|razem|toplam|celkem|итого|всего|合計|总计|總計|합계)(?:\s+(?:g[ée]n[ée]ral|generale?|global|geral|ogółem|de|des|di|of|the|all))*(?:[\s:=]+\d[\d.,]*)?(?:\s+(?:users?|records?|rows?|entries|accounts|benutzer|nutzer|kunden|konten|usuarios|usuários|registros|cuentas|utilisateurs|comptes|lignes|utenti|datensätze|zeilen|einträge|użytkowników|rekordów|wierszy|kayıt))?[\d.,:=\s]*$/iu

/** The row count that database programs print below a table: `(2 rows)`, `3 rows in set (0.00 sec)`, `2 Zeilen`. */
const rowCount =
  /^\(?\d[\d,.]{0,12} (?:rows?(?:\(s\))?|records?(?:\(s\))?|users?|entries|zeilen?|datensätze|benutzer|lignes?|filas?|registros?|righe|riga|linhas?|rij(?:en)?|wierszy|wiersze?|satır|строк\w*|行)(?: (?:in set|selected|returned|affected|retrieved)[^|]{0,40})?[).]?$/iu

/** Whether a line only says how many rows stand above it. */
export function saysRowCount(line: string): boolean {
  return line.length <= 80 && rowCount.test(line.trim())
}

/** Whether the first filled cell of a row says that it adds up the rows above it. */
export function saysTotals(record: SourceRecord): boolean {
  const first = Object.values(record).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof first === 'string' && first.length <= 60 && (totals.test(first.trim()) || saysRowCount(first))
}

/** The entry of a row below a table that adds up its rows: one of that kind. A row with a hash, an address or a number to sign in with stays a user. */
export function withTotals(entry: Entry, record: SourceRecord): Entry {
  return hasNoLogin(entry) && saysTotals(record) ? { kind: 'aside', what: 'row of totals' } : entry
}

function hasNoLogin(entry: Entry): boolean {
  if (entry.kind !== 'user') return entry.kind === 'unreadable'
  const { email, phone, hash, identities, unmapped = [] } = entry.user
  return email?.includes('@') !== true && phone === null && hash === null && identities.length + unmapped.length === 0
}

/** Nothing was found that anybody could log in with. */
function isEmpty(entry: Entry): boolean {
  if (entry.kind === 'unreadable') return true
  if (entry.kind !== 'user') return false
  const { email, phone, hash, hasPassword, identities } = entry.user
  return email === null && phone === null && hash === null && hasPassword !== true && identities.length === 0
}

function looksLikeUser(record: SourceRecord): boolean {
  let left = bounds.fields
  const holds = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') {
      const text = value.slice(0, bounds.value)
      return asEmail(text) !== null || hashLikeness(text) !== null
    }
    if (typeof value !== 'object' || value === null) return false
    // A value that is too deep or too large to be searched may be anything.
    if (depth > bounds.depth) return true
    return Object.entries(value).some(([name, inside]) => {
      left -= 1
      return left < 0 || (userField.test(name.slice(0, 100)) && isFilled(inside)) || holds(inside, depth + 1)
    })
  }
  return holds(record, 1)
}

function isFilled(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false
}
