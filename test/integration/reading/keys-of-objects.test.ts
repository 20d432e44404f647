import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

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
