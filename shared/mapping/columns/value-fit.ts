import { isComputedText } from '../../computed-value.ts'
import { hashLikeness, hashLikenessUnderPasswordName } from '../../hashes/hash-likeness.ts'
import { isPlaceholder } from '../../hashes/placeholder.ts'
import { isOfEitherOrder, readTimeJoined } from '../../users/time-joined.ts'
import { isRoundedNumber } from '../../users/rounded-number.ts'
import { isEmailAddress } from '../../users/normalise-email.ts'
import { knownProvider, namesOwnLogin } from '../../users/known-provider.ts'
import { booleanOf, contactOf, deletedByWord, disabledByWord, isPhone, isTime } from '../cell.ts'
import {
  holdsAccountFlags,
  isStatusName,
  lastName,
  saysAlgorithm,
  saysExpiry,
  saysUntil,
} from '../names/column-words.ts'
import { neverEnds } from '../end-of-account.ts'
import { fitOfName } from '../names/name-fit.ts'
import type { MappingTarget } from '../targets.ts'
import { areEncrypted } from './secrets/encrypted-columns.ts'
import { isOwnId } from './keys/key-names.ts'
import { hasFewRepeats } from './keys/key-values.ts'
import type { ColumnProfile } from './profile-columns.ts'

/** How well the values of a column suit a target. `telling`: values like these are seldom anything else. */
export type ValueFit = {
  /** `mostly`: a key of which few come again; `some`: fewer than half of them do, but some; `repeated`: a possible key whose values come again. */
  readonly kind: 'telling' | 'fits' | 'mostly' | 'partly' | 'repeated' | 'some' | 'empty' | 'not'
  readonly words: string
}

type Look = { readonly what: string; readonly telling: boolean; readonly test: (value: string) => boolean }

const emails: Look = {
  what: 'email addresses',
  telling: true,
  test: (value) => isEmailAddress((contactOf(value) ?? '').trim()),
}
/** Addresses within a machine or an office, and made-up ones, where a column is called so: `admin@localhost`, `1@1.1`. */
const namedEmails: Look = {
  ...emails,
  telling: false,
  test: (value) =>
    emails.test(value) || /^[^\s@"'<>:$/,;]{1,64}@[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}$/u.test(value.trim()),
}
const answers: Look = { what: 'yes or no, or a time', telling: false, test: (value) => booleanOf(value) !== null }
const ids: Look = { what: 'ids', telling: false, test: (value) => !/\s/.test(value.trim()) && value.length <= 256 }
const providers: Look = { what: 'names of providers', telling: true, test: areProviderNames }

const never: Look = { what: 'nothing', telling: false, test: () => false }

/** As long as the digests that they are made with: SHA-1, SHA-256 or SHA-512. */
const keysOfScram: Look = {
  what: 'server keys of SCRAM',
  telling: false,
  test: (value) =>
    /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128}|[A-Za-z0-9+/]{27}=|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/.test(
      value.trim(),
    ),
}

const algorithms: Look = {
  what: 'names of algorithms',
  telling: false,
  test: (value) => /^[A-Za-z][\w .-]{1,40}$/.test(value),
}
/** A column that is called so may declare another algorithm than the hash looks like: `bcrypt(sha256($p))`. */
const declarations: Look = {
  ...algorithms,
  test: (value) => /\p{L}/u.test(value) && booleanOf(value) === null && codes.test(value),
}
/** Codes count where nothing else is called so. */
const codes: Look = { ...algorithms, test: (value) => value.length <= 256 && hashLikeness(value) !== 'certain' }

const looks: Record<MappingTarget, Look> = {
  'source-id': ids,
  email: emails,
  'email-verified': answers,
  phone: {
    what: 'phone numbers',
    telling: false,
    test: (value) => isPhone(contactOf(value) ?? '') || isRoundedNumber(value),
  },
  'phone-verified': answers,
  'password-hash': { what: 'password hashes', telling: true, test: isHash },
  salt: { what: 'salts', telling: false, test: (value) => /^\S{2,256}$/.test(value.trim()) },
  'hash-algorithm': algorithms,
  provider: providers,
  'provider-user-id': { ...ids, test: (value) => ids.test(value) && !isProviderName(value) },
  'provider-email': emails,
  disabled: { ...answers, test: (value) => booleanOf(value) !== null || disabledByWord(value) !== null },
  // These are never suggested: only the operator knows what belongs into the core.
  metadata: never,
  role: never,
  'totp-secret': never,
  'time-joined': {
    what: 'times',
    telling: false,
    test: (value) => readTimeJoined(value, Number.POSITIVE_INFINITY) !== null || isOfEitherOrder(value),
  },
  tenant: {
    what: 'names or IDs',
    telling: false,
    test: (value) => /^[\p{L}\p{N}][\p{L}\p{N} ._:-]{0,99}$/u.test(value.trim()),
  },
  deleted: { ...answers, test: (value) => booleanOf(value) !== null || /^(?:deleted|active|\d)$/i.test(value.trim()) },
}

/** A number in a status column may mean anything. */
const statusText: Look = { what: 'known words', telling: false, test: (value) => disabledByWord(value) !== null }

const ends: Look = {
  ...answers,
  test: (value) =>
    booleanOf(value) !== null || neverEnds(value) || /^(?:-1|\d{4,5}|\d{18,19}|infinity)$/i.test(value.trim()),
}

const accountFlags: Look = {
  what: 'flags of Active Directory',
  telling: false,
  test: (value) => /^\d{1,10}$/.test(value.trim()),
}

/** The look of values of a column that disables, by its name. */
function lookOfStanding(path: string): Look {
  if (holdsAccountFlags(path)) return accountFlags
  if (isStatusName(path)) return statusText
  return saysExpiry(path) || saysUntil(path) ? ends : looks.disabled
}

/** The reason why values are no IDs of their records, or that only the database knows them; null: they may be. */
function fitOfIds({ path, values, records }: ColumnProfile): ValueFit | null {
  const known = values.filter((value) => !isComputedText(value))
  const distinct = new Set(known).size
  if (known.length === 0) return { kind: 'fits', words: onlyComputed }
  if (distinct === 1 && known.length > 2) return { kind: 'not', words: 'all records have the same' }
  if (distinct < known.length) {
    const isKey = distinct > 1 && (hasFewRepeats(known) || isOwnId(path, { filled: known.length, distinct }))
    return {
      kind: isKey && values.length === records ? 'mostly' : 'repeated',
      words: `its values are not unique (${distinct} different in ${known.length} samples)`,
    }
  }
  return values.length < records ? { kind: 'partly', words: 'not every record has one' } : null
}

const onlyComputed = 'only the database, a program or a template can compute its values'

/** UUIDs, and the IDs of documents: names of providers are none. */
const idsOfPrograms = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24})$/i

/** How well the values of a column suit a target. */
export function fitOfValues(target: MappingTarget, column: ColumnProfile): ValueFit {
  const { path, values } = column
  if (values.length === 0) return { kind: 'empty', words: 'no sample has a text or a number' }
  if (target === 'password-hash' && areEncrypted({ path, values }))
    return { kind: 'fits', words: 'all samples are encrypted texts' }
  if (target === 'provider-user-id' && areHeadings({ path, values }))
    return { kind: 'not', words: 'the samples are words' }
  if (target === 'provider' && values.length > 2 && values.every((value) => idsOfPrograms.test(value.trim())))
    return { kind: 'not', words: 'the samples are IDs' }
  const look = lookOf(target, path)
  const fitting = values.filter((value) => look.test(value)).length
  const share = fitting / values.length
  const which = share === 1 ? 'all' : share === 0 ? 'none of the' : `${fitting} of ${values.length}`
  const areOfBothKinds = target === 'email' && share > 0 && share < 1 && areEmailsAndPhones(values)
  const off = look === statusText ? wordsThatDisable(values) : ''
  const isCut = target === 'password-hash' && values.every(isBodyOfBcrypt)
  const what = isCut ? 'bcrypt hashes without their beginning' : look.what
  const inPlace = target === 'password-hash' ? values.filter((value) => isPlaceholder(value.trim())).length : 0
  const words =
    inPlace > 0
      ? besideTexts(inPlace, fitting, values.length)
      : `${which} samples are ${what}${off}${areOfBothKinds ? ', the others phone numbers, which are read as such' : ''}`
  const ofIds = target === 'source-id' ? fitOfIds(column) : null
  if (ofIds !== null) return ofIds
  // A contact in one row of a script is that of its parameters, and no user's.
  if (look.what === answers.what && values.every(isComputedText)) return { kind: 'empty', words: onlyComputed }
  // Where all sign in with passwords of the table, no third party is named.
  const isOwn = target === 'provider' && values.every(namesOwnLogin)
  if (look.what === answers.what && sayYesTwice(values))
    return { kind: 'partly', words: 'its values are Y and T, one of which is the no' }
  if (share >= 0.8) return { kind: look.telling && !isOwn ? 'telling' : 'fits', words }
  if (target === 'provider' && values.every((value) => /^(?!\d+$)[\w.:-]{2,60}$/.test(value.trim()))) {
    return { kind: 'fits', words: 'all samples are single words' }
  }
  return { kind: share >= 0.5 ? 'partly' : share > 0 ? 'some' : 'not', words }
}

/** Says of a column of hashes that texts stand in place of some. */
function besideTexts(inPlace: number, fitting: number, samples: number): string {
  return fitting > inPlace
    ? `${fitting - inPlace} of ${samples} samples are password hashes, ${inPlace} are texts in place of one`
    : `${inPlace} of ${samples} samples are texts in place of password hashes`
}

/** Whether a column of subjects has the headings of messages or lessons: texts with blanks or plain words, which no third party gives out. */
function areHeadings({ path, values }: Pick<ColumnProfile, 'path' | 'values'>): boolean {
  if (!/^sub(?:ject)?$/.test(lastName(path))) return false
  const texts = values.map((value) => value.trim())
  return texts.some((text) => /\s/.test(text)) || texts.every((text) => /^\p{L}[\p{L}\p{M}'’]*[.!?…]*$/u.test(text))
}

/** The words of a status that keep its users out. The operator decides about the disabled; the deleted are excluded. */
export function wordsThatDisable(values: readonly string[]): string {
  const words = [...new Set(values.map((value) => value.trim()))].filter((value) => disabledByWord(value) === true)
  const parts = [
    wordsWith(
      words.filter((word) => !deletedByWord(word)),
      'disable',
    ),
    wordsWith(words.filter(deletedByWord), 'exclude'),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `, of which ${parts.join(' and ')}`
}

function wordsWith(words: readonly string[], verb: 'disable' | 'exclude'): string {
  if (words.length === 0) return ''
  const shown = words.slice(0, maxWords).map((word) => `“${word}”`)
  return `${shown.join(', ')}${words.length > maxWords ? ' and others' : ''} ${verb}${words.length === 1 ? 's' : ''}`
}

const maxWords = 4

function lookOf(target: MappingTarget, path: string): Look {
  if (target === 'disabled') return lookOfStanding(path)
  if (target === 'email') return fitOfName(target, path) === 'exact' ? namedEmails : emails
  return target === 'hash-algorithm' ? lookOfAlgorithm(path) : looks[target]
}

/** The look of values that declare an algorithm, by the name of their column. */
function lookOfAlgorithm(path: string): Look {
  const said = saysAlgorithm(path)
  if (said !== null) return said.by === 'yes' ? answers : said.by === 'any' ? codes : keysOfScram
  const name = fitOfName('hash-algorithm', path)
  return name === 'exact' ? codes : name === 'likely' ? declarations : algorithms
}

function isHash(value: string): boolean {
  const text = value.trim()
  return (
    hashLikeness(text) !== null ||
    (/^(?:\{[A-Z0-9-]+\}|[A-Za-z0-9_]{2,20}\$|\$(?![\d.,]+$))\S{8,}$/.test(text) &&
      hashLikenessUnderPasswordName(text) !== null) ||
    /^(?:0x|\\x)?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i.test(text) ||
    isBodyOfBcrypt(text) ||
    (encoded.test(text) && !isTime(text) && !path.test(text) && !securityId.test(text))
  )
}

/** Hexadecimal digits, or base64 with letters of both sizes: names of services end with hexadecimal IDs too. */
const encoded = /^(?:[0-9A-Fa-f]{40,}|(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])[A-Za-z0-9+/_-]{40,}={0,2})$/

/** A bcrypt hash without its beginning, which a shell or a program dropped. */
function isBodyOfBcrypt(value: string): boolean {
  return /^[./A-Za-z0-9]{53}$/.test(value.trim()) && !path.test(value)
}

/** The ID of an account of Windows. */
const securityId = /^S-1-\d+(?:-\d+)+$/

/** Words between slashes, as names of resources have them. */
const path = /^(?:[a-z]{2,20}\/[\w-]{1,60}\/){2}/

/** Whether a text names one provider, or lists several, of which one may be the login of the table itself: `google,facebook`, `{password,google}`. */
function areProviderNames(value: string): boolean {
  if (isProviderName(value)) return true
  if (!/[,;|]/.test(value)) return false
  const names = value.split(/[,;|]/).map((name) => name.replaceAll(/[\s"'{}[\]]/g, ''))
  return names.every((name) => isProviderName(name) || namesOwnLogin(name)) && names.some(isProviderName)
}

/** Whether a value names a third party or a way to sign in. */
export function isProviderName(value: string): boolean {
  return (
    knownProvider(value) !== null ||
    /^(?:local|password|credentials?|email|phone|auth0|google_oauth2|oauth2?|ldap|(?:saml|oidc|waad|adfs|okta|sso)(?:[:|/]?[\w.-]+)?)$/i.test(
      value.trim(),
    )
  )
}

/** Whether nothing but a phone number is written so: with a plus, an area in brackets, or blanks or dashes behind its zero. */
export function isWrittenAsPhone(value: string): boolean {
  const text = value.trim()
  return (
    isPhone(text, 8) &&
    (text.startsWith('+') || /^\(\d{2,4}\) ?\d/.test(text) || (/^\(?0/.test(text) && /[\s()/-]/.test(text)))
  )
}

/** Whether all values are of 9 to 11 digits behind one zero, nearly all different and far apart, as numbers of a country are and counted IDs are not. */
export function areNationalNumbers(values: readonly string[]): boolean {
  const numbers = [...new Set(values.map((value) => value.trim()))]
  // A family or a company has one number for some of its people.
  if (numbers.length < 2 || numbers.length * 4 < values.length * 3) return false
  if (!numbers.every((number) => /^0[1-9]\d{7,9}$/.test(number))) return false
  return areFarApart(numbers)
}

/** Whether numbers are spread like phone numbers, and not counted like IDs. */
export function areFarApart(numbers: readonly string[]): boolean {
  const sorted = numbers.map(Number).toSorted((one, other) => one - other)
  return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0) > numbers.length * farApart
}

/** Nearer to each other on average, numbers were counted. */
const farApart = 1000

/** Whether some values are email addresses and all others phone numbers. */
export function areEmailsAndPhones(values: readonly string[]): boolean {
  const others = values.filter((value) => !emails.test(value))
  return others.length > 0 && others.length < values.length && others.every((value) => isPhone(value, 8))
}

/** Whether all values are numbers as long as those by which Discord and others count their users. */
export function areLongNumbers(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^[1-9]\d{14,21}$/.test(value.trim()))
}

const algorithm =
  /(?:^|[^a-z])(?:ssha|sha|scram|md5|bcrypt|blowfish|argon2(?:id|i|d)?|s?crypt|pbkdf2?|phpass|django|drupal|wordpress|peppered|legacy|plain(?:text)?|clear(?:text)?|hmac)(?:$|[^a-z])/i
/** Algorithms that nothing but passwords is hashed with. */
const ofPasswords = /bcrypt|blowfish|argon2|scrypt|scram|pbkdf|phpass|ssha/i

/** Whether all values are names of algorithms, of which one is for passwords alone. */
export function areAlgorithmsOfPasswords(values: readonly string[]): boolean {
  const areNames = values.every((value) => value.length <= 40 && algorithm.test(value) && hashLikeness(value) === null)
  return areNames && values.some((value) => ofPasswords.test(value))
}

/** Whether all values are of several words, as labels of a form are. */
export function areSentences(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^\p{L}+(?:[\s,]+\p{L}+){2,}[.?!:…]?$/u.test(value))
}

/** Whether all values are a plain yes or no. */
export function sayYesOrNo(values: readonly string[]): boolean {
  return values.length > 0 && values.every((value) => /^(?:true|false|yes|no)$/i.test(value.trim()))
}

/** Whether answers are Y and T: either is a yes, so one is the no of its language, as in Indonesian `ya` and `tidak`. */
export function sayYesTwice(values: readonly string[]): boolean {
  const letters = new Set(values.map((value) => value.trim().toLowerCase()))
  return letters.has('y') && letters.has('t') && ![...letters].some((letter) => booleanOf(letter) === false)
}

const ofOrders = /\b(?:ship(?:ped|ment|ping)|deliver(?:ed|y)|refund(?:ed)?|fulfil\w{0,8}|invoiced?|payment)\b/i

/** Whether a status is of orders and the like, by its values: `Awaiting Shipment`. */
export function areOfOrders(values: readonly string[]): boolean {
  return values.some((value) => ofOrders.test(value)) && values.every((value) => disabledByWord(value) !== true)
}

/** Letters for men and women in some languages: `férfi` and `nő`, `hombre` and `mujer`, `kobieta` and `mężczyzna`, `laki-laki` and `perempuan`. */
const genders = ['mf', 'mw', 'mk', 'mž', 'mz', 'mh', 'fh', 'fn', 'lp', 'mn', 'mv', 'мж', 'чж', 'αγ', '男女', '남여']

/** Whether values are the letters for men and women, and maybe one for all others. */
export function sayGender(values: readonly string[]): boolean {
  const letters = new Set(values.map((value) => genderOf(value.trim().toLowerCase())).filter((value) => value !== ''))
  const pair = genders.find((both) => Array.from(both).every((letter) => letters.has(letter)))
  return (
    pair !== undefined &&
    [...letters].every((letter) => pair.includes(letter) || /^(?:[dxou]|未知|其他|保密|不明|その他|기타)$/.test(letter))
  )
}

/** The first letter of a word for men or women that begins with it in all languages of its letters: `男性`, `여자`. */
function genderOf(value: string): string {
  return value.replace(/(?<=^[男女남여])[性子士자성]$/u, '')
}
