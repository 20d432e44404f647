import { describe, expect, test } from 'vitest'
import { decisions } from '../../../shared/planning/choices.ts'

const table = decisions.table
const optionOf = (key: keyof typeof table) => {
  const option = table[key]?.option
  if (option === undefined) throw new Error(`${key} has no option`)
  return option
}

describe('an option of a decision', () => {
  test.each([
    ['DE', 'DE'],
    ['de', 'DE'],
    ['DEU', undefined],
    ['D', undefined],
    ['49', undefined],
    ['', undefined],
  ])('--country %s is read as %s', (given, country) => {
    expect(optionOf('country').read([given])).toBe(country)
  })

  test.each([
    [['x=google'], { x: { kind: 'name', name: 'google' } }],
    [['Acme SAML=acme', 'okta=exclude'], { 'acme saml': { kind: 'name', name: 'acme' }, okta: { kind: 'exclude' } }],
    [['=google'], undefined],
    [['google'], undefined],
    [['x='], undefined],
    [['a=b=google'], { 'a=b': { kind: 'name', name: 'google' } }],
    [[' =google'], undefined],
    [['x=google', 'y'], undefined],
  ])('--provider %j names each provider, or all is refused', (given, read) => {
    expect(optionOf('providers').read(given)).toEqual(read)
  })
})

test('what a finding offers on the command line is its option, and nothing where it offers no answer', () => {
  const optionFor = (code: string, group = '') => decisions.optionFor({ code, group })
  expect([
    optionFor('disabled'),
    optionFor('signer-key-not-confirmed'),
    optionFor('new-id'),
    optionFor('new-id', 'documented'),
    optionFor('too-long'),
    optionFor('email-odd'),
  ]).toEqual([
    '--decide disabled=migrate|exclude',
    '--scrypt-parameters FILE',
    '--decide new-id=keep|new',
    null,
    '--decide too-long=exclude',
    null,
  ])
})

test('what makes a decision unnecessary is offered before it', () => {
  const finding = { code: 'hash-parameters-missing', group: 'firebase-scrypt' }
  expect([decisions.optionFor(finding), decisions.hint(finding)]).toEqual([
    '--scrypt-parameters FILE, or --decide hash-parameters-missing=passwordless|exclude',
    'hash-parameters-missing=passwordless|exclude',
  ])
})
