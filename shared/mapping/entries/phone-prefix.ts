import { textOf } from '../cell.ts'
import { lastName } from '../names/column-words.ts'

/* Phone numbers in two columns: the code of a country or of an area, and the number behind it. */

const ofPhone = 'phone|mobile|cell(?:phone)?|tel(?:ephone|efono|efon)?|contact|handy|whatsapp|msisdn|sms'
const ofCountry = 'country|dial(?:ing|ling)?|calling|isd|idd|intl|international|pais|land(?:es)?|pays'

const countryCode = new RegExp(
  `^(?:${ofPhone})?(?:number)?(?:${ofCountry})(?:${ofPhone})?(?:calling|dial(?:ing|ling)?)?(?:code|prefix)$|^(?:isd|ddi|landesvorwahl|landvorwahl|indicatifpays|codigopais|codepays)$`,
)
const areaCode = new RegExp(
  `^(?:${ofPhone})?area(?:code|prefix)$|^(?:${ofPhone})(?:code|prefix)$|^(?:ddd|vorwahl|ortsvorwahl|indicatif|prefisso|prefijo|netnummer|predvolba|riktnummer)$`,
)

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
  const prefix = (textOf(code) ?? '').trim().replace(/^\((.*)\)$/, '$1')
  if (!isPhonePrefix(prefix) || /^\s*(?:\+|00)/.test(number)) return number
  const digits = number.replaceAll(/\D/g, '')
  const isOfCountry = kind === 'country' || /^(?:\+|00)/.test(prefix)
  if (!isOfCountry) return `${prefix}${digits}`
  const country = prefix.replace(/^(?:\+|00)/, '')
  if (digits.length > longest && digits.startsWith(country)) return `+${digits}`
  // Of all countries, Italy alone dials the zero of an area from abroad.
  return `+${country}${country === '39' ? digits : digits.replace(/^0/, '')}`
}

/** Digits of a number within a country. */
const longest = 10
