import { createCursor, skipBom, skipWhile, type Cursor } from '../cursor.ts'
import { type Chunk, closeBracket, openBrace, openBracket } from '../file-bytes.ts'
import { firstInList, isBetween, likenessToUsers, members, ofPeople, skipValue, userLists } from './json-members.ts'
import type { JsonShape } from './json-scanner.ts'
import { parseJson } from './json-value.ts'

/** Names that an object of one user has, in lower case, or one of a realm that was exported without users: no page of users has them. */
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

/** Names of `userNames` that no realm, organization or page has. */
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

/** Members that a realm has beside its users; of several realms in a list, the first may have none. */
const realmNames = new Set(['clients', 'roles', 'keycloakVersion', 'sslRequired'])

/**
 * `score`: how much the records look like users, where something else in the file may look more like them; null: it is known
 * that they are the records.
 */
type Surveyed = { readonly format: 'json' | 'ndjson'; readonly shape: JsonShape; readonly score: number | null }

/** Finds out where the records are. Reads only as far as it must, usually the first record. */
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
    // A list at the top makes a page of the object. One deeper may be that of a user, where more objects follow.
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

/** The elements of the list at the cursor are the records, or pages of them, by what the first one is. */
async function surveyList(cursor: Cursor): Promise<JsonShape> {
  cursor.moveTo(cursor.at() + 1)
  for (let element = await skipWhile(cursor, isBetween); element === openBrace;) {
    const { named, deep, likeliest, isUser, isPerson, isRealm, isWhole } = await lookInto(cursor, deepest)
    // An object that is named like no person and has a list of users is no user, whatever else it has.
    if (named !== null && (isRealm || !isPerson)) return { key: named, lines: false }
    if (likeliest !== null && areMembers(likeliest, isPerson) && likeliest.through.length === 0)
      return { key: likeliest.key, lines: false }
    if (!isRealm) {
      if (isUser) break
      return { key: named ?? deep?.key ?? null, through: named === null ? (deep?.through ?? []) : [], lines: false }
    }
    if (!isWhole) break
    element = await skipWhile(cursor, isBetween)
  }
  return { key: null, lines: false }
}

type Deep = { readonly key: string; readonly through: readonly string[] }

/** A list whose first object has fields of a user. `score`: how much it looks like one. */
type Likely = Deep & { readonly score: number }

type Inside = {
  /** The first list of objects with a well-known name, and the first one of all up to that. */
  readonly named: string | null
  readonly first: string | null
  /** The first list with a well-known name in an object or list of objects, and the names on the way. */
  readonly deep: Deep | null
  /** The list that looks most like users, in the object or in objects of it. */
  readonly likeliest: Likely | null
  /** Whether the object looks like a user itself. */
  readonly isUser: boolean
  /** Whether it has a name that only a person has. */
  readonly isPerson: boolean
  readonly isRealm: boolean
  /** The cursor is behind the object. */
  readonly isWhole: boolean
}

type Looked = Pick<Inside, 'deep' | 'likeliest' | 'isWhole'>

/** Objects within objects that are looked into for a list of users. */
const deepest = 4

/** Which members of the object at the cursor are lists of objects. */
async function lookInto(cursor: Cursor, depth: number): Promise<Inside> {
  let first: string | null = null
  let deep: Deep | null = null
  let likeliest: Likely | null = null
  let isUser = false
  let isPerson = false
  let realm = 0
  let isWhole = false
  for await (const member of members(cursor)) {
    isWhole = member.kind === 'whole'
    if (member.kind !== 'member') break
    const { key } = member
    const inside = await firstInList(cursor)
    if (inside === openBrace || (inside === closeBracket && userLists.has(key))) {
      first ??= key
      if (userLists.has(key))
        return {
          named: key,
          first,
          deep,
          likeliest,
          isUser,
          isPerson,
          isRealm: isRealm(realm, isPerson),
          isWhole: false,
        }
      const score = await likenessToUsers(cursor, key)
      if (score > (likeliest?.score ?? 0)) likeliest = { key, through: [], score }
    }
    isUser ||= inside === null && userNames.has(key.toLowerCase())
    isPerson ||= inside === null && personNames.has(key.toLowerCase())
    realm |= key === 'realm' ? 1 : realmNames.has(key) ? 2 : 0
    const looked: Looked | null = deep === null && !isUser && depth > 1 ? await lookDeeper(cursor, inside, depth) : null
    if (looked !== null && looked.deep !== null) {
      deep = { key: looked.deep.key, through: [key, ...looked.deep.through] }
    }
    const inner: Likely | null = looked?.likeliest ?? null
    // The fields of its members count for a list of organizations too.
    const least = (likeliest?.score ?? 0) + (inner !== null && memberLists.test(inner.key) ? 0 : 1)
    if (inner !== null && inner.score >= least) {
      likeliest = { ...inner, through: [key, ...inner.through] }
    }
    if (looked === null ? !(await skipValue(cursor)) : !looked.isWhole) break
  }
  return { named: null, first, deep, likeliest, isUser, isPerson, isRealm: isRealm(realm, isPerson), isWhole }
}

const memberLists = /^(?:members|employees|staff|people|persons|customers|clients|students|mitglieder|mitarbeiter)$/i

/** Whether a list in the element of a list holds people of an organization, by its name or by their passwords; any other belongs to the element, as the lists of a user do. */
function areMembers(list: Likely | null, isPerson: boolean): boolean {
  return list !== null && !isPerson && (memberLists.test(list.key) || list.score >= ofPeople)
}

/** An object with a name and the parts of a realm is a realm; so is one with only the name of a realm, however small. */
function isRealm(met: number, isPerson: boolean): boolean {
  return met === 3 || ((met & 1) === 1 && !isPerson)
}

/** Looks into the value at the cursor, an object or a list of them, and passes it; null where it is neither. */
async function lookDeeper(cursor: Cursor, first: number | null, depth: number): Promise<Looked | null> {
  if (first !== openBrace && cursor.bytes()[cursor.at()] !== openBrace) return null
  const isList = first === openBrace
  if (isList) {
    cursor.moveTo(cursor.at() + 1)
    await skipWhile(cursor, isBetween)
  }
  const { named, deep, likeliest: inside, isUser, isPerson, isWhole } = await lookInto(cursor, depth - 1)
  const ofOne = isList ? !areMembers(inside, isPerson) : isUser
  const likeliest = ofOne ? null : inside
  if (named !== null) return { deep: { key: named, through: [] }, likeliest: null, isWhole: false }
  if (!isList || !isWhole) return { deep, likeliest, isWhole }
  for (let next = await skipWhile(cursor, isBetween); next !== null; next = await skipWhile(cursor, isBetween)) {
    if (next === closeBracket) {
      cursor.moveTo(cursor.at() + 1)
      return { deep, likeliest, isWhole: true }
    }
    if (!(await skipValue(cursor))) break
  }
  return { deep, likeliest, isWhole: false }
}

/** Whether a head that begins with `{` holds one object on each line. Judged by most lines, so that a broken first one does not decide. */
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
