import { booleanOf, disabledByWord, isTime } from '../../cell.ts'
import type { SourceRecord } from '../../export-format.ts'
import { isKeyWord } from '../../names/account-names.ts'
import { splitPath, wordsOf } from '../../names/column-words.ts'
import { isPeopleWord } from '../../names/people-names.ts'
import { isActorWord, isReasonWord } from '../../names/standing/reason-names.ts'
import { blockStem } from '../../names/standing/standing-stems.ts'
import { readEmbedded, readerOf } from '../../value-at.ts'
import { madeId } from '../keys/key-values.ts'

/* Lists of the people that a user blocks. Such a list does not keep its user out. */

/**
 * Whether all values of a column are lists of people that their user blocks: `blocked: ["cy"]`, `blockedUsers`. Either the name has a word for people, or
 * all elements are IDs, or another record has one of the elements in a field. Other lists may have the reasons for which a user is blocked.
 */
export function listsBlocked(path: string, records: readonly SourceRecord[]): boolean {
  const words = wordsOf(splitPath(path).name)
  if (!words.some((word) => blockStem.test(word)) || words.some((word) => isReasonWord(word) || isActorWord(word)))
    return false
  const read = readerOf(path)
  const lists: (readonly string[])[] = []
  for (const record of records) {
    const value = read(record)
    if (value === null || value === undefined || value === '') continue
    const list = listIn(value)
    if (list === null) return false
    lists.push(list)
  }
  const elements = lists.flat()
  if (elements.length === 0 || !elements.every(mayNamePerson)) return false
  if (words.some((word) => isPeopleWord(word) || isKeyWord(word))) return true
  if (elements.every(isId)) return true
  const others = new Set(records.flatMap((record) => ownTexts(record, path)))
  return elements.some((one) => others.has(one.toLowerCase()))
}

/** The texts and numbers of a list, also of one in a cell; null: it is none, or has other things. */
function listIn(value: unknown): readonly string[] | null {
  const list = typeof value === 'string' && value.startsWith('[') ? readEmbedded(value) : value
  if (!Array.isArray(list)) return null
  const texts = list.filter((one) => typeof one === 'string' || typeof one === 'number').map(String)
  return texts.length === list.length ? texts : null
}

/** Whether a text may be an ID or a name: no sentence, no time and no word of a status. */
function mayNamePerson(text: string): boolean {
  if (!/^\S{1,64}$/.test(text) || disabledByWord(text) !== null) return false
  return /^\d+$/.test(text) || (!isTime(text) && booleanOf(text) === null)
}

function isId(text: string): boolean {
  return madeId.test(text) || /^\d{1,19}$/.test(text) || /^\S+@\S+$/.test(text)
}

/** The texts of a record's own fields in small letters, of an address also the part before its `@`. */
function ownTexts(record: SourceRecord, path: string): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (name === path || (typeof value !== 'string' && typeof value !== 'number')) return []
    const text = String(value).trim().toLowerCase()
    return text.length > 64 ? [] : [text, text.split('@', 1)[0] ?? text]
  })
}
