import { openBrace, openBracket } from './bytes.ts'
import { type Cursor, position, skipWhile } from './cursor.ts'
import { isBetween } from './json-members.ts'

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

/** What the first record of a list is called by, if it is a user. */
const userField = /"(?:\w*e?mail\w*|user_?name|phone\w*|user_?id|uid|sub|password\w*)"\s*:/i

/** Whether the list at the cursor, which stays where it is, begins with something like a user. */
export async function holdsUsers(cursor: Cursor): Promise<boolean> {
  return userField.test(await firstObject(cursor))
}

/** Lists that a user has, of what else a user is called by. */
const ofOneUser =
  /mail|phone|address|contact|identit|credential|login|provider|factor|device|session|token|role|audit|event|log$/i
const userList = /user|customer|member|account|people|person|client|profile|subscriber|employee|patient|student/i

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
    (userList.test(name) ? 3 : 0)
  )
}

/** What the first record of a list is called by, if it is a user's login at a third party. */
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
