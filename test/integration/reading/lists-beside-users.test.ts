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

describe('records with their fields in an object within, beside another list', () => {
  const record = (type: string, attributes: (n: number) => object) => (n: number) => ({
    type,
    id: `x${n}`,
    attributes: attributes(n),
  })
  const page = (data: (n: number) => object) =>
    JSON.stringify({
      data: some.map(data),
      included: [{ type: 'roles', id: '1', attributes: { name: 'admin' } }],
      meta: { total: 4 },
      links: { next: null },
    })

  test.each([
    ['users with a state', record('users', (n) => ({ email: mail(n), status: n === 2 ? 'blocked' : 'active' }))],
    ['people with addresses alone', record('people', (n) => ({ email: mail(n), 'full-name': `U ${n}` }))],
    ['accounts with phone numbers', record('accounts', (n) => ({ phone: `+4930123450${n}` }))],
  ])('are users: %s', async (_, data) => {
    const { json } = await inspect({ 'page.json': page(data) })
    expect(json).toMatchObject({ users: 4, other: { 'table included': 1 } })
  })

  test('are none where they say that they are orders', async () => {
    const { json } = await inspect({ 'page.json': page(record('orders', (n) => ({ email: mail(n % 2), total: n }))) })
    expect(json?.['users'] ?? 0).toBe(0)
  })
})
