import { describesFileOf } from '../../../../shared/exports/kinds/other-kind.ts'
import { hashLikeness } from '../../../../shared/hashes/hash-likeness.ts'
import { parseJson as parseText } from '../../../../shared/json.ts'
import { listsThings } from '../../../../shared/mapping/entries/thing-rows.ts'
import { isCalled } from '../../../../shared/mapping/names/name-fit.ts'
import { hintsOf } from '../../../../shared/mapping/names/name-hints.ts'
import { madeId } from '../../../../shared/mapping/columns/keys/key-values.ts'
import { readEmbedded } from '../../../../shared/mapping/value-at.ts'
import { isEmailAddress } from '../../../../shared/users/normalise-email.ts'
import { createCursor, type Cursor, skipBom, skipWhile } from '../cursor.ts'
import { type Chunk, openBrace, openBracket, quote } from '../file-bytes.ts'
import { firstInList, isBetween, members, peekText, readText, skipValue } from './json-members.ts'
import { isDigest, loginInList, maxList } from './likeness/login-in-list.ts'
import { arePasswordsByName, mayBeName, mayBePassword } from './likeness/passwords-by-name.ts'
import { namesUsers } from './likeness/user-likeness.ts'

/* Detection of users by key, judged by the whole content. */

/**
 * JSON in which users are members of an object, each under its own key, as in exports of Firebase Realtime Database:
 * `{"users": {"u1": {...}, "u2": {...}}}`. `path`: keys from the root to that object; a set is of several keys, and null matches any key.
 * `score`: likeness to users. `arePasswords`: the members are the passwords of their users, in whatever form.
 */
export type KeyedShape = {
  readonly path: readonly PathKey[]
  readonly score: number
  readonly arePasswords?: true
}
export type PathKey = string | ReadonlySet<string> | null

const userField =
  /^(?:(?=\w*mail)\w+|user_?name|login|phone\w*|password\w*|pass(?:wd|word)?_?hash|encrypted_?password)$/i
const passwordField = /pass(?:word|wd)?|hash/i
const mailField = /mail/i
/** Names of parts of a user. Such a part may have the fields of a user, such as an email, without being one. */
const ofOneUser =
  /^(?:emails?|phones?|[ck]onta[ck]t\w{0,3}|contatt[io]|identit\w*|credentials?|logins?|providers?|factors?|devices?|sessions?|tokens?|profile|account|address\w*|services|fields|attributes|traits|metadata|data)$/i

const deepest = 6
/** Score of an address or an ID with a text, which are an email and a password. */
const ofAddress = 7
/** Score of a field that is called an email. */
const ofMail = 3
/** Score of a field that is called a password. */
const ofPassword = 5
const maxParents = 2000

/**
 * `texts`: of its users, those with a text under their name. `addressed`: whether one with fields, or of the whole content, has an address as
 * its key. `only`: the key of a user alone. `isAccount`: whether one has a password hash, and no name besides its key.
 */
type Parent = {
  readonly path: readonly string[]
  readonly users: number
  readonly texts: number
  readonly addressed: boolean
  readonly only: string | null
  readonly isAccount: boolean
  /** Whether nothing but a word for a password in another language says that they are users. */
  readonly byWord: boolean
  /** Whether its members are the passwords of their users. */
  readonly arePasswords: boolean
  readonly score: number
}

/** Finds the object whose members are users, judged by the whole content; null if there is none. `name`: of the file, without its ending. */
export async function findKeyedUsers(chunks: AsyncIterable<Chunk>, name = ''): Promise<KeyedShape | null> {
  const cursor = createCursor(chunks)
  const parents = new Map<string, Parent>()
  try {
    await skipBom(cursor)
    if ((await skipWhile(cursor, isBetween)) !== openBrace) return null
    await probe(cursor, [], { parents, name })
  } finally {
    await cursor.close()
  }
  const all = [...parents.values()]
  const found = all.filter(
    ({ users, texts, addressed, isAccount, path }) =>
      users > 1 || texts > 0 || addressed || isAccount || namesUsers(path.at(-1) ?? '') || hasSiblings(all, path),
  )
  const best = found.toSorted((one, other) => other.score - one.score || other.users - one.users)[0]
  if (best === undefined) return null
  const alike = found.filter(
    ({ path, score, byWord, arePasswords }) =>
      path.length === best.path.length &&
      score >= best.score / 2 &&
      byWord === best.byWord &&
      arePasswords === best.arePasswords,
  )
  // If several objects hold users, such as one for each tenant, the keys in which their paths differ become null. Objects called after
  // people, such as admins beside users, have others beside them that hold something else.
  const path = best.path.map((name, at) => {
    const others = alike.filter((one) => one.path.every((other, index) => index === at || other === best.path[index]))
    const all = others.map((one) => one.path[at] ?? '')
    if (all.length < 2) return name
    // Orders and messages beside users name people as well: `{"users": {...}, "orders": {...}}`.
    const people = all.filter((one) => !listsThings(one))
    if (people.length > 0 && people.length < all.length)
      return people.length === 1 ? (people[0] ?? name) : new Set(people)
    return all.some(namesUsers) ? new Set(all.filter((one) => namesUsers(one) || !holdsSecrets(one))) : null
  })
  const { only } = best
  // Where each holds one user under the same name, that is a part of it: `{"ann": {"pw": {...}}, "ben": {"pw": {...}}}`.
  const level = path.findLastIndex((name) => typeof name !== 'string')
  const areParts = only !== null && !isId(only) && level !== -1 && alike.every((one) => one.only === only)
  const passwords = best.arePasswords ? { arePasswords: best.arePasswords } : {}
  return { path: areParts ? path.slice(0, level) : path, score: best.score, ...passwords }
}

/** Whether an object is called after sessions, tokens or codes, which name their users without being any: `resetTokens`. */
function holdsSecrets(name: string): boolean {
  const { token, otherSecret } = hintsOf(name.replaceAll('.', '_'))
  return token || otherSecret
}

/** Whether sibling objects hold users as well: `{"acme": {"u1": {...}}, "globex": {"u2": {...}}}`. */
function hasSiblings(all: readonly Parent[], path: readonly string[]): boolean {
  const before = JSON.stringify(path.slice(0, -1))
  return (
    path.length > 0 &&
    all.filter((other) => other.path.length === path.length && JSON.stringify(other.path.slice(0, -1)) === before)
      .length > 1
  )
}

/** `score`: how much an object itself looks like a user. */
type Probed = {
  readonly score: number
  readonly isAccount: boolean
  /** Where only a word for a password in another language says that it is a user: what it has; null: something else does. */
  readonly shape: Shape | null
}

/** The names of the fields of an object, and that of its password, where this has digits or signs as a text of an app has not. */
type Shape = { readonly fields: string; readonly password: string | null }

/** The findings of one search, and the name of its file. */
type Search = { readonly parents: Map<string, Parent>; readonly name: string }

/** Searches the object at the cursor and moves past it. */
async function probe(cursor: Cursor, path: readonly string[], search: Search): Promise<Probed> {
  const { parents } = search
  const isEntry = isId(path.at(-1) ?? '')
  let score = 0
  let hasHash = false
  let hasName = false
  let only: string | null = null
  let isAccount = false
  /** Score of a password in another language or by its look, and the names of fields of each object without another login. */
  let ofWord = 0
  let password: string | null = null
  const fields: string[] = []
  const shapes: Shape[] = []
  /** Its members, as long as all may be names with a password. */
  let byName: (readonly [string, string])[] | null = []
  /** Digests under names that say nothing: one beside a salt is a password. */
  let digests = 0
  let users = 0
  let texts = 0
  let addressed = false
  /** Of these, those under a name that is neither an ID nor an address: in an object of one user, the field with its hash. */
  let named = 0
  let all = 0
  let best = 0
  for await (const member of members(cursor)) {
    if (member.kind !== 'member') break
    const { key } = member
    all += 1
    if (fields.length < maxFields) fields.push(key)
    if (byName !== null && !describesFileOf(key, false)) byName = await withPassword(byName, cursor, key)
    if (cursor.bytes()[cursor.at()] !== openBrace || path.length >= deepest) {
      const byte = cursor.bytes()[cursor.at()]
      const isList = byte === openBracket
      if (byte === quote && (await mayBeUser(cursor, key))) {
        const own = likenessOfText(key, (await readText(cursor)) ?? '')
        if (own > 0) users += 1
        if (own > 0) only = users === 1 ? key : null
        if (own === ofAddress) texts += 1
        if (own > 0 && !isId(key) && !isEmailAddress(key)) named += 1
        best = Math.max(best, own)
        continue
      }
      if (isList && (await holdsLogin(cursor, key))) {
        users += 1
        only = users === 1 ? key : null
        texts += 1
        if (!isId(key) && !isEmailAddress(key)) named += 1
        best = Math.max(best, ofAddress)
      }
      if (!isList && userField.test(key)) {
        score += scoreOf(key)
        hasName ||= !passwordField.test(key)
        if (byte === quote && passwordField.test(key) && (await beginsWith(cursor, dollar))) {
          hasHash ||= hashLikeness((await readText(cursor)) ?? '') === 'certain'
          continue
        }
      }
      // Under an ID is an entry, whatever its fields are called.
      if (byte === quote && !userField.test(key) && (isMailWord(key) || (isEntry && (await holdsAddress(cursor))))) {
        if (isEmailAddress((await readText(cursor)) ?? '')) score += ofMail
        continue
      }
      if (byte === quote && !userField.test(key) && isPasswordWord(key)) {
        const text = (await readText(cursor)) ?? ''
        // Texts of an app are several words.
        if (text !== '' && !/\s/.test(text)) {
          ofWord = ofPassword
          hasHash ||= hashLikeness(text) !== null
          if (!/^\p{L}+$/u.test(text)) password = key
        }
        continue
      }
      hasName ||= namesOwner.test(key)
      if (byte === quote && (await beginsWithDigest(cursor))) {
        if (isDigest((await readText(cursor)) ?? '')) digests += 1
        continue
      }
      if (!(await skipValue(cursor))) break
      continue
    }
    const { score: inside, isAccount: isOne, shape } = await probe(cursor, [...path, key], search)
    // An email address as the key marks the object as a user.
    const ofKey = isEmailAddress(key) ? Math.max(inside, 1) + 2 : inside
    const isPart = ofOneUser.test(key)
    const own = isPart ? 0 : ofKey
    // Fields in a part of a user count for the user: `{"u1": {"profile": {"email": …}}}`.
    if (isPart) score += inside
    if (own > 0) users += 1
    if (own > 0 && shape !== null && !isEmailAddress(key)) shapes.push(shape)
    if (own > 0) only = users === 1 ? key : null
    isAccount ||= own > 0 && isOne
    addressed ||= isEmailAddress(key) && (inside > 0 || path.length === 0)
    best = Math.max(best, own)
  }
  if (named * 2 <= all) {
    users -= named
    texts -= named
  }
  // Sections of settings or of texts have fields of their own each.
  const areApart = new Set(shapes.map((one) => one.fields)).size > Math.max(1, shapes.length / 2)
  const haveSame = shapes.every((one) => one.password !== null && one.password === shapes[0]?.password)
  if (areApart && !(haveSame && shapes.length === all)) users -= shapes.length
  if (digests === 1 && fields.some(isSalt)) ofWord = ofPassword
  const shape = score === 0 && ofWord > 0 ? { fields: fields.toSorted().join('\n'), password } : null
  if (shape !== null) score = ofWord
  const arePasswords = byName !== null && arePasswordsByName(byName, path.at(-1) ?? search.name, search.name)
  if (arePasswords) {
    users = all
    texts = all
    best = ofAddress
  }
  if (users > 0 && score === 0 && parents.size < maxParents) {
    const ofName = namesUsers(path.at(-1) ?? '') ? 3 : 0
    parents.set(JSON.stringify(path), {
      path,
      users,
      texts,
      addressed,
      only,
      isAccount,
      byWord: shapes.length >= users,
      arePasswords,
      score: 1 + best + ofName,
    })
  }
  return { score, isAccount: hasHash && !hasName, shape }
}

/** Fields of an object whose names are compared. */
const maxFields = 50

/** The members with the one at the cursor; null: it is no name with a text that may be a password. The cursor does not move. */
async function withPassword(
  members: (readonly [string, string])[],
  cursor: Cursor,
  key: string,
): Promise<(readonly [string, string])[] | null> {
  if (cursor.bytes()[cursor.at()] !== quote || !mayBeName(key)) return null
  const text = parseText(await peekText(cursor, maxPassword))
  if (typeof text !== 'string' || !mayBePassword(text)) return null
  if (members.length < maxFields) members.push([key, text])
  return members
}

/** Bytes of a text that may be a password. */
const maxPassword = 1024

/** Whether the list at the cursor has the password hash of a user. The cursor does not move. */
async function holdsLogin(cursor: Cursor, key: string): Promise<boolean> {
  if (!(isEmailAddress(key) || isName(key)) || (await firstInList(cursor)) !== quote) return false
  return loginInList(parseText(await peekText(cursor, maxList))) !== null
}

/** Whether the text at the cursor is an email address. The cursor does not move. */
async function holdsAddress(cursor: Cursor): Promise<boolean> {
  const text = parseText(await peekText(cursor, maxAddress))
  return typeof text === 'string' && isEmailAddress(text)
}

/** Bytes of a text that may be an email address. */
const maxAddress = 322

/** Whether the text at the cursor begins like a digest in hexadecimal or base64, as far as the shortest goes. */
async function beginsWithDigest(cursor: Cursor): Promise<boolean> {
  while (cursor.bytes().length - cursor.at() <= shortestDigest && (await cursor.more()));
  return /^"[\da-z+/]{27}/i.test(cursor.bytes().toString('latin1', cursor.at(), cursor.at() + 1 + shortestDigest))
}

const shortestDigest = 27

function isSalt(name: string): boolean {
  return isCalled('salt', name)
}

/** Whether a field is called an email in any language. */
function isMailWord(key: string): boolean {
  return key.length <= 30 && isCalled('email', key.replaceAll('.', '_'))
}

/** Whether a field is called a password in any language, and no digest, which files have as well. */
function isPasswordWord(key: string): boolean {
  return (
    key.length <= 30 &&
    !/hash|digest|crypt|argon|verif|key/i.test(key) &&
    hintsOf(key.replaceAll('.', '_')).password === 'whole'
  )
}

/** Fields that name an account beside its key, or a server. */
const namesOwner = /^(?:_?id|uid|user|name|host(?:name)?|port|ur[il]|server|address)$/i

/** Whether the text at the cursor may be all of a user: `{"ann@acme.example": "$2b$..."}`, `{"1001": "{...}"}`. */
async function mayBeUser(cursor: Cursor, key: string): Promise<boolean> {
  if (isEmailAddress(key)) return true
  return (isName(key) && (await beginsWith(cursor, dollar))) || (isId(key) && (await beginsWith(cursor, openBrace)))
}

/** How much a text under a key looks like a user: as a password hash, or by the members of an object written in it. */
function likenessOfText(key: string, text: string): number {
  if (isEmailAddress(key) || hashLikeness(text) === 'certain') return ofAddress
  return likenessOf(readEmbedded(text))
}

/** An ID, or a name that says nothing of a password: `{"ann": "$2b$..."}`. */
function isName(key: string): boolean {
  const { password, otherDigest } = hintsOf(key.replaceAll('.', '_'))
  return isId(key) || (password === null && !otherDigest && !userField.test(key) && !ofOneUser.test(key))
}

/** Whether a key is a number or was made by a program. */
export function isId(key: string): boolean {
  return /^\d{1,20}$/.test(key) || madeId.test(key)
}

/** Whether the text at the cursor begins with this byte: `$` of a password hash, `{` of an object. */
async function beginsWith(cursor: Cursor, first: number): Promise<boolean> {
  if (cursor.at() + 1 >= cursor.bytes().length && !(await cursor.more())) return false
  return cursor.bytes()[cursor.at() + 1] === first
}

/** How much an object looks like a user by the names of its members. */
function likenessOf(object: object | null): number {
  const scores = Object.keys(object ?? {}).flatMap((name) => (userField.test(name) ? [scoreOf(name)] : []))
  return scores.reduce((sum, one) => sum + one, 0)
}

function scoreOf(name: string): number {
  return (mailField.test(name) ? ofMail : 1) + (passwordField.test(name) ? 4 : 0)
}

const dollar = 36
