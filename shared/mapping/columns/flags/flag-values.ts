import { isComputedText } from '../../../computed-value.ts'
import { booleanOf, disabledByWord, isCompactDate, isNoTime, isTime } from '../../cell.ts'
import { namesGender } from '../../names/other-things.ts'
import { standingName } from '../../names/standing/standing-names.ts'
import { mentionsKeptOut, saysKeptOut } from '../../names/standing/standing-phrases.ts'
import { isOfMachine } from '../doubtful-columns.ts'
import type { Flag } from './possible-flag.ts'
import { isProviderName, sayGender } from '../value-fit.ts'

/** The values that are in the file; where the database, a program or a template computes all of them, the name alone says what they are. */
export function knownOf(values: Flag['values']): Flag['values'] {
  return values.filter(({ value }) => !isComputedText(value))
}

/** Whether all values are known words of a status, one of which keeps its user out. */
export function areOnAndOff(values: Flag['values']): boolean {
  const says = values.map(({ value }) => disabledByWord(value))
  return !says.includes(null) && says.includes(true)
}

/** A date, or the seconds or smaller parts of them since 1970 that a date of today has. */
export function isOfDate(value: string): boolean {
  return (
    isTime(value) &&
    (!/^\d+$/.test(value) || isCompactDate(value) || /^1\d{9}(?:\d{3}){0,2}$|^(?:19|20)\d{12}$/.test(value))
  )
}

/** Whether a value stands in a column of times and is none. */
export function saysNoTime(value: string): boolean {
  const text = value.trim()
  return isNoTime(text) || /^(?:0|-1|1970-01-01.*|infinity|never)$/i.test(text)
}

/** Whether a value is a number other than that of a yes or a no. */
export function isMeasure(value: string): boolean {
  return /^\d+$/.test(value) && booleanOf(value) === null
}

/** Whether a value is a word that says nothing of an account. */
export function isName(value: string): boolean {
  return (
    /\p{L}{3}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]{2}/u.test(value) &&
    booleanOf(value) === null &&
    disabledByWord(value) === null &&
    !isOfMachine(value) &&
    !saysOff(value)
  )
}

/** A flag, a code, a word or two: no sentence, address or path. */
export function isShort(value: string): boolean {
  return value.length <= 30 && !/[@/\\<>{[]|\s\S*\s\S*\s/.test(value)
}

/** Whether a value has a word for being kept out. */
export function saysOff(value: string): boolean {
  return mentionsKeptOut(value) || saysKeptOut(value)
}

/** Languages, currencies, forms of address: kinds of values that keep no user out. `surely`: one of them has to be one of these, because codes look alike. */
const kinds: readonly { readonly all: RegExp; readonly surely: RegExp }[] = [
  {
    all: /^[a-z]{2,3}(?:[-_][a-z]{4})?(?:[-_][a-z]{2})?(?:\.utf-?8)?$/i,
    surely: /^(?:en|de|fr|es|it|nl|pt|pl|ru|zh|ja|tr|cs|sv|da|fi|us|gb|at|ch)(?:$|[-_.])/i,
  },
  { all: /^[A-Z]{3}$/, surely: /^(?:EUR|USD|GBP|CHF|JPY|PLN|SEK|BRL)$/ },
  {
    all: /^(?:m|f|d|w|x|o|u|male|female|divers|diverse|other|unknown|mr|mrs|ms|miss|dr|herr|frau|mme|mlle|monsieur|madame|sr|sra|männlich|weiblich|homme|femme|man|woman|hombre|mujer|masculino|femenino|feminino|masculin|féminin|maschio|femmina|uomo|donna|kvinna|kvinne|kvinde|mies|nainen|muž|žena|mężczyzna|kobieta|мужской|женский|мужчина|женщина|non-binary)\.?$/iu,
    surely:
      /^(?:[mfw]|male|female|mr|mrs|ms|herr|frau|mme|monsieur|madame|sra|männlich|homme|femme|woman|hombre|mujer|femenino|feminino|masculin|féminin|maschio|femmina|donna|kvinna|kvinne|kvinde|nainen|žena|kobieta|мужской|женский|мужчина|женщина)\.?$/iu,
  },
  {
    all: /^(?:admin(?:istrator)?|(?:super|regular|normal|standard|end)?[ _-]?user|regular|normal|standard|member|moderator|editor|author|manager|owner|staff|teacher|student|parent|customer|employee)s?$/i,
    surely: /^(?:admin(?:istrator)?|moderator|editor|author|manager|owner|teacher|student)s?$/i,
  },
  { all: /^(?:light|dark|auto|system|default)$/i, surely: /^(?:light|dark)$/i },
  { all: /^(?:english|german|deutsch|french|français|spanish|español|italian|italiano)$/i, surely: /./ },
]

/** Whether the values of a column are of a kind that keeps no user out. */
export function settles(path: string, values: readonly string[]): boolean {
  // Letters for men and women such as `f` and `n` are a no, too; under the name of a status they are no gender.
  if (namesGender(path) || (sayGender(values) && standingName(path) === null)) return true
  if (values.length < 2 || values.every((value) => booleanOf(value) !== null)) return false
  // The way that users sign in.
  return values.every(isProviderName) || areOfOneKind(values)
}

/** Whether words are all of one kind that keeps no user out, such as languages or roles. */
export function areOfOneKind(values: readonly string[]): boolean {
  return kinds.some(
    ({ all, surely }) =>
      values.every((value) => all.test(value.trim())) && values.some((value) => surely.test(value.trim())),
  )
}
