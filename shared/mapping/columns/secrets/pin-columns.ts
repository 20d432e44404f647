import { booleanOf } from '../../cell.ts'
import { isLoginName, isSignInName, lastName, splitPath, wordsOf } from '../../names/column-words.ts'
import { namesPlace } from '../../names/place-names.ts'
import { isNameOfPerson, isPeopleWord } from '../../names/people-names.ts'
import { mayBePlace } from '../../names/standing/states-of-countries.ts'
import { called, isTaken, take } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import type { ColumnProfile } from '../profile-columns.ts'

/* PINs, in columns whose names do not say password. */

/**
 * A PIN is what users sign in with where the table has no other secret of a login, and names or contacts of people. Beside an address it is a
 * post code in India, and it may be one where all have six digits.
 */
export function addPins(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()]
  if (all.some(({ target }) => target === 'password-hash' || target === 'provider-user-id')) return
  const isBesideName = profiles.some((one) => isLoginName(one.path) && areNamesOfPeople(one))
  const [column, ...others] = profiles.filter((one) => namesPin(one.path) && arePins(one.values, isBesideName))
  const besides = profiles.filter(({ path }) => !isTaken(chosen, path)).map(({ path }) => path)
  if (column === undefined || others.length > 0 || besides.some(namesPlace)) return
  const isOfCode = namesCode(column.path) || besides.some(mayBePlace)
  const mayBePostCode = isOfCode && column.values.every((value) => /^[1-9]\d{5}$/.test(value.trim()))
  const hasContact = all.some(({ target, confidence }) => /^(?:email|phone)$/.test(target) && confidence !== 'unsure')
  const isOfPeople = hasContact || profiles.some((one) => one !== column && areNamesOfPeople(one))
  const doubt = mayBePostCode
    ? ', though six digits may also be a post code'
    : isOfPeople
      ? ''
      : ', though no column has names or addresses of people'
  const confidence = doubt === '' ? 'likely' : 'unsure'
  take(chosen, column, 'password-hash', called(`and the table has no other password${doubt}`), confidence)
}

const pin = /^(?:user|login|access|account|member|customer|m)?pin(?:code|kode|kod|no|nr|number|nummer)?$/
const besidePin =
  /^(?:my|login|access|acces|security|secret|web|code|kode|kod|codigo|codice|no|nr|num|number|nummer|numero|de|di|clear|plain)$/

/** Whether a column is called the PIN of a user: `user_pin`, `PIN-Code`, and not that of a card or a device. */
function namesPin(path: string): boolean {
  const { containers, name } = splitPath(path)
  const words = wordsOf(name)
  const isPin = words.some((word) => pin.test(word))
  return (
    containers.length === 0 &&
    isPin &&
    words.every((word) => pin.test(word) || besidePin.test(word) || isPeopleWord(word))
  )
}

/** Whether a column has a name for each record, in letters: of its user, or one that the user signs in with. */
function areNamesOfPeople({ path, values, records }: ColumnProfile): boolean {
  const isCalledSo =
    isSignInName(path, true) || isNameOfPerson(path) || wordsOf(splitPath(path).name).some(isPeopleWord)
  return (
    isCalledSo &&
    values.length === records &&
    values.every((value) => /^\p{L}[\p{L}\p{M}\d .,'’_-]{1,60}$/u.test(value.trim()))
  )
}

function namesCode(path: string): boolean {
  return lastName(path).includes('code')
}

/** Short codes with digits, of which one that begins with zeros may have lost them; `isBesideName`: any, but a yes and a no, beside the names that users sign in with. */
function arePins(values: readonly string[], isBesideName: boolean): boolean {
  const codes = values.map((value) => value.trim())
  const isLong = ({ length }: string) => length >= 4
  const areMarks = codes.every((code) => booleanOf(code) !== null)
  return (
    codes.every((code) => /^(?=.*\d)[A-Za-z\d]{1,10}$/.test(code)) &&
    (codes.some(isLong) || (isBesideName && !areMarks))
  )
}
