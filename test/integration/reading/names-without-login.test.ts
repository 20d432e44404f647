import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

type Person = Readonly<Record<string, unknown>>

const ofFile = (people: readonly Person[]) => inspect({ 'people.json': JSON.stringify(people) })

test.each([[[]], [null], ['']])(
  'a column that holds nothing makes no list of kept-out people of users: %j',
  async (none) => {
    const people = ['ola', 'jan', 'ewa'].map((login, at) => ({ login, pin: `${at + 2}`, imie: login, disabled: none }))
    const { json, out } = await ofFile(people)
    expect(json, out).toMatchObject({ users: 3, unmatched: 0, blocked: { 'hash-without-contact': 3 } })
    expect(out).not.toContain('only complete other users')
  },
)

test('nor does one of preferences', async () => {
  const people = ['ola', 'jan', 'ewa'].map((login) => ({ login, team: login, disabled_modules: [] }))
  const { out, err } = await ofFile(people)
  expect(`${out}${err}`).toContain('no login of a user')
  expect(`${out}${err}`).not.toContain('only complete other users')
})

test('but names beside a flag with values are those of kept-out people', async () => {
  const people = ['ola', 'jan', 'ewa'].map((login, at) => ({ login, disabled: at === 1 }))
  expect((await ofFile(people)).json).toMatchObject({ users: 0, unmatched: 3 })
})

test.each([
  ['codes of one digit', (at: number) => `${at + 2}`, 3],
  ['codes of four digits', (at: number) => `${4710 + at}`, 3],
  ['a yes and a no', (at: number) => `${at % 2}`, 0],
  ['codes of cards', (at: number) => `${at} of hearts`, 0],
])('PINs beside the names that users sign in with are clear passwords: %s', async (_, pin, clear) => {
  const people = ['ola', 'jan', 'ewa'].map((login, at) => ({ login, pin: pin(at), imie: login }))
  const { json, out } = await ofFile(people)
  if (clear === 0) expect(out).not.toContain('password-hash')
  else expect(json, out).toMatchObject({ hashes: { unsupported: { plaintext: clear } } })
})

test('a person with a user name and nothing else is a user without a way to log in', async () => {
  const pin = (login: string) => ({ login, pin: login === 'ewa' ? '' : '4711', imie: login })
  const withPins = await ofFile(['ola', 'jan', 'ewa'].map(pin))
  expect(withPins.json, withPins.out).toMatchObject({ users: 3, unreadable: 0, blocked: { 'no-login': 1 } })
  expect(withPins.out).not.toContain('The kind of entry')
  const rows = 'login,email\nola,ola@acme.example\njan,jan@acme.example\newa,\n'
  const { json } = await inspect({ 'people.csv': rows })
  expect(json).toMatchObject({ users: 3, ready: 2, unreadable: 0, blocked: { 'no-login': 1 } })
})

test('a row without any name is none of a user', async () => {
  const rows = 'login,email,city\nola,ola@acme.example,Bonn\njan,jan@acme.example,Bonn\n,,Total of two\n'
  expect((await inspect({ 'people.csv': rows })).json).toMatchObject({ users: 2, unreadable: 1 })
})
