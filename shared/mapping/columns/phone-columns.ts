import { isDummyPhone } from '../../users/dummy-contacts.ts'
import { isPhone, isTime } from '../cell.ts'
import { countryOf, isPhonePrefix, namesCountry, prefixByName } from '../entries/phone-prefix.ts'
import { isLoginName, isOfAddress, lastName, splitPath, withinOf, wordsOf } from '../names/column-words.ts'
import { hintsOf } from '../names/name-hints.ts'
import { isNumberOfPerson } from '../names/national-ids.ts'
import { isOfOtherPeople } from '../names/other-people.ts'
import { isAboutOtherThing } from '../names/other-things.ts'
import { askAbout, called, isTaken, take } from './beside-columns.ts'
import type { Candidate } from './judge-column.ts'
import { numbersAccount } from './keys/key-names.ts'
import type { ColumnProfile } from './profile-columns.ts'
import { areFarApart, areNationalNumbers, isWrittenAsPhone } from './value-fit.ts'

/** Numbers in a column that names a phone among other words, `tlf_movil`, or with the plus of an international number. */
export function arePhones({ path, values }: ColumnProfile): boolean {
  if (
    values.length === 0 ||
    isOfOtherPeople(path) ||
    isOfAddress(path) ||
    /fax|code|ext|verif|country|prefix/i.test(path)
  )
    return false
  const isInternational = (value: string) => value.trim().startsWith('+') && isPhone(value, 9)
  if (!hintsOf(path).phone) return values.every(isInternational)
  // Of many, one may be misspelled.
  return values.filter((value) => !isPhone(value, 7)).length * 10 <= values.length
}

/** Of several columns of phones, the one that its name says is carried along, or the first, and the others are asked about. Without such names, all are. */
export function addPhones(found: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const free = found.filter(({ path }) => !isTaken(chosen, path))
  if (free.length < found.length) return
  const named = free.filter(({ path }) => hintsOf(path).phone)
  const own = named.find(({ path }) => wordsOf(path).some((word) => ofOwner.test(word))) ?? named[0]
  for (const column of free) {
    const [confidence, text] =
      column === own
        ? (['likely', 'it is called a phone, and all samples are phone numbers'] as const)
        : (['unsure', 'all samples are phone numbers, as in another column'] as const)
    take(chosen, column, 'phone', text, confidence)
  }
}

/** Takes the column with the codes of countries or areas that stand before the numbers of another one, and that with their countries, where it alone has such. */
export function addPrefixes(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const phones = [...chosen.values()].filter(({ target, confidence }) => target === 'phone' && confidence !== 'unsure')
  const [phone] = phones
  // A number with the code of its country lacks none.
  if (phone === undefined || phone.column.values.every((value) => value.trim().startsWith('+'))) return
  const { path: ofPhone } = phone.column
  const beside = profiles.filter(
    ({ path, values }) => withinOf(path) === withinOf(ofPhone) && !isTaken(chosen, path) && values.length > 0,
  )
  const add = (found: readonly ColumnProfile[], more: string) => {
    const [column, ...others] = found
    if (column === undefined || others.length > 0) return
    take(chosen, column, 'phone', called(more))
  }
  add(
    beside.filter(({ path, values }) => prefixByName(path) !== null && values.every(isPhonePrefix)),
    `and its values are the codes before the numbers of “${ofPhone}”`,
  )
  add(beside.filter(areCountries), `and its values are the countries of the numbers in “${ofPhone}”`)
}

/** Codes or names of countries under a name for one. Of many, one may be unknown. */
function areCountries({ path, values }: ColumnProfile): boolean {
  if (!namesCountry(path) || !values.every((value) => /^\s*\p{L}/u.test(value))) return false
  return values.filter((value) => countryOf(value) === null).length * 10 <= values.length
}

/** Words for the phone of a person, not of a place. */
const ofOwner =
  /^(?:mobil\w*|cell\w*|celular|handy|portable|movil|telemovel|gsm|personal|private|privat\w*|own|perso\w*|prive\w*|particular|pessoal|personale|komorkow\w*|личн\p{L}*|мобильн\p{L}*|сотов\p{L}*|携帯\p{L}*|手机\p{L}*|휴대\p{L}*)$/u

const number = /^(?:no|nr|num|number|nummer|numero|numer|numara|номер|broj|cislo|szam|\d{1,2})s?$/u

/**
 * A column with values as phones of one country have, under a name of nothing else, is asked about as phones and is no ID. `numbered`: the table has
 * no column names, and all of its numbers may be some.
 */
export function addNationalNumbers(
  profiles: readonly ColumnProfile[],
  chosen: Map<string, Candidate>,
  numbered: boolean,
): void {
  if (numbered) return addLocalNumbers(profiles, chosen)
  const sure = [...chosen.values()].filter(({ confidence }) => confidence !== 'unsure')
  const hasId = sure.some(({ target }) => target === 'source-id')
  // Beside a column of phones, bare numbers as long as those are most likely some.
  const lengths = new Set(
    sure.flatMap(({ target, column }) => (target === 'phone' ? column.values.map((value) => value.trim().length) : [])),
  )
  const isBare = (value: string) =>
    asLongAsPhones.test(value) || (/^[2-9]\d{7,9}$/.test(value) && lengths.has(value.length))
  for (const column of profiles) {
    const { path, values } = column
    if (isTaken(chosen, path) || !mayHoldPhones(path)) continue
    // A cep is a cell phone in Turkish, and a post code of eight digits in Portuguese.
    const least = isCep(path) ? 10 : 0
    const text = values.every((value) => value.replaceAll(/\D/g, '').length >= least)
      ? formOfPhones(values, hasId ? isBare : () => false)
      : null
    if (text !== null) askAbout(chosen, column, 'phone', text)
  }
}

/** Whether a column may hold phones by a name that says nothing of them: a number and nothing else, `nr`, or an abbreviation, `fnum`. */
function mayHoldPhones(path: string): boolean {
  const words = wordsOf(splitPath(path).name)
  if (words.length > 0 && words.every((word) => number.test(word))) return true
  const { password, provider, thirdParty, time, otherSecret, otherDigest, secondFactor, id } = hintsOf(path)
  const isSecret = password !== null || otherSecret || otherDigest || secondFactor
  if (isSecret || provider !== null || thirdParty !== null || time || id || path.includes('[')) return false
  return !(ofNumbers.test(path) || numbersAccount(path) || ofOthers.some((isOther) => isOther(path)))
}

const isCep = (path: string) => lastName(path) === 'cep'
const isOfOtherThing = (path: string) => isAboutOtherThing(path) && !isCep(path)
const ofOthers = [isOfAddress, isOfOtherPeople, isLoginName, isNumberOfPerson, isOfOtherThing] as const

const ofNumbers =
  /fax|code|ext|verif|prefix|card|konto|account|acct|iban|bank|invoice|order|serial|barcode|isbn|ean$|imei|licen|member|mitglied|customer|kunde|client|employee|vat/i

/** The words for values as phones of one country have; null: they are none. `isBare`: whether a number without any mark may be one, and no ID. */
function formOfPhones(values: readonly string[], isBare: (value: string) => boolean): string | null {
  const numbers = [...new Set(values.map((value) => value.trim()))].filter((value) => !isDummyPhone(value))
  if (numbers.length < 2) return null
  const few = (isOne: (value: string) => boolean) =>
    numbers.filter((value) => !isOne(value)).length * 10 <= numbers.length
  const areInGroups = numbers.length >= enoughNumbers && groups.some((form) => few((value) => form.test(value)))
  if (
    areInGroups ||
    areNationalNumbers(numbers) ||
    few((value) => isWrittenAsPhone(value) || asDialedAbroad.test(value))
  )
    return 'all samples are written as phone numbers are, though its name does not say so'
  const areMany = numbers.length >= enoughNumbers && numbers.length * 4 >= values.length * 3
  if (!areMany || !numbers.every(isBare) || !areFarApart(numbers)) return null
  return 'all samples could be phone numbers of one country, though its name does not say so'
}

/** How people of some countries write numbers without a zero before them: `600 120 770`, `415-555-2671`, `8 (901) 123-40-67`, `98765 43210`, `12 34 56 78`. */
const groups = [
  /^\d{3}([ .-])\d{3}\1\d{3,4}$/,
  /^[78] ?\(\d{3}\) ?\d{3}[ -]?\d\d[ -]?\d\d$/,
  /^[6-9]\d{4} \d{5}$/,
  /^[2-9]\d(?: \d\d){3}$/,
  /^[2-9]\d{3} \d{4}$/,
]

/** With the digits that stand for a plus sign. */
const asDialedAbroad = /^00[1-9]\d{8,13}$/

/**
 * Takes the names that users sign in with for their phone numbers, where users have no other contact and every name is written as mobile numbers of
 * China are, or as numbers of a country behind its zero. Other numbers of that length may be national IDs, which the operator has to judge.
 */
export function addPhonesAsLogin(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  const isContact = ({ target }: Candidate) => target === 'phone' || target === 'email'
  if ([...chosen.values()].some(isContact)) return
  const column = profiles.find(({ path }) => isLoginName(path) && !isTaken(chosen, path))
  const numbers = [...new Set(column?.values.map((value) => value.trim()))]
  if (column === undefined || numbers.length < enoughNumbers || !areFarApart(numbers)) return
  const isSure = numbers.every((one) => ofChina.test(one)) || areNationalNumbers(numbers)
  if (!isSure && !numbers.every((one) => asLongAsPhones.test(one))) return
  const text = `no other column holds a contact, and all samples ${isSure ? 'are' : 'could be'} phone numbers of one country`
  const confidence = isSure ? 'likely' : 'unsure'
  take(chosen, column, 'phone', text, confidence)
}

const enoughNumbers = 3
const ofChina = /^1[3-9]\d{9}$/
/** Ten digits behind a one are seconds since 1970. */
const asLongAsPhones = /^(?:[2-9]\d{9}|\d{11})$/

/** Asks about the only column of numbers as long as phone numbers, unless another column holds phone numbers, and takes mobile numbers without an email. */
function addLocalNumbers(profiles: readonly ColumnProfile[], chosen: Map<string, Candidate>): void {
  if ([...chosen.values()].some(({ target }) => target === 'phone')) return
  const found = profiles.filter((one) => !chosen.has(one.path) && areLocalNumbers(one))
  const [column, ...others] = found
  if (column === undefined || others.length > 0) return
  const isOnly = ![...chosen.values()].some(({ target }) => target === 'email') && areMobile(column)
  const text = isOnly
    ? 'the table has no column names and no other contact, and all samples are written as mobile numbers'
    : 'the table has no column names, and all samples could be phone numbers'
  const confidence = isOnly ? 'likely' : 'unsure'
  take(chosen, column, 'phone', text, confidence)
}

/** Numbers of seven to eleven digits, far apart as counted IDs are not, or as mobile numbers are that a company gets in a row, and no times. */
function areLocalNumbers(column: ColumnProfile): boolean {
  const numbers = [...new Set(column.values.map((value) => value.trim()))]
  if (numbers.length < 2) return false
  // Behind a zero, ten digits are no seconds.
  if (areMobile(column)) return true
  return numbers.every((number) => /^\d{7,11}$/.test(number) && !isTime(number)) && areFarApart(numbers)
}

function areMobile({ values }: ColumnProfile): boolean {
  return values.length > 0 && values.every((value) => ofMobile.test(value.trim()))
}

/** Nine or ten digits behind a zero. With many zeros within, a number was filled up with zeros. */
const ofMobile = /^0(?=[1-9])(?!\d*0000)\d{9,10}$/
