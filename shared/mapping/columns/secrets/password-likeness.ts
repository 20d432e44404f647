import { booleanOf, isCompactDate, isTime } from '../../cell.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { endsWithPassword } from '../../names/secrets/password-names.ts'

/* Values that may be clear passwords under a name that says so among other words. */

/** Whether the name of a password and of another thing, such as a portal or a kind of users, stands above words that may be passwords. */
export function mayBePasswordOfPart(path: string, values: readonly string[]): boolean {
  const { password, namesPassword, former, time } = hintsOf(path)
  if (password !== 'part' || !namesPassword || former || time || !endsWithPassword(path)) return false
  return areDifferentWords(values) || areMostlyPasswords(values)
}

/** Whether values are words of one cell each that seldom come again, as passwords are. */
export function areDifferentWords(values: readonly string[]): boolean {
  return values.every((value) => isWord(value.trim())) && new Set(values).size * 2 > values.length
}

function isWord(value: string): boolean {
  return /^\S{4,64}$/.test(value) && !isTime(value) && booleanOf(value) === null
}

/**
 * Passwords that users chose: most are words, also where a few are short, have a blank, are phone numbers or dates of birth, or where many users
 * have the same one. Such as come again have letters and digits, which kinds and results of tests seldom have.
 */
function areMostlyPasswords(values: readonly string[]): boolean {
  const texts = values.map((value) => value.trim())
  const distinct = [...new Set(texts)]
  const words = distinct.filter((text) => isWord(text) || isLongNumber(text))
  if (words.length * 4 < distinct.length * 3 || texts.every((text) => isTime(text))) return false
  const mixed = words.filter((word) => isWord(word) && /\p{L}/u.test(word) && /\d/.test(word))
  // Levels and numbers of tickets begin alike and are counted: `level1`, `BP-1002`.
  const beginnings = new Set(mixed.map((word) => /^\D*/.exec(word)?.[0]))
  const areCounted = mixed.length > 1 && beginnings.size === 1
  return distinct.length * 2 > texts.length ? !areCounted : mixed.length * 2 >= distinct.length && !areCounted
}

/** A phone number, which `isTime` takes for seconds. */
function isLongNumber(text: string): boolean {
  return /^\d{9,16}$/.test(text) && !isCompactDate(text)
}
