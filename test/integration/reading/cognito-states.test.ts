import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

/* States of users of Cognito that are asked about. */

const user = (at: number, status: string, attributes: Readonly<Record<string, string>>) => ({
  Username: `u${at}`,
  UserStatus: status,
  Enabled: true,
  Attributes: Object.entries({ sub: `s${at}`, ...attributes }).map(([Name, Value]) => ({ Name, Value })),
})
const file = (...attributes: readonly Readonly<Record<string, string>>[]) => ({
  'users.json': JSON.stringify({
    Users: [
      user(0, 'CONFIRMED', { email: 'a@acme.example', email_verified: 'true' }),
      ...attributes.map((one, at) => user(at + 1, 'UNCONFIRMED', one)),
    ],
  }),
})

test('a user who never confirmed the address is asked about once, as one with such an address', async () => {
  const { json, out } = await inspect(file({ email: 'b@acme.example', email_verified: 'false' }))
  expect(json).toMatchObject({ users: 2, ready: 1, blocked: { 'unverified-email': 1 } })
  expect(out).not.toContain('UserStatus=UNCONFIRMED')
})

test.each([
  ['says that it is verified', { email: 'b@acme.example', email_verified: 'true' }],
  ['is none', { phone_number: '+14155552671' }],
  ['is beside a third party', { email: 'b@acme.example', identities: '[{"providerName":"Google","userId":"1098"}]' }],
])('the state is asked about where the address %s', async (_, attributes) => {
  const { json, out } = await inspect(file(attributes))
  expect(json).toMatchObject({ users: 2, ready: 1 })
  expect(out).toContain('UserStatus=UNCONFIRMED')
})
