import { parseJson } from '../../../../shared/json.ts'
import { fitOfName } from '../../../../shared/mapping/names/name-hints.ts'
import { isPartOfUser, mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { closeBrace, comma, isBlank, openBrace, openBracket, quote } from '../file-bytes.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { createValueTokenizer } from './json-value.ts'

/** A member of an object, or how the object ended: closed, with the content, or with something that is no JSON. */
type Member =
  | { readonly kind: 'member'; readonly key: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' }

/**
 * Iterates over the members of the object at the cursor without buffering it. At each member the cursor is at the value, and the
 * consumer must move it past the value. `onKey` receives the position of each key.
 */
export async function* members(cursor: Cursor, onKey: (start: number) => void = () => {}): AsyncGenerator<Member> {
  cursor.moveTo(cursor.at() + 1)
  while (true) {
    const byte = await skipWhile(cursor, isBetween)
    if (byte === closeBrace) {
      cursor.moveTo(cursor.at() + 1)
      yield { kind: 'whole' }
      return
    }
    onKey(position(cursor))
    const key = byte === quote ? await readText(cursor) : null
    const value = key === null ? null : await skipWhile(cursor, (next) => next === colon || isBlank(next))
    if (key === null || value === null) {
      yield { kind: byte === null || value === null ? ((await cursor.more()) ? 'broken' : 'cut') : 'broken' }
      return
    }
    yield { kind: 'member', key }
  }
}

const colon = 0x3a

/** Moves past the value at the cursor; false if it does not end. */
export async function skipValue(cursor: Cursor): Promise<boolean> {
  const value = createValueTokenizer(false)
  cursor.release()
  const before = position(cursor)
  const scanned = await scan(cursor, null, value.follow)
  return scanned === 'end' && position(cursor) > before
}

/** Whether a byte may stand between values. Missing and repeated commas are tolerated. */
export function isBetween(byte: number | undefined): boolean {
  return byte === comma || isBlank(byte)
}

/** Reads the string at the cursor and moves past it; null if there is none. */
export async function readText(cursor: Cursor): Promise<string | null> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow)
  if (scanned !== 'end') return null
  const text = cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.release()
  const key = parseJson(text)
  return typeof key === 'string' ? key : null
}

const nextPage =
  /^(?:@odata\.)?next_?(?:page|link|url|cursor|token|page_?token|pagination_?token)?$|^(?:pagination_?token|last_?evaluated_?key)$/i
const morePages = /^(?:has_?more|has_?next(?:_?page)?|is_?truncated)$/i
/** Members that hold the number of entries on all pages. */
const totalNumber = /^total(?:_?(?:results|count|records|items|elements|users|size|entries|rows))?$|^records_?total$/i
/** Members that describe the page. In WorkOS `after` is the cursor of the next page. */
const aboutPage = /^(?:_?links|pagination|paging|page_?info|(?:\w{1,20}_)?meta_?data|meta)$/i

/** Limit on the bytes of a member that describes the page. */
const maxAboutPage = 8192

/**
 * Reads paging data from a member beside a list. The cursor is at the member's value and stays there. `another`: a further page exists;
 * `total`: entries on all pages, 0 if unknown.
 */
export async function readPaging(
  cursor: Cursor,
  key: string,
): Promise<{ readonly another: boolean; readonly total: number }> {
  if (!isOfPage(key)) return noPaging
  const value = parseJson(await peekText(cursor, maxAboutPage))
  return { another: hasNext(key, value), total: totalIn(key, value) }
}

/** The text of the value at the cursor, which does not move; empty if it has more bytes than `longest`. */
export async function peekText(cursor: Cursor, longest: number): Promise<string> {
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow, longest)
  const text = scanned === 'long' ? '' : cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.moveTo(start - cursor.base())
  cursor.release()
  return text.trim()
}

/** Whether a member describes the page, as its links do. */
export function isOfPage(key: string): boolean {
  return [nextPage, morePages, aboutPage, totalNumber].some((about) => about.test(key))
}

const noPaging = { another: false, total: 0 }

function totalIn(key: string, value: unknown): number {
  if (typeof value === 'number') return totalNumber.test(key) && Number.isSafeInteger(value) ? value : 0
  const inside = typeof value === 'object' && value !== null && aboutPage.test(key) ? Object.entries(value) : []
  return Math.max(0, ...inside.map(([name, one]) => totalIn(name, one)))
}

function hasNext(key: string, value: unknown): boolean {
  if (morePages.test(key)) return value === true
  if (typeof value === 'object' && value !== null) {
    const inside = Object.entries(value)
    if (nextPage.test(key)) return inside.length > 0 && !Array.isArray(value)
    return inside.some(
      ([name, one]) => hasNext(name, one) || (name === 'after' && typeof one === 'string' && one !== ''),
    )
  }
  return nextPage.test(key) && ((typeof value === 'string' && value !== '') || (typeof value === 'number' && value > 0))
}

/** Names that providers give the list of users. Lists with other names beside it hold something else. */
export const userLists: ReadonlySet<string> = new Set(['users', 'Users', 'humanUsers', 'result', 'results'])

/** Limit on blanks before the first element of a list. */
const maxBlanks = 64 * 1024

/** The first byte of the first element of the list at the cursor that is not null; the cursor does not move. Null if there is no list. */
export async function firstInList(cursor: Cursor): Promise<number | null> {
  if (cursor.bytes()[cursor.at()] !== openBracket) return null
  const start = position(cursor)
  cursor.mark(start)
  cursor.moveTo(cursor.at() + 1)
  let blanks = 0
  const next = () => skipWhile(cursor, (byte) => isBetween(byte) && (blanks += 1) < maxBlanks)
  let first = await next()
  while (first === letterN && blanks < maxBlanks && (await isNull(cursor))) {
    cursor.moveTo(cursor.at() + 4)
    blanks += 4
    first = await next()
  }
  cursor.moveTo(start - cursor.base())
  return first
}

const letterN = 0x6e

async function isNull(cursor: Cursor): Promise<boolean> {
  while (cursor.bytes().length - cursor.at() < 4 && (await cursor.more()));
  return cursor.bytes().toString('latin1', cursor.at(), cursor.at() + 4) === 'null'
}

/** Fields that mark an object as a user. */
const userField = /"([\w-]{0,40}mail[\w-]{0,40}|user_?name|phone\w*|user_?id|uid|sub|password\w*)"\s*:/i
const userFields = new RegExp(userField, 'gi')

/** Whether the first element of the list at the cursor looks like a user; the address of its owner is none of its own. The cursor does not move. */
export async function holdsUsers(cursor: Cursor): Promise<boolean> {
  return ownFields(await firstObject(cursor)).length > 0
}

/** The fields of a user in the beginning of an object, by their names. */
function ownFields(start: string): readonly string[] {
  const names = [...start.matchAll(userFields)].map(([, name = '']) => name)
  return names.filter((name) => !/mail/i.test(name) || fitOfName('email', name) !== 'weak')
}

/** Names of lists of keys, which belong to programs. */
export const listsOfKeys = /^(?:api|access|public|private|signing|encryption|ssh|jwk|jwt)?_?keys$/i

/** Whether a list or an object of this name may hold users. */
export function namesUsers(name: string): boolean {
  return (mentionsPeople(name) || /profile/i.test(name)) && !clientsOfApis.test(name)
}

/** Programs that call an API, and no customers. */
const clientsOfApis = /^(?:api|oauth2?|oidc|app|service)_?clients?$/i

/** How much the list at the cursor looks like users; 0 if not at all. The cursor does not move. */
export async function likenessToUsers(cursor: Cursor, name: string): Promise<number> {
  return likenessOfObject(await firstObject(cursor), name)
}

/** Whether an object in a list of this name is surely a user. */
export function isObjectOfUser(text: string, name: string): boolean {
  return likenessOfObject(ownStart(text.slice(0, maxStart)), name) > ofNames
}

/** The same of the beginning of an object. */
function likenessOfObject(first: string, name: string): number {
  if (isPartOfUser(name)) return 0
  const fields = ownFields(first)
  if (fields.length === 0 && !holdsPassword.test(first)) return 0
  const has = (field: RegExp, worth: number) => (field.test(first) ? worth : 0)
  return (
    1 +
    has(passwordField, 4) +
    (fields.some((field) => /mail/i.test(field)) ? 2 : 0) +
    (namesUsers(name) ? 3 : 0) +
    (holdsPassword.test(first) && !providerField.test(first) ? ofPeople : 0)
  )
}

/** A password of the object itself: no setting about passwords, such as a yes or no, and none that opens the accounts of others. */
const passwordField =
  /"(?!master|default)\w{0,20}pass(?!(?:word|wd)?_?(?:type|salt|options|policy|rules?|min|max|len|expir|obfus))(?:word|wd)?\w{0,20}"\s{0,20}:\s{0,20}(?!true|false|\s)/i

/** The highest score that says no user for sure; one with a password, or with an address and called like people, has more. */
const ofNames = 4

/** Whether the object at the cursor has an address and a password hash, as an account has. The cursor does not move. */
export async function isAccount(cursor: Cursor): Promise<boolean> {
  if (cursor.bytes()[cursor.at()] !== openBrace) return false
  while (cursor.bytes().length - cursor.at() < maxStart && (await cursor.more()));
  return accountStart.test(startOfObject(cursor))
}

/** Both in the object itself, and in none of its lists and objects. */
const accountStart = /^\{[^[\]{}]*"[^"\s@[\]{}]+@[^"\s@[\]{}]+"[^[\]{}]*"\$(?:2[abxy]\$\d\d\$|argon2)/

/** An address and a password hash, which belong to an account of a person. */
const holdsPassword = /"[^"\s@]+@[^"\s@]+"[^]*"\$(?:2[abxy]\$\d\d\$|argon2)/
/** Score of a list with passwords, above that of any names. */
export const ofPeople = 12

/** Fields that, with an owner, mark an object as a third-party login. */
const providerField = /"(?:login_?provider|provider\w*|identity_?provider)"\s*:/i
const ownerField = /"(?:user_?id|user|owner_?id)"\s*:/i

/** Whether the first element of the list at the cursor looks like a third-party login. The cursor does not move. */
export async function holdsLogins(cursor: Cursor): Promise<boolean> {
  const first = await firstObject(cursor)
  return providerField.test(first) && ownerField.test(first)
}

/** The beginning of the first object in the list at the cursor; empty if there is none. */
async function firstObject(cursor: Cursor): Promise<string> {
  if ((await firstInList(cursor)) !== openBrace) return ''
  return startOfObject(cursor)
}

const maxStart = 1000

/** Whether the first element of the list at the cursor has an address at any level, and is no part of one user. The cursor does not move. */
export async function holdsAddresses(cursor: Cursor, name: string): Promise<boolean> {
  if (isPartOfUser(name) || (await firstInList(cursor)) !== openBrace) return false
  return addressWithin.test(cursor.bytes().toString('latin1', cursor.at(), cursor.at() + maxStart))
}

const addressWithin = /:\s{0,20}"[^"\s@]{1,64}@[^"\s@]{1,255}\.[^"\s@]{1,63}"/

function startOfObject(cursor: Cursor): string {
  return ownStart(cursor.bytes().toString('latin1', cursor.at(), cursor.at() + maxStart))
}

/** Up to the first end of an object, and what the object itself has behind the objects within it. */
function ownStart(start: string): string {
  const [first = '', ...others] = start.split('}')
  let depth = first.split('{').length - 2
  let own = first
  for (const part of others) {
    if (depth < 1) break
    const [before = '', ...inner] = part.split('{')
    if (depth === 1) own += before
    depth += inner.length - 1
  }
  return own
}
