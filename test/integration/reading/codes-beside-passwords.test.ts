import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns beside passwords, with names or values that look like passwords. */

const table = (columns: string, ...rows: readonly string[]) =>
  `INSERT INTO users (id, email, password, ${columns}) VALUES ${rows
    .map((row, at) => `(${at + 1}, 'user${at}@acme.example', '${madeUpBcrypt(at)}', ${row})`)
    .join(', ')};\n`

test.each([
  ['forgotten_password_selector', '1f9a3b7c1f9a3b7c1f9a'],
  ['reset_selector', '1f9a3b7c1f9a3b7c1f9a3b7c1f9a3b7c'],
  ['remember_selector', '1f9a3b7c1f9a3b7c1f9a3b7c1f9a3b7c1f9a3b7c'],
])('a selector by which a program finds a code is no password: %s', async (column, value) => {
  const { json } = await inspect({ 'users.sql': table(column, `'${value}'`, 'NULL', `''`) })
  expect(json).toMatchObject({ users: 3, ready: 3, hashes: { bcrypt: 3 } })
  expect(JSON.stringify(json)).not.toContain('second-hash')
})

test('a second password is still asked about', async () => {
  const { json } = await inspect({ 'users.sql': table('web_password', `'${madeUpBcrypt(8)}'`, 'NULL', `''`) })
  expect(json).toMatchObject({ users: 3, ready: 2 })
})

test('a salted hash is no salt', async () => {
  const hash = (at: number) => `"{x-issha, 1024}${Buffer.alloc(40, at).toString('base64')}"`
  const { json } = await inspect({
    'users.csv': `BNAME,SMTP_ADDR,PWDSALTEDHASH\nANN,ann@acme.example,${hash(1)}\nBEN,ben@acme.example,${hash(2)}\n`,
  })
  expect(json).toMatchObject({ users: 2, hashes: { none: 0, unsupported: { sha: 2 } } })
})

test('the role that a product gives to everybody is none of a machine', async () => {
  const { json } = await inspect({ 'users.sql': table('roles', `'system_user'`, `'system_user'`) })
  expect(json).toMatchObject({ users: 2, ready: 2 })
  const { json: mixed } = await inspect({ 'users.sql': table('roles', `'system_user'`, `'customer'`, `'customer'`) })
  expect(mixed).toMatchObject({ users: 3, ready: 2 })
})

test('the format of passwords says which are encrypted and which are clear', async () => {
  const list = [
    { id: 1, userName: 'ann', password: 'q83vASNFZ4k=', passwordFormat: 'Encrypted', email: 'ann@acme.example' },
    { id: 2, userName: 'ben', password: 'kumquat-papaya', passwordFormat: 'Clear', email: 'ben@acme.example' },
    {
      id: 3,
      userName: 'cia',
      password: 'q83vASNFZ4mrze8BI0VniavN7wE=',
      passwordFormat: 'SHA1',
      email: 'cia@acme.example',
    },
    { id: 4, userName: 'dora', password: madeUpBcrypt(4), passwordFormat: 'Hashed', email: 'dora@acme.example' },
  ]
  const { json, out } = await inspect({ 'users.json': JSON.stringify(list) })
  expect(json).toMatchObject({
    users: 4,
    ready: 1,
    hashes: { bcrypt: 1, unsupported: { encrypted: 1, plaintext: 1, sha: 1 } },
  })
  expect(out).not.toContain('kumquat')
})

const account = (name: string, at: number) => ({ email: `${name}@acme.example`, pass: madeUpBcrypt(at) })
const accounts = { ann: account('ann', 1), ben: account('ben', 2) }
const key = (at: number) => `${at}f1e2d3c4b5a69788796a5b4c3d2e1f0`

test.each([
  ['sessions', { [key(1)]: { email: 'ann@acme.example' }, [key(2)]: { email: 'ben@acme.example' } }],
  ['resetTokens', { [key(3)]: { email: 'ann@acme.example' }, [key(4)]: { email: 'ben@acme.example' } }],
  ['pendingVerifications', { 123456: { email: 'cia@acme.example' }, 654321: { email: 'dora@acme.example' } }],
])('objects under codes beside those of users are no users: %s', async (name, codes) => {
  const { json } = await inspect({ 'db.json': JSON.stringify({ users: accounts, [name]: codes }) })
  expect(json).toMatchObject({ users: 2, loginMethods: { emailPassword: 2, passwordless: 0 } })
  expect(JSON.stringify(json)).not.toContain(key(1))
})

test('other people under names beside those of users are users as well', async () => {
  const admins = { cia: account('cia', 3), dora: account('dora', 4) }
  const { json } = await inspect({ 'db.json': JSON.stringify({ users: accounts, admins }) })
  expect(json).toMatchObject({ users: 4, ready: 4 })
  const { json: verified } = await inspect({ 'db.json': JSON.stringify({ users: accounts, verifiedUsers: admins }) })
  expect(verified).toMatchObject({ users: 4 })
})

test('the kind of a user in the first column is no ID, however short the list is', async () => {
  const rows = (first: string) =>
    `INSERT INTO members (${first}, username, user_password, user_email) VALUES (2, 'ann', '${madeUpBcrypt(1)}', 'ann@acme.example');\nINSERT INTO members (${first}, username, user_password, user_email) VALUES (3, 'ben', '${madeUpBcrypt(2)}', 'ben@acme.example');\n`
  const keyOf = async (first: string) => JSON.stringify((await inspect({ 'all.sql': rows(first) })).json)
  expect(await keyOf('user_type')).not.toContain('"becomes":"source-id"')
  expect(await keyOf('user_no')).toContain('"column":"user_no","becomes":"source-id"')
})

describe('where the IDs of users are written like digests', () => {
  const digest = (text: string) => createHash('md5').update(text).digest('hex')
  const people = (more: string, cell: (at: number) => string) =>
    `user_name,email,active,${more},sys_id\n${Array.from({ length: 12 }, (_, at) => `user${at},user${at}@acme.example,1,${cell(at)},${digest(`${at}`)}`).join('\n')}\n`

  test.each([
    ['a department that several share', 'department', (at: number) => digest(`d${at % 3}`)],
    ['another user', 'manager', (at: number) => (at < 3 ? digest(`boss${at}`) : '')],
    ['a row of the same table', 'reports_to', (at: number) => (at === 5 ? digest('1') : '')],
  ])('%s is no password', async (_, column, cell) => {
    const { json } = await inspect({ 'sys_user.csv': people(column, cell) })
    expect(json).toMatchObject({ users: 12, ready: 12 })
    expect(JSON.stringify(json)).not.toContain('unmapped-hash')
  })

  test.each([
    ['each user has one of their own', 'xk', (at: number) => digest(`x${at}`)],
    ['its name may say so', 'staff_hash', (at: number) => digest(`x${at % 3}`)],
  ])('a column may still be one where %s', async (_, column, cell) => {
    const { json } = await inspect({ 'sys_user.csv': people(column, cell) })
    expect(JSON.stringify(json)).toMatch(/unmapped-hash|"becomes":"password-hash"/)
  })
})
