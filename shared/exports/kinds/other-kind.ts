import { hashLikeness } from '../../hashes/hash-likeness.ts'
import type { Entry, SourceRecord } from '../../mapping/export-format.ts'
import { isObject } from '../../json.ts'
import { isTableOfSignIn, thirdPartySearch } from '../../mapping/rows/third-party-rows.ts'
import { hasFactor, isHashKind, type UnmappedValue } from '../../users/user.ts'
import { asEmail, field } from '../fields.ts'
import { wordsOf } from '../../mapping/names/column-words.ts'
import { isNameOfPerson, isPeopleWord } from '../../mapping/names/people-names.ts'
import { keysOfOther } from '../../mapping/entries/other-keys.ts'

/** Fields that hold the kind of an entry. */
const kindFields = (
  'type kind model object entity _type __typename resourceType recordType ' +
  // The classes of Spring Data, and the usual names in Couchbase, CouchDB and Cosmos DB.
  '_class docType doc_type documentType entityType objectType'
).split(' ')

/** The kind of a record as its own field names it. A number says nothing without the name of that field: `type 4`. */
export function kindIn(record: SourceRecord): string | null {
  // Objects of Kubernetes have a type besides.
  const fields = 'apiVersion' in record ? ['kind'] : kindFields
  const inside = insideOf(record)
  const name = fields.find((one) => field.text(inside, one) !== null)
  const kind = name === undefined ? null : (field.text(inside, name)?.trim() ?? null)
  return kind !== null && /^\d+$/.test(kind) ? `${name} ${kind}` : kind
}

/** The kind of one object that is a whole file, in which only other people have addresses, such as a sender. */
export const settingsOfProgram = 'settings of a program'

/** Kinds that are users. */
export const userKind =
  /user|account|member|customer|person|people|profile|identity|contact|client|employee|student|subscriber/i

const userField = /e-?mail|phone|mobile|passw|pwd|hash|user_?name|login/i

/** Limits of the search for a user in a record: characters of a value, levels, fields. */
const bounds = { value: 300, depth: 4, fields: 500 }

/**
 * Turns an empty or unreadable entry whose record names a kind other than a user into an `aside` of that kind. A record with an email, a
 * phone number, a user name or a hash may be a user, and its entry is returned unchanged.
 */
export function withOtherKind(entry: Entry, record: SourceRecord): Entry {
  if (hasNoContact(entry) && isProgram(record))
    return { kind: 'aside', what: 'program that signs in for users', ...keysOfOther(entry) }
  if (
    !hasNoLogin(entry) ||
    (entry.kind === 'user' && (entry.user.unmapped?.some(isHash) === true || hasFactor(entry.user)))
  )
    return entry
  if (holdsPacked(record)) return { kind: 'unreadable', reason: packedInside }
  // CouchDB stores design documents, which are programs, among the others.
  if (/^_(?:design|local)\//.test(field.text(record, '_id', 'id') ?? ''))
    return { kind: 'aside', what: 'design document' }
  if (Object.keys(record).every((name) => name.startsWith('$$'))) return { kind: 'aside', what: 'index' }
  if (isBulkAction(record)) return { kind: 'aside', what: 'bulk action' }
  if (isBareValue(record)) return { kind: 'aside', what: 'entry of a key and a value' }
  const kind = kindIn(record) ?? (isOfFile(record) ? 'description of the file' : '')
  // A bot has a name that it writes under, and nothing to sign in with.
  if (ofMachine.test(kind)) return { kind: 'aside', what: kind, ...keysOfOther(entry) }
  if (!/^[\w.:/ -]{1,80}$/.test(kind) || userKind.test(kind) || namesPerson(record) || looksLikeUser(record))
    return entry
  return withLoginThere({ kind: 'aside', what: kind, ...keysOfOther(entry) }, record)
}

/** Kinds of accounts that programs use. */
const ofMachine = /^(?:(?:chat|web)?bots?|(?:bot|service|system|machine)[ _-]?(?:users?|accounts?))$/i

type Aside = Extract<Entry, { kind: 'aside' }>

/** Notes the ID at a third party of an entry that is no user, such as one of the logins of a user. */
export function withLoginThere(aside: Aside, record: SourceRecord): Aside {
  const column = loginThere(valuesOf(record), isTableOfSignIn(aside.what) ? 'logins' : 'entries')
  return column === null ? aside : { ...aside, table: aside.what, logins: [{ column, kind: 'provider-user-id' }] }
}

const loginThere = thirdPartySearch()

/** The values of a record. DynamoDB writes the type of each below its name: `{"S": "google"}`. */
export function valuesOf(record: SourceRecord): SourceRecord {
  const plain = (value: unknown): unknown => {
    const inside: unknown = isObject(value) ? (value['S'] ?? value['N']) : undefined
    return typeof inside === 'string' ? inside : value
  }
  return Object.fromEntries(Object.entries(insideOf(record)).map(([name, value]) => [name, plain(value)]))
}

/** Whether a record has both names of a person, whose type is then a role: `MERCHANT`. */
function namesPerson(record: SourceRecord): boolean {
  const inside = insideOf(record)
  const names = Object.keys(inside).filter((name) => isFilled(inside[name]))
  return [/^(?:given|first)_?names?$/i, /^(?:family|last|sur)_?names?$/i].every((one) =>
    names.some((name) => one.test(name)),
  )
}

/** Base64 of the first bytes of a file packed with gzip or zip. */
const packed = /^(?:H4sI|UEsDB)[A-Za-z0-9+/\s]{40}/

/** Whether a record has a packed file among its values. */
function holdsPacked(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return packed.test(value)
  if (typeof value !== 'object' || value === null || depth > bounds.depth) return false
  return Object.values(value).some((one) => holdsPacked(one, depth + 1))
}

const packedInside =
  'This record holds a packed file (gzip or zip, in base64), in which users may be. Decode and unpack it, and choose the file inside.'

/** A hash that was found within a longer text of the record. */
function isHash({ kind }: UnmappedValue): boolean {
  return isHashKind(kind)
}

const ofProgram = /^(?:valid_?)?(?:redirect_?ur[il]s?|grant_?types)$/i

/** Whether a record is a client of OAuth: its secret is its own, and no password of a user. */
function isProgram(record: SourceRecord): boolean {
  return Object.keys(insideOf(record)).some((name) => ofProgram.test(name))
}

/** Whether a record is a line of Elasticsearch's bulk format that says what to do with the next one. */
export function isBulkAction(record: SourceRecord): boolean {
  const [name = '', ...others] = Object.keys(record)
  const inside =
    others.length === 0 && /^(?:index|create|update|delete)$/.test(name) ? field.object(record, name) : null
  return inside !== null && Object.keys(inside).every((one) => /^(?:_\w+|routing|pipeline|require_alias)$/.test(one))
}

const ofFile =
  /^[_$@]{0,2}(?:meta(?:_?data|_?info)?|(?:file_?)?(?:header|footer|trailer|info)|export(?:_?info)?|about|summary|(?:schema_?)?version|schema)$/i

/** Whether a member describes the file that it is in, by its name. */
export function describesFile(name: string): boolean {
  return ofFile.test(name)
}

/** Whether a member beside users by key describes the file: `_version`. An object has to show it by its first sign, as users have any name. */
export function describesFileOf(name: string, isUserLike: boolean): boolean {
  return ofFile.test(name) && (!isUserLike || /^[_$@]/.test(name))
}

/** Whether an entry of a list says something of the file, as `{"_meta": {...}}` before its users does. */
export function isOfFile(record: SourceRecord): boolean {
  const names = Object.keys(record)
  return (
    ((names.length > 0 && names.every(describesFile)) ||
      ofFile.test(field.text(record, ...kindFields)?.trim() ?? '')) &&
    !looksLikeUser(record)
  )
}

/** The object in which Couchbase wraps each document, under the name of its bucket; any other record itself. */
export function insideOf(record: SourceRecord): SourceRecord {
  const [name = '', ...others] = Object.keys(record)
  return (others.length === 0 ? field.object(record, name) : null) ?? record
}

const ofValues = /^(?:_?id|_?key|value|score|rank|count|ttl|size|db|type|members?|array|expire\w*)$/i

/** Whether a record is a bare key with its value, such as a counter or sorted set of a key-value store. */
function isBareValue(record: SourceRecord): boolean {
  const names = Object.keys(record)
  return (
    names.some((name) => /^_?key$/i.test(name)) && names.every((name) => ofValues.test(name)) && !looksLikeUser(record)
  )
}

/** The first filled cell of a row of totals. */
const totals =
  /^(?:(?:grand|sub)[ -]?)?(?:total|totals|totale|totaal|totalt|totaux|sum|summe|summa|somme|suma|gesamt|gesamtsumme|insgesamt|anzahl|count|razem|toplam|celkem|итого|всего|合計|总计|總計|합계)(?:\s+(?:g[ée]n[ée]ral|generale?|global|geral|ogółem|de|des|di|of|the|all))*(?:[\s:=]+\d[\d.,]*)?(?:\s+(?:users?|records?|rows?|entries|accounts|benutzer|nutzer|kunden|konten|usuarios|usuários|registros|cuentas|utilisateurs|comptes|lignes|utenti|datensätze|zeilen|einträge|użytkowników|rekordów|wierszy|kayıt))?[\d.,:=\s]*$/iu

/** The row count that database clients print below a table: `(2 rows)`, `3 rows in set (0.00 sec)`, `2 Zeilen`. */
const rowCount =
  /^\(?\d[\d,.]{0,12} (?:rows?(?:\(s\))?|records?(?:\(s\))?|users?|entries|zeilen?|datensätze|benutzer|lignes?|filas?|registros?|righe|riga|linhas?|rij(?:en)?|wierszy|wiersze?|satır|строк\w*|行)(?: (?:in set|selected|returned|affected|retrieved)[^|]{0,40})?[).]?$/iu

/** The last line of a tool of Windows: `dsget succeeded`. */
const success = /^(?:ds\w{2,6} succeeded|The command completed successfully\.)$/i

/** Whether a line is only a row count, or what a tool says of its success. */
export function saysRowCount(line: string): boolean {
  return line.length <= 80 && (rowCount.test(line.trim()) || success.test(line.trim()))
}

/** Whether a row is one of totals, by its first filled cell. */
export function saysTotals(record: SourceRecord): boolean {
  const first = Object.values(record).find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof first === 'string' && saysTotal(first)
}

/** The only field of a row around the records of a table, whose code says that it is a header or a trailer. */
export const aroundRecords = 'header or trailer'

/** The only field of a row below the names of columns that says their types, what they are for, or their names once more. */
export const describesColumns = 'row that describes the columns'

/** The kind of a row around the records of a table; null: it is a record. */
function kindAroundRecords(record: SourceRecord): string | null {
  const what = Object.hasOwn(record, aroundRecords)
    ? aroundRecords
    : Object.hasOwn(record, describesColumns)
      ? describesColumns
      : null
  return what !== null && Object.keys(record).length === 1 ? what : null
}

/** Whether a row stands around the records of a table and is none of them. */
export function isAroundRecords(record: SourceRecord): boolean {
  return kindAroundRecords(record) !== null
}

/** Whether no cell of a row has a value, as below a list in a workbook that was saved as CSV. */
export function isEmptyRow(record: SourceRecord): boolean {
  return Object.values(record).every(isEmptyCell)
}

function isEmptyCell(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

/** Whether a text is a total, or what a tool says of the rows above. */
export function saysTotal(text: string): boolean {
  return (text.length <= 60 && totals.test(text.trim())) || saysRowCount(text)
}

/**
 * Whether a row names the group of those below it, `Department 2`, in its first cell and says nothing else. A text in a column
 * of people's names is a person without any other value.
 */
export function saysGroup(record: SourceRecord): boolean {
  const [first, ...others] = Object.values(record)
  const [column = ''] = Object.keys(record)
  return (
    !/name/i.test(column) &&
    !isNameOfPerson(column) &&
    !wordsOf(column).every(isPeopleWord) &&
    others.length >= enoughBeside &&
    typeof first === 'string' &&
    /^[^@]*\p{L}{2}[^@]*$/u.test(first) &&
    /\S\s+\S/.test(first) &&
    others.every(isEmptyCell)
  )
}

/** Columns beside the first one that are empty by no chance. */
const enoughBeside = 3

const besideList: ReadonlySet<string> = new Set(['row without values', 'row of totals', 'name of a group'])

/** Whether an entry is a row below or above a list, which is no record of it. */
export function isBesideList(entry: Entry): boolean {
  return entry.kind === 'aside' && besideList.has(entry.what)
}

/** Turns the entry of a row of totals, of one without values, or of the name of a group, into an `aside`. A row with a hash, an address, a phone number or an identity stays a user. */
export function withTotals(entry: Entry, record: SourceRecord): Entry {
  const around = kindAroundRecords(record)
  if (around !== null) return { kind: 'aside', what: around }
  if (!mayBeTotals(entry)) return entry
  if (isEmptyRow(record)) return { kind: 'aside', what: 'row without values' }
  if (saysTotals(record)) return { kind: 'aside', what: 'row of totals' }
  return saysGroup(record) ? { kind: 'aside', what: 'name of a group' } : entry
}

function mayBeTotals(entry: Entry): boolean {
  if (entry.kind !== 'user') return entry.kind === 'unreadable'
  const { email, phone, hash, identities, unmapped = [] } = entry.user
  const hasLogin =
    phone !== null || hash !== null || identities.length > 0 || unmapped.some(({ kind }) => kind !== 'status')
  return email?.includes('@') !== true && !hasLogin
}

function hasNoContact(entry: Entry): boolean {
  if (entry.kind !== 'user') return entry.kind === 'unreadable'
  const { email, phone, identities } = entry.user
  return email === null && phone === null && identities.length === 0
}

/** Whether an entry has nothing to log in with. */
export function hasNoLogin(entry: Entry): boolean {
  if (entry.kind === 'unreadable') return true
  if (entry.kind !== 'user') return false
  const { hash, hasPassword } = entry.user
  return hasNoContact(entry) && hash === null && hasPassword !== true
}

function looksLikeUser(record: SourceRecord): boolean {
  let left = bounds.fields
  const holds = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') {
      const text = value.slice(0, bounds.value)
      return asEmail(text) !== null || hashLikeness(text) !== null
    }
    if (typeof value !== 'object' || value === null) return false
    // A value beyond the limits may hold anything, so the record counts as a user.
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
