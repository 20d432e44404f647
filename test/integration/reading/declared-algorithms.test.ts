import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Columns that declare the algorithm beside hashes that look like plain bcrypt. */

const csv = (column: string, declared: readonly string[]) =>
  `id,email,password,${column}\n${declared.map((one, at) => `${at + 1},user${at}@acme.example,${madeUpBcrypt(at)},${one}`).join('\n')}\n`
const times = (count: number, word: string) => Array.from({ length: count }, () => word)

describe('bcrypt over something else, declared in a column of its own', () => {
  test.each([
    ['hash_algorithm', 'bcrypt+sha256'],
    ['hash_algorithm', 'bcrypt(sha256($p))'],
    ['hash_algorithm', 'bcrypt;md5'],
    ['algo', 'md5-bcrypt'],
    ['password_hash_type', 'sha1|bcrypt'],
    ['encoder', 'bcrypt+sha256'],
    ['hash_method', '7'],
    ['algorithm', 'our own (of 2014)'],
  ])('blocks every user: %s with %s', async (column, declared) => {
    const { json } = await inspect({ 'users.csv': csv(column, times(4, declared)) })
    expect(json).toMatchObject({ users: 4, ready: 0, blocked: { 'unsupported-hash': 4 } })
  })

  test.each([
    [6, 'bcrypt+sha1', 4],
    [5, 'bcrypt(md5)', 5],
    [1, 'legacy (2014)', 3],
  ])('blocks the users of whom it is said: %i with bcrypt, the others with %s', async (plain, declared, others) => {
    const rows = [...times(plain, 'bcrypt'), ...times(others, declared)]
    const { json } = await inspect({ 'users.csv': csv('hash_algorithm', rows) })
    expect(json).toMatchObject({ ready: plain, blocked: { 'unsupported-hash': others } })
  })

  test('is read beside the columns of a known product as well', async () => {
    const rows = [1, 2, 3].map(
      (at) =>
        `${at},Ann,user${at}@acme.example,2024-01-01 10:00:00,${madeUpBcrypt(at)},,2024-01-01 10:00:00,2024-01-01 10:00:00,bcrypt+sha256`,
    )
    const head = 'id,name,email,email_verified_at,password,remember_token,created_at,updated_at,hash_algorithm'
    const { json } = await inspect({ 'users.csv': `${head}\n${rows.join('\n')}\n` })
    expect(json).toMatchObject({ users: 3, ready: 0, blocked: { 'unsupported-hash': 3 } })
  })
})

test('names of bcrypt alone hold nobody back', async () => {
  const names = [
    'bcrypt',
    'BCRYPT',
    '2b',
    '2y',
    '$2b$',
    'blowfish',
    'CRYPT_BLOWFISH',
    'crypt',
    'bcrypt-10',
    'bcrypt (12)',
    'bcrypt:10',
    'bcryptjs',
    'PASSWORD_BCRYPT',
    'PASSWORD_DEFAULT',
    'auto',
    '',
  ]
  const { json } = await inspect({ 'users.csv': csv('hash_algorithm', names) })
  expect(json).toMatchObject({ users: names.length, ready: names.length })
})

test('hashes behind the name of their scheme declare nothing of the passwords beside them', async () => {
  const rows = [1, 2, 3].map(
    (at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)},{SSHA}${Buffer.alloc(20, at).toString('base64')}`,
  )
  const { json } = await inspect({ 'users.csv': `id,email,password,ldap\n${rows.join('\n')}\n` })
  expect(JSON.stringify(json)).not.toContain('Hash algorithm')
})

describe('a pepper beside a hash', () => {
  test.each([
    ['pepper', 'x9kLmQ7'],
    ['password_pepper', 's3cr3tPepper'],
    ['pepper_version', '2'],
    ['uses_pepper', 'true'],
  ])('blocks its users: %s', async (column, value) => {
    const { json } = await inspect({ 'users.csv': csv(column, [value, value, '']) })
    expect(json).toMatchObject({ users: 3, ready: 1, blocked: { 'unsupported-hash': 2 } })
    if (value.length > 4) expect(JSON.stringify(json)).not.toContain(value)
  })

  test('counts also beside the name of the algorithm', async () => {
    const { json } = await inspect({ 'users.csv': csv('hash_algorithm,pepper', ['bcrypt,x9kLmQ7', 'bcrypt,']) })
    expect(json).toMatchObject({ users: 2, ready: 1, blocked: { 'unsupported-hash': 1 } })
  })

  test('holds nobody back where there is none', async () => {
    for (const [column, value] of [
      ['pepper', ''],
      ['has_pepper', 'false'],
      ['pepper_version', '0'],
      ['favourite_spice', 'pepper'],
    ] as const)
      expect((await inspect({ 'users.csv': csv(column, [value, value, value]) })).json).toMatchObject({ ready: 3 })
  })
})

test('a key of the site beside a hash lets the operator try a password first', async () => {
  const { json } = await inspect({ 'users.csv': csv('site_key', ['f00dbabe1234cafe', 'f00dbabe1234cafe']) })
  expect(json).toMatchObject({ users: 2, ready: 2 })
  expect(JSON.stringify(json)).toContain('Try a password first')
})
