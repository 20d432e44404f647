import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Passwords beside a phone number, of users who have an address in another file. */

const some = [1, 2, 3, 4]
const phone = (at: number) => `+491712345${at}60`
const users = (of = phone) => `id,email,phone\n${some.map((at) => `${at},u${at}@acme.example,${of(at)}\n`).join('')}`
const passwords = (of = phone) => `phone,password\n${some.map((at) => `${of(at)},${madeUpBcrypt(at)}\n`).join('')}`
const join = ['--decide', 'same-id-in-files=join']

test('they are asked about before a user is sent, and joined by decision', async () => {
  const files = { 'users.csv': users(), 'passwords.csv': passwords() }
  const { json, out } = await inspect(files)
  expect(json, out).toMatchObject({ ready: 0, blocked: { 'same-id-in-files': 8 } })
  const joined = await inspect(files, join)
  expect(joined.json, joined.out).toMatchObject({ users: 4, joined: 4, ready: 4, loginMethods: { emailPassword: 4 } })
})

test('a number that two users share is that of neither', async () => {
  const family = (at: number) => phone(at < 3 ? 1 : at)
  const files = { 'users.csv': users(family), 'passwords.csv': passwords() }
  const { json, out } = await inspect(files, join)
  expect(json, out).toMatchObject({ joined: 2, loginMethods: { emailPassword: 2 } })
})

test('a dummy is no number that users share', async () => {
  const dummy = (at: number) => (at === 1 ? '0000000000' : phone(at))
  const { json, out } = await inspect({ 'users.csv': users(dummy), 'passwords.csv': passwords(dummy) }, join)
  expect(json, out).toMatchObject({ joined: 3, loginMethods: { emailPassword: 3 } })
})

test('other numbers are no question', async () => {
  const { out } = await inspect({ 'users.csv': users(), 'passwords.csv': passwords((at) => `+4915198765${at}3`) })
  expect(out).not.toContain('same-id-in-files')
})
