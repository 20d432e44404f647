import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const child = (at: number) => ({ email: `kid${at}@acme.example`, password_hash: madeUpBcrypt(40 + at) })
const parent = (at: number, more: object) => ({ id: 100 + at, email: `user${at}@acme.example`, ...more })
const inJson = (users: readonly object[]) => ({ 'users.json': JSON.stringify(users) })

const lists = (at: number) => ({ children: [child(at)] })
const objects = (at: number) => ({ child: child(at) })

test.each([
  ['a list', 'second-hash:children[].password_hash', lists],
  ['an object', 'second-hash:child.password_hash', objects],
] as const)('a hash beside another address in %s is never a second hash of the user', async (_, key, more) => {
  const users = [1, 2, 3].map((at) => parent(at, { password_hash: madeUpBcrypt(at), ...(at === 1 ? more(at) : {}) }))
  expect((await inspect(inJson(users))).json).toMatchObject({ ready: 2, blocked: { 'second-hash': 1 } })
  const imported = await inspect(inJson(users), ['--decide', `${key}=import`])
  expect(imported.json).toMatchObject({ ready: 2, blocked: { 'second-hash': 1 } })
  const excluded = await inspect(inJson(users), ['--decide', `${key}=exclude`])
  expect(excluded.json).toMatchObject({ ready: 3, blocked: {} })
})

test.each([
  ['lists', 'unmapped-hash:children[].password_hash', lists],
  ['objects', 'unmapped-hash:child.password_hash', objects],
] as const)('users without a password take none from accounts in their %s', async (_, key, more) => {
  const users = [1, 2, 3].map((at) => parent(at, at === 2 ? {} : more(at)))
  const { json } = await inspect(inJson(users))
  expect(json).toMatchObject({ ready: 1, blocked: { 'unmapped-hash': 2 }, hashes: { bcrypt: 0, none: 3 } })
  const imported = await inspect(inJson(users), ['--decide', `${key}=import`])
  expect(imported.json).toMatchObject({ ready: 1, hashes: { bcrypt: 0, none: 3 } })
  expect((await inspect(inJson(users), ['--decide', `${key}=exclude`])).json).toMatchObject({ ready: 3 })
})

test('a mapped column gives a user no hash that stands beside another address', async () => {
  const users = [1, 2, 3].map((at) => parent(at, at === 2 ? {} : objects(at)))
  const mapping = {
    version: 1,
    columns: [
      { path: 'id', target: 'source-id' },
      { path: 'email', target: 'email' },
      { path: 'child.password_hash', target: 'password-hash' },
    ],
    fixedProvider: null,
  }
  const { json } = await inspect({ ...inJson(users), 'mapping.json': JSON.stringify(mapping) }, [
    '--mapping',
    'mapping.json',
  ])
  expect(json).toMatchObject({ ready: 1, blocked: { 'unmapped-hash': 2 }, hashes: { bcrypt: 0 } })
})

test.each([
  ['the same address', (at: number) => ({ login: { email: `USER${at}@acme.example`, hash: madeUpBcrypt(at) } })],
  ['no address', (at: number) => ({ login: { created_by: 'admin@acme.example', hash: madeUpBcrypt(at) } })],
])('a hash beside %s is the user’s own', async (_, more) => {
  const { json } = await inspect(inJson([1, 2, 3].map((at) => parent(at, more(at)))))
  expect(json).toMatchObject({ ready: 3, blocked: {}, hashes: { bcrypt: 3 } })
})
