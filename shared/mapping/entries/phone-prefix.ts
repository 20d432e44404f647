import { isPhone, textOf, trimmedText } from '../cell.ts'
import { lastName } from '../names/column-words.ts'
import { countryOfName } from '../../users/country-names.ts'
import { isLargestWhole } from '../../users/dummy-contacts.ts'
import { callingCodeOf, isAsDialed, normalisePhone } from '../../users/normalise-phone.ts'

/* Phone numbers in two columns: the code of a country or of an area, or the country itself, and the number. */

const ofPhone = 'phone|mobile|cell(?:phone)?|tel(?:ephone|efono|efon)?|contact|handy|whatsapp|msisdn|sms'
const ofCountry = 'country|dial(?:ing|ling)?|calling|isd|idd|intl|international|pais|land(?:es)?|pays'

const countryCode = new RegExp(
  `^(?:${ofPhone})?(?:number)?(?:${ofCountry})(?:${ofPhone})?(?:calling|dial(?:ing|ling)?)?(?:code|prefix)$|^(?:isd|ddi|landesvorwahl|landvorwahl|indicatifpays|codigopais|codepays)$`,
)
const areaCode = new RegExp(
  `^(?:${ofPhone})?area(?:code|prefix)$|^(?:${ofPhone})(?:code|prefix)$|^(?:ddd|vorwahl|ortsvorwahl|indicatif|prefisso|prefijo|netnummer|predvolba|riktnummer|lada)$`,
)

/** Names of columns with countries. `region` is none of them: it also has states and provinces, of which many share the code of a country (`DE`, `CA`). */
const countryName = new RegExp(
  `^(?:user|home|residence|residential|(?:${ofPhone})(?:number)?)?(?:country|land|laender|pais|pays|paese|nazione|kraj|ulke|strana|страна)(?:code|kod|id)?(?:iso|iso2|iso31661|alpha2|iso31661alpha2|iso2code|isocode)?(?:${ofPhone})?$|^iso(?:2|31661|31661alpha2)?(?:country(?:code)?|code)?$|^(?:land(?:es)?code|landkode|landeskennung|code(?:iso)?pays|codigo(?:iso)?pais|codicepaese|alpha2(?:code)?|(?:${ofPhone})region(?:code)?)$`,
)

/** Whether a column by its name says a country where the user is reached, and not where one was born: `country`, `pays`. */
export function namesCountry(path: string): boolean {
  return countryName.test(lastName(path))
}

/** The country (ISO 3166, two letters in capitals) that a code or a name says; null: none. Many write `UK`, which is reserved for `GB`. */
export function countryOf(value: string): string | null {
  if (value.length > 2 && value.length <= longestName && /\p{L}{3}/u.test(value)) return countryOfName(value)
  const code = value.trim().toUpperCase()
  const country = code === 'UK' ? 'GB' : code
  return /^[A-Z]{2}$/.test(country) && callingCodeOf(country) !== null ? country : null
}

/** The kind of code that a column has by its name, `country_code` or `areaCode`; null: of neither. A plus sign in its values says country as well. */
export function prefixByName(path: string): 'country' | 'area' | null {
  const name = lastName(path)
  return countryCode.test(name) ? 'country' : areaCode.test(name) ? 'area' : null
}

/** Whether a value is the code of a country or of an area, and no abbreviation: `+49`, `0049`, `801`. */
export function isPhonePrefix(value: string): boolean {
  return /^(?:\+|00)?[1-9]\d{0,3}$|^0[1-9]\d{1,4}$/.test(value.trim().replace(/^\((.*)\)$/, '$1'))
}

/** A number with the code that stands before it in another column. One that has a code itself stays as it is. */
export function withPrefix(number: string, code: unknown, kind: 'country' | 'area'): string {
  // With a code before it, it would be the number of a stranger.
  if (isLargestWhole(number)) return number
  const country = countryOf(textOf(code) ?? '')
  if (country !== null) return withCountry(number, country)
  const prefix = trimmedText(code).replace(/^\((.*)\)$/, '$1')
  if (!isPhonePrefix(prefix) || /^\s*(?:\+|00)/.test(number)) return number
  const digits = number.replaceAll(/\D/g, '')
  const isOfCountry = kind === 'country' || /^(?:\+|00)/.test(prefix)
  if (!isOfCountry) return `${prefix}${digits}`
  const calling = prefix.replace(/^(?:\+|00)/, '')
  if (digits.length > longest && digits.startsWith(calling)) return `+${digits}`
  // Of all countries, Italy alone dials the zero of an area from abroad.
  return `+${calling}${calling === '39' ? digits : digits.replace(/^0/, '')}`
}

/** The number in E.164 as one of this country, where it has no code. A number that this country cannot have gets the code too: a chosen country would complete it to the number of another person. */
function withCountry(number: string, country: string): string {
  const alone = normalisePhone(number, null)
  if (alone.kind === 'ok' || alone.lacks !== 'country') return number
  const own = normalisePhone(number, country)
  // Digits that are a number of another country with the plus sign that spreadsheets remove stay in doubt, unless people dial them so here.
  if (own.kind === 'ok') return own.foreign !== undefined && !isAsDialed(number, own.phone) ? number : own.phone
  return /^[\s(]*00/.test(number) || !isPhone(number) ? number : `+${callingCodeOf(country) ?? ''} ${number.trim()}`
}

const longestName = 60
/** Digits of a number within a country. */
const longest = 10
