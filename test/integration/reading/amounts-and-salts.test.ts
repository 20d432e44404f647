import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = Array.from({ length: 60 }, (_, at) => at)

test.each([
  ['with a fraction', (at: number) => (at % 3 === 0 ? -13.5 * at : 0)],
  ['below zero', (at: number) => (at % 3 === 0 ? -27 - at : 0)],
  ['in later records', (at: number) => (at > 55 ? 20.02 : 0)],
])('an amount %s is no status', async (_, amount) => {
  const users = some.map((at) => ({
    id: at + 1,
    email: `user${at}@acme.example`,
    password: madeUpBcrypt(at),
    neededForWithdraw: amount(at),
  }))
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 60, ready: 60 })
})

test('the salt of bcrypt beside its hash is no second hash', async () => {
  const users = some.map((at) => {
    const password = madeUpBcrypt(at)
    return { id: at + 1, email: `user${at}@acme.example`, salt: password.slice(0, 29), password }
  })
  const { json } = await inspect({ 'users.json': JSON.stringify(users) })
  expect(json).toMatchObject({ users: 60, ready: 60 })
  expect(json).toMatchObject({ files: [{ controlTotals: { hashes: { counted: 60, accounted: 60 } } }] })
})

test.each(['user', 'site_account', 'mail'])(
  'a provider %s whose ID is the own address is the password',
  async (provider) => {
    const users = some.map((at) =>
      at % 2 === 0
        ? { id: at + 1, provider: 'google', providerId: `1154732030931965${at + 10}`, email: `user${at}@acme.example` }
        : {
            id: at + 1,
            provider,
            providerId: `user${at}@acme.example`,
            email: `user${at}@acme.example`,
            password: madeUpBcrypt(at),
          },
    )
    const { json } = await inspect({ 'users.json': JSON.stringify(users) })
    expect(json).toMatchObject({ users: 60, ready: 60, loginMethods: { emailPassword: 30, thirdParty: 30 } })
  },
)
