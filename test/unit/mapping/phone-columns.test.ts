import { describe, expect, test } from 'vitest'
import { readByMapping } from '../../../shared/mapping/apply-mapping.ts'
import { suggestMapping } from '../../../shared/mapping/suggest-mapping.ts'

const suggested = (...names: readonly string[]) => {
  const records = Array.from({ length: 4 }, (_, row) =>
    Object.fromEntries([['Name', `Name ${row}`], ...names.map((name, at) => [name, `+7-9${at}5-111-22-1${row}`])]),
  )
  const { columns } = suggestMapping({ header: ['Name', ...names], records })
  return columns.slice(1).map(({ suggestion }) => suggestion && `${suggestion.target} ${suggestion.confidence}`)
}

test.each([
  ['Рабочий_телефон', 'Личный_телефон'],
  ['tel_bureau', 'tel_portable'],
])('of several phones the one that its owner carries is taken: %s, %s', (work, own) => {
  expect(suggested(work, own)).toEqual(['phone unsure', 'phone likely'])
  expect(suggested(own, work)).toEqual(['phone likely', 'phone unsure'])
})

test('the first of several phones is taken where no name says more, and none of columns of other names', () => {
  expect(suggested('телефон_отдела', 'телефон_склада')).toEqual(['phone likely', 'phone unsure'])
  expect(suggested('xx', 'yy')).toEqual(['phone unsure', 'phone unsure'])
  expect(suggested('xx')).toEqual(['phone likely'])
})

test.each([
  'no_hp_ortu',
  'No HP Orang Tua',
  'nomor_hp_wali',
  'parent_phone',
  'guardian_phone',
  'nok_phone',
  'next_of_kin_mobile',
  'telefono_padre',
  'telefono_tutor',
  'telefono_emergencia',
  'telefone_responsavel',
  'tel_mere',
  'tel_urgence',
  'Telefon Eltern',
  'notfall_telefon',
  'telefono_genitore',
  'telefoon_ouders',
  'telefon_rodzica',
  'veli_telefon',
  'телефон_родителя',
  'sdt_phu_huynh',
  '家长电话',
  '保護者電話番号',
  '보호자_전화',
])('the phone of a relative is not that of the user: %s', (name) => {
  expect(suggested(name)).toEqual([null])
  expect(suggested(name, 'phone')).toEqual([null, 'phone exact'])
})

test.each([
  'no_hp',
  'no_hp_siswa',
  'student_phone',
  'telefono_celular',
  'Telefon privat',
  '手机',
  'fortune_phone',
  'tel_morning',
  'tutor_phone',
])('the phone of the user is taken under a name that only has letters of such a word: %s', (name) =>
  expect(suggested(name)).toEqual([expect.stringMatching(/^phone (?:likely|exact)$/)]),
)

const read = (rows: readonly Readonly<Record<string, string>>[]) => {
  const { mapping } = suggestMapping({ header: null, records: rows })
  const reader = readByMapping(mapping)
  return rows.map((row) => {
    const entry = reader(row)
    return entry.kind === 'user' ? entry.user.phone : null
  })
}

describe('a code of a country or an area in a column of its own', () => {
  const row = (name: string, code: string, phone: string) => ({ email: `u${phone}@acme.example`, [name]: code, phone })

  test.each([
    ['country_code', '49', '15112345678', '+4915112345678'],
    ['dial_code', '+1', '(415) 555-2671', '+14155552671'],
    ['phoneCountryCode', '0044', '07400123456', '+447400123456'],
    ['calling_code', '39', '0612345678', '+390612345678'],
    ['isd', '91', '919812345678', '+919812345678'],
    ['area_code', '+86', '13812345678', '+8613812345678'],
    ['area_code', '415', '555-2671', '4155552671'],
    ['Vorwahl', '0711', '123456', '0711123456'],
    ['country_code', '49', '+4915112345678', '+4915112345678'],
    ['country_code', '', '15112345678', '15112345678'],
  ])('%s %s stands before %s', (name, code, phone, whole) => {
    const others = [1, 2, 3].map((at) => row(name, code === '' ? '49' : code, `30${at}5550${at}`))
    expect(read([row(name, code, phone), ...others])[0]).toBe(whole)
  })

  test.each([
    ['country', ['49', '43', '49']],
    ['postal_code', ['1010', '8010', '1010']],
    ['area_code', ['A-1', 'B-2', 'A-1']],
  ])('is none by another name or with other values: %s %s', (name, codes) => {
    const rows = codes.map((code, at) => row(name, code, `3055500${at}1`))
    expect(read(rows)).toEqual(rows.map(({ phone }) => phone))
  })
})

test('a phone number behind the apostrophe of a spreadsheet is found, as it is read', () => {
  const records = Array.from({ length: 4 }, (_, row) => ({ Name: `Name ${row}`, 'Phone 1': `'+1 415-555-010${row}` }))
  const { mapping } = suggestMapping({ header: ['Name', 'Phone 1'], records })
  expect(mapping.columns.map(({ path, target }) => [path, target])).toEqual([['Phone 1', 'phone']])
})

describe('the country of a number in a column of its own', () => {
  const rowsOf = (name: string, cells: readonly (readonly [country: string, phone: string])[]) =>
    cells.map(([country, phone], at) => ({ email: `u${at}@acme.example`, [name]: country, phone }))
  const national = [
    ['DE', '0151 23456001'],
    ['FR', '06 12 34 56 01'],
    ['GB', '07700 900102'],
    ['IT', '06 1234 5678'],
  ] as const
  const whole = ['+4915123456001', '+33612345601', '+447700900102', '+390612345678']

  test.each(['country', 'country_code', 'Land', 'pays', 'País', 'iso2', 'phoneCountry', 'phone_region', 'CountryISO'])(
    'each number is read in the country of its row: %s',
    (name) => {
      const rows = rowsOf(name, national)
      expect(read(rows)).toEqual(whole)
      const { columns } = suggestMapping({ header: null, records: rows })
      expect(columns[1]?.suggestion).toMatchObject({
        target: 'phone',
        confidence: 'likely',
        reason: `it is called “${name}”, and its values are the countries of the numbers in “phone”`,
      })
    },
  )

  test.each([
    ['lower case', 'fr', '06 12 34 56 99', '+33612345699'],
    ['the other code of Great Britain', 'UK', '07700 900199', '+447700900199'],
    ['a plus sign of another country', 'FR', '+49 151 23456099', '+49 151 23456099'],
    ['a number as dialed abroad', 'FR', '0049 151 23456099', '+4915123456099'],
    ['no country', '', '06 12 34 56 99', '06 12 34 56 99'],
    ['a number that is none there', 'FR', '0151 23456099', '+33 0151 23456099'],
    ['a number without its plus sign', 'FR', '33612345699', '+33612345699'],
    ['a number that may be of another country', 'DE', '447400123456', '447400123456'],
    ['a number that people dial so', 'US', '4930901820', '4930901820'],
    ['a number that people dial so, and may be of another country', 'US', '6592345678', '+16592345678'],
  ])('%s', (_, country, phone, expected) => {
    expect(read(rowsOf('country', [...national, [country, phone]])).at(-1)).toBe(expected)
  })

  test('a country that is unknown leaves its number as it is', () => {
    const rows = rowsOf('country', [...national, ...national, ...national, ['QQ', '06 12 34 56 99']])
    expect(read(rows).at(-1)).toBe('06 12 34 56 99')
  })

  test.each([
    ['language', ['de', 'fr', 'it']],
    ['locale', ['de', 'fr', 'en']],
    ['country', ['de', 'en', 'fr']],
    ['birth_country', ['DE', 'FR', 'IT']],
    ['country_of_birth', ['DE', 'FR', 'IT']],
    ['state', ['CA', 'DE', 'GA']],
    ['region', ['CA', 'DE', 'GA']],
    ['country', ['Oberland', 'Unterland', 'Ausland']],
  ])('is none by another name or with other values: %s %s', (name, values) => {
    const rows = rowsOf(
      name,
      values.map((value, at) => [value, `0151 2345600${at}`] as const),
    )
    expect(read(rows)).toEqual(rows.map(({ phone }) => phone))
  })
})

describe('countries beside phone numbers', () => {
  const people = (countries: readonly string[]) =>
    countries.map((country, at) => ({
      id: `${at}`,
      email: `u${at}@acme.example`,
      mobile: at % 2 === 0 ? `07700 90012${at}` : `202-555-014${at}`,
      country,
    }))
  const phonesOf = (countries: readonly string[]) => {
    const records = people(countries)
    const { mapping } = suggestMapping({ header: ['id', 'email', 'mobile', 'country'], records })
    const read = readByMapping(mapping)
    return records.map((record) => {
      const entry = read(record)
      return entry.kind === 'user' ? entry.user.phone : null
    })
  }

  test.each([
    [['United Kingdom', 'United States']],
    [['GB', 'US']],
    [['Vereinigtes Königreich', 'USA']],
    [['Royaume-Uni', 'États-Unis']],
    [['UK', 'Estados Unidos']],
  ])('complete the numbers of their rows: %j', (countries) => {
    expect(phonesOf(countries)).toEqual(['+447700900120', '+12025550141'])
  })

  test('complete nothing where most are names of something else', () => {
    expect(phonesOf(['North', 'South'])).toEqual(['07700 900120', '202-555-0141'])
  })
})
