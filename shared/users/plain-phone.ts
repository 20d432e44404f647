import { getCountries, getCountryCallingCode, Metadata, type CountryCode } from 'libphonenumber-js/max'

/** What every country behind one calling code has in common. */
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
