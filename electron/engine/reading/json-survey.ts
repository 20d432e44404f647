import { closeBracket, openBrace, openBracket } from './bytes.ts'
import { createCursor, skipBom, skipWhile, type Cursor } from './cursor.ts'
import type { Chunk } from './file-bytes.ts'
import { firstInList, userLists } from './json-lists.ts'
import { isBetween, members, skipValue } from './json-members.ts'
import type { JsonShape } from './json-scanner.ts'
import { parseJson } from './parse-json.ts'

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
    await skipBom(cursor)
    const first = await skipWhile(cursor, isBetween)
    if (first !== openBracket) {
      const { named, first, isUser } = await lookInto(cursor)
      const key = named ?? (isUser ? null : first)
      const follows = key === null && (await skipWhile(cursor, isBetween)) !== null
      return { format: follows ? 'ndjson' : 'json', shape: { key, lines: false } }
    }
    cursor.moveTo(cursor.at() + 1)
    const element = await skipWhile(cursor, isBetween)
    const { named, isUser } = element === openBrace ? await lookInto(cursor) : { named: null, isUser: true }
    return { format: 'json', shape: { key: isUser ? null : named, lines: false } }
  } finally {
    await cursor.close()
  }
}

type Inside = {
  /** The first list of objects with a well-known name, and the first one of all up to that. */
  readonly named: string | null
  readonly first: string | null
  /** Whether the object looks like a user itself. */
  readonly isUser: boolean
}

/** Which members of the object at the cursor are lists of objects. */
async function lookInto(cursor: Cursor): Promise<Inside> {
  let first: string | null = null
  let isUser = false
  for await (const member of members(cursor)) {
    if (member.kind !== 'member') break
    const { key } = member
    const inside = await firstInList(cursor)
    if (inside === openBrace || (inside === closeBracket && userLists.has(key))) {
      first ??= key
      if (userLists.has(key)) return { named: key, first, isUser }
    }
    isUser ||= inside === null && userNames.has(key.toLowerCase())
    if (!(await skipValue(cursor))) break
  }
  return { named: null, first, isUser }
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
