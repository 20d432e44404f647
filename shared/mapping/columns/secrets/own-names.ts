import { wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { isCommonPassword, namesGroup } from './common-passwords.ts'

/* Names of the users themselves, which are no passwords. */

/** The word for a password in any language, which some systems give to all. */
export function saysPassword(word: string): boolean {
  const { password, namesPassword } = hintsOf(word)
  return password === 'whole' && namesPassword && /^\p{L}+$/u.test(word)
}

/**
 * Whether names were made by counting: a word with a running number, beside words of letters alone: `admin`, `client_01`, `client_02`.
 * Passwords that are given out so say what they are, and numbers made by chance leave larger gaps.
 */
function areCounted(words: readonly string[]): boolean {
  const numbers = new Map<string, readonly number[]>()
  for (const word of words) {
    const [, name, number] = /^(\p{L}+(?:[._-]\p{L}+)*)[._-]?(\d{1,6})$/u.exec(word) ?? []
    if (name === undefined && !/^[\p{L}._-]+$/u.test(word)) return false
    if (name === undefined) continue
    if (saysPassword(name)) return false
    const key = name.toLowerCase()
    numbers.set(key, [...(numbers.get(key) ?? []), Number(number)])
  }
  const all = [...numbers.values()]
  const areRunning = all.every(
    (some) => new Set(some).size === some.length && Math.max(...some) - Math.min(...some) < some.length * maxGap,
  )
  const counted = all.reduce((sum, some) => sum + some.length, 0)
  return areRunning && counted * 2 > words.length && all.length * enoughToCount <= counted
}

/** As programs make names for accounts of two of a person: `Rosalind_Birch`, `Kurt.Ash90`. */
const firstAndLast = /^\p{Lu}\p{Ll}+[._]\p{Lu}\p{L}+\d{0,3}$/u

/** Between two numbers on average: accounts are removed later. */
const maxGap = 4
const enoughToCount = 3

/**
 * Whether a column has the names by which the same people are known. `surely`: most are what stands before the at sign of an address, or its
 * beginning, or letters of people's names, or one word that is counted; `maybe`: such names with a number.
 */
export function userNamesIn(
  column: ColumnProfile,
  email: ColumnProfile | null,
  profiles: readonly ColumnProfile[],
): 'surely' | 'maybe' | null {
  const words = column.values.map((value) => value.trim()).filter((value) => value !== '')
  // No two users have the same name, but for a few by mistake.
  if (new Set(words).size * 10 < words.length * 9) return null
  const locals = new Set((email?.values ?? []).map((value) => wordsOf(value.slice(0, value.lastIndexOf('@'))).join('')))
  const others = profiles.filter((one) => one !== column).flatMap(({ values }) => values.flatMap(wordsOf))
  const names = new Set(others.filter((word) => /^\p{L}{3,}$/u.test(word)))
  const isOfName = (word: string) => {
    const parts = wordsOf(word)
    return parts.some((part) => names.has(part)) && parts.every((part) => part.length === 1 || names.has(part))
  }
  const isMost = (is: (word: string) => boolean) => words.filter(is).length * 2 > words.length
  const beginsAddress = (word: string) =>
    word.length >= 5 && /\p{L}/u.test(word) && [...locals].some((local) => local.startsWith(wordsOf(word).join('')))
  if (isMost((word) => beginsAddress(word) || locals.has(wordsOf(word).join('')) || isOfName(word))) return 'surely'
  if (!words.every((word) => /^[\p{L}\d._-]+$/u.test(word))) return null
  if (isMost((word) => firstAndLast.test(word))) return 'surely'
  if (areCounted(words)) return 'surely'
  const beforeNumber = (word: string) => wordsOf(word.replace(/[._-]?\d{1,4}$/, '')).join('')
  const begins = [...locals, ...names]
  return isMost((word) => {
    const begin = beforeNumber(word)
    return begin.length >= 3 && begins.some((name) => name.startsWith(begin) || begin.endsWith(name))
  })
    ? 'maybe'
    : null
}

/**
 * Whether the first words of rows may be names of users: another one in each, of letters and digits as names have them. `surely`: one of them is made of
 * two names, or says that it is that of an administrator or a user.
 */
export function namesInFront(words: readonly string[], rows: number): 'surely' | 'maybe' | null {
  const mayBe =
    words.length === rows &&
    new Set(words).size === words.length &&
    words.every((word) => /^\p{L}[\p{L}\d._-]{1,40}$/u.test(word) && !isCommonPassword(word) && !saysPassword(word))
  if (!mayBe) return null
  const isName = (word: string) =>
    /\p{Ll}\p{Lu}|\p{L}[._]\p{L}/u.test(word) || namesGroup(word.replace(/[\d._-]{1,10}$/, ''))
  return words.some(isName) ? 'surely' : 'maybe'
}
