import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const names = ['anna', 'bert', 'cleo', 'dora']
const digest = (text: string, kind = 'sha256') => createHash(kind).update(text).digest('hex')
const salt = (name: string) => digest(name).slice(0, 16)
const inBase64 = (text: string) => createHash('sha256').update(text).digest('base64')
const of = (value: (name: string) => unknown, keys = names) =>
  JSON.stringify(Object.fromEntries(keys.map((name) => [name, value(name)])), null, 1)
const read = async (content: string) => (await inspect({ 'users.json': content })).json

test.each([
  ['salt and hash', (name: string) => [salt(name), digest(name)]],
  ['hash and salt', (name: string) => [digest(name), salt(name)]],
  ['a hash of another length', (name: string) => [salt(name), digest(name, 'sha512')]],
  ['a hash in base64', (name: string) => [salt(name), inBase64(name)]],
  ['a role behind both', (name: string) => [salt(name), digest(name), 'admin']],
])('a list under the name of each user is its login: %s', async (_, value) => {
  for (const content of [of(value), JSON.stringify({ version: 2, users: JSON.parse(of(value)) as unknown })]) {
    const json = await read(content)
    expect(json).toMatchObject({ records: 4, users: 4, ready: 0, hashes: { none: 0 } })
    expect(JSON.stringify(json)).not.toContain(digest('anna'))
  }
})

test('a list with a hash that a core can check is one as well, under a name or an address', async () => {
  const hash = (name: string) => [madeUpBcrypt(names.indexOf(name)), 'admin']
  expect(await read(of(hash))).toMatchObject({ users: 4, hashes: { bcrypt: 4 } })
  const json = await read(
    of(
      (mail) => hash(mail.split('@')[0] ?? ''),
      names.map((name) => `${name}@acme.example`),
    ),
  )
  expect(json).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
})

test.each([
  ['verificador', 'salt'],
  ['proof', 'salt'],
  ['v', 'password_salt'],
  ['probe', 'salz'],
])('a digest of any name beside the salt of each user is asked about: %s', async (field, beside) => {
  const value = (name: string) => ({ [beside]: salt(name), [field]: digest(name), since: 2020 })
  for (const content of [of(value), JSON.stringify({ users: JSON.parse(of(value)) as unknown })]) {
    const json = await read(content)
    expect(json).toMatchObject({ records: 4, users: 4, unreadable: 0 })
    expect(json?.['findings']).toContainEqual(
      expect.objectContaining({ code: 'unmapped-hash', group: field, users: 4, blocks: true }) as unknown,
    )
  }
})

test('a digest in base64 beside the salt of each user is asked about', async () => {
  const json = await read(
    of((name) => ({ mail: `${name}@acme.example`, salt: salt(name), verificador: inBase64(name) })),
  )
  expect(json).toMatchObject({ records: 4, users: 4 })
  expect(json?.['blocked']).toEqual({ 'unmapped-hash': 4 })
  const alone = await read(of((name) => ({ salt: salt(name), verificador: inBase64(name) })))
  expect(alone).toMatchObject({ records: 4, unreadable: 4 })
  expect(JSON.stringify(alone?.['files'])).toContain('it may be a password hash, but that is not sure')
})

test.each([
  ['versions and checksums', of((name) => ['1.0.0', digest(name, 'sha1')], ['left-pad', 'is-even'])],
  ['columns', JSON.stringify({ email: ['a@x.example', 'b@x.example'], city: ['Ulm', 'Bonn'] })],
  ['two digests of one length', of((name) => [digest(name), digest(`${name}2`)])],
  ['integrities of packages', of((name) => ['2.1.3', `sha512-${inBase64(name)}`], ['left-pad', 'is-even'])],
  ['settings', JSON.stringify({ app: { salt: 'abc123def', checksum: digest('x') }, db: { host: 'h', port: 1 } })],
])('nothing of a file with other lists or digests is a user: %s', async (_, content) => {
  const json = await read(content)
  expect(json === null ? 0 : (json['users'] ?? 0)).toBe(0)
})

test('entries under IDs are users by their addresses, whatever the field of these is called', async () => {
  const entries = Object.fromEntries([11, 12, 13].map((at) => [at, { nm: 'Ann', eml: `u${at}@acme.example`, n: 1 }]))
  for (const content of [entries, { acct: entries }])
    expect(await read(JSON.stringify(content))).toMatchObject({ records: 3, users: 3, unreadable: 0 })
})

test('entries under names are none by an address in a field of another thing', async () => {
  const entries = Object.fromEntries(names.map((name) => [name, { title: name, rpt_to: `${name}@acme.example` }]))
  const settings = { app: { theme: 'dark', skin: 'x' }, ...entries }
  expect(await read(JSON.stringify(settings))).not.toMatchObject({ users: 4 })
})

const pathsBehind = (fields: (name: string, at: number) => readonly (readonly [path: string, value: string])[]) =>
  names.flatMap((name, at) => fields(`${name}.lee`, at))
const hashOf = (at: number) => madeUpBcrypt(at)

test.each([
  ['properties', (pairs: readonly (readonly [string, string])[]) => pairs.map((pair) => pair.join('=')).join('\n')],
  ['JSON', (pairs: readonly (readonly [string, string])[]) => JSON.stringify(Object.fromEntries(pairs), null, 1)],
])('fields with the name of their user behind them are one user for each name, in %s', async (_, written) => {
  const pairs = pathsBehind((name, at) => [
    [`profile.email.${name}`, `u${at}@acme.example`],
    [`profile.password.${name}`, hashOf(at)],
    [`profile.notes.${name}`, 'likes tea'],
  ])
  const { json } = await inspect({ 'users.properties': written(pairs) })
  expect(json).toMatchObject({ records: 4, users: 4, ready: 4, hashes: { bcrypt: 4 } })
  const plain = pathsBehind((name, at) => [
    [`password.${name}`, hashOf(at)],
    [`email.${name}`, `u${at}@acme.example`],
  ])
  expect((await inspect({ 'users.properties': written(plain) })).json).toMatchObject({ users: 4, ready: 4 })
})

test('several passwords of one user are no names of users', async () => {
  const fields = { 'password.current': hashOf(1), 'password.previous': hashOf(2), email: 'u1@acme.example' }
  const { json } = await inspect({ 'users.json': JSON.stringify([fields, { ...fields, email: 'u2@acme.example' }]) })
  expect(json).toMatchObject({ users: 2 })
  expect((await inspect({ 'users.json': JSON.stringify(fields) })).json).toMatchObject({ users: 1 })
})
