import { hashLikeness } from '../../hashes/hash-likeness.ts'
import { isTime } from '../cell.ts'
import { isOfEitherOrder, readTime } from '../../users/time-joined.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { knownProvider } from '../../users/known-provider.ts'
import { isLoginName, lastName, splitPath, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isOfCustomerElsewhere, numbersThing, refersToAccount, refersToPerson } from '../names/account-names.ts'
import { isCountedPerson, isNameOfPerson, isPeopleWord } from '../names/people-names.ts'
import { isAboutOtherThing } from '../names/other-things.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** Columns that tell the records of a table apart. */

/** Whether the values of a column are a key: one in every record that has any, none of them twice. */
export function isUnique({ values }: ColumnProfile): boolean {
  return values.length >= 2 && new Set(values).size === values.length
}

/** Whether a value of a column comes again. */
export function comesAgain({ values }: ColumnProfile): boolean {
  return new Set(values).size < values.length
}

/** Whether so few of many values come again that they are a key in which a record was written twice, and not one of something else. */
export function hasFewRepeats(values: readonly string[]): boolean {
  return values.length >= enoughToRepeat && new Set(values).size * 10 >= values.length * 9
}

const enoughToRepeat = 20

const key = /^(?:id|ids|pk|key|no|nr|num|number|nummer|numero|code|ref|uid|guid|uuid|oid|kennung|\w+id|\w+nr|\w+no)$/
const counted = /^\d{1,12}$/
export const madeId =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|[0-7][0-9a-hjkmnp-tv-z]{25}|[a-z]{2,6}[_-][\w-]{8,40})$/i

type Found = { readonly column: ColumnProfile; readonly surely: boolean }

/**
 * The column that tells the records apart where none is called an ID: filled in all of them and never the same, but for
 * a few that were written twice. `surely`: its
 * name or its values say that it is the key. A later file is joined by it.
 */
export function keyColumn(
  profiles: readonly ColumnProfile[],
  isFree: (column: ColumnProfile) => boolean,
): Found | null {
  const resource = profiles.find((column) => isFree(column) && areResources(column))
  if (resource !== undefined) return { column: resource, surely: true }
  const unique = keyAmong(profiles, (column) => isFree(column) && isKey(column))
  if (unique?.surely === true) return unique
  const isRepeated = (column: ColumnProfile) =>
    hasFewRepeats(column.values) && hasFormOfKey(column) && (saysKey(column) || areNumbered(column))
  const repeated = keyAmong(profiles, (column) => isFree(column) && isRepeated(column))
  return repeated?.surely === true ? repeated : unique
}

function keyAmong(profiles: readonly ColumnProfile[], isOne: (column: ColumnProfile) => boolean): Found | null {
  const keys = profiles.filter(isOne)
  const [named, ...more] = keys.filter(
    (column) =>
      saysKey(column) &&
      !countsRows.test(lastName(column.path)) &&
      !namesThing(column.path) &&
      !namesOtherThing(column.path, profiles),
  )
  if (named !== undefined) {
    const isUsual = named.values.every(isPlain) && !areCardNumbers(named)
    const surely = isUsual && !isSecretName(named.path) && (more.length === 0 || !isNumberOfThing(named.path))
    return { column: named, surely }
  }
  const [made, ...others] = keys.filter(({ values }) => values.every((value) => uuid.test(value)))
  if (made !== undefined && others.length === 0) return { column: made, surely: namesLogin(made.path) }
  const [first] = keys
  // In a short list, names are all different by chance.
  if (first === undefined || first.path !== profiles[0]?.path || isNameOfPerson(first.path) || holdsPersons(first))
    return null
  if (ofKind.test(wordsOf(splitPath(first.path).name).at(-1) ?? '')) return null
  // Amounts, points and post codes of a short list are all different by chance as well.
  if (!saysKey(first) && isAboutOtherThing(first.path)) return null
  const isId = (areIdsOf(first) || first.values.every(isCoded)) && !namesRow.test(lastName(first.path))
  const isOther = first.records >= enoughToTell && !first.values.every(isFirstName)
  return isId || saysKey(first) || namesLogin(first.path) || isOther ? { column: first, surely: isId } : null
}

/** Of what kind a user is, which a short list has once for each: `user_type`. */
const ofKind =
  /^(?:types?|tipo|typ|kind|roles?|rol|status|statut|state|estado|levels?|nivel|ranks?|gender|sex|lang|language)$/

/** A word as the name of a person is written, in letters that have no capitals as well. */
function isFirstName(value: string): boolean {
  return /^(?:\p{Lu}[\p{Ll}\p{M}]+(?:-\p{Lu}[\p{Ll}\p{M}]+)?|\p{Lo}+)$/u.test(value.trim())
}

/** Whether a column is called the name of people, and has names of persons: `member_name`. What people sign in with has other names. */
export function holdsPersons({ path, values }: ColumnProfile): boolean {
  const name = lastName(path)
  return name.endsWith('name') && !loginName.test(name) && values.every(isFirstName)
}

/** In fewer rows, values are all different by chance. */
export const enoughToTell = 10

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const loginName = /^(?:(?:user|login|account|benutzer|gebruikers|bruker|anvandar)_?name|login)$/

/** Whether a column is called like what people sign in with, or like people: Cognito makes user names itself. `bare`: its name without what all share. */
export function namesLogin(path: string, bare = path): boolean {
  return loginName.test(lastName(path)) || wordsOf(splitPath(bare).name).some(isPeopleWord)
}

/**
 * Whether a column may only number the rows of a list, 1, 2, 3, under a name that says no more. `surely`: its name says so as well. Rows of a
 * database have no such numbers: what it stores is a key.
 */
export function rowNumbers({ path, values, records }: ColumnProfile): { readonly surely: boolean } | null {
  const name = lastName(path)
  if (values.length < enoughRows || values.length < records || !(namesRow.test(name) || countsRows.test(name)))
    return null
  const first = Number(values[0])
  if ((first !== 0 && first !== 1) || values.some((value, at) => value.trim() !== `${first + at}`)) return null
  return { surely: name === '' || countsRows.test(name) }
}

const enoughRows = 3

/** The one column that the schema declares as the primary key, also of a table with a single row. */
export function declaredKey(
  profiles: readonly ColumnProfile[],
  [name, ...others]: readonly string[],
): ColumnProfile | undefined {
  if (name === undefined || others.length > 0) return undefined
  return profiles.find(
    ({ path, values, records }) =>
      path.toLowerCase() === name.toLowerCase() &&
      values.length === records &&
      new Set(values).size === records &&
      values.every(isPlain),
  )
}

/** Whether a declared key is the ID rather than a column that is called one: that has words, as users choose them to sign in with, or codes. */
export function isIdRather(declared: ColumnProfile, named: ColumnProfile): boolean {
  const isCounted = areIdsOf(declared) || (areNumbered(declared) && !isLoginName(declared.path))
  return declared !== named && isCounted && !areIdsOf(named)
}

/** Names of resources, as the APIs of Google give their documents: `users/8fk2`, `projects/p/databases/d/documents/users/8fk2`. */
function areResources(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const [first = ''] = values
  const within = first.slice(0, first.lastIndexOf('/') + 1)
  return (
    path === 'name' &&
    within !== '' &&
    isUnique(column) &&
    values.length === records &&
    values.every((value) => value.startsWith(within) && /^[\w.~%-]{1,128}$/.test(value.slice(within.length)))
  )
}

/** `ND001`: letters and the number of a row in its table. */
function isCoded(value: string): boolean {
  return /^\p{L}{1,4}[-_]?\d{2,12}$/u.test(value)
}

/** Whether all values are letters of their kind and a number, `K-1001`, `K-1002`: no phone numbers, and no codes made by chance. */
export function areNumbered({ values: [first = '', ...others] }: ColumnProfile): boolean {
  const letters = /^\p{L}{1,4}[-_]?/u.exec(first)?.[0]
  return letters !== undefined && [first, ...others].every((value) => isCoded(value) && value.startsWith(letters))
}

/** Numbers of rows, which the next export gives to others. */
const namesRow =
  /^(?:|no|nr|num|number|numero|nummer|lfd\w*|laufende\w*|lp|pos\w*|row\w*|line\w*|zeile\w*|rank\w*|rang|seq\w*|index|idx|order|count|sno|srno|slno|序号|序號|年|year|age)$/u

/** The same by a name that says so, whatever its last word: `Lfd. Nr.` */
const countsRows =
  /^(?:lfd|laufende|lp$|row|line|zeile|rank|rang|seq|index$|idx$|column\d+$|sno$|srno$|slno$|序号$|序號$)/u

/** Keys that programs sign in with. */
const keyOfAccess = /(?:auth|api|access|rss|feed|session|secret|private|activation|encryption|encrypt|crypt|cipher)key$/

/** Numbers of payment cards: by their name, or each of their length and with its check digit, but for numbers of people by their name. */
function arePaymentCards(column: ColumnProfile): boolean {
  const { path } = column
  if (/(?:credit|debit|kredit)cards?(?:no|nr|num|numbers?|id)?$/.test(wordsOf(path).join(''))) return true
  return areCardNumbers(column) && !numbersPeople(path)
}

function areCardNumbers({ values }: ColumnProfile): boolean {
  return values.length >= enoughRows && values.every((value) => /^\d{15,16}$/.test(value) && hasCheckDigit(value))
}

/** Whether a column is called the number of people, and nothing more: `Member No`. */
function numbersPeople(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const isPerson = (word: string) => isPeopleWord(word) || isCountedPerson(word)
  return (
    words.length > 1 &&
    !numbersAccount(path) &&
    words.some(isPerson) &&
    words.every((word) => isPerson(word) || /^(?:id|no|nr|num|number|nummer|numero|code)$/.test(word))
  )
}

/** A number of any length, in groups or with signs between them, as an office gives it to a person: `4000 1200 0034`, `2021/1004/MUC`. */
function isNumberOfPerson(value: string): boolean {
  const text = value.trim()
  return (
    /^(?=.*\d)[\p{L}\d](?:[ ./:_+#-]?[\p{L}\d]){1,255}={0,2}$/u.test(text) &&
    !isTime(text) &&
    hashLikeness(text) !== 'certain'
  )
}

/** By the formula of Luhn, ISO/IEC 7812-1. */
function hasCheckDigit(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 0 ? digit : digit * 2
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A header may end with a dot itself: `Kd-Nr.` */
function isInner(path: string): boolean {
  return path.includes('[') || splitPath(path).containers.length > 0
}

export function isKey(column: ColumnProfile): boolean {
  return (isUnique(column) || isOfOne(column)) && hasFormOfKey(column)
}

/** Whether a column has a plain value in every record, and no name of something else than a key. */
function hasFormOfKey(column: ColumnProfile): boolean {
  const { path, values, records } = column
  const { phone, password, time, provider } = hintsOf(path)
  // A login is a name or has a key, and a time only beside other words.
  const isTimed = time && !/^login(?:_?(?:id|key|no|nr|uid|uuid))?$/.test(lastName(path))
  const isOther = ((phone && !isContactNumber(column)) || isSecretName(path)) && !areNumbered(column)
  if (isOther || password !== null || isTimed || provider !== null || isInner(path)) return false
  if (keyOfAccess.test(lastName(path)) || arePaymentCards(column)) return false
  if (values.length !== records || values.every(isWrittenTime)) return false
  return values.every(isPlain) || (numbersPeople(path) && values.every(isNumberOfPerson))
}

/** Whether a text is a date or a time that is written as such. Digits alone may be a number that was given out as well. */
function isWrittenTime(value: string): boolean {
  const text = value.trim()
  return !/^\d+$/.test(text) && (readTime(text) !== null || isOfEitherOrder(text) || ofDayOrClock.test(text))
}

/** `11-JAN-20`, as Oracle writes days, and times of a day. */
const ofDayOrClock = /^(?:\d{1,2}-[a-z]{3}-(?:\d\d){1,2}|\d{1,2}:\d\d(?::\d\d)?)$/i

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
    key.test(last) &&
    saysKey(column)
  )
}

/** Whether a column is called like a secret other than a password, such as a code. */
export function isSecretName(path: string): boolean {
  return hintsOf(path).otherSecret && !namesPeople(path)
}

/** The code of a person is none to sign in with: `Employee Code`. */
function namesPeople(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  return words.length === 2 && words[1] === 'code' && isPeopleWord(words[0] ?? '')
}

/** A number with its year or its kind, as offices and schools give them out: `MAT/2107`, `2021/0455`. */
function isNumberOfYear(text: string): boolean {
  return /^(?=.*\d{3})[\p{L}\d]{1,12}[/][\p{L}\d-]{1,20}$/u.test(text) && !isTime(text)
}

export function isPlain(value: string): boolean {
  const text = value.trim()
  return (
    (/^(?:[\w\p{L}.:|-]{1,64}|\{[\w-]{8,40}\}|[xX]'[0-9a-fA-F]{8,64}')$/u.test(text) || isNumberOfYear(text)) &&
    !isEmailAddress(text) &&
    hashLikeness(text) !== 'certain'
  )
}

/** Whether all values are IDs that a program counted or made. */
export function areIdsOf({ values }: ColumnProfile): boolean {
  return values.every((value) => madeId.test(value)) || values.every((value) => counted.test(value))
}

/** Whether a column that is called like a person says of each record whether it is one, and has no IDs: `member`, 0 and 1. */
export function saysWhether({ values }: ColumnProfile): boolean {
  return values.includes('0') && values.every((value) => value === '0' || value === '1')
}

/**
 * The one column by whose IDs the rows refer to an account in another table: `user_id` beside an `id` of the row, else one that refers to its
 * owner.
 */
export function accountColumn(profiles: readonly ColumnProfile[]): ColumnProfile | null {
  const paths = profiles.map(({ path }) => path)
  const refers = profiles.filter(
    (column) =>
      refersToPerson(column.path) &&
      !isNumberElsewhere(column.path, paths) &&
      column.values.length === column.records &&
      column.records > 0 &&
      areIdsOf(column) &&
      !saysWhether(column),
  )
  const named = refers.filter(({ path }) => refersToAccount(splitPath(path).name))
  const [first, ...others] = named.length > 0 ? named : refers
  return first !== undefined && others.length === 0 ? first : null
}

/** Whether a column has numbers that a bank or another party gave out, by its name and those beside it. */
export function isNumberElsewhere(path: string, beside: readonly string[]): boolean {
  return numbersThing(path, beside) || isOfCustomerElsewhere(path, beside)
}

export function saysKey(column: ColumnProfile): boolean {
  const { path, values } = column
  const areIds = areIdsOf(column)
  const words = wordsOf(splitPath(path).name)
  return (
    !(isLoginName(path) && /(?:no|nr)$/.test(lastName(path))) &&
    (key.test(words.at(-1) ?? '') || words[0] === 'id' || isNumberOf(words)) &&
    (areIds || values.every((value) => /\d/.test(value)))
  )
}

/** The number of a person, with the noun first, as in Romance languages: `numero_utilisateur`, `codigo_cliente`. */
function isNumberOf([first = '', ...others]: readonly string[]): boolean {
  const nouns = others.filter((word) => !/^(?:de|del|della|do|da|du|d|l|la|le|el)$/.test(word))
  return nouns.length > 0 && /^(?:no|nr|num|numero|number|code|codigo|codice)$/.test(first) && nouns.every(isPeopleWord)
}

/** Whether a key is that of a thing by its name: `address_id`, `stripe_customer_id`. A number for people alone, or an older one, may be theirs. */
export function namesThing(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const nouns = words.filter((word) => !key.test(word) || word === 'ref')
  if (
    nouns.length === 0 ||
    words.length < 2 ||
    nouns.some((word) => ofUsers.test(word) || knownProvider(word) !== null)
  )
    return false
  return (
    /^(?:id|fk|ref)$/.test(words.at(-1) ?? '') &&
    nouns.some((word) => /^[a-z]+$/.test(word) && !isPeopleWord(word) && !isCountedPerson(word))
  )
}

/**
 * Whether a key is that of a thing which no user is: a role, a kind or a place, `role_id`, `id_profile`, or what a user did last,
 * `id_last_order`. The first column may be the own key of a table of such things.
 */
export function namesOtherThing(path: string, [first]: readonly ColumnProfile[]): boolean {
  // `groupid` is one word, as `adminid` and `roleid` are.
  const words = wordsOf(splitPath(path).name).flatMap((word) => /^(\w{4,})(ids?)$/.exec(word)?.slice(1) ?? word)
  const nouns = words.filter((word) => !/^(?:ids?|fk|ref)$/.test(word))
  const [last = ''] = nouns.slice(-1)
  if (nouns.length === words.length || path === first?.path) return false
  return thing.test(last) || (/^(?:last|latest|current|default|parent|first)$/.test(nouns[0] ?? '') && nouns.length > 1)
}

const thing =
  /^(?:admins?|rol(?:e|le|a|es)?|ruolo|papel|profile?|perfil|profilo|(?:user|member|ext|admin)?groups?|grupo|gruppe|groupe|gruppo|grupa|types?|tipo|typ|kind|status|statut|stat[eo]|estado|shops?|stores?|tienda|loja|lang|language|idioma|langue|lingua|country|pais|pays|land|city|ciudad|ville|region|category|categoria|categorie|department|departamento|departement|abteilung|branch|sucursal|filial|position|level|nivel|niveau|plan|tier|theme|currency|image|avatar|photo|picture|address|timezone|messages?|orders?|permission|team|tenant)$/

/** Whether a key is the number of an account by its name, which is one of a bank or a contract as well: `account_number`, `Kontonummer`. */
export function numbersAccount(path: string): boolean {
  return /^(?:(?:no|nr|num|numero)(?:de|di|da|del)?)?(?:account|acct|konto|compte|cuenta|conta|conto|rekening)(?:no|nr|num|number|nummer)?$/.test(
    lastName(path),
  )
}

/** Whether a column of which a few values come again is the ID of its records by its plain name. Where more than a tenth do, it is the ID of something else. */
export function isOwnId(
  path: string,
  { filled, distinct }: { readonly filled: number; readonly distinct: number },
): boolean {
  return /^_?(?:id|uuid|guid|uid)(?:\.\$oid)?$/i.test(path) && filled - distinct <= Math.max(1, filled / 10)
}

/** Whether a number is that of a thing by its name, unless nothing else counts the users: `car_number` beside `card_number`. */
function isNumberOfThing(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  const nouns = words.filter((word) => !key.test(word))
  const isNumber = /^(?:no|nr|num|number|nummer|numero|code)$/.test(words.at(-1) ?? '')
  return (
    isNumber &&
    nouns.length > 0 &&
    !nouns.some((word) => isPeopleWord(word) || isCountedPerson(word) || ofUsers.test(word))
  )
}

/** Words of keys that users have in other systems. */
const ofUsers =
  /^(?:ext|extern|external|legacy|old|previous|alt|src|source|origin|original|foreign|sso|idp|oidc|auth|ldap|ad|azure|entra|sub|subject|provider|login|object|global|public|unique|remote|import|personal|personnel|identity)$/
