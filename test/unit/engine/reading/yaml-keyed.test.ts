import { expect, it } from 'vitest'
import { openWith, readAll, valuesOf } from './support.ts'
import { madeUpBcrypt } from '../../../support/made-up-csv.ts'

const [one, other] = [madeUpBcrypt(1), madeUpBcrypt(2)]

it.each([
  ['an object', '_meta:\n  type: internalusers\n  config_version: 2\n'],
  ['a number', '_version: 2\n'],
  ['a number without a sign', 'version: 2\n'],
])('users of YAML by key have no description of the file among them: %s', async (_, description) => {
  const users = `ann:\n  hash: ${one}\n  reserved: true\nben:\n  hash: ${other}\n  reserved: false\n`
  expect(valuesOf(await readAll(`${description}${users}`))).toEqual([
    { username: 'ann', hash: one, reserved: true },
    { username: 'ben', hash: other, reserved: false },
  ])
})

it('users of YAML by key may be called as what describes a file is', async () => {
  const users = 'users:\n  info:\n    email: info@acme.example\n  about:\n    email: about@acme.example\n'
  expect(valuesOf(await readAll(users))).toEqual([
    { username: 'info', email: 'info@acme.example' },
    { username: 'about', email: 'about@acme.example' },
  ])
})

it('one of the staff by key is a table beside the users of YAML', async () => {
  const text = `admins:\n  a: {email: ann@acme.example, password: ${one}}\nusers:\n  b: {email: ben@acme.example}\n  c: {email: cis@acme.example}\n`
  const opened = await openWith(text)
  expect(opened.tables?.map(({ name, records }) => [name, records.length])).toEqual([
    ['admins', 1],
    ['users', 2],
  ])
})
