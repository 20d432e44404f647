import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* Numbers in a column of emails, which are read as phone numbers of users who have no other. */

const csv = (...lines: readonly string[]) => ({ 'users.csv': `${lines.join('\n')}\n` })
const told = (users: number) => expect.objectContaining({ code: 'phone-in-email', users, blocks: false })
const all = ['1,ann@acme.example', '2,+491712345601', '3,+491607741190', '4,di@acme.example', '5,ed@acme.example']

test('they are told with their count, and read', async () => {
  const { json, out } = await inspect(csv('id,email', ...all))
  expect(json, out).toMatchObject({ users: 5, ready: 5, findings: expect.arrayContaining([told(2)]) })
})

test('so are numbers without the code of a country, for which it is asked', async () => {
  const { json, out } = await inspect(csv('id,email', ...all, '6,123456781'))
  expect(json, out).toMatchObject({
    users: 6,
    ready: 5,
    blocked: { 'phone-invalid': 1 },
    findings: expect.arrayContaining([told(3)]),
  })
})

test('what a file says of the verification of a contact, it says of the number', async () => {
  const { json, out } = await inspect(
    csv('id,email,email_verified', ...all.map((row, at) => `${row},${at === 1 ? 'false' : 'true'}`)),
  )
  expect(json, out).toMatchObject({ users: 5, ready: 4, blocked: { 'unverified-phone': 1 } })
})

test.each([
  ['addresses alone', 'id,email', ['1,ann@acme.example', '2,ben@acme.example']],
  ['a column of phone numbers', 'id,email,phone', ['1,ann@acme.example,+491712345601', '2,,+491607741190']],
])('nothing is told of %s', async (_, header, rows) => {
  expect(JSON.stringify((await inspect(csv(header, ...rows))).json)).not.toContain('phone-in-email')
})
