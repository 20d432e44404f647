import * as fc from 'fast-check'
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { isPlainPhone, isUnassigned, normalisePhone } from '../../../shared/users/normalise-phone.ts'

const ok = (phone: string) => ({ kind: 'ok', phone })

describe('a phone number', () => {
  it('with a country code becomes E.164, however it is written', () => {
    expect(
      ['+14155552671', ' +1 (415) 555-2671 ', 'tel:+1-415-555-2671', '+44 (0) 7911 123456', '+49 171 1234567'].map(
        (raw) => normalisePhone(raw, null),
      ),
    ).toEqual([ok('+14155552671'), ok('+14155552671'), ok('+14155552671'), ok('+447911123456'), ok('+491711234567')])
  })

  it('whose first digits are those of a country lacks the plus sign, and not the code', () => {
    expect(normalisePhone('491711234567', null)).toMatchObject({
      lacks: 'country',
      reason: expect.stringContaining('has no plus sign'),
    })
    expect(normalisePhone('01711234567', null)).toMatchObject({ reason: expect.stringContaining('no country code') })
  })

  it('without a country code takes the chosen country', () => {
    expect([normalisePhone('(415) 555-2671', 'US'), normalisePhone('0171 1234567', 'DE')]).toEqual([
      ok('+14155552671'),
      ok('+491711234567'),
    ])
  })

  it('with the chosen country keeps a code of its own', () => {
    expect([normalisePhone('+14155552671', 'DE'), normalisePhone('0014155552671', 'DE')]).toEqual([
      ok('+14155552671'),
      ok('+14155552671'),
    ])
  })

  it('whose plus sign a spreadsheet removed is refused with that reason', () => {
    expect(normalisePhone('491711234567', 'US')).toEqual({
      kind: 'invalid',
      reason: expect.stringContaining('plus sign before it, which spreadsheets remove'),
    })
    expect(JSON.stringify(normalisePhone('12', 'US'))).not.toContain('plus sign')
  })

  it('is taken out of what spreadsheets and data frames put around it', () => {
    expect(
      ['="+491711234567"', "'+491711234567", '"+491711234567"', '=+491711234567'].map((raw) =>
        normalisePhone(raw, null),
      ),
    ).toEqual(Array.from({ length: 4 }, () => ok('+491711234567')))
    expect([normalisePhone('491711234567.0', 'DE'), normalisePhone('14155552671.0', 'US')]).toEqual([
      normalisePhone('491711234567', 'DE'),
      ok('+14155552671'),
    ])
  })

  it('is refused when a spreadsheet rounded it, whatever the country', () => {
    const lost = 'A spreadsheet rounded this phone number, so its digits are lost. Use the file as it was exported.'
    const numbers = ['1.5555E+10', '4,91711E+11', '+1.41556e+10']
    expect(numbers.flatMap((raw) => [normalisePhone(raw, 'DE'), normalisePhone(raw, null)])).toEqual(
      Array.from({ length: 6 }, () => ({ kind: 'invalid', reason: lost })),
    )
  })

  it('asks for the country when it has no code', () => {
    expect(normalisePhone('4155552671', null)).toEqual({
      kind: 'invalid',
      reason: 'The phone number has no country code: choose the country of such numbers.',
      lacks: 'country',
    })
  })

  it('is refused when it cannot be possible', () => {
    const reasons = ['', '+1415', '+999123456', '+', 'call +14155552671', '+1415555267112345'].map((raw) => {
      const result = normalisePhone(raw, null)
      return result.kind === 'ok' ? result.phone : result.reason
    })
    expect(reasons).toEqual([
      'The phone number is empty.',
      'The phone number is not a possible number of its country.',
      'The phone number is not a possible number of its country.',
      'The phone number is not a possible number of its country.',
      'The phone number has no country code: choose the country of such numbers.',
      'The phone number is not a possible number of its country.',
    ])
    expect(normalisePhone('123', 'DE')).toEqual({
      kind: 'invalid',
      reason: 'The phone number is not a possible number of the chosen country.',
    })
  })

  it.each([
    ['BR', '3351-8510'],
    ['BR', '99912-3456'],
    ['AU', '9876 5432'],
    ['NL', '123 4567'],
  ])('without its area code is refused in %s: %s', (country, raw) => {
    expect(normalisePhone(raw, country)).toEqual({
      kind: 'invalid',
      reason: expect.stringContaining('its area code may be missing'),
    })
  })

  it('of a service, which has no area code, is as short as it is', () => {
    expect(normalisePhone('4004-8510', 'BR')).toEqual(ok('+5540048510'))
    expect(normalisePhone('13 12 34', 'AU')).toEqual(ok('+61131234'))
  })

  it('with its area code needs not be in use', () => {
    expect(normalisePhone('(11) 3351-8510', 'BR')).toEqual(ok('+551133518510'))
    expect(normalisePhone('(415) 155-2671', 'US')).toEqual(ok('+14151552671'))
  })

  it('is refused with an extension, which no code reaches', () => {
    expect(normalisePhone('+1 415 555 2671 ext. 5', null)).toEqual({
      kind: 'invalid',
      reason: 'The phone number has an extension, which no code can be sent to.',
    })
  })

  it('is refused with a country that does not exist', () => {
    expect(normalisePhone('4155552671', 'XX').kind).toBe('invalid')
  })
})

describe('a plain phone number', () => {
  it('is one that the library would leave as it is', () => {
    const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
    const national = fc.stringMatching(/^[0-9]{3,14}$/)
    fc.assert(
      fc.property(fc.constantFrom(...codes), national, (code, digits) => {
        const text = `+${code}${digits}`
        if (!isPlainPhone(text)) return
        const number = parsePhoneNumberFromString(text, { extract: false })
        expect([number?.number, number?.isPossible()]).toEqual([text, true])
      }),
      { numRuns: 5000 },
    )
  })

  it('is any mobile number of a country as it is usually written', () => {
    const numbers = getCountries().map((country) => getExampleNumber(country, examples)?.number ?? '')
    const others = numbers.filter((number) => !isPlainPhone(number))
    expect(numbers.length - others.length).toBeGreaterThan(numbers.length * 0.9)
  })

  it('is none with anything but digits, or that no country has', () => {
    const texts = ['', '+', '+1', '14155552671', '+1 4155552671', '+999123456', '+01234567', '+4155']
    expect(texts.filter(isPlainPhone)).toEqual([])
  })
})

describe('a phone number that no country has the beginning of', () => {
  it('is one that the library finds no country for', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\+[1-9][0-9]{5,16}$/), (text) => {
        if (isUnassigned(text)) expect(parsePhoneNumberFromString(text, { extract: false })).toBeUndefined()
      }),
      { numRuns: 5000 },
    )
    expect(['+999123456', '+210123456'].map(isUnassigned)).toEqual([true, true])
  })

  it('is none of a country, of a network without one, or with anything but digits', () => {
    const codes = getCountries().map((country) => getCountryCallingCode(country))
    const numbers = [...codes, '800', '881', '979'].map((code) => `+${code}123456`)
    expect([...numbers, '+999 123456', '999123456', '+999'].filter(isUnassigned)).toEqual([])
  })
})

it('the example of a mobile number of a country is taken as people of it write it', () => {
  const numbers = getCountries().map((country) => ({ country, number: getExampleNumber(country, examples) }))
  const refused = numbers.filter(
    ({ country, number }) =>
      number !== undefined && normalisePhone(number.formatNational(), country).kind === 'invalid',
  )
  expect(refused.map(({ country }) => country)).toEqual([])
})
