import { isOneOfTwoIds, referenceWord } from '../../../../shared/mapping/entries/references.ts'
import { isAnyKey } from '../../../../shared/exports/tables/table-keys.ts'
import { stemOf } from '../../../../shared/exports/tables/table-names.ts'
import { numbersThings } from '../../../../shared/mapping/columns/table-doubt.ts'
import { namesPeople } from '../../../../shared/mapping/names/account-names.ts'
import { lastName, splitPath, stemOfFile, wordsOf } from '../../../../shared/mapping/names/column-words.ts'
import { mentionsPeople } from '../../../../shared/mapping/names/people-names.ts'
import { nameSameIds } from '../../../../shared/mapping/names/ids/id-names.ts'
import type { SourceFile } from '../files.ts'
import { fileFact } from '../source-facts.ts'
import { type Database, oneNumber, sql } from '../sqlite.ts'
import { pathIn } from './mapped-files.ts'

/* IDs that count things, such as restaurants: the user of the same number is another matter. */

/**
 * The files whose IDs are of something else than the values of a column of this file: one of the two columns is named after a thing that
 * is no person, and the other one after something else. A mere `id` may be of either.
 */
export function filesOfOtherIds(file: SourceFile, key: string, files: readonly SourceFile[]): readonly number[] {
  return files.flatMap((other) => {
    const theirs = pathIn(other, 'source-id')
    if (other.id === file.id || theirs === undefined || lastName(theirs) === lastName(key)) return []
    if (isAnyKey(lastName(theirs)) || isAnyKey(lastName(key))) return []
    return countsThings(theirs, other) || countsThings(key, file) ? [other.id] : []
  })
}

/**
 * The files whose users have these IDs in another column than that of their own: rows with a `legacy_user_id` name users by their `legacy_id`, and the user
 * whose own ID is the same number is another one.
 */
export function filesOfFurtherIds(
  database: Database,
  file: SourceFile,
  key: string,
  files: readonly SourceFile[],
): readonly number[] {
  return files.flatMap((other) => {
    const own = pathIn(other, 'source-id')
    if (other.id === file.id || own === undefined || nameSameIds(own, key)) return []
    const columns = fileFact(database, other.id, 'column-counts')?.columns ?? []
    return columns.some(({ path, filled }) => filled > 0 && path !== own && nameSameIds(path, key)) ? [other.id] : []
  })
}

/**
 * The files whose users have two IDs, `old_id` and `new_id`, both of which the values of a mere `id` of this file may be: nearly all of them are IDs of
 * users in either column, and of other users.
 */
export function filesOfTwoIds(
  database: Database,
  file: SourceFile,
  key: string,
  files: readonly SourceFile[],
): readonly number[] {
  if (!isAnyKey(lastName(key))) return []
  const rows = oneNumber(
    sql(database, 'SELECT count(*) AS n FROM user WHERE file_id = ? AND source_id IS NOT NULL'),
    file.id,
  )
  return files
    .filter((other) => {
      const own = pathIn(other, 'source-id')
      if (other.id === file.id || own === undefined || !isOneOfTwoIds(own)) return false
      const columns = fileFact(database, other.id, 'column-counts')?.columns ?? []
      return columns.some(({ path }) => {
        if (path === own || !isOneOfTwoIds(path)) return false
        const word = referenceWord(path)
        const found = oneNumber(sql(database, idsOfOthers), word.length + 1, other.id, file.id, word.length, word)
        return found > 0 && found * 10 >= rows * 9
      })
    })
    .map(({ id }) => id)
}

/** Of the IDs in a file: those which users of another one have in a column beside their own ID, which is another. */
const idsOfOthers = `SELECT count(DISTINCT b.id) AS n FROM user AS u CROSS JOIN user_text AS t ON t.user_id = u.id, json_each(t.keys) AS one
  JOIN user AS b ON b.source_id = substr(one.value, ?) AND b.source_id <> u.source_id
  WHERE u.file_id = ? AND b.file_id = ? AND substr(one.value, 1, ?) = ?`

/** Whether a column counts things by its name, or by that of its file, which does not mention people: `room_id` in `rooms.csv`. */
function countsThings(key: string, { name }: SourceFile): boolean {
  const list = stemOfFile(name)
  if (namesPeople(key) || mentionsPeople(list)) return false
  const words = wordsOf(splitPath(key).name)
  const noun = words.find((word) => !isAnyKey(word))
  return numbersThings(key) || (words.length > 1 && stemOf(noun ?? '') === stemOf(wordsOf(list).at(-1) ?? ''))
}
