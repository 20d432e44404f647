import * as fc from 'fast-check'
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { isPlainPhone } from '../../../shared/users/normalise-phone.ts'

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
