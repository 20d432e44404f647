import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { usersOf } from '../../support/read-users.ts'

const digest = 'a3'.repeat(32)
const google = (at: number) => `google:11730000000000000000${at}`
const keys = [google(1), google(2), 'github:4711', 'discord:80351110224678912']

test.each<readonly [string, object]>([
  ['at the top', { 'al@acme.example': { password_hash: digest, name: 'Al' } }],
  ['of the members', { members: { 'al@acme.example': { password_hash: digest, name: 'Al' } } }],
  ['without other fields of a user', { 'al@acme.example': { name: 'Al', since: '2024-01-01' } }],
  ['beside settings', { version: 3, 'al@acme.example': { password_hash: digest, name: 'Al' } }],
])('one address that is the key %s is one user with it', async (_, content) => {
  const { json } = await inspect({ 'users.json': JSON.stringify(content) })
  expect(json).toMatchObject({ users: 1 })
  const text = JSON.stringify(json)
  expect(text).toContain('"column":"email","becomes":"email"')
  expect(text).not.toContain('al@acme.example')
})

test('an address that is a key within one user is no user', async () => {
  const user = { id: 7, email: 'ann@acme.example', password: madeUpBcrypt(1) }
  const content = { ...user, aliases: { 'anna@acme.example': { verified: true } } }
  const { json } = await inspect({ 'user.json': JSON.stringify(content) })
  expect(json).toMatchObject({ users: 1, ready: 1, hashes: { bcrypt: 1 } })
})

test.each<readonly [string, string, string]>([
  [
    'keys of objects',
    'users.json',
    JSON.stringify(Object.fromEntries(keys.map((key, at) => [key, { profile: { email: `u${at}@acme.example` } }]))),
  ],
  ['values of an ID', 'users.csv', `id,email\n${keys.map((key, at) => `${key},u${at}@acme.example`).join('\n')}\n`],
])('%s that name a third party and an ID there are asked about', async (_, name, content) => {
  const { json } = await inspect({ [name]: content })
  expect(json).toMatchObject({ users: 4, ready: 0, blocked: { 'unmapped-provider-id': 4 } })
  const imported = await inspect({ [name]: content }, ['--decide', 'unmapped-provider-id:id=import'])
  expect(imported.json).toMatchObject({ ready: 4, loginMethods: { thirdParty: 4, passwordless: 0 } })
  const excluded = await inspect({ [name]: content }, ['--decide', 'unmapped-provider-id:id=ignore'])
  expect(excluded.json).toMatchObject({ ready: 4, loginMethods: { thirdParty: 0, passwordless: 4 } })
})

describe('passwords under the keys of users in another file', () => {
  const ids = ['admin-1', '89cd6e92-6756-4608-8418-0fe16144dffe']
  const names = ['ann', 'bob', 'cyd', 'eva_of_wonderland']
  const usersBy = (key: string, of: readonly string[]) =>
    JSON.stringify(of.map((value, at) => ({ [key]: value, email: `u${at}@acme.example` })))
  const under = (of: readonly string[], valueOf: (at: number) => string) =>
    JSON.stringify(Object.fromEntries(of.map((key, at) => [key, valueOf(at)])))

  test.each([
    ['names, one of which has the form of an ID', 'username', names],
    ['IDs of two forms', 'id', ids],
    ['names that are IDs there', 'id', names],
  ])('%s are keys of one kind', async (_, key, of) => {
    const files = { 'passwords.json': under(of, madeUpBcrypt), 'users.json': usersBy(key, of) }
    const { json } = await inspect(files)
    expect(json).toMatchObject({ users: of.length, joined: of.length, ready: of.length })
    const users = await usersOf(files)
    expect(users.map(({ hash }) => hash?.hash)).toEqual(of.map((_one, at) => madeUpBcrypt(at)))
  })

  const hex = (at: number) => `${at + 1}7`.repeat(32)
  test.each([
    ['one digest', 'user_credentials.json', ['admin'], hex, 'sha'],
    ['digests', 'passwords.json', names, hex, 'sha'],
    ['clear passwords', 'passwords.json', ids, (at: number) => `@Secret${at}`, 'plaintext'],
  ])('%s are told by the name of the file', async (_, name, of, valueOf, family) => {
    const { json } = await inspect({ [name]: under(of, valueOf), 'users.json': usersBy('id', of) })
    expect(json).toMatchObject({ users: of.length, joined: of.length, ready: 0 })
    expect(json?.['blocked']).toMatchObject({ 'unsupported-hash': of.length })
    expect(JSON.stringify(json?.['hashes'])).toContain(family)
    expect(JSON.stringify(json)).not.toContain('@Secret')
  })

  test.each([
    ['fields of a service', 'credentials.json', { type: 'service', project_id: 'acme-7', client_id: '1180772' }],
    ['labels of other names', 'labels.json', { '1001': 'Annual', '1002': 'Monthly' }],
    ['texts', 'passwords.json', { '1001': 'Choose a password', '1002': 'Wrong password' }],
  ])('%s are no passwords of users', async (_, name, content) => {
    const users = JSON.stringify([{ id: '1', email: 'ann@acme.example' }])
    const { json } = await inspect({ [name]: JSON.stringify(content), 'users.json': users })
    expect(json).toMatchObject({ users: 1, joined: 0 })
  })
})

test.each([
  [
    'orders',
    {
      o1: { uid: 'uidA', email: 'gift@acme.example', total: 12 },
      o2: { uid: 'uidB', email: 'office@acme.example', total: 9 },
    },
  ],
  ['bestellungen', { b1: { mail: 'gift@acme.example' }, b2: { mail: 'office@acme.example' } }],
  ['newsletter', { n1: { mail: 'x@acme.example' }, n2: { mail: 'y@acme.example' } }],
])('entries of %s under their own keys beside those of users are no users', async (name, entries) => {
  const users = { uidA: { email: 'ann@acme.example', name: 'Ann' }, uidB: { email: 'ben@acme.example', name: 'Ben' } }
  for (const all of [
    { users, [name]: entries },
    { [name]: entries, users },
  ]) {
    const { json } = await inspect({ 'all.json': JSON.stringify(all) })
    expect(json).toMatchObject({ users: 2, ready: 2, other: { [`table ${name}`]: 2 } })
  }
})
