import { fitOfName } from '../../../../../shared/mapping/names/name-fit.ts'
import { isPartOfUser, mentionsPeople } from '../../../../../shared/mapping/names/people-names.ts'
import type { Cursor } from '../../cursor.ts'
import { openBrace } from '../../file-bytes.ts'
import { firstInList } from '../json-members.ts'

/* How much the beginning of a list or an object looks like users, before any of it is parsed. */

/** Names that providers give the list of users. Lists with other names beside it hold something else. */
export const userLists: ReadonlySet<string> = new Set(['users', 'Users', 'humanUsers', 'result', 'results'])

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
