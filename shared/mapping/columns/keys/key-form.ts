import { isLoginName, lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isPeopleWord } from '../../names/people-names.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import {
  isUnique,
  isFirstName,
  areNumbered,
  areCardNumbers,
  isNumberOfPerson,
  isWrittenTime,
  isPlain,
  areIdsOf,
} from './key-values.ts'
import {
  namesKey,
  isLoginNameOrAccount,
  namesSubject,
  keyOfAccess,
  numbersPeople,
  isInner,
  isSecretName,
  isNumberOf,
  numbersRoom,
} from './key-names.ts'

/* Keys: columns whose name and values together tell their records apart. */

/** Whether a column is called the name of people, and has names of persons: `member_name`. What people sign in with has other names. */
export function holdsPersons({ path, values }: ColumnProfile): boolean {
  const name = lastName(path)
  return name.endsWith('name') && !isLoginNameOrAccount(path) && values.every(isFirstName)
}

/** Numbers of payment cards: by their name, or each of their length and with its check digit, but for numbers of people by their name. */
function arePaymentCards(column: ColumnProfile): boolean {
  const { path } = column
  if (/(?:credit|debit|kredit)cards?(?:no|nr|num|numbers?|id)?$/.test(wordsOf(path).join(''))) return true
  return areCardNumbers(column) && !numbersPeople(path)
}

/** Whether a column tells its records apart, by its values and its name. */
export function isKey(column: ColumnProfile): boolean {
  return (isUnique(column) || isOfOne(column)) && hasFormOfKey(column)
}

/** Whether a column has a plain value in every record, and no name of something else than a key. */
export function hasFormOfKey(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const { phone, password, time, provider } = hintsOf(path)
  // A login is a name or has a key, and a time only beside other words.
  const isTimed = time && !/^login(?:_?(?:id|key|no|nr|uid|uuid))?$/.test(lastName(path))
  const isOther = ((phone && !isContactNumber(column)) || isSecretName(path)) && !areNumbered(column)
  if (isOther || password !== null || isTimed || provider !== null || isInner(path)) return false
  if (keyOfAccess.test(lastName(path)) || arePaymentCards(column) || numbersRoom(path)) return false
  if (values.length !== records || values.every(isWrittenTime)) return false
  return values.every(isPlain) || (numbersPeople(path) && values.every(isNumberOfPerson))
}

/** The number of a contact, shorter than any of a phone. */
function isContactNumber({ path, values }: ColumnProfile): boolean {
  return /^[ck]onta[ck]t/.test(lastName(path)) && values.every((value) => /^\d{1,6}$/.test(value.trim()))
}

/** Whether the column of a single row is a key by its name, which names people and a key of theirs: `employee_cid`. */
function isOfOne(column: ColumnProfile): boolean {
  const words = wordsOf(column.path)
  const [last = ''] = words.slice(-1)
  return (
    column.records === 1 &&
    words.length > 1 &&
    words.slice(0, -1).every(isPeopleWord) &&
    namesKey(last) &&
    saysKey(column)
  )
}

/** Whether a column is called a key, and has digits in each value. */
export function saysKey(column: ColumnProfile): boolean {
  const { values } = column
  // Stripe says behind a name that its shop gave it: `user_id (metadata)`.
  const path = column.path.replace(/ ?\(metadata\)$/i, '')
  const areIds = areIdsOf(column)
  const words = wordsOf(splitPath(path).name)
  return (
    !(isLoginName(path) && /(?:no|nr)$/.test(lastName(path))) &&
    (namesKey(words.at(-1) ?? '') || words[0] === 'id' || isNumberOf(words) || namesSubject(path)) &&
    (areIds || values.every((value) => /\d/.test(value)))
  )
}
