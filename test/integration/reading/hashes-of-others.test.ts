import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const child = (at: number) => ({ email: `kid${at}@acme.example`, password_hash: madeUpBcrypt(40 + at) })
const parent = (at: number, more: object) => ({ id: 100 + at, email: `ann${at}@acme.example`, ...more })
const inJson = (users: readonly object[]) => ({ 'users.json': JSON.stringify(users) })

const lists = (at: number) => ({ children: [child(at)] })
const objects = (at: number) => ({ child: child(at) })

test.each([
  ['a list', 'second-hash:children[].password_hash', lists],
  ['an object', 'second-hash:child.password_hash', objects],
] as const)('a hash beside another address in %s is never a second hash of the user', async (_, key, more) => {
  const users = [1, 2, 3].map((at) => parent(at, { password_hash: madeUpBcrypt(at), ...(at === 1 ? more(at) : {}) }))
  expect((await inspect(inJson(users))).json).toMatchObject({ ready: 2, blocked: { 'second-hash': 1 } })
  const imported = await inspect(inJson(users), ['--decide', `${key}=this`])
  expect(imported.json).toMatchObject({ ready: 2, blocked: { 'second-hash': 1 } })
  const excluded = await inspect(inJson(users), ['--decide', `${key}=mapped`])
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
  expect((await inspect(inJson(users), ['--decide', `${key}=ignore`])).json).toMatchObject({ ready: 3 })
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
  ['the same address', (at: number) => ({ login: { email: `ANN${at}@acme.example`, hash: madeUpBcrypt(at) } })],
  ['no address', (at: number) => ({ login: { created_by: 'admin@acme.example', hash: madeUpBcrypt(at) } })],
])('a hash beside %s is the user’s own', async (_, more) => {
  const { json } = await inspect(inJson([1, 2, 3].map((at) => parent(at, more(at)))))
  expect(json).toMatchObject({ ready: 3, blocked: {}, hashes: { bcrypt: 3 } })
})

const inCsv = (header: string, row: (at: number) => string) => ({
  'users.csv': `${[header, ...[1, 2, 3, 4].map(row)].join('\n')}\n`,
})
const own = (at: number) => `${100 + at},ann${at}@acme.example`

test.each<readonly [string, Readonly<Record<string, string>>]>([
  [
    'a column called like that of another email',
    inCsv('id,email,child_email,child_password', (at) => `${own(at)},kid${at}@acme.example,${madeUpBcrypt(at)}`),
  ],
  [
    'an object with another user name',
    inJson([1, 2, 3, 4].map((at) => parent(at, { login: `u${at}`, kid: { login: `k${at}`, hash: madeUpBcrypt(at) } }))),
  ],
  [
    'an object under another email',
    inJson([1, 2, 3, 4].map((at) => parent(at, { kids: { [`kid${at}@acme.example`]: { hash: madeUpBcrypt(at) } } }))),
  ],
])('a hash in %s is of no use to the user', async (_, files) => {
  const { json } = await inspect(files)
  expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-hash': 4 }, hashes: { bcrypt: 0, none: 4 } })
  const [key = ''] = /unmapped-hash:[^"= ']+/.exec(JSON.stringify(json)) ?? []
  expect((await inspect(files, ['--decide', `${key}=import`])).json).toMatchObject({ ready: 0, hashes: { bcrypt: 0 } })
  expect((await inspect(files, ['--decide', `${key}=ignore`])).json).toMatchObject({ ready: 4, hashes: { bcrypt: 0 } })
})

const idThere = (at: number) => `11730000000000000000${at}`

test.each<readonly [string, (at: number) => object]>([
  ['by its name', (at) => ({ google_id: idThere(at) })],
  ['in a list', (at) => ({ identities: [{ provider: 'google', user_id: idThere(at) }] })],
])('a login at a third party beside another address is none of the user: %s', async (_, more) => {
  const kid = (at: number) => ({ email: `kid${at}@acme.example`, ...more(at) })
  const files = inJson([1, 2, 3].map((at) => parent(at, { kid: kid(at) })))
  const { json } = await inspect(files)
  expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-provider-id': 3 }, loginMethods: { thirdParty: 0 } })
  const [key = ''] = /unmapped-provider-id:[^"= ']+/.exec(JSON.stringify(json)) ?? []
  expect((await inspect(files, ['--decide', `${key}=import`])).json).toMatchObject({ loginMethods: { thirdParty: 0 } })
})

test('the email at a third party makes its login none of another user', async () => {
  const google = (at: number) => ({ google: { id: idThere(at), email: `g${at}@gmail.example` } })
  const files = inJson([1, 2, 3].map((at) => parent(at, google(at))))
  const { json } = await inspect(files, ['--decide', 'unmapped-provider-id:google.id=import'])
  expect(json).toMatchObject({ ready: 3, loginMethods: { thirdParty: 3 } })
})
