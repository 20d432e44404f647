import { closeBracket, openBrace, openBracket } from './bytes.ts'
import { createCursor, position, skipMark, skipWhile, type Cursor } from './cursor.ts'
import type { Chunk } from './file-bytes.ts'
import { isBetween, members, skipValue } from './json-members.ts'
import type { JsonShape } from './json-scanner.ts'
import { parseJson } from './parse-json.ts'

/** Names under which providers put their users, in lists or pages. */
const userLists = new Set(['users', 'Users', 'result', 'results'])
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

/** Finds out where the records are. Reads only as far as it must, usually the first record. */
export async function surveyJson(
  chunks: AsyncIterable<Chunk>,
): Promise<{ readonly format: 'json' | 'ndjson'; readonly shape: JsonShape }> {
  const cursor = createCursor(chunks)
  try {
    await skipMark(cursor)
    const first = await skipWhile(cursor, isBetween)
    if (first !== openBracket) {
      const { lists, isUser } = await lookInto(cursor)
      const named = lists.find((key) => userLists.has(key))
      const key = named ?? (isUser ? null : (lists[0] ?? null))
      const follows = key === null && (await skipWhile(cursor, isBetween)) !== null
      return { format: follows ? 'ndjson' : 'json', shape: { key, lines: false } }
    }
    cursor.moveTo(cursor.at() + 1)
    const element = await skipWhile(cursor, isBetween)
    const { lists, isUser } = element === openBrace ? await lookInto(cursor) : { lists: [], isUser: true }
    const key = isUser ? undefined : lists.find((name) => userLists.has(name))
    return { format: 'json', shape: { key: key ?? null, lines: false } }
  } finally {
    await cursor.close()
  }
}

/** Which members of the object at the cursor are lists of objects, up to the first well-known one, and whether it looks like a user itself. */
async function lookInto(cursor: Cursor): Promise<{ readonly lists: readonly string[]; readonly isUser: boolean }> {
  const lists: string[] = []
  let isUser = false
  for await (const member of members(cursor)) {
    if (member.kind !== 'member') break
    const inside = await firstInList(cursor)
    if (inside === openBrace || (inside === closeBracket && userLists.has(member.key))) lists.push(member.key)
    if (lists.length > 0 && userLists.has(lists.at(-1) ?? '')) break
    isUser ||= inside === null && userNames.has(member.key.toLowerCase())
    if (!(await skipValue(cursor))) break
  }
  return { lists, isUser }
}

/** The first byte in the list at the cursor, which stays where it is; null when there is no list. */
async function firstInList(cursor: Cursor): Promise<number | null> {
  if (cursor.bytes()[cursor.at()] !== openBracket) return null
  const start = position(cursor)
  cursor.mark(start)
  cursor.moveTo(cursor.at() + 1)
  const first = await skipWhile(cursor, isBetween)
  cursor.moveTo(start - cursor.base())
  return first
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
