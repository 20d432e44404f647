import { isFormerWord, lastName, splitPath, wordsOf } from '../column-words.ts'
import { isPeopleWord } from '../people-names.ts'

/* Names of columns with IDs of users that say more of the IDs: `legacy_user_id` has IDs of an earlier system. */

/** Whether two columns have the same IDs by their names: `legacy_user_id` and `old_id`, `guid` and `user_guid`. A mere word for a user may be a name. */
export function nameSameIds(one: string, other: string): boolean {
  if (lastName(one) === lastName(other)) return tellingWords(one) !== '' || namesKey(one)
  const [own, theirs] = [tellingWords(one), tellingWords(other)]
  return own !== '' && own === theirs
}

/** The words of a name without those for users and for keys; former systems have many names. */
function tellingWords(path: string): string {
  const words = wordsOf(splitPath(path).name).filter((word) => !isPeopleWord(word) && !ofAnyKey.test(word))
  return words.map((word) => (isFormerWord(word) ? 'former' : word)).join(' ')
}

function namesKey(path: string): boolean {
  return wordsOf(splitPath(path).name).some((word) => ofAnyKey.test(word))
}

const ofAnyKey = /^(?:ids?|uid|ref|fk|key|nr|no|num|number|code|the)$/

/** Whether a path is that of the ID which MongoDB gives each document, as its extended JSON writes the kinds of values: `_id`, `_id.$oid`, `_id.$uuid`. */
export function isIdOfMongo(path: string): boolean {
  return ofMongo.test(path)
}

const ofMongo = /^_id(?:\.\$(?:oid|uuid|number(?:Long|Int|Decimal)|binary(?:\.base64)?))?$/

/** Whether a path is that of bytes in base64 by the extended JSON of MongoDB, as its IDs are that are UUIDs. */
export function isBinaryOfMongo(path: string): boolean {
  return path.endsWith('.$binary.base64') || path.endsWith('.$binary')
}
