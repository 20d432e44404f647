import { describesFile } from '../../../../shared/exports/kinds/other-kind.ts'
import { isObject, parseJson as parseText } from '../../../../shared/json.ts'
import { listsOfUsers } from '../../../../shared/mapping/entries/lists-of-users.ts'
import { createCursor, skipBom, skipWhile, type Cursor } from '../cursor.ts'
import { type Chunk, closeBracket, openBrace, openBracket } from '../file-bytes.ts'
import { firstInList, isBetween, members, peekText, skipValue } from './json-members.ts'
import type { JsonShape } from './json-scanner.ts'
import { parseJson } from './json-value.ts'
import {
  holdsAddresses,
  likenessToUsers,
  listsOfKeys,
  namesUsers,
  ofPeople,
  userLists,
} from './likeness/user-likeness.ts'

/** Names, in lower case, of fields of a user, or of a realm that was exported without users. A page of users has none of them. */
const userNames = new Set([
  'id',
  'email',
  'user_id',
  'userid',
  'localid',
  'uid',
  'sub',
  'username',
  'phone',
  'phone_number',
  '_id',
  'mail',
  'schema_id',
  'realm',
])

/** The subset of `userNames` that no realm, organization or page has. */
const personNames = new Set([
  'email',
  'username',
  'phone',
  'phone_number',
  'mail',
  'localid',
  'user_id',
  'userid',
  'uid',
  'sub',
])

/** Members of a realm beside its users; the first of several realms may have no users. */
const realmNames = new Set(['clients', 'roles', 'keycloakVersion', 'sslRequired'])

/**
 * Where the records are. `score`: how much they look like users, to be compared with another reading of the file; null if there is no
 * doubt.
 */
export type Surveyed = { readonly format: 'json' | 'ndjson'; readonly shape: JsonShape; readonly score: number | null }

/** Finds where the records are. Reads only as far as needed, usually the first record. */
export async function surveyJson(chunks: AsyncIterable<Chunk>): Promise<Surveyed> {
  const cursor = createCursor(chunks)
  try {
    await skipBom(cursor)
    const first = await skipWhile(cursor, isBetween)
    if (first === openBracket) return { format: 'json', shape: await surveyList(cursor), score: null }
    const inside = await lookInto(cursor, deepest)
    const known = inside.named ?? (inside.isUser ? null : (inside.deep?.key ?? null))
    if (known !== null) {
      const through = known === inside.deep?.key ? inside.deep.through : []
      return { format: 'json', shape: { key: known, through, lines: false }, score: null }
    }
    const { likeliest } = inside
    const isPage = !inside.isUser && (inside.first !== null || likeliest !== null)
    // A list at the top level makes the object a page. A deeper list may belong to a user if more objects follow.
    const mayFollow = !isPage || inside.first === null
    const follows = mayFollow && inside.isWhole && (await skipWhile(cursor, isBetween)) !== null
    if (!isPage || (follows && inside.first === null)) {
      return {
        format: follows ? 'ndjson' : 'json',
        shape: { key: null, through: [], lines: false },
        score: inside.isUser ? null : 0,
      }
    }
    const { key, through } = likeliest ?? { key: inside.first, through: [] }
    return { format: 'json', shape: { key, through, lines: false }, score: likeliest?.score ?? 0 }
  } finally {
    await cursor.close()
  }
}

/** Judges by the first element whether the elements of the list at the cursor are records or pages. */
async function surveyList(cursor: Cursor): Promise<JsonShape> {
  cursor.moveTo(cursor.at() + 1)
  /** Groups, of which none had a user yet. */
  let groups = 0
  for (let element = await skipWhile(cursor, isBetween); element === openBrace;) {
    const group = await listOfGroup(cursor)
    const { named, deep, likeliest, isUser, isPerson, isRealm, isOfFile, isWhole } = await lookInto(cursor, deepest)
    // An object with a list of users and without the fields of a person is not a user.
    if (named !== null && (isRealm || !isPerson)) return { key: named, lines: false }
    if (likeliest !== null && areMembers(likeliest, isPerson) && likeliest.through.length === 0)
      return { key: likeliest.key, lines: false }
    if (group?.isSure === true) return { key: group.list, lines: false, areGroups: true }
    groups += group === null ? 0 : 1
    if (!isRealm && !isOfFile && (group === null || groups > maxGroups)) {
      if (isUser) break
      return { key: named ?? deep?.key ?? null, through: named === null ? (deep?.through ?? []) : [], lines: false }
    }
    if (!isWhole) break
    element = await skipWhile(cursor, isBetween)
  }
  return { key: null, lines: false }
}

/** Groups without an address that are searched for the users of one. */
const maxGroups = 20

/** The list of users in the object at the cursor, an element of a list; null: it is a user, or holds none. The cursor does not move. */
async function listOfGroup(cursor: Cursor): Promise<{ readonly list: string; readonly isSure: boolean } | null> {
  const group = parseText(await peekText(cursor, maxGroup))
  return isObject(group) ? (listsOfUsers(group)?.named ?? null) : null
}

/** Bytes of the group that is looked at. */
const maxGroup = 1024 * 1024

/** A list below the top level: its name and the names that lead to it. */
type Deep = { readonly key: string; readonly through: readonly string[] }

/** A list whose first object has fields of a user. `score`: how much it looks like one. */
type Likely = Deep & { readonly score: number }

type Inside = {
  /** The first list of objects with a well-known name. */
  readonly named: string | null
  /** The first list of objects, up to that one. */
  readonly first: string | null
  /** The first list with a well-known name below the top level. */
  readonly deep: Deep | null
  /** The list that looks most like users, at any level. */
  readonly likeliest: Likely | null
  /** The first list with a well-known name below the top level that is empty. */
  readonly empty: Deep | null
  /** Whether the object itself looks like a user. */
  readonly isUser: boolean
  /** Whether it has a field that only a person has. */
  readonly isPerson: boolean
  readonly isRealm: boolean
  /** Whether it says something of the file and nothing else. */
  readonly isOfFile: boolean
  /** The cursor is past the object. */
  readonly isWhole: boolean
}

type Looked = Pick<Inside, 'deep' | 'likeliest' | 'empty' | 'isWhole'>

/** Levels searched for a list of users. */
const deepest = 4

/** Surveys the members of the object at the cursor. `ofUsers`: it is called after people. */
async function lookInto(cursor: Cursor, depth: number, ofUsers = false): Promise<Inside> {
  let first: string | null = null
  let deep: Deep | null = null
  let likeliest: Likely | null = null
  let empty: Deep | null = null
  let isUser = false
  let isPerson = false
  let realm = 0
  let isOfFile = true
  let isWhole = false
  const found = () => ({
    named: null,
    first,
    deep,
    likeliest,
    empty,
    isUser,
    isPerson,
    isRealm: isRealm(realm, isPerson),
    isOfFile: false,
  })
  for await (const member of members(cursor)) {
    isWhole = member.kind === 'whole'
    if (member.kind !== 'member') break
    const { key } = member
    isOfFile &&= describesFile(key)
    const inside = await firstInList(cursor)
    const isEmpty = inside === closeBracket && userLists.has(key)
    // One of several tenants may have no users.
    if (isEmpty && depth < deepest) empty ??= { key, through: [] }
    else if (inside === openBrace || isEmpty) {
      if (first === null || listsOfKeys.test(first)) first = key
      if (userLists.has(key)) return { ...found(), named: key, isWhole: false }
      const score =
        (await likenessToUsers(cursor, key)) || (ofUsers && (await holdsAddresses(cursor, key)) ? ofElements : 0)
      if (score > (likeliest?.score ?? 0)) likeliest = { key, through: [], score }
    }
    isUser ||= inside === null && userNames.has(key.toLowerCase())
    isPerson ||= inside === null && personNames.has(key.toLowerCase())
    realm |= key === 'realm' ? 1 : realmNames.has(key) ? 2 : 0
    const looked: Looked | null =
      deep === null && !isUser && depth > 1 ? await lookDeeper(cursor, inside, depth, namesUsers(key)) : null
    if (looked !== null && looked.deep !== null) {
      deep = { key: looked.deep.key, through: [key, ...looked.deep.through] }
    }
    if (looked !== null && looked.empty !== null)
      empty ??= { key: looked.empty.key, through: [key, ...looked.empty.through] }
    const inner: Likely | null = looked?.likeliest ?? null
    // The members of an organization also raise the score of the list of organizations, so a tie goes to the members.
    const least = (likeliest?.score ?? 0) + (inner !== null && memberLists.test(inner.key) ? 0 : 1)
    if (inner !== null && inner.score >= least) {
      likeliest = { ...inner, through: [key, ...inner.through] }
    }
    if (looked === null ? !(await skipValue(cursor)) : !looked.isWhole) break
  }
  if (depth === deepest && deep === null && likeliest === null) deep = empty
  return { ...found(), isOfFile: isOfFile && likeliest === null && deep === null, isWhole }
}

/** Score of a list in an object that is called after users, `users.items`, whose elements have addresses within. */
const ofElements = 3

const memberLists = /^(?:members|employees|staff|people|persons|customers|clients|students|mitglieder|mitarbeiter)$/i

/** The list of a group that is an element of a list. */
function ofGroup(group: Awaited<ReturnType<typeof listOfGroup>>): Likely | null {
  return group?.isSure === true ? { key: group.list, through: [], score: ofElements } : null
}

/** Whether a list within an element of a list holds members of an organization, judged by its name or their passwords. Any other list is a part of its element. */
function areMembers(list: Likely | null, isPerson: boolean): boolean {
  return list !== null && !isPerson && (memberLists.test(list.key) || list.score >= ofPeople)
}

/** Whether an object is a realm: it has a realm's name (bit 1) and parts (bit 2), or the name and no field of a person. */
function isRealm(met: number, isPerson: boolean): boolean {
  return met === 3 || ((met & 1) === 1 && !isPerson)
}

/** Surveys the value at the cursor, an object or a list of objects, and moves past it; null if it is neither. */
async function lookDeeper(
  cursor: Cursor,
  first: number | null,
  depth: number,
  ofUsers: boolean,
): Promise<Looked | null> {
  if (first !== openBrace && cursor.bytes()[cursor.at()] !== openBrace) return null
  const isList = first === openBrace
  if (isList) {
    cursor.moveTo(cursor.at() + 1)
    await skipWhile(cursor, isBetween)
  }
  const group = isList ? await listOfGroup(cursor) : null
  const {
    named,
    deep,
    likeliest: inside,
    empty,
    isUser,
    isPerson,
    isWhole,
  } = await lookInto(cursor, depth - 1, ofUsers && !isList)
  const ofOne = isList ? !areMembers(inside, isPerson) : isUser
  const likeliest = ofOne ? ofGroup(group) : inside
  if (named !== null) return { deep: { key: named, through: [] }, likeliest: null, empty, isWhole: false }
  if (!isList || !isWhole) return { deep, likeliest, empty, isWhole }
  for (let next = await skipWhile(cursor, isBetween); next !== null; next = await skipWhile(cursor, isBetween)) {
    if (next === closeBracket) {
      cursor.moveTo(cursor.at() + 1)
      return { deep, likeliest, empty, isWhole: true }
    }
    if (!(await skipValue(cursor))) break
  }
  return { deep, likeliest, empty, isWhole: false }
}

/** Whether a head that begins with `{` has one object on each line, judged by the majority, so that a broken first line does not decide. */
export function holdsLines(head: Buffer, whole: boolean): boolean {
  const lines = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split('\n')
  if (!whole) lines.pop()
  const filled = lines.filter((line) => line.trim() !== '').slice(0, 50)
  const objects = filled.filter((line) => parseJson(line.trim().replace(/,$/, '')).kind === 'record')
  return objects.length >= 2 && objects.length * 2 >= filled.length
}
