import { isTime } from '../cell.ts'
import { refersToAccount } from '../names/account-names.ts'
import { isLoginName, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isAboutOtherThing } from '../names/other-things.ts'
import { isPeopleWord } from '../names/people-names.ts'
import { areNumbered } from './keys/key-values.ts'
import { isKey } from './keys/key-form.ts'
import type { ColumnProfile } from './profile-columns.ts'

/* Names that users sign in with, by their values, whatever their column is called: `bejelentkezes`, `kasutaja`. */

/**
 * The one column that may hold such names: a word in small letters in each record, none twice. Null where a column is called so, or several may be.
 */
export function userNameColumn(
  profiles: readonly ColumnProfile[],
  isFree: (column: ColumnProfile) => boolean,
): ColumnProfile | null {
  if (profiles.some(({ path }) => isLoginName(path))) return null
  const [column, ...others] = profiles.filter((one) => isFree(one) && areUserNames(one))
  return others.length > 0 ? null : (column ?? null)
}

function areUserNames(column: ColumnProfile): boolean {
  const { path, values, records } = column
  if (records < enough || !isKey(column) || areNumbered(column) || isOfOther(path)) return false
  const names = values.map((value) => value.trim())
  const areMade = names.filter((name) => /\d\p{L}|^\p{L}{1,2}\d+$/u.test(name)).length * 3 >= names.length
  return names.every(isUserName) && !areMade
}

/** In fewer records, words of any kind are all different. */
const enough = 5

/** Whether a value is written as such a name. Names of people begin with a capital, and addresses have an at sign. */
export function isUserName(value: string): boolean {
  return userName.test(value.trim()) && !isTime(value)
}

const userName = /^(?=.*\p{Ll})[\p{Ll}\d][\p{Ll}\d._-]{1,31}$/u

function isOfOther(path: string): boolean {
  const { otherSecret, otherDigest, id } = hintsOf(path)
  // The name of a member is one that people have in a forum, and words as IDs of users are their names.
  const isOfPeople = wordsOf(path).some(isPeopleWord)
  const isOther = (otherDigest || id) && !refersToAccount(path)
  return otherSecret || isOther || (isAboutOtherThing(path) && !isOfPeople)
}
