import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Two columns of one kind, each of which has what the other one lacks. */

type Row = Readonly<Record<string, unknown>>

const json = (...rows: readonly Row[]) => ({
  'users.json': JSON.stringify(rows.map((row, at) => ({ id: at + 1, password: madeUpBcrypt(at), ...row }))),
})

describe('columns of one kind of which no user has both are one', () => {
  test.each([
    ['email_address and email', json({ email_address: 'a@acme.example' }, { email: 'b@acme.example' })],
    ['email and mail', json({ email: 'a@acme.example' }, { mail: 'b@acme.example' }, { email: 'c@acme.example' })],
    ['emails within objects', json({ contact: { email: 'a@acme.example' } }, { contact: { mail: 'b@acme.example' } })],
    [
      'three of them',
      json({ email: 'a@acme.example' }, { mail: 'b@acme.example' }, { email_address: 'c@acme.example' }),
    ],
  ])('%s', async (_what, file) => {
    const users = JSON.parse(file['users.json']).length
    expect((await inspect(file)).json).toMatchObject({ users, ready: users, loginMethods: { emailPassword: users } })
  })

  test('email_address and email of YAML', async () => {
    const entry = (name: string, column: string, at: number) =>
      `${name}:\n  ${column}: ${name}@acme.example\n  password: ${madeUpBcrypt(at)}\n`
    const text = entry('one', 'email_address', 1) + entry('two', 'email_address', 2) + entry('david', 'email', 3)
    expect((await inspect({ 'users.yml': text })).json).toMatchObject({ users: 3, ready: 3 })
  })

  test('phone numbers', async () => {
    const rows = [
      { id: 1, phone: '+4930123456701' },
      { id: 2, mobile: '+4930123456702' },
    ]
    const { json: told } = await inspect({ 'users.json': JSON.stringify(rows) })
    expect(told).toMatchObject({ users: 2, ready: 2, loginMethods: { passwordless: 2 } })
  })
})

test.each([
  [
    'where a user has both',
    json({ email: 'a@acme.example', mail: 'x@acme.example' }, { mail: 'b@acme.example' }, { email: 'c@acme.example' }),
  ],
  ['where one is of another person', json({ email: 'a@acme.example' }, { parent_email: 'b@acme.example' })],
  ['where one is elsewhere', json({ email: 'a@acme.example' }, { billing: { email: 'b@acme.example' } })],
])('they are asked about %s', async (_what, file) => {
  const { json: told } = await inspect(file)
  expect(told).toMatchObject({ ready: JSON.parse(file['users.json']).length - 1 })
  expect(JSON.stringify(told)).toContain('unmapped-email')
})
