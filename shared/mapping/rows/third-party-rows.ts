import { isIdOfOther, knownProvider, namesOwnLogin } from '../../users/known-provider.ts'
import { booleanOf, isTime, textOf, trimmedText } from '../cell.ts'
import type { SourceRecord } from '../export-format.ts'
import { refersToAccount } from '../names/account-names.ts'
import { singularsOf } from '../columns/table-doubt.ts'
import { lastName, withoutSchema } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { readerOf } from '../value-at.ts'

/* Rows of tables that nothing reads, of which each is a login of a user at a third party. */

const idThere =
  /^(?:foreign|fremd|external|extern|anbieter|aanbieder|remote|social|openid|thirdparty|provider|oauth2?|federated)(?:user|account|identity|login|nutzer|usuario)?(?:key|id|uid|sub|subject|identifier)$|^(?:id|identifiant)(?:extern[eo]|esterno)$|^(?:uid|id)atprovider$|^(?:uid|subject|sub|ident|identifier|identity)$|^(?:driver|strategy|service|platform|module|network|site|vendor|auth)(?:user|account)?(?:id|uid|key|identifier)$/
const namesThere =
  /provider|anbieter|^(?:aanbieder|dienst|servici?o|servizio)$|idp|issuer|authority|network|connection|^(?:auth)?(?:driver|strategy|service|module|site|vendor|source|type)(?:name)?$|^(?:oauth2?|social|sso|openid|external)name$/

/** Tables whose name says how users sign in: there, a provider may stand in a column of any name, and its ID as well. */
const ofSignIn =
  /social|sosyal|giris|belepes|prihlas|logowan|inlog|innlogg|anmeld|kirjaut|conex|oauth|open_?id|sso|(?:^|_)sns|auth(?!or)|log_?in|sign_?in|identit|connect|federat|extern|third_?part|(?:^|_)idps?(?:$|_)/i
/** Whether the name of a table says how users sign in. */
export function isTableOfSignIn(table: string): boolean {
  return ofSignIn.test(withoutSchema(table))
}

/** Whether a column of such a table names the user whose login a row is, without a word for people. */
export function isOwnerInSignIn(column: string): boolean {
  return /^owner(?:id|uid|ref)?$/.test(lastName(column))
}

/** Columns in which the names of providers say something else, or that hold what is no ID. */
const ofOtherThings =
  /utm|refer|campaign|carrier|browser|agent|device|brand|token|secret|scope|url|link|avatar|picture|name$|mail/

/** Columns with a word for a kind of login or for its state, such as `signInType` with `federated`: no ID, and yet they may name a provider. */
const ofKinds = /(?:type|kind|mode|method|status|state)$/

/** Whether a column says by its name that it holds the ID at a third party. */
export function isIdThere(column: string): boolean {
  return idThere.test(lastName(column))
}

/** The same by a name that can mean nothing else: `oauth_user_id`, and not `uid`. */
export function isNamedIdThere(column: string): boolean {
  return isIdThere(column) && ofThere.test(lastName(column))
}

/** Whether a column says by its name which third party a row is of: `service`. */
export function isNamedService(column: string): boolean {
  return namesThere.test(lastName(column))
}

/** Whether a column may hold the name of a third party, in a table of any name. */
export function mayNameThirdParty(column: string): boolean {
  const name = lastName(column)
  return namesThere.test(name) || !ofOtherThings.test(name)
}

/** Whether a column of a table of any name may hold the ID at a third party: its values are of one form, and no numbers of anything else. */
export function mayHoldIdThere(column: string, values: readonly string[]): boolean {
  const name = lastName(column)
  if (/^(?:id|pk|rowid|version)$/.test(name) || ofOtherThings.test(name) || ofDeals.test(name)) return false
  const { time, phone, password, otherSecret } = hintsOf(column)
  if (time || phone || otherSecret || password !== null) return false
  const isId = (value: string) => mayBeId(value) && /^\d+$|[^\d.,:-]/.test(value) && !value.includes('@')
  const isCount = values.every((value, at) => value.length < 13 && Number(value) === Number(values[0]) + at)
  if (values.length > 1 && isCount) return false
  return values.every(isId) && values.filter((value) => /\d/.test(value)).length * 2 > values.length
}

/** Whether a table or column is about what users buy, write or plan, which has IDs at a third party as well. */
export function isOfDeals(name: string): boolean {
  return ofDeals.test(withoutSchema(name).toLowerCase())
}

const ofDeals =
  /transaction|receipt|order|invoice|payment|purchase|subscription|product|event|post|message|(?<!pro)file|repo/

/** The parts of a login at a third party that a column may hold, by its name. */
type Part = {
  readonly isId: boolean
  readonly namesThere: boolean
  readonly isOwner: boolean
  /** In a table of logins: whether its values may be names of providers, and IDs there. */
  readonly mayName: boolean
  readonly mayBeId: boolean
}

function partOf(column: string, table: string, isOfSignIn: boolean): Part {
  const name = lastName(column)
  const isOwner = refersToAccount(column) || (isOfSignIn && isOwnerInSignIn(column))
  const isOpen = isOfSignIn && !/^(?:id|pk|rowid|_id|key|version)$/.test(name) && !ofOtherThings.test(name)
  const { time, phone } = hintsOf(column)
  return {
    // Under the name of its table, a column rather numbers the rows: `external_login_id` beside `external_user_id`.
    isId: idThere.test(name) && !(isOfSignIn && isNamedAfterRow(name, table)),
    namesThere: namesThere.test(name),
    isOwner,
    mayName: isOpen || (isOfSignIn && name === 'key'),
    mayBeId: isOpen && !phone && !ofKinds.test(name) && (!time || name === 'login'),
  }
}

/** Whether a column is called like the key of its own table. */
function isNamedAfterRow(name: string, table: string): boolean {
  return singularsOf(lastName(withoutSchema(table))).includes(name.replace(/(?:id|uid|key|no|nr)$/, ''))
}

/** The columns of a table, all of whose rows are logins at third parties. */
export type ThirdPartyColumns = { readonly provider: string; readonly id: string }

/** The column of the ID at a third party in a row of such a table; null if the row has none, or is of the passwords here. */
export function idIn(record: SourceRecord, { provider, id }: ThirdPartyColumns): string | null {
  const [name, value] = [provider, id].map((column) => trimmedText(record[column]))
  return name === undefined || name === '' || namesOwnLogin(name) || value === '' ? null : id
}

/**
 * Whether all rows name third parties with IDs of accounts there, by their form as Google and Apple give them out: IDs of pages and posts have
 * other ones.
 */
export function areAccountsThere(records: readonly SourceRecord[], { provider, id }: ThirdPartyColumns): boolean {
  const [providerOf, idOf] = [readerOf(provider), readerOf(id)]
  let there = 0
  for (const record of records) {
    const [name, value] = [textOf(providerOf(record)) ?? '', trimmedText(idOf(record))]
    if (namesOwnLogin(name)) continue
    const known = knownProvider(name)
    if (known === null || value === '' || isIdOfOther(known, value)) return false
    if (ofAccount.test(value)) there += 1
  }
  return there > 0
}

/** 21 digits of Google, and the two numbers around a code of Apple. */
const ofAccount = /^(?:1\d{20}|\d{6}\.[0-9a-f]{32}\.\d{4})$/

/** A login at a third party: its provider, and the column with the ID of its user there. */
type ThirdPartyLogin = { readonly provider: string; readonly column: string }

type Found = {
  readonly provider: string | null
  /** The columns with the ID there: by their names, or by what stands beside a provider in a table of logins. */
  readonly id: string | null
  readonly other: string | null
  readonly owner: string | null
}

function columnSearch(): (record: SourceRecord, table: string) => Found {
  const tables = new Map<string, Map<string, Part>>()
  return (record, table) => {
    let parts = tables.get(table)
    if (parts === undefined) tables.set(table, (parts = new Map()))
    const isOfSignIn = isTableOfSignIn(table)
    let provider: string | null = null
    let id: string | null = null
    let other: string | null = null
    let owner: string | null = null
    for (const column in record) {
      let part = parts.get(column)
      if (part === undefined) parts.set(column, (part = partOf(column, table, isOfSignIn)))
      // The first column that names an account is the user's here; a second one may name the account there.
      const isOwn = part.isOwner && owner === null
      if (isOwn) owner = column
      if (!part.isId && !part.namesThere && !part.mayName) continue
      const value = record[column]
      const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
      if (typeof text !== 'string' || text === '') continue
      if ((part.namesThere || part.mayName) && text.length <= maxName && knownProvider(text) !== null) provider ??= text
      else if (part.isId) id ??= column
      else if (part.mayBeId && !isOwn && mayBeId(text)) other ??= column
    }
    return { provider, id, other, owner }
  }
}

/**
 * Finds the column of the user's ID at the third party that a row of logins names in another column; null: the row is none. The column of
 * its owner may have any name where that of the ID says what it is.
 */
export function thirdPartySearch(): (record: SourceRecord, table: string) => string | null {
  const search = thirdPartyLoginSearch()
  return (record, table) => search(record, table)?.column ?? null
}

/** The same, with the provider. */
export function thirdPartyLoginSearch(): (record: SourceRecord, table: string) => ThirdPartyLogin | null {
  const search = columnSearch()
  return (record, table) => {
    const { provider, id, other, owner } = search(record, table)
    if (provider === null) return null
    const column = owner === null ? id : (id ?? other)
    if (column === null || owner !== null) return column === null ? null : { provider, column }
    const isOfUser = isTableOfSignIn(table) || (isOfNothingElse(record, column) && mayReferToUser(record))
    if (!isOfUser) return null
    const value = trimmedText(record[column])
    return /\d/.test(value) && mayBeId(value) ? { provider, column } : null
  }
}

/** Whether an ID in a table of any name is one at a third party, in a row that refers to no other thing: an order has `order_id`. */
function isOfNothingElse(record: SourceRecord, id: string): boolean {
  if (!ofThere.test(lastName(id))) return false
  return Object.keys(record).every((column) => {
    const name = lastName(column)
    return idThere.test(name) || namesThere.test(name) || !/[a-z]{3}_?id$/i.test(name)
  })
}

/** Whether a column other than the row's own ID may refer to a user: a repository has a name and an address, and belongs to none. */
function mayReferToUser(record: SourceRecord): boolean {
  return Object.entries(record).some(([column, value]) => {
    const name = lastName(column)
    if (/^_?id$/.test(name) || idThere.test(name) || namesThere.test(name) || ofOtherThings.test(name)) return false
    const text = trimmedText(value)
    return /[\d@]/.test(text) && !/\s|^https?:/.test(text) && !isTime(text) && !hintsOf(column).time
  })
}

/** Names of IDs at a third party that are not also names of IDs of a table itself, unlike `uid`. */
const ofThere =
  /^(?:foreign|fremd|external|extern|anbieter|aanbieder|remote|social|openid|thirdparty|provider|oauth2?|federated)|^(?:id|identifiant)(?:extern|estern)|atprovider$/

/**
 * Finds the login at a third party that an entry of a list within a user is; null: the entry is none. There, no column says whose it is,
 * and `id` or `user_id` is the user's there.
 */
export function thirdPartyEntrySearch(): (entry: SourceRecord, list: string) => ThirdPartyLogin | null {
  const search = columnSearch()
  return (entry, list) => {
    const { provider, id, other, owner } = search(entry, list)
    if (provider === null) return null
    const ofList =
      isTableOfSignIn(list) && !ofLinks.test(list) ? (other ?? (Object.hasOwn(entry, 'id') ? 'id' : owner)) : null
    const column = id ?? ofList
    return column === null ? null : { provider, column }
  }
}

/** Lists of pages about a user, whose entries have names for an address. */
const ofLinks = /link|url|media|page|handle/i

const maxName = 40

function mayBeId(value: string): boolean {
  // A number may look like a time.
  if (/^\d{3,25}$/.test(value)) return true
  return value.length >= 3 && value.length <= 256 && !/\s|^https?:/.test(value) && booleanOf(value) === null
}
