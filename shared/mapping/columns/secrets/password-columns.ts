import { areClearPasswords } from '../../../hashes/own-hash.ts'
import { isEmailAddress } from '../../../users/normalise-email.ts'
import { booleanOf, disabledByWord, isTime, textOf } from '../../cell.ts'
import type { Sample, SourceRecord } from '../../export-format.ts'
import type { Mapping } from '../../mapping.ts'
import { isLoginName, lastName, withinOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { identifyingTargets, isContactTarget } from '../../targets.ts'
import { readerOf } from '../../value-at.ts'
import { areOfOneKind } from '../flags/flag-values.ts'
import { askAbout, called, chosenFor, isTaken, take } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import { comesAgain, madeId } from '../keys/key-values.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { areAlgorithmsOfPasswords, isProviderName } from '../value-fit.ts'
import { isCommonPassword, namesGroup } from './common-passwords.ts'
import { namesInFront, saysPassword, userNamesIn } from './own-names.ts'
import { areChosen, isChosen } from './possible-passwords.ts'
import { areDifferentWords, isMixed, isSimpleNumber, mayComeAgain } from './password-likeness.ts'

/* Columns of clear passwords. */

/** The columns of a mapping that hold clear passwords and no hashes. */
export function clearColumns({ records }: Sample, { columns }: Mapping): ReadonlySet<string> {
  const hashes = columns.filter(({ target }) => target === 'password-hash').map(({ path }) => path)
  const textsAt = (path: string) => records.flatMap((record) => textOf(readerOf(path)(record)) ?? [])
  return new Set(hashes.filter((path) => areClearPasswords(textsAt(path))))
}

/** Without a name a column of clear passwords shows nothing but what passwords are made of; the operator says what it is. */
export function addPasswords(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const all = [...chosen.values()]
  if (all.some(({ target, confidence }) => target === 'password-hash' && confidence !== 'unsure')) return
  if (!all.some(({ target }) => isContactTarget(target))) return
  const email = all.find(({ target }) => target === 'email')?.column ?? null
  const isFree = (column: ColumnProfile) => {
    const { target = 'source-id', confidence = 'unsure' } = chosen.get(column.path) ?? {}
    return target === 'source-id' || (target === 'phone' && confidence === 'unsure' && areKeptSimple(textsOf(column)))
  }
  const names = profiles.length >= enoughForNames ? profiles.find(({ path }) => path === '1') : undefined
  const found = profiles.filter(
    (one) =>
      isFree(one) &&
      mayBePasswords(one) &&
      userNamesIn(one, email, profiles) !== 'surely' &&
      !(one === names && namesInFront(textsOf(one), one.records) === 'surely'),
  )
  // A name with a number behind it is a user name beside passwords, and may be one without them.
  const mayBeNames = (one: ColumnProfile) =>
    userNamesIn(one, email, profiles) !== null || (one === names && namesInFront(textsOf(one), one.records) !== null)
  const others = found.filter((one) => !mayBeNames(one))
  // Beside words with digits or signs, words of letters alone are something else.
  const mixed = others.filter((one) => !areSmallWords(textsOf(one)))
  const likely = [mixed, others].find(({ length }) => length > 0) ?? found
  // Words of letters alone are asked about, and so are those that people choose in haste.
  const isHasty = (one: ColumnProfile) =>
    !likely.includes(one) &&
    isFree(one) &&
    areHasty(textsOf(one), profiles.length) &&
    userNamesIn(one, email, profiles) === null
  const hasty = mixed.length > 0 ? [] : profiles.filter(isHasty)
  const text = 'the table has no column names, and all samples could be clear passwords'
  for (const column of [...likely, ...hasty]) askAbout(chosen, column, 'password-hash', text)
}

/**
 * Takes one column of passwords behind names that users sign in with, where the table has no column names and no other login. Codes of things have one form;
 * one word for all is asked about.
 */
export function addPasswordsOfNames(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const isLogin = ({ target }: Candidate) => target === 'password-hash' || isContactTarget(target)
  if ([...chosen.values()].some(isLogin)) return
  const names = namesWithoutTitle(profiles)
  const behind = names === undefined ? [] : profiles.slice(profiles.indexOf(names) + 1)
  const found = behind.filter((one) => arePasswords(textsOf(one)) || (comesAgain(one) && mayBePasswords(one)))
  const [column, ...others] = found
  if (column === undefined || others.length > 0) return
  const text =
    'the table has no column names, its rows begin with names, and the samples are written as clear passwords'
  const confidence = arePasswords(textsOf(column)) ? 'likely' : 'unsure'
  take(chosen, column, 'password-hash', text, confidence)
}

/** The first column of names that users may sign in with, in a table without column names. */
export function namesWithoutTitle(profiles: readonly ColumnProfile[]): ColumnProfile | undefined {
  return profiles.find((one) => namesInFront(textsOf(one), one.records) !== null)
}

/** Whether words are those that most people choose, or such with digits and signs as users put into passwords. */
function arePasswords(words: readonly string[]): boolean {
  const isKnown = (word: string) => isCommonPassword(word) || saysPassword(word) || isSimpleNumber(word)
  const others = words.filter((word) => !isKnown(word))
  return others.length * 2 < words.length ? others.every(isChosen) : areChosen(others)
}

/**
 * Takes the other columns that say password and nothing else, of which a user has one where all before are empty: the clear password of users
 * who never got a hash, or the hash of an old system.
 */
export function addOtherPasswords(
  records: Sample['records'],
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
): void {
  const first = chosenFor('password-hash', chosen)?.column
  if (first === undefined || first.values.length >= first.records) return
  const within = withinOf(first.path)
  const taken = [readerOf(first.path)]
  const ofUsers = [...chosen.values()].filter(
    ({ target, confidence }) => identifyingTargets.includes(target) && confidence !== 'unsure',
  )
  const others = ofUsers.map(({ column }) => readerOf(column.path))
  for (const column of profiles) {
    const { path, values } = column
    const { password, former, id, otherSecret } = hintsOf(path)
    if (password !== 'whole' || former || id || otherSecret || isTaken(chosen, path) || values.length === 0) continue
    if (withinOf(path) !== within) continue
    if (values.every((value) => isTime(value) || booleanOf(value) !== null)) continue
    const read = readerOf(path)
    const has = (record: SourceRecord) => (at: typeof read) => textOf(at(record)) !== null
    const own = records.filter((record) => has(record)(read))
    if (own.some((record) => taken.some(has(record)))) continue
    // Rows that have nothing of what the users have are something else.
    if (others.length > 0 && !own.some((record) => others.some(has(record)))) continue
    taken.push(read)
    const text = `it has the passwords of users for whom “${first.path}” is empty`
    take(chosen, column, 'password-hash', text)
  }
}

/**
 * A name that may be short for a password, if no other column has any: of few letters between those that the table puts before or behind all names,
 * `usu_cont` and `acc_mk`, or a word that means something else as well. `isPlain`: whether a name has lost letters of the table.
 */
export function addShortened(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  isPlain: (path: string) => boolean,
): void {
  const has = (target: Candidate['target']) => [...chosen.values()].some((one) => one.target === target)
  if (has('password-hash') || !(has('email') || profiles.some(({ path }) => isLoginName(path)))) return
  for (const column of profiles) {
    const { path, values } = column
    if (chosen.has(path) || values.length === 0 || !areDifferentWords(values)) continue
    const isShort = isPlain(path) && shortened.test(path) && values.some((value) => /\d/.test(value))
    const isSecret = ambiguous.test(lastName(path))
    if (!isShort && !isSecret) continue
    const confidence = isSecret && values.filter(isMixed).length * 2 >= values.length ? 'likely' : 'unsure'
    take(chosen, column, 'password-hash', called(shortName), confidence)
  }
}

const shortName = 'which may be short for a password, and all samples could be such'
/** `mật khẩu` and `contraseña`. */
const shortened = /^(?:mk|cont|contra)$/i
/** `contraseña`, which means against as well, and words for a secret. */
const ambiguous = /^(?:contra|geheim|rahsia)$/

/** Columns of a table that has more than logins and passwords. */
const enoughForNames = 3

function textsOf({ values }: ColumnProfile): readonly string[] {
  return values.map((value) => value.trim()).filter((value) => value !== '')
}

/** Mixed words of one cell each: many of them never the same, as neither names, numbers nor times are, or such that come again. */
function mayBePasswords(column: ColumnProfile): boolean {
  const words = textsOf(column)
  if (words.length === 0 || words.some((word) => /\s/.test(word) || word.length > 64)) return false
  if (words.every((word) => ofRoom.test(word))) return false
  if (areKeptSimple(words)) return true
  if (
    words.every((word) => madeId.test(word) || isTime(word) || ofLanguage.test(word)) ||
    words.some((word) => /^https?:/.test(word) || isEmailAddress(word))
  )
    return false
  const distinct = [...new Set(words)]
  if (distinct.length * 2 > words.length)
    return words.filter(isOfPassword).length * 2 >= words.length || areSmallWords(words) || areAmongNumbers(words)
  const likely = distinct.filter((word) => saysPassword(word) || isCommonPassword(word) || mayComeAgain(word))
  return likely.length * 2 >= distinct.length && !areLevels(likely)
}

/** The number of a room: `A-113`. */
const ofRoom = /^\p{Lu}{1,2}[-.]?\d{1,4}\p{Ll}?$/u

/** Whether a word that is a password in no other place is one among words that are all different: `Pw12`. */
function isOfPassword(word: string): boolean {
  return isMixed(word) || isCommonPassword(word) || shortMixed.test(word)
}

/** Letters of which one is small, and digits or signs behind them. */
const shortMixed = /^(?=\p{L}{0,2}\p{Ll})\p{L}{2,3}[\d!#$%&*?]{1,2}$/u

/** The tag of a language and its country: `en-US`. */
const ofLanguage = /^[a-z]{2}[-_][A-Z]{2}$/

/**
 * Words that people choose in haste: one small word for all that names no group of users, or one number that is simple to keep. In a table of few
 * columns also words in small letters or numbers with a word that has a sign among them, or one short number for all.
 */
function areHasty(words: readonly string[], columns: number): boolean {
  if (words.length < 2 || !words.every((word) => /^[^\s]{3,64}$/u.test(word) && !isTime(word))) return false
  const distinct = [...new Set(words)]
  const [first = ''] = words
  if (distinct.length === 1 && /^\d{3,8}$/.test(first)) return columns <= maxHasty || isSimpleNumber(first)
  if (words.some((word) => booleanOf(word) !== null || disabledByWord(word) !== null) || areLevels(distinct))
    return false
  if (distinct.length === 1 && /^\p{Ll}{3,}$/u.test(first))
    return (columns === 2 || words.length >= enoughForOne) && !namesGroup(first) && !isProviderName(first)
  return (
    columns <= maxHasty &&
    distinct.length * 2 > words.length &&
    words.some((word) => /^[\p{L}\d]+[!@#$%&*?]+[\p{L}\d]*$/u.test(word)) &&
    words.every(
      (word) => /^(?:\p{Ll}+|\d+)$/u.test(word) || (/[\d!@#$%&*?]/.test(word) && /^[\p{L}\d!@#$%&*?._-]+$/u.test(word)),
    )
  )
}

const maxHasty = 6
/** In fewer rows of many columns, a word is the same by chance. */
const enoughForOne = 3

/** Numbers that users choose because they are simple to keep, and that no program gives out: most are in order or repeat their digits. */
function areKeptSimple(words: readonly string[]): boolean {
  const distinct = [...new Set(words)]
  return (
    distinct.length > 1 &&
    distinct.length * 2 > words.length &&
    words.every((word) => /^\d{4,12}$/.test(word)) &&
    distinct.filter(isSimpleNumber).length * 2 >= distinct.length
  )
}

/** Whether words that may be passwords stand among numbers of several digits, as users choose them as well. */
function areAmongNumbers(words: readonly string[]): boolean {
  const mixed = words.filter(mayComeAgain)
  return mixed.length > 0 && words.every((word) => /^\d{4,16}$/.test(word) || mayComeAgain(word))
}

/** Words in small letters that say nothing of a user, such as a role or a plan: names of people and places begin with a capital. */
function areSmallWords(words: readonly string[]): boolean {
  const isSmall = (word: string) =>
    /^\p{Ll}{4,30}$/u.test(word) &&
    disabledByWord(word) === null &&
    booleanOf(word) === null &&
    (saysPassword(word) || (!isProviderName(word) && !namesGroup(word)))
  // Of places and groups, some come again.
  const areTheirOwn = new Set(words).size * 5 >= words.length * 4
  return (
    areTheirOwn &&
    words.filter(isSmall).length * 2 >= words.length &&
    !areOfOneKind(words) &&
    !areAlgorithmsOfPasswords(words)
  )
}

/** Plans and levels begin alike and have a short number: `level1`, `level2`. */
function areLevels(words: readonly string[]): boolean {
  const parts = words.map((word) => /^(\D+)\d{1,2}$/.exec(word)?.[1])
  const [first = ''] = parts
  return words.length > 1 && !parts.includes(undefined) && new Set(parts).size === 1 && !saysPassword(first)
}
