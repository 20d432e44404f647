import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Records of a known export that are not of its users, and hold a login as users do. */

const ofMeteor = ['ann', 'cleo'].map((name, at) => ({
  _id: `m${at}`,
  emails: [{ address: `${name}@acme.example`, verified: true }],
  services: { password: { bcrypt: madeUpBcrypt(at) } },
}))
const bob = { _id: 'b', email: 'bob@acme.example', name: 'Bob' }
const file = (...others: readonly object[]) => ({ 'users.json': JSON.stringify([...ofMeteor, ...others]) })

describe('a user of another shape in a file of Meteor is asked about', () => {
  test.each([
    ['password-hash', madeUpBcrypt(7)],
    ['clear-password', 'Sommer2019!'],
  ])('with a %s', async (kind, password) => {
    const { json } = await inspect(file({ ...bob, password }))
    const columns = expect.arrayContaining([expect.objectContaining({ column: 'password', kind })])
    expect(json).toMatchObject({
      users: 2,
      other: { 'another collection': 1 },
      files: [{ unreadTables: [{ columns }] }],
    })
    expect(JSON.stringify(json)).not.toContain(password)
  })
})

test('so is an entry that SCIM names as another resource', async () => {
  const ofUser = (at: number) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: `${at}`,
    userName: `user${at}`,
    emails: [{ value: `user${at}@acme.example`, primary: true }],
    meta: { resourceType: 'User' },
    password: madeUpBcrypt(at),
  })
  const admin = {
    id: '9',
    userName: 'bob',
    email: 'bob@acme.example',
    meta: { resourceType: 'Admin' },
    password: madeUpBcrypt(9),
  }
  const { json } = await inspect({ 'users.json': JSON.stringify([...[1, 2, 3, 4].map(ofUser), admin]) })
  expect(json).toMatchObject({ users: 4, files: [{ unreadTables: [{ table: 'Admin' }] }] })
})

test.each([
  ['a room', { _id: 'r', name: 'general', t: 'c', usernames: ['ann', 'cleo'] }],
  ['an address alone', bob],
  ['a mail server', { _id: 's', host: 'smtp.acme.example', email: 'robot@acme.example', password: 'Sommer2019!' }],
  ['a token to reset a password', { _id: 't', email: 'ann@acme.example', reset_token: madeUpBcrypt(8) }],
])('%s is none', async (_what, other) => {
  const { json } = await inspect(file(other))
  expect(json).toMatchObject({ users: 2, other: { 'another collection': 1 }, files: [{ unreadTables: [] }] })
})
