import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { usersOf } from '../../support/read-users.ts'

const entra = (logins: readonly object[], more: object = {}) =>
  JSON.stringify({
    value: [
      {
        id: '4f9a2c1e-0d3b-4a77-9c55-0a1b2c3d4e01',
        userPrincipalName: '4f9a2c1e@acme.onmicrosoft.com',
        mail: null,
        otherMails: ['ann@acme.example'],
        accountEnabled: true,
        identities: logins,
        ...more,
      },
    ],
  })
const login = (signInType: string, issuer: string, issuerAssignedId: string) => ({
  signInType,
  issuer,
  issuerAssignedId,
})
const named = login('userPrincipalName', 'acme.onmicrosoft.com', '4f9a2c1e@acme.onmicrosoft.com')

test.each([
  ['at Google', login('federated', 'google.com', '103547991597142000001')],
  ['at a provider of their own', login('federated', 'https://login.acme.example', 'a1b2c3d4')],
  ['with a name', login('userName', 'acme.onmicrosoft.com', 'ann84')],
  ['with an address', login('emailAddress', 'acme.onmicrosoft.com', 'ann@acme.example')],
])('the kind of a login of Entra is no ID of the user: %s', async (_, one) => {
  const { json } = await inspect({ 'users.json': entra([one, named]) })
  expect(json).toMatchObject({ users: 1 })
  expect(JSON.stringify(json)).not.toContain('unmapped-provider-id')
})

test('users of Entra have logins by kind, in whatever case it is written', async () => {
  const logins = [
    login('Federated', 'google.com', '103547991597142000001'),
    login('phoneNumber', 'acme.onmicrosoft.com', '+49 151 12345678'),
    named,
  ]
  const [user] = await usersOf({ 'users.json': entra(logins, { mobilePhone: '+49 151 99999999' }) })
  expect(user).toMatchObject({
    email: 'ann@acme.example',
    phone: '+49 151 12345678',
    hasPassword: true,
    identities: [{ provider: 'google.com', userId: '103547991597142000001' }],
  })
})

test.each(['loginType', 'kind', 'auth_method', 'status'])(
  'in a list of logins of any user, a column %s before the ID is none',
  async (column) => {
    const people = [1, 2, 3].map((at) => ({
      id: `p${at}`,
      email: `user${at}@acme.example`,
      logins: [{ [column]: 'federated', service: 'google', account: `10354799159714200000${at}` }],
    }))
    const { json } = await inspect({ 'people.json': JSON.stringify(people) })
    expect(JSON.stringify(json)).not.toContain(`logins[].${column}`)
  },
)
