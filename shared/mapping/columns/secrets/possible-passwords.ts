import { booleanOf, isTime } from '../../cell.ts'
import { isLoginName, namesRoles, splitPath, withinOf, wordsOf } from '../../names/column-words.ts'
import { hintsOf } from '../../names/name-hints.ts'
import { isAboutOtherThing } from '../../names/other-things.ts'
import { namesPlace } from '../../names/place-names.ts'
import { isContactTarget, type MappingTarget } from '../../targets.ts'
import { askAbout } from '../beside-columns.ts'
import type { Candidate } from '../judge-column.ts'
import { madeId } from '../keys/key-values.ts'
import type { ColumnProfile } from '../profile-columns.ts'
import { isProviderName } from '../value-fit.ts'
import { userNamesIn } from './own-names.ts'
import { isMixed } from './password-likeness.ts'

/* Columns of unknown names whose values may be passwords. */

/**
 * Asks about columns that have a value of its own for nearly each user, written as passwords and digests are, in a table with a contact or a login and
 * without a password. `userNames`: the column that may have the names that users sign in with.
 */
export function addPossiblePasswords(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  userNames: ColumnProfile | null,
): void {
  const all = [...chosen.values()]
  const isLogin = (target: MappingTarget) => target === 'password-hash' || target === 'provider-user-id'
  if (all.some(({ target, column }) => isLogin(target) && column.values.length > 0)) return
  const contact =
    all.find(({ target, confidence }) => isContactTarget(target) && confidence !== 'unsure')?.column ??
    profiles.find(({ path, values }) => isLoginName(path) && values.length > 0)
  if (contact === undefined) return
  const email = all.find(({ target }) => target === 'email')?.column ?? null
  const found = profiles.filter(
    (one) =>
      one !== userNames &&
      !chosen.has(one.path) &&
      isBeside(one.path, contact.path) &&
      saysNothing(one.path) &&
      mayBePasswords(one) &&
      userNamesIn(one, email, profiles) === null,
  )
  // More of them are codes of a system.
  if (found.length > maxColumns) return
  const text = 'its values may be passwords, and no other column has any'
  for (const column of found) askAbout(chosen, column, 'password-hash', text)
}

const maxColumns = 2

/** Whether a column is in the object of the contact, or in one for the login. */
function isBeside(path: string, contact: string): boolean {
  const { containers } = splitPath(path)
  return (
    withinOf(path) === withinOf(contact) ||
    (containers.length === 1 && !path.includes('[') && wordsOf(containers[0] ?? '').some((word) => ofLogin.test(word)))
  )
}

const ofLogin =
  /^(?:auth\w*|login|signin|local|accounts?|credentials?|access|security|konto|zugang|compte|cuenta|acceso|acces)$/

/** Whether the name of a column is that of nothing which has codes, tokens, names or words of its own for each user. */
function saysNothing(path: string): boolean {
  const { phone, provider, thirdParty, time, otherSecret, token, otherDigest, secondFactor, keyPair, ofPicture, id } =
    hintsOf(path)
  const isKnown = [phone, time, otherSecret, token, otherDigest, secondFactor, keyPair, ofPicture, id].includes(true)
  return (
    !isKnown &&
    provider === null &&
    thirdParty === null &&
    !isLoginName(path) &&
    !namesRoles(path) &&
    !namesPlace(path) &&
    !isAboutOtherThing(path) &&
    !wordsOf(path).some((word) => ofCode.test(word))
  )
}

/** Words of columns in which each user has a code, a number or a name of its own that is no login. */
const ofCode =
  /^cod|code|kod|key|schlussel|schluessel|clave|^(?:no|nr|num|nbr|ids?|uids?|ref|uri|links?|path|file|alias|handle|bio|motto|note|skype|icq|msn|line|wechat|iban|bic|vat|tin|ssn|nif|cif|dni|cpf|cnpj|nip|pesel|isbn|sku|gtin|ean|mac|imei|sim)$|number|nummer|numer|slug|serial|serien|licen|lizenz|permit|plate|kennzeichen|matric|matrik|badge|card|karte|carte|tarjeta|coupon|voucher|gutschein|promo|parrain|sponsor|barcode|ticket|order|bestell|pedido|commande|room|raum|zimmer|locker|seat|desk|wallet|gamer|instagram|discord|telegram|twitter|vehicle|asset|device|hostname|signature|uuid|guid|version/

const enough = 3

/** Whether nearly all users have a value, seldom the same one, and most are written as passwords or digests. */
function mayBePasswords({ values, records }: ColumnProfile): boolean {
  const texts = values.map((value) => value.trim()).filter((value) => value !== '')
  const distinct = new Set(texts).size
  if (texts.length < enough || texts.length * 2 < records || distinct * 5 < texts.length * 4) return false
  if (areCounted(texts)) return false
  return areDigests(texts) || areGenerated(texts) || areChosen(texts)
}

/** Whether the numbers behind words count the rows: a program made the words. */
function areCounted(texts: readonly string[]): boolean {
  const numbers = texts.map((text) => Number(/\d{1,9}$/.exec(text)?.[0] ?? Number.NaN))
  const next = numbers.filter(
    (number, at) => at > 0 && number > (numbers[at - 1] ?? 0) && number <= (numbers[at - 1] ?? 0) + maxStep,
  )
  return next.length * 5 >= (texts.length - 1) * 4
}

const maxStep = 4

/** Bytes of one length in base64 with its padding: digests of 16, 20, 32 and 64 bytes. */
function areDigests(texts: readonly string[]): boolean {
  const [first = ''] = texts
  return (
    /^(?:24|28|44|88)$/.test(String(first.length)) &&
    texts.every((text) => text.length === first.length && /^[A-Za-z\d+/]{20,}={1,2}$/.test(text))
  )
}

/** Letters and digits of one length, mixed as programs make passwords. IDs have hexadecimal digits, and codes have capitals alone. */
function areGenerated(texts: readonly string[]): boolean {
  const [first = ''] = texts
  const beginnings = new Set(texts.map((text) => text.slice(0, 2)))
  return (
    first.length >= 6 &&
    first.length <= 16 &&
    texts.every((text) => text.length === first.length && generated.test(text) && !madeId.test(text)) &&
    !texts.every((text) => /^[\da-f]+$/i.test(text)) &&
    beginnings.size * 4 >= texts.length * 3 &&
    // In words and names of a number, capitals are in front and digits behind.
    texts.filter((text) => /\p{Ll}/u.test(text) && /\d\p{L}|\p{Ll}\p{Lu}/u.test(text)).length * 5 >= texts.length * 4 &&
    texts.filter((text) => /\d/.test(text)).length * 2 >= texts.length
  )
}

const generated = /^[A-Za-z\d!#$%&*?@+=^~_-]+$/

/** Words of several lengths and beginnings, most with digits or signs as users put them into passwords. */
export function areChosen(texts: readonly string[]): boolean {
  const words = texts.filter(isChosen)
  const lengths = new Set(words.map(({ length }) => length))
  const beginnings = new Set(words.map((word) => word.slice(0, 2)))
  return words.length * 4 >= texts.length * 3 && lengths.size > 1 && beginnings.size * 2 >= words.length
}

export function isChosen(word: string): boolean {
  return (
    /^[\p{L}\d!#$%&*?@+=^~._-]{5,40}$/u.test(word) &&
    /[\d!#$%&*?+=^~]/.test(word) &&
    /\p{Ll}/u.test(word) &&
    isMixed(word) &&
    !ofOther.test(word) &&
    !slug.test(word) &&
    !isTime(word) &&
    booleanOf(word) === null &&
    !isProviderName(word)
  )
}

/** Words in small letters with signs between them, as in addresses of pages. */
const slug = /^[\p{Ll}\d]+(?:[-_.][\p{Ll}\d]+)+$/u

/** Handles, colors, versions, measures, files and domains. */
const ofOther = /^@|^#[\da-f]{3,8}$|^v\d|^[\d.,]+\p{L}{1,4}$|[\p{L}\d_-]\.[a-z]{2,10}$/iu
