import { refersToAccount } from './account-names.ts'
import { isFormerWord, withoutSchema, wordsOf } from './column-words.ts'
import { hintsOf, type NameHints } from './name-hints.ts'
import { thirdPartyOf } from './third-party-names.ts'
import { isPeopleWord } from './people-names.ts'
import { isColumnOfUsers, sharedPrefix } from './shared-prefix.ts'

/*
 * Names of a table of which all or most end or begin with the same letters, as `id_usu`, `email_usu`, `password_usu` or `uID`, `uEmail`, `F_Id`,
 * `F_Password` of a table of users: each is judged without them and shown as it is.
 */

const parts = /^([^.[]+)(_\p{L}{1,5})$/u

type Ends = { readonly prefix: string; readonly suffix: string }

const none: Ends = { prefix: '', suffix: '' }

/**
 * Whether names share their ends: without these, two or more are names of columns of users. If some names lack them, as foreign keys do, one is the
 * ID of the row itself, or only that lacks them, and no name gets that of another column.
 */
function areEndsOfTable(names: readonly string[], ends: Ends): boolean {
  const own = names.filter((name) => hasEnds(name, ends))
  const plain = own.map((name) => withoutEnds(name, ends))
  const isWhole = own.length === names.length
  // Beside columns without the ends, a phone number may be that of the person whose ID stands there: `kun_id`, `kun_telefon`, `user_id`.
  const isLogin = ({ password, phone }: NameHints) => password === 'whole' || (isWhole && phone)
  const isOne = (name: string) => isColumnOfUsers(name) || refersToAccount(name) || isLogin(hintsOf(name))
  if (plain.filter(isOne).length < 2) return false
  if (isWhole) return true
  const others = new Set(names.filter((name) => !hasEnds(name, ends)).map((name) => name.toLowerCase()))
  const hasOwnId = plain.some((name) => ownId.test(name)) || [...others].every((name) => ownId.test(name))
  return hasOwnId && !plain.some((name) => others.has(name.toLowerCase()))
}

const ownId = /^(?:id|cod(?:igo)?|uuid|guid)$/i

/** Words that say of what the rest of a name is one, so that it means something else without them: `old_id`, `fb_id`, `user_id`. */
function saysMore(word: string): boolean {
  const isOfOther = isFormerWord(word) || /^(?:last|first|next|new|ref|alt)$/.test(word) || thirdPartyOf(word) !== null
  return isOfOther || isColumnOfUsers(word) || isPeopleWord(word)
}

/** The end that all names share, or most of three or more, `_usu`; empty: none. */
function sharedSuffix(names: readonly string[]): string {
  const found = names.map((name) => parts.exec(name)?.[2] ?? '')
  const countOf = (suffix: string) => found.filter((one) => one === suffix).length
  const suffix = found.find((one) => one !== '' && countOf(one) * 2 > names.length) ?? ''
  const count = countOf(suffix)
  if (suffix === '' || count < 3) return ''
  const isPart = count < names.length && saysMore(suffix.slice(1).toLowerCase())
  return !isPart && areEndsOfTable(names, { prefix: '', suffix }) ? suffix : ''
}

/** The few letters that all names begin with, or most of three or more, `u` of `uEmail` or `F_` of `F_Email`, or the name of their table; empty: none. */
function sharedBeginning(names: readonly string[], table: string): string {
  const shared = sharedPrefix(names)
  const first = names.find((name) => shared !== '' && name.toLowerCase().startsWith(shared)) ?? ''
  const letters = first.slice(0, shared.length)
  if (names.length < 3 || letters === '' || isColumnOfUsers(letters) || isPeopleWord(letters.toLowerCase())) return ''
  const separator = /^[_-]/.exec(first.slice(letters.length))?.[0] ?? ''
  if (letters.length > (separator === '' ? maxJoined : maxSeparated) && !isNameOfTable(shared, table)) return ''
  const prefix = `${letters}${separator}`
  const count = names.filter((name) => hasEnds(name, { prefix, suffix: '' })).length
  // Letters that nothing parts from the rest may begin any word, and written in several ways they are no prefix of all.
  const isMixed = names.some((name) => wordsOf(name)[0] === shared && !name.startsWith(prefix))
  if (count < names.length && (separator === '' || isMixed || saysMore(shared))) return ''
  return count * 2 > names.length && areEndsOfTable(names, { prefix, suffix: '' }) ? prefix : ''
}

/** Letters before names that have no separator, and before those that have one. */
const [maxJoined, maxSeparated] = [3, 5]

/** Whether a word is that by which a table is called, which may be in the plural there: `musteri` of `musteriler`, `pracownik` of `tbl_pracownicy`. */
function isNameOfTable(word: string, table: string): boolean {
  return wordsOf(withoutSchema(table)).some((one) => {
    const stem = Math.max(minStem, word.length - maxEnding)
    return one.startsWith(word.slice(0, stem)) && one.length <= word.length + maxPlural
  })
}

/** Letters of a word that stay in its plural at least, that change at its end, and that are added there. */
const [minStem, maxEnding, maxPlural] = [4, 2, 3]

function sharedEnds(names: readonly string[], table: string): Ends {
  const suffix = sharedSuffix(names)
  return suffix === '' ? { ...none, prefix: sharedBeginning(names, table) } : { ...none, suffix }
}

function hasEnds(name: string, { prefix, suffix }: Ends): boolean {
  return (
    name.startsWith(prefix) &&
    (suffix === '' || parts.exec(name)?.[2] === suffix) &&
    /^\p{L}/u.test(name.slice(prefix.length))
  )
}

function withoutEnds(name: string, ends: Ends): string {
  return hasEnds(name, ends) ? name.slice(ends.prefix.length, name.length - ends.suffix.length) : name
}

/** The names of a table without the letters that they share. `table`: its own name, where it has one; `ofObjects`: names that need not share them. */
export function plainNames(
  names: readonly string[],
  table = '',
  ofObjects: ReadonlySet<string> = new Set(),
): readonly string[] {
  const ends = sharedEnds(
    names.filter((name) => !ofObjects.has(name)),
    table,
  )
  return names.map((name) => withoutEnds(name, ends))
}
