import { parseJson } from '../../../../shared/json.ts'
import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { closeBrace, colon, comma, isBlank, openBrace, openBracket, quote } from '../file-bytes.ts'
import { type Cursor, position, scan, skipWhile } from '../cursor.ts'
import { createValueTokenizer } from './json-value.ts'

/** A member of an object, or how the object ended. */
type Member =
  | { readonly kind: 'member'; readonly key: string }
  | { readonly kind: 'whole' }
  | { readonly kind: 'cut' }
  | { readonly kind: 'broken' }

/**
 * Walks through the object at the cursor without holding it. At each member the cursor stands at the value; the
 * consumer of the member moves it behind the value. `onKey`: told where the name of a member begins.
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

/** Passes the value at the cursor; false when it does not end. */
export async function skipValue(cursor: Cursor): Promise<boolean> {
  const value = createValueTokenizer(false)
  cursor.release()
  const before = position(cursor)
  const scanned = await scan(cursor, null, value.follow)
  return scanned === 'end' && position(cursor) > before
}

/** Bytes between values. Missing and repeated commas are no reason to refuse a file. */
export function isBetween(byte: number | undefined): boolean {
  return byte === comma || isBlank(byte)
}

/** The text at the cursor, which goes behind it; null: there is none. */
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
/** How many entries the whole list has. */
const totalNumber = /^total(?:_?(?:results|count|records|items|elements|users|size|entries|rows))?$|^records_?total$/i
/** Members that say where a page of a list stands; of WorkOS the cursor behind it is `after`. */
const aboutPage = /^(?:_?links|pagination|paging|page_?info|(?:\w{1,20}_)?meta_?data|meta)$/i

/** No member about a page is longer. */
const maxAboutPage = 8192

/**
 * Reads the paging of a list from a member beside it, at whose value the cursor stands and stays. `total`: its entries
 * on all pages; 0: unknown.
 */
export async function readPaging(
  cursor: Cursor,
  key: string,
): Promise<{ readonly another: boolean; readonly total: number }> {
  if (![nextPage, morePages, aboutPage, totalNumber].some((about) => about.test(key))) return noPaging
  const start = position(cursor)
  cursor.mark(start)
  const scanned = await scan(cursor, start, createValueTokenizer(false).follow, maxAboutPage)
  const text = scanned === 'long' ? '' : cursor.bytes().toString('utf8', start - cursor.base(), cursor.at())
  cursor.moveTo(start - cursor.base())
  cursor.release()
  const value = parseJson(text.trim())
  return { another: hasNext(key, value), total: totalIn(key, value) }
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

/** Names under which providers put their users, in lists or pages. Other lists beside them hold something else. */
export const userLists: ReadonlySet<string> = new Set(['users', 'Users', 'humanUsers', 'result', 'results'])

/** Lists beside one of users that are read with it: they hold people too, or logins that join them. */
const companions: ReadonlyMap<string, readonly string[]> = new Map([
  ['humanUsers', ['machineUsers', 'userLinks']],
  ['users', ['federatedUsers']],
])

/** Whether a list of this name is read where the users are in the list `key`. */
export function isReadWith(key: string, name: string): boolean {
  return name === key || companions.get(key)?.includes(name) === true
}

/** No list begins with more blanks. */
const maxBlanks = 64 * 1024

/** The first byte in the list at the cursor, which stays where it is; null when there is no list. */
export async function firstInList(cursor: Cursor): Promise<number | null> {
  if (cursor.bytes()[cursor.at()] !== openBracket) return null
  const start = position(cursor)
  cursor.mark(start)
  cursor.moveTo(cursor.at() + 1)
  let blanks = 0
  const first = await skipWhile(cursor, (byte) => isBetween(byte) && (blanks += 1) < maxBlanks)
  cursor.moveTo(start - cursor.base())
  return first
}

/** Fields of a first record that is a user. */
const userField = /"(?:\w*e?mail\w*|user_?name|phone\w*|user_?id|uid|sub|password\w*)"\s*:/i

/** Whether the list at the cursor, which stays where it is, begins with something like a user. */
export async function holdsUsers(cursor: Cursor): Promise<boolean> {
  return userField.test(await firstObject(cursor))
}

/** Lists that a user has, of what else a user is called by. */
const ofOneUser =
  /mail|phone|address|contact|identit|credential|login|provider|factor|device|session|token|role|audit|event|log$/i

/** Whether a list or an object of this name may hold users. */
export function namesUsers(name: string): boolean {
  return mentionsPeople(name) || /profile/i.test(name)
}

/** How much the list at the cursor, which stays where it is, looks like users; 0: not at all. */
export async function likenessToUsers(cursor: Cursor, name: string): Promise<number> {
  if (ofOneUser.test(name)) return 0
  const first = await firstObject(cursor)
  if (!userField.test(first)) return 0
  const has = (field: RegExp, worth: number) => (field.test(first) ? worth : 0)
  return (
    1 +
    has(/pass(?:word|wd)?\w{0,20}"\s{0,20}:/i, 4) +
    has(/mail\w{0,20}"\s{0,20}:/i, 2) +
    (namesUsers(name) ? 3 : 0) +
    (holdsPassword.test(first) && !providerField.test(first) ? ofPeople : 0)
  )
}

/** An address and a password hash: a login of a person, and none at a third party. */
const holdsPassword = /"[^"\s@]+@[^"\s@]+"[^]*"\$(?:2[abxy]\$\d\d\$|argon2)/
/** More than all names are worth. */
export const ofPeople = 12

/** Fields of a first record that is a user's login at a third party. */
const providerField = /"(?:login_?provider|provider\w*|identity_?provider)"\s*:/i
const ownerField = /"(?:user_?id|user|owner_?id)"\s*:/i

/** Whether the list at the cursor, which stays where it is, begins with something like a login at a third party. */
export async function holdsLogins(cursor: Cursor): Promise<boolean> {
  const first = await firstObject(cursor)
  return providerField.test(first) && ownerField.test(first)
}

/** How the first object in the list at the cursor begins; empty when there is none. */
async function firstObject(cursor: Cursor): Promise<string> {
  if ((await firstInList(cursor)) !== openBrace) return ''
  const start = cursor.bytes().toString('latin1', cursor.at(), cursor.at() + 1000)
  return start.split('}', 1)[0] ?? ''
}
