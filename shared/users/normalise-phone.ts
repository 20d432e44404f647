import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/max'
import { isPlainPhone } from './plain-phone.ts'

/** `phone` is E.164, e.g. `+14155552671`. */
export type NormalisedPhone =
  | { readonly kind: 'ok'; readonly phone: string }
  | { readonly kind: 'invalid'; readonly reason: string }

/**
 * Brings a phone number into E.164 with the library's full metadata. `country` (ISO 3166, e.g. `DE`) completes
 * numbers without a country code; null: not chosen yet. Invalid when the number cannot be possible in its country,
 * or when a country is needed.
 */
export function normalisePhone(raw: string, country: string | null): NormalisedPhone {
  const text = raw.trim().replace(/^tel:/i, '')
  if (text === '') return invalid('The phone number is empty.')
  if (isPlainPhone(text)) return { kind: 'ok', phone: text }
  const international = text.startsWith('+') || text.startsWith('\uff0b')
  if (!international && country === null) {
    return invalid('The phone number has no country code: choose the country of such numbers.')
  }
  if (!international && country !== null && !isSupportedCountry(country)) {
    return invalid('The chosen country is not known: choose another for phone numbers without a country code.')
  }
  const number = parse(text, international ? null : country)
  if (number === undefined || !number.isPossible()) {
    return invalid(
      international
        ? 'The phone number is not a possible number of its country.'
        : 'The phone number is not a possible number of the chosen country.',
    )
  }
  if (number.ext !== undefined) return invalid('The phone number has an extension, which no code can be sent to.')
  return { kind: 'ok', phone: number.number }
}

function parse(text: string, country: string | null): PhoneNumber | undefined {
  // `extract: false`: the whole text has to be the number, none is picked out of a sentence.
  if (country !== null && isSupportedCountry(country)) {
    return parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  }
  return parsePhoneNumberFromString(text, { extract: false })
}

function invalid(reason: string): NormalisedPhone {
  return { kind: 'invalid', reason }
}
