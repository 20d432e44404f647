import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'

const some = [1, 2, 3, 4]
const mail = (n: number) => `u${n}@acme.example`

describe('a list beside the users', () => {
  const users = some.map((n) => ({ id: n, email: mail(n) }))

  test.each([
    ['members', { apiClients: [{ clientName: 'ci', ownerMail: mail(1) }] }],
    ['users', { apiClients: [{ clientName: 'ci', ownerMail: mail(1) }] }],
    ['users', { oauth_clients: [{ name: 'ci', email: mail(1) }] }],
    ['users', { customers: [{ company: 'Shop', owner_email: mail(1) }] }],
  ])('beside %s with the addresses of owners is no second list of users: %o', async (name, list) => {
    const { json } = await inspect({ 'all.json': JSON.stringify({ [name]: users, ...list }) })
    // Members with nothing to sign in with may have no accounts.
    expect(json).toMatchObject({ users: 4, ready: name === 'members' ? 0 : 4, unreadable: 0 })
    expect(json).toMatchObject({ files: [{ controlTotals: { emails: { counted: 5, accounted: 5 } } }] })
  })

  test('with addresses of its own is one', async () => {
    const others = [{ name: 'Bo', email: 'bo@acme.example' }]
    const { json } = await inspect({ 'all.json': JSON.stringify({ members: users, others }) })
    expect(json).toMatchObject({ users: 4, other: { 'table others': 1 } })
    expect(json).toMatchObject({ files: [{ unreadTables: [{ table: 'others' }] }] })
  })
})
