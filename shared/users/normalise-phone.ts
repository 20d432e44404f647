import { isDigit } from './digit.ts'
import {
  type CountryCode,
  Metadata,
  type PhoneNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'

/**
 * `phone` is E.164, e.g. `+14155552671`. `foreign`: another number that the same digits are with the plus sign that
 * spreadsheets remove. `lacks`: a chosen country may complete it.
 */
export type NormalisedPhone =
  | { readonly kind: 'ok'; readonly phone: string; readonly foreign?: string }
  | { readonly kind: 'invalid'; readonly reason: string; readonly lacks?: 'country' }

/**
 * Brings a phone number into E.164 with the library's full metadata. `country` (ISO 3166, e.g. `DE`) completes
 * numbers without a country code; null: not chosen yet. Invalid when the number cannot be possible in its country,
 * when a country is needed, or when the country does not complete it.
 */
export function normalisePhone(raw: string, country: string | null): NormalisedPhone {
  const text = withoutWrapping(raw.trim())
  if (text === '') return invalid('The phone number is empty.')
  if (isPlainPhone(text)) return { kind: 'ok', phone: text }
  if (rounded.test(text)) {
    return invalid('A spreadsheet rounded this phone number, so its digits are lost. Use the file as it was exported.')
  }
  const international = text.startsWith('+') || text.startsWith('\uff0b')
  if (!international && country === null) {
    const reason =
      foreignReading(text) === null
        ? 'The phone number has no country code: choose the country of such numbers.'
        : 'The phone number has no plus sign, so that its first digits may be a country code or not: add the plus sign, or choose the country of such numbers.'
    return { kind: 'invalid', reason, lacks: 'country' }
  }
  if (!international && country !== null && !isSupportedCountry(country)) {
    return invalid('The chosen country is not known: choose another for phone numbers without a country code.')
  }
  const number = isUnassigned(text) ? undefined : parse(text, international ? null : country)
  if (number === undefined || !number.isPossible()) {
    return invalid(
      international
        ? 'The phone number is not a possible number of its country.'
        : `The phone number is not a possible number of the chosen country.${plusLost(text)}`,
    )
  }
  if (!international && country !== null && lacksAreaCode(number, country)) {
    return invalid(
      `The phone number is too short or too long for the chosen country: its area code may be missing.${plusLost(text)}`,
    )
  }
  if (number.ext !== undefined) return invalid('The phone number has an extension, which no code can be sent to.')
  const foreign = international ? null : foreignReading(text)
  return foreign === null || foreign === number.number
    ? { kind: 'ok', phone: number.number }
    : { kind: 'ok', phone: number.number, foreign }
}

/**
 * Whether a number was completed with the country, but has no length of its landlines and mobiles, and is no valid number for anything else: what
 * people dial within a town is as long as the numbers of some services, which the library calls possible.
 */
function lacksAreaCode(number: PhoneNumber, country: string): boolean {
  if (!isSupportedCountry(country) || number.countryCallingCode !== getCountryCallingCode(country)) return false
  return !number.isValid() && !subscriberLengths(country).has(number.nationalNumber.length)
}

const subscribers = new Map<string, ReadonlySet<number>>()

/** How many digits landlines and mobiles of a country have, with their area codes. */
function subscriberLengths(country: CountryCode): ReadonlySet<number> {
  const before = subscribers.get(country)
  if (before !== undefined) return before
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan
  // The library has this, its types do not.
  const read: unknown = plan === undefined ? undefined : Reflect.get(plan, 'type')
  const lengths = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE'].flatMap((kind) =>
    typeof read === 'function' ? lengthsOf(read.call(plan, kind)) : [],
  )
  // Where the library tells nothing of its kinds, every possible length is one of them.
  const found: ReadonlySet<number> = new Set(lengths.length > 0 ? lengths : plan?.possibleLengths())
  subscribers.set(country, found)
  return found
}

function lengthsOf(kind: unknown): readonly number[] {
  if (typeof kind !== 'object' || kind === null) return []
  const read: unknown = Reflect.get(kind, 'possibleLengths')
  const lengths: unknown = typeof read === 'function' ? read.call(kind) : []
  return Array.isArray(lengths) ? lengths.filter((length) => typeof length === 'number') : []
}

/** Whether a text has the digits that people of the country dial for a number in E.164, and the country gives out such numbers. */
export function isAsDialed(text: string, phone: string): boolean {
  const number = parse(phone, null)
  const dialed = number?.isValid() === true ? number.formatNational() : ''
  return dialed.replaceAll(/\D/g, '') === text.replaceAll(/\D/g, '')
}

/** The code before the numbers of a country (ISO 3166, e.g. `DE`); null: no such country is known. */
export function callingCodeOf(country: string): string | null {
  return isSupportedCountry(country) ? getCountryCallingCode(country) : null
}

/** The valid number that the digits are with a plus sign before them; null where they are none. */
function foreignReading(text: string): string | null {
  if (!/^[1-9]\d{9,14}$/.test(text) || !isPlainPhone(`+${text}`)) return null
  return parse(`+${text}`, null)?.isValid() === true ? `+${text}` : null
}

/** Spreadsheets take `+49171…` for a number and drop the plus sign; which country the digits begin with is then a guess. */
function plusLost(text: string): string {
  const isNumber = /^[1-9]\d{9,14}$/.test(text) && isPlainPhone(`+${text}`)
  return isNumber
    ? ' It would be one with a plus sign before it, which spreadsheets remove: correct it, or use the file as it was exported.'
    : ''
}

/** Spreadsheets write long numbers as `1.5555E+10`. */
const rounded = /^\+?\d(?:[.,]\d+)?E\+\d{1,2}$/i

/**
 * Removes wrappings that tools put around a number: `tel:`, `="..."` and `'` of spreadsheets, the `.0` of a number that
 * was a fraction.
 */
function withoutWrapping(text: string): string {
  const first = text.charCodeAt(0)
  // Nearly all begin with a digit or a plus sign.
  const bare = first === 0x2b || isDigit(first) ? text : text.replace(/^(?:tel:|='|="|=|'|")/i, '').replace(/['"]$/, '')
  return bare.endsWith('.0') && /^\+?\d{7,}\.0$/.test(bare) ? bare.slice(0, -2) : bare
}

function parse(text: string, country: string | null): PhoneNumber | undefined {
  // `extract: false`: the whole text has to be the number, none is picked out of a sentence.
  const options =
    country !== null && isSupportedCountry(country) ? { defaultCountry: country, extract: false } : { extract: false }
  const { stackTraceLimit } = Error
  // The library throws for each text that is no number, and capturing the stack takes ten times as long as parsing.
  Error.stackTraceLimit = 0
  try {
    return parsePhoneNumberFromString(text, options)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function invalid(reason: string): NormalisedPhone {
  return { kind: 'invalid', reason }
}

/** The parts that all countries of one calling code share. */
type CallingCode = {
  /** The beginnings of a national number that one of them would cut off or rewrite. */
  readonly rewritten: RegExp | null
  /** How many digits a national number may have in all of them. */
  readonly lengths: ReadonlySet<number>
}

/**
 * Whether a text is an international number, `+` and digits only, that is possible as it stands: the library would
 * answer with the very same number, after a hundred times as long. False says nothing.
 */
export function isPlainPhone(text: string): boolean {
  if (!/^\+[1-9]\d{5,16}$/.test(text)) return false
  codes ??= readCodes()
  for (let end = 2; end <= 4; end += 1) {
    const code = codes.get(text.slice(1, end))
    if (code === undefined) continue
    return code.lengths.has(text.length - end) && code.rewritten?.test(text.slice(end)) !== true
  }
  return false
}

/** The digits of an international number behind the code of its country; null: no country has a code that they begin with. */
export function behindCallingCode(digits: string): string | null {
  codes ??= readCodes()
  const end = [1, 2, 3].find((one) => codes?.has(digits.slice(0, one)))
  return end === undefined ? null : digits.slice(end)
}

/**
 * Whether a text is an international number, `+` and digits only, of which no country has the beginning: the library takes longest over
 * these. False says nothing.
 */
export function isUnassigned(text: string): boolean {
  if (!/^\+[1-9]\d{5,16}$/.test(text)) return false
  metadata ??= new Metadata()
  // The library has this, its types do not.
  const isAssigned: unknown = Reflect.get(metadata, 'hasCallingCode')
  if (typeof isAssigned !== 'function') return false
  return [2, 3, 4].every((end) => isAssigned.call(metadata, text.slice(1, end)) !== true)
}

let metadata: Metadata | null = null

/** Made when the first phone number comes: most exports have none. */
let codes: ReadonlyMap<string, CallingCode> | null = null

function readCodes(): ReadonlyMap<string, CallingCode> {
  const countries = new Map<string, CountryCode[]>()
  for (const country of getCountries()) {
    const code = getCountryCallingCode(country)
    countries.set(code, [...(countries.get(code) ?? []), country])
  }
  return new Map([...countries].map(([code, sharing]) => [code, inCommon(sharing)]))
}

function inCommon(countries: readonly CountryCode[]): CallingCode {
  const plans = countries.map(planOf)
  const [first, ...others] = plans.map(({ lengths }) => lengths)
  const lengths = (first ?? []).filter((length) => others.every((other) => other.includes(length)))
  const prefixes = [...new Set(plans.map(({ prefix }) => prefix).filter((prefix) => prefix !== ''))]
  const rewritten = prefixes.length === 0 ? null : new RegExp(`^(?:${prefixes.join('|')})`)
  return { rewritten, lengths: new Set(lengths) }
}

function planOf(country: CountryCode): { readonly lengths: readonly number[]; readonly prefix: string } {
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan
  // The library has this, its types do not.
  const read: unknown = plan === undefined ? undefined : Reflect.get(plan, 'nationalPrefixForParsing')
  if (plan === undefined || typeof read !== 'function') return { lengths: [], prefix: '' }
  const prefix: unknown = read.call(plan)
  return { lengths: plan.possibleLengths(), prefix: typeof prefix === 'string' ? prefix : '' }
}
