import { booleanOf, isNoTime, trimmedText } from '../../mapping/cell.ts'
import { type ColumnProfile, profileColumns } from '../../mapping/columns/profile-columns.ts'
import type { Sample, SourceRecord } from '../../mapping/export-format.ts'
import { isFormerWord, splitPath, wordsOf } from '../../mapping/names/column-words.ts'
import { isAnswer, saysCurrent } from '../standing/state-columns.ts'

/*
 * Rows of passwords that another one took the place of. Such a row holds no password that its user signs in with, also where it is the only one.
 */

/** Which rows of a table have ended, and the columns that say so. */
export type EndedPasswords = {
  readonly columns: readonly string[]
  readonly hasEnded: (record: SourceRecord) => boolean
}

/**
 * The rows of passwords that have ended, by a mark of the current row (`is_current`), a mark of earlier ones (`is_old`), or the time or the row that ended it
 * (`superseded_at`, `replaced_by`). Null: no column says so.
 */
export function endedPasswords({ records, header }: Sample): EndedPasswords | null {
  const found = profileColumns(records, header).flatMap((column) => {
    const hasEnded = endedBy(column)
    return hasEnded === null ? [] : [{ column: column.path, hasEnded }]
  })
  if (found.length === 0) return null
  return {
    columns: found.map(({ column }) => column),
    hasEnded: (record) => found.some(({ hasEnded }) => hasEnded(record)),
  }
}

function endedBy({ path, values }: ColumnProfile): ((record: SourceRecord) => boolean) | null {
  if (saysCurrent(path)) return values.every(isAnswer) ? (record) => booleanOf(record[path]) === false : null
  const words = wordsOf(splitPath(path).name)
  const isReplaced = words.some((word) => replaced.test(word))
  if (!isReplaced && !(isFormerMark(words) && values.every(isAnswer))) return null
  return (record) => {
    const text = trimmedText(record[path])
    return text !== '' && !isNoTime(text) && booleanOf(text) !== false
  }
}

/** Whether a name is a word for former things beside words of a mark: `is_old`, `former_flag`. */
function isFormerMark(words: readonly string[]): boolean {
  const rest = words.filter((word) => !/^(?:is|ist|est|es|flag|yn|row|password|pw|hash)$/.test(word))
  return rest.length === 1 && rest.every(isFormerWord)
}

const replaced =
  /^(?:supersed\p{L}*|replaced|rotated|outdated|ersetzt|abgelost|remplacee?|reemplazad[oa]|substituid[oa]|sostituit[oa]|vervangen|zastapion[yae]|ersatt|erstattet)$/u
