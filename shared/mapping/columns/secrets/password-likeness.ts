import { booleanOf, isCompactDate, isTime } from '../../cell.ts'
import { isAccountWord, splitPath, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isPeopleWord } from '../../names/people-names.ts'
import { madeId } from '../keys/key-values.ts'
import { isProviderName } from '../value-fit.ts'
import { endsWithPassword } from '../../names/secrets/password-names.ts'

/* Values that may be clear passwords, also under a name that says so among other words. */

/**
 * Whether the name of a password and of another thing, such as a portal or a kind of users, stands above words that may be passwords, or a name of a
 * code or a password above words that are no codes.
 */
export function mayBePasswordOfPart(path: string, values: readonly string[]): boolean {
  const { password, namesPassword, former, time } = hintsOf(path)
  if (password === null && mayMeanPassword(path))
    return areOfNoForm(values) || (isOfNothingElse(path) && areChosen(values))
  if (password !== 'part' || !namesPassword || former || time || !endsWithPassword(path)) return false
  return areDifferentWords(values) || areMostlyPasswords(values)
}

/** Whether a word of a name means password as well as code or key: `zaposleni_sifra`, `clé`, `κωδικός`; of `code`, the others may not say of what. */
function mayMeanPassword(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  if (words.some((word) => codeOrPassword.test(word))) return true
  return (
    words.some((word) => code.test(word)) &&
    words.every((word) => code.test(word) || ofEntry.test(word) || isPeopleWord(word))
  )
}

/** Whether a name has such a word and says of nothing else that it is a code of it: `šifra`, `sifraKorisnika`. */
function isOfNothingElse(path: string): boolean {
  const { containers, name } = splitPath(path)
  return (
    containers.length === 0 &&
    wordsOf(name).every((word) => codeOrPassword.test(word) || isAccountWord(word) || isPeopleWord(word))
  )
}

const codeOrPassword = /^(?:sifr[aue]|шифр[аи]?|zugangs?code|kodikos)$|κωδικ|(?:^|ال)رمز$|口令|暗証|암호$/u
const code =
  /^(?:codes?|kod[aey]?|kodas|kods|koodi|codigo|codice|cle|clef|chiave|chave|llave|sleutel|schlussel|schluessel|код|secret)$/u
const ofEntry =
  /^(?:access|acces|acceso|acesso|accesso|zugang\w*|login|signin|dostep\w*|pristup\w*|pristupni|toegang\w*|giris|доступ\w*|входа|personal|perso|secret|de|d|di|do|da|del|of)$/u

/**
 * Words of several lengths, nearly all of letters and digits or of other signs besides letters. Codes are made by one rule: they are of one length, begin
 * alike, or are numbers.
 */
function areOfNoForm(values: readonly string[]): boolean {
  const texts = values.map((value) => value.trim())
  const mixed = texts.filter(
    (text) => isWord(text) && /\p{L}/u.test(text) && /[^\p{L}]/u.test(text) && !text.includes('@'),
  )
  const lengths = new Set(mixed.map((text) => text.length))
  const beginnings = new Set(mixed.map((text) => text.slice(0, 2)))
  const least = Math.min(3, texts.length)
  return (
    texts.length > 1 &&
    lengths.size >= least &&
    beginnings.size >= least &&
    mixed.length * 4 >= texts.length * 3 &&
    new Set(texts).size * 2 > texts.length
  )
}

/**
 * Whether values are words that users choose: small letters, most with digits or signs behind them, or numbers that are simple to keep.
 * Codes are counted, or in capitals.
 */
function areChosen(values: readonly string[]): boolean {
  const texts = values.map((value) => value.trim())
  if (texts.every(isSimpleNumber)) return true
  const words = texts.filter((text) => /^\p{Ll}{3,}[\p{L}\d!#$%&*?@]{0,12}$/u.test(text) && isWord(text))
  const beginnings = new Set(words.map((text) => text.slice(0, 2)))
  return (
    words.length * 4 >= texts.length * 3 &&
    words.filter(mayComeAgain).length * 2 >= words.length &&
    beginnings.size * 2 >= words.length
  )
}

/** Numbers that people choose because they are simple to keep, and that no program gives out: in order, of one digit, or of pairs that come again. */
export function isSimpleNumber(word: string): boolean {
  return /^\d{4,12}$/.test(word) && (inOrder.test(word) || repeated.test(word))
}

/** One digit, some in order, or pairs of digits: `111111`, `123123`, `112233`. */
const repeated = /^(?:(\d)\1+|(12|123|1234|321)\2+|(?:(\d)\3){2,})$/
const inOrder = /^(?:0?1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?|0?9?8?7?6?54321)$/

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

/** Whether a word has letters and other signs, and is no time, no ID, and no name of a person, a user or a file. */
export function isMixed(word: string): boolean {
  return (
    word.length >= 5 &&
    /\p{L}/u.test(word) &&
    /\P{L}/u.test(word) &&
    !isTime(word) &&
    !isTime(word.replaceAll('-', ' ')) &&
    !dayInWords.test(word) &&
    !madeId.test(word) &&
    !joinedName.test(word) &&
    !dottedName.test(word)
  )
}

/** A day with the name of its month in any language, between two equal signs: `3-Ene-2020`, `14.März.2022`. */
const dayInWords =
  /^(?:\d{1,2}([-./_])\p{L}[\p{L}\p{M}]{2,10}\.?\1(?:\d\d){1,2}|\d{4}([-./_])\p{L}[\p{L}\p{M}]{2,10}\2\d{1,2})$/u

/** A name of two parts: `O'Neil`, `Anne-Marie`. */
const joinedName = /^\p{Lu}\p{L}{0,30}(?:['’-]\p{Lu}\p{L}{1,30}){1,2}$/u

/** The name of a user or of a file: `ann.smith`. */
const dottedName = /^\p{L}{1,30}(?:\.\p{L}{1,30}){1,3}$/u

/**
 * Whether many users may have the same word as their password. Words that come again are more often codes, roles and names of things, which are
 * joined by signs or in capitals.
 */
export function mayComeAgain(word: string): boolean {
  return (
    isMixed(word) &&
    word.length >= 6 &&
    /\p{L}{3}/u.test(word) &&
    /[\d!#$%&*+?@^~=]/.test(word) &&
    !/[/\\:;,()|<>]|[\w-]\.[a-z]{2,10}$/i.test(word) &&
    !/^(?:[\p{Lu}\d_+-]+|#[0-9a-f]{3,8}|v\d.*)$/u.test(word) &&
    !isProviderName(word)
  )
}
