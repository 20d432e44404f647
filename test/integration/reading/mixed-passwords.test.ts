import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const digest = (family: string, text: string) => createHash(family).update(text).digest('hex')
const users = (values: readonly string[]) =>
  `INSERT INTO accounts (id, name, password, email) VALUES ${values
    .map((value, at) => `(${at + 1}, 'user${at}', '${value}', 'user${at}@acme.example')`)
    .join(', ')};\n`
const sha1 = [1, 2, 3].map((at) => digest('sha1', `${at}`))

describe('a column called password is mapped, whatever part of it is whole hashes', () => {
  test.each([
    ['two families that differ in length', [digest('md5', 'ann'), digest('md5', 'ben').slice(0, 16)]],
    ['one value that was cut', [...sha1, digest('sha1', 'x').slice(0, 17)]],
    ['half of them bcrypt, half clear', [madeUpBcrypt(1), 'kumquat7', madeUpBcrypt(2), 'papaya99']],
    ['digests and a word', [...sha1, 'kumquat7']],
  ])('%s', async (_, values) => {
    const { json, out } = await inspect({ 'all.sql': users(values) })
    expect(json).toMatchObject({ users: values.length })
    const text = JSON.stringify(json)
    expect(text).toContain('"column":"password","becomes":"password-hash"')
    expect(text).not.toContain('unmapped-hash')
    for (const value of values.filter(({ length }) => length > 4)) expect(text + out).not.toContain(value)
  })
})

describe('passwords in two columns, of which each user has one', () => {
  const table = (second: string, row: (at: number) => string) =>
    `id,email,stored_key,${second}\n${[1, 2, 3, 4, 5, 6].map((at) => `${at},user${at}@acme.example,${row(at)}`).join('\n')}\n`
  const families = async (text: string, ...more: readonly string[]) => {
    const { json, out } = await inspect({ 'users.csv': text }, more)
    expect(out).not.toMatch(/kumquat|papaya/)
    return { hashes: json?.['hashes'], text: JSON.stringify(json?.['findings']) }
  }

  test.each([
    ['clear', 'password', (at: number) => (at > 4 ? `,kumquat${at}` : `${digest('sha1', `${at}`)},`)],
    [
      'clear, in another language',
      'Kennwort',
      (at: number) => (at > 4 ? `,papaya-${at}` : `${digest('sha1', `${at}`)},`),
    ],
  ])('are both read: %s', async (_, name, row) => {
    const found = await families(table(name, row))
    expect(found.hashes).toMatchObject({ unsupported: { plaintext: 2 } })
    expect(found.text).not.toContain('unmapped-hash')
  })

  test('are both read where one has hashes of another kind', async () => {
    const found = await families(
      table('password', (at) => (at > 4 ? `,${madeUpBcrypt(at)}` : `${digest('sha1', `${at}`)},`)),
    )
    expect(found.hashes).toMatchObject({ bcrypt: 2, unsupported: { sha: 4 } })
  })

  test.each([
    ['a user has both', 'password', (at: number) => `${digest('sha1', `${at}`)},${at > 4 ? madeUpBcrypt(at) : ''}`],
    [
      'the second is a former one',
      'old_password',
      (at: number) => (at > 4 ? `,kumquat${at}` : `${digest('sha1', `${at}`)},`),
    ],
    [
      'the second is of another thing',
      'smtp.password',
      (at: number) => (at > 4 ? `,kumquat${at}` : `${digest('sha1', `${at}`)},`),
    ],
  ])('are not where %s', async (_, name, row) => {
    const { json } = await inspect({ 'users.csv': table(name, row) })
    expect(JSON.stringify(json)).not.toContain(`"column":"${name}","becomes":"password-hash"`)
  })
})

describe('the digest by which a program knows its objects', () => {
  const object = (table: string, others = 'name') =>
    `INSERT INTO ${table} (id, hash, ${others}) VALUES ${[1, 2, 3].map((at) => `(${at}, '${digest('md5', table + at)}', 'Graph ${at}')`).join(', ')};\n`
  const real = users([madeUpBcrypt(1), madeUpBcrypt(2)])

  test('is no password of several tables', async () => {
    const dump = real + ['graph_templates', 'data_input', 'round_robin', 'query'].map((table) => object(table)).join('')
    const { json } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ users: 2, ready: 2, files: [{ unreadTables: [] }] })
  })

  test.each([
    ['a table of people', object('members')],
    ['a name to sign in with', object('vault', 'login')],
    ['a user', object('vault', 'user_id')],
  ])('may be one beside %s', async (_, other) => {
    const dump = real + ['graph_templates', 'data_input', 'round_robin'].map((table) => object(table)).join('') + other
    const { json } = await inspect({ 'all.sql': dump })
    expect(json).toMatchObject({ files: [{ unreadTables: [expect.anything()] }] })
  })
})

test.each(['demo', '4711', '20240101', 'kumquat9'])(
  'a password in a field that a known export does not read is asked about, however short: %s',
  async (Password) => {
    const Attributes = [
      { Name: 'sub', Value: '8f453ac5-cd0f-406e-97df-bb17d4e9f5e7' },
      { Name: 'email', Value: 'ann@acme.example' },
    ]
    const ann = { Username: 'ann', Enabled: true, UserStatus: 'CONFIRMED', Password, Attributes }
    const { json, out } = await inspect({ 'pool.json': JSON.stringify({ Users: { ann }, Options: {} }) })
    expect(json, out).toMatchObject({ users: 1, ready: 0, blocked: { 'unmapped-hash': 1 } })
    expect(out).not.toContain(Password)
  },
)

describe('in a column of clear passwords, one is a password', () => {
  const passwords = ['zK2kj7Rwzrk!a', 'eR4t@xy.example', 'N0t?Long1', '1#secretX', 'kB5c/zTRqPmn4', 'kZ9mwpqrstuKc']
  const users = `id,email\n${passwords.map((_, at) => `${at},u${at}@acme.example\n`).join('')}`
  const clear = { users: 6, blocked: { 'unsupported-hash': 6 }, hashes: { unsupported: { plaintext: 6 } } }

  test('also where it is written like an address, or in the form of a hash of crypt', async () => {
    const beside = `id,email,password\n${passwords.map((one, at) => `${at},u${at}@acme.example,${one}\n`).join('')}`
    const alone = `id,password\n${passwords.map((one, at) => `${at},${one}\n`).join('')}`
    for (const files of [{ 'users.csv': beside }, { 'users.csv': users, 'passwords.csv': alone }]) {
      const { json } = await inspect(files)
      expect(json).toMatchObject(clear)
      expect(JSON.stringify(json)).not.toContain('unmapped-email')
    }
  })

  test('but an address in place of that of the user is asked about', async () => {
    const rows = passwords.map((one, at) => `${at},${at === 1 ? '' : `u${at}@acme.example`},${one}\n`)
    const { json } = await inspect({ 'users.csv': `id,email,password\n${rows.join('')}` })
    expect(JSON.stringify(json)).toContain('Email address in a column not mapped as one: password')
  })

  test('but all hashes of crypt are hashes', async () => {
    const hashes = ['kB5c/zTRqPmn2', 'kZ9mwpqrstuKc', 'xQ7wD4k9bWTZ2', 'pL3TTkTwwKPZ.']
    const rows = hashes.map((one, at) => `${at},u${at}@acme.example,${one}\n`)
    const { json } = await inspect({ 'users.csv': `id,email,password\n${rows.join('')}` })
    expect(json).toMatchObject({ hashes: { unsupported: { crypt: 4 } } })
  })
})
