import { getCountries } from 'libphonenumber-js/max'

/** The languages in which names of countries are known, as `Intl.DisplayNames` writes them. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'hu',
  'tr',
  'ru',
  'ja',
  'zh',
]

/** Other names that people use, without marks. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  uae: 'AE',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'czech republic': 'CZ',
  'viet nam': 'VN',
  'russian federation': 'RU',
  brd: 'DE',
  eeuu: 'US',
}

let known: ReadonlyMap<string, string> | null = null

/** The country (ISO 3166, e.g. `DE`) of a name in one of many languages: `Deutschland`, `United States`; null: none is known. */
export function countryOfName(name: string): string | null {
  known ??= namesOfCountries()
  return known.get(plainName(name)) ?? null
}

function namesOfCountries(): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const language of languages) {
    const named = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const country of getCountries()) {
      const name = named.of(country)
      if (name !== undefined) names.set(plainName(name), country)
    }
  }
  for (const [name, country] of Object.entries(otherNames)) names.set(name, country)
  return names
}

function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\p{M}.'’]/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()
    .toLowerCase()
}
