import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

type Address = { readonly email: string; readonly verified: boolean; readonly primary: boolean }

const row = (user: number, { email, verified, primary }: Address) => ({ email, verified, primary, user })

const userRow = (email: string) => ({
  username: email.split('@')[0] ?? '',
  email,
  password: `bcrypt$${madeUpBcrypt(1)}`,
  is_superuser: false,
  last_login: null,
})

function dump(email: string, addresses: readonly Address[]): string {
  return JSON.stringify([
    { model: 'people.member', pk: 1, fields: userRow(email) },
    ...addresses.map((one, at) => ({ model: 'account.emailaddress', pk: at + 7, fields: row(1, one) })),
  ])
}

const own = 'ann@acme.example'
const address = (email: string, verified: boolean, primary: boolean): Address => ({ email, verified, primary })

type Finding = { readonly code: string; readonly users: number }

const counted = async (text: string) => {
  const { json } = await inspect({ 'dump.json': text })
  const findings = (json?.['findings'] ?? []) as readonly Finding[]
  const of = (code: string) => findings.filter((one) => one.code === code).map(({ users }) => users)
  const { joined, ready, blocked } = { ...json }
  return { joined, ready, blocked, others: of('unmapped-email'), verified: of('verification-not-kept') }
}

test.each([
  ['verified and primary', address('ann@other.example', true, true)],
  ['verified', address('ann@other.example', true, false)],
  ['primary', address('ann@other.example', false, true)],
  ['neither verified nor primary', address('ann@other.example', false, false)],
])('another address of allauth, which is %s, is told and says nothing of that of the user', async (_, other) => {
  expect(await counted(dump(own, [other]))).toEqual({ joined: 1, ready: 1, blocked: {}, others: [1], verified: [] })
  const both = [other, address('Ann@acme.example', true, !other.primary)]
  for (const addresses of [both, both.toReversed()])
    expect(await counted(dump(own, addresses))).toMatchObject({ joined: 2, ready: 1, others: [1], verified: [1] })
})

test('the primary address of allauth is that of a user without one, whatever is said of others', async () => {
  const both = [address('ann@other.example', false, false), address(own, true, true)]
  for (const addresses of [both, both.toReversed()])
    expect(await counted(dump('', addresses))).toMatchObject({ ready: 1, others: [1], verified: [1] })
})

test('what allauth says of the address of the user is no finding', async () => {
  for (const primary of [true, false])
    expect(await counted(dump(own, [address(own, true, primary)]))).toMatchObject({
      ready: 1,
      others: [],
      verified: [1],
    })
})
