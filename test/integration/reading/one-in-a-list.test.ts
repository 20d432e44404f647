import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/** An object as YAML, each value below its name in braces and brackets. */
const yamlOf = (content: object) =>
  Object.entries(content)
    .map(([name, value]) => `${name}:\n  ${JSON.stringify(value).replaceAll('":', '": ')}\n`)
    .join('')

const forms = [
  ['JSON', 'all.json', (content: object) => JSON.stringify(content)],
  ['YAML', 'all.yaml', yamlOf],
] as const

describe.each(forms)('people in a list of %s without the usual names of fields', (_, file, write) => {
  test.each([
    ['one, with a password in clear', [{ Naam: 'Ann', Gebruikersnaam: 'ann', Wachtwoord: 'geheim' }]],
    ['one, with a phone number', [{ Naam: 'Ann', Telefoon: '+31612345678' }]],
    ['one, with an address', [{ Naam: 'Ann', Adres: 'ann@acme.example' }]],
    ['two', [1, 2].map((at) => ({ Naam: `Ann ${at}`, Contact: `ann${at}@acme.example` }))],
  ])('are users: %s', async (__, people) => {
    const { json } = await inspect({ [file]: write({ Klanten: people }) })
    expect(json).toMatchObject({ records: people.length, users: people.length, unreadable: 0 })
  })

  test('are not seen in texts of an app', async () => {
    const { json } = await inspect({ [file]: write({ login: { title: 'Welcome', password: 'Your password' } }) })
    expect(json).toMatchObject({ users: 0, unreadable: 1 })
  })

  test('are not seen in a list of something else', async () => {
    const { json } = await inspect({ [file]: write({ steps: [{ name: 'a', run: 'make' }], version: '1' }) })
    expect(json).toMatchObject({ users: 0 })
  })
})

test.each([
  ['phoneNumbers', 'number', ['phoneNumbers[].number']],
  ['phones', 'value', ['phones[].value']],
  ['orders', 'number', []],
])(
  'further numbers in a list of phones are told without a country code, and those of other things not: %s',
  async (list, field, told) => {
    const one = (at: number) => ({ type: 'home', [field]: `555-010-20${at}` })
    const users = [1, 2, 3].map((at) => ({
      id: at,
      email: `user${at}@acme.example`,
      [list]: [one(at * 10), one(at * 10 + 1)],
    }))
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
    expect(findings.flatMap(({ code, group }) => (code === 'unmapped-phone' ? [group] : []))).toEqual(told)
  },
)
