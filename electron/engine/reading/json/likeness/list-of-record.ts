import { isObject, type JsonObject, parseJson } from '../../../../../shared/json.ts'
import { isListOfParts, isOfUser, partsOf } from '../../../../../shared/mapping/entries/lists-of-users.ts'
import { wordsOf } from '../../../../../shared/mapping/names/column-words.ts'
import { holdsGroups, holdsPersons } from '../../../../../shared/mapping/names/people-names.ts'
import { createCursor, skipBom, skipWhile } from '../../cursor.ts'
import { type Chunk, openBrace } from '../../file-bytes.ts'
import { isBetween, peekText, skipValue } from '../json-members.ts'
import type { JsonShape } from '../json-scanner.ts'
import { userLists } from './user-likeness.ts'

/* Lists within each of several objects, such as the linked accounts of a player: they are parts of their object, and no users. */

/** Objects that are looked at, and the bytes of one. */
const looked = 50
const maxObject = 256 * 1024

/**
 * Whether the list that a shape names is a part of the objects that hold it: there are several of these, each with an ID of its own, and few
 * have several people in it. A list that is called after people, or after the users, is of a group.
 */
export async function isPartOfObjects(
  chunks: AsyncIterable<Chunk>,
  { key, through = [] }: JsonShape,
): Promise<boolean> {
  if (key === null || userLists.has(key) || holdsPersons(key)) return false
  const objects = await firstObjects(chunks)
  if (objects.length < 2 || !haveOwnIds(objects)) return false
  const lists = objects.map((object) => listAt(object, [...through, key])).filter((list) => list.length > 0)
  return lists.filter((list) => holdsSeveral(key, list)).length * 2 <= lists.length
}

/** The objects that follow one another from the beginning of the content. */
async function firstObjects(chunks: AsyncIterable<Chunk>): Promise<readonly JsonObject[]> {
  const cursor = createCursor(chunks)
  const objects: JsonObject[] = []
  try {
    await skipBom(cursor)
    while (objects.length < looked && (await skipWhile(cursor, isBetween)) === openBrace) {
      const object = parseJson(await peekText(cursor, maxObject))
      // A longer object is a page, whose end need not be found.
      if (!isObject(object) || !(await skipValue(cursor))) break
      objects.push(object)
    }
    return objects
  } finally {
    await cursor.close()
  }
}

/** Whether a field of the objects themselves, called an ID of other things than groups, is another in each of them. */
function haveOwnIds(objects: readonly JsonObject[]): boolean {
  return Object.keys(objects[0] ?? {}).some((name) => {
    const words = wordsOf(name)
    if (!ofId.test(words.at(-1) ?? '') || holdsGroups(`${words.at(-2) ?? ''}s`)) return false
    const ids = objects.map((object) => object[name])
    return ids.every((id) => typeof id === 'string' || typeof id === 'number') && new Set(ids).size === ids.length
  })
}

const ofId = /^(?:id|uid|guid|uuid|number|no|nr|key|code)$/

/** The elements of the list to which names lead, through objects and lists of objects. */
function listAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return Array.isArray(value) ? value : []
  const objects: readonly unknown[] = Array.isArray(value) ? value : [value]
  return objects.flatMap((object) => (isObject(object) ? listAt(object[name], rest) : []))
}

/** Whether the elements of a list are several people with logins of their own, and no logins of several kinds that one person has. */
function holdsSeveral(name: string, list: readonly unknown[]): boolean {
  const objects = list.filter(isObject)
  const users = objects.map((one) => partsOf(one)).filter(isOfUser)
  const addresses = new Set(users.map(({ mails }) => mails[0] ?? users))
  return users.length > 1 && addresses.size > 1 && !isListOfParts(name, objects)
}
