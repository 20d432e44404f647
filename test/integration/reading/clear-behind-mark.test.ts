import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const read = (passwords: readonly string[]) =>
  inspect({
    'users.csv': `email,password\n${passwords.map((password, at) => `u${at}@example.com,${password}\n`).join('')}`,
  })

test('a clear password that begins with an exclamation mark is one', async () => {
  const { json, out } = await read(['virag4321', '!Titok987', 'almafa55', '!hetfo!x'])
  expect(json).toMatchObject({ users: 4, ready: 0, blocked: { 'unsupported-hash': 4 } })
  expect(out).not.toContain('Titok987')
})

test.each([
  ['!'],
  ['!!'],
  [`!${madeUpBcrypt(7)}`],
  [`!${'aB3'.repeat(13)}x`],
  ['!disabled'],
  ['!locked!'],
  [`!${'aB3dEfGh1K'.repeat(4)}x9Z`],
  [`!${'aB3/fGh+'.repeat(5)}==`],
  [`!!${'aB3dEfGh1K'.repeat(4)}`],
  [`!${'aB3dEfGh1K'.repeat(7)}`],
  [`!${'0a'.repeat(16)}`],
])('an exclamation mark alone or before a hash or a word for it is no password: %s', async (mark) => {
  const { json } = await read([madeUpBcrypt(1), mark, madeUpBcrypt(2)])
  expect(json).not.toMatchObject({ blocked: { 'unsupported-hash': 1 } })
  expect(json).toMatchObject({ users: 3, hashes: { bcrypt: 2 } })
})

const django = `!${'aB3dEfGh1K'.repeat(4)}`

test('a clear password and a mark are told apart the same wherever they stand', async () => {
  const clear = ['!Titok987', '!$ecret99', '!!Titok987']
  for (const value of [...clear, django, '!ab0cdEfGhIj12']) {
    const rows = [value, madeUpBcrypt(1), madeUpBcrypt(2), madeUpBcrypt(3)]
    const table = (header: string, row: (hash: string, at: number) => string) =>
      `${header}\n${rows.map(row).join('\n')}\n`
    const files = {
      mapped: table('id,email,password', (hash, at) => `${at},u${at}@example.com,${hash}`),
      json: JSON.stringify(rows.map((passwd, at) => ({ id: `u${at}`, email: `u${at}@example.com`, passwd }))),
      unmapped: table('id,email,password,passwort2', (hash, at) =>
        at === 0 ? `0,u0@example.com,,${hash}` : `${at},u${at}@example.com,${hash},`,
      ),
    }
    const isClear = clear.includes(value)
    for (const [name, text] of Object.entries(files)) {
      const { json, out } = await inspect({ [name]: text }, ['--decide', 'unmapped-hash:passwort2=import'])
      const expected = isClear ? { plaintext: 1 } : {}
      expect([value, name, json?.['hashes']]).toEqual([value, name, expect.objectContaining({ unsupported: expected })])
      expect(out).not.toContain(value)
    }
  }
})

const clear = ['LvLS1OeBD(', '+oEQ4RplQ0', '7v1YdSlp@j', 'summer77', 'Ann.and.Ben', 'hetfo#x1']

test.each([
  '$2wJqcy6!I',
  '$1AbcdEfgh',
  '!*9xYz!k',
  '*9R4CI$pgg',
  '!!0UzyUq^0',
  '{abc}pw',
  '$argon',
  '$argon2x',
  '!ab',
  '$1$abc',
  '$6$abc!x',
  '!$1$abc',
  '{ABC}pass.word',
])('a password that begins like a hash or a mark is clear among clear passwords: %s', async (password) => {
  const { json, out } = await read([...clear, password])
  expect(json).toMatchObject({ users: 7, ready: 0, blocked: { 'unsupported-hash': 7 } })
  expect(json?.['hashes']).toMatchObject({ unsupported: { plaintext: 7 }, malformed: 0 })
  expect(out).not.toContain(password)
})

test.each(['$2wJqcy6!I', '$2022Pass', '$argon2x', '$6$abc!x', '!*9xYz!k', '!**x9Yz!k'])(
  'a password that no hash begins like is clear among hashes, too: %s',
  async (password) => {
    const { json } = await read([madeUpBcrypt(1), madeUpBcrypt(2), madeUpBcrypt(3), password])
    expect(json?.['hashes']).toMatchObject({ bcrypt: 3, unsupported: { plaintext: 1 }, malformed: 0 })
  },
)

test.each(['*', '!', '!!', '*LK*', '!disabled', '!*LK*', django, '*NP*', 'x'])(
  'a mark of no password is one among clear passwords, too: %s',
  async (mark) => {
    const { json } = await read([...clear, mark])
    expect(json?.['hashes']).toMatchObject({ unsupported: { plaintext: 6 }, malformed: 0 })
  },
)

test('hashes that are cut off stay broken ones, also where a column has nothing else', async () => {
  const cut = await read(['$2y$10$abc', '$2y$10$aBcd', '$2y$10$xyz.'])
  expect(cut.json?.['hashes']).toMatchObject({ malformed: 3, unsupported: {} })
  const among = await read([...clear, madeUpBcrypt(1), madeUpBcrypt(2).slice(0, 50)])
  expect(among.json?.['hashes']).toMatchObject({ bcrypt: 1, malformed: 1, unsupported: { plaintext: 6 } })
})

test('a mark in an unmapped column is no possible password, and one before a hash of the first crypt locks', async () => {
  const header = 'id,email,password,passwort2'
  const { json } = await inspect({ 'users.csv': `${header}\n1,u1@example.com,,${django}\n2,u2@example.com,,!\n` })
  expect(json).toMatchObject({ users: 2, ready: 2 })
  const locked = await inspect({
    'users.csv': 'email,password\nu1@example.com,!ab0cdEfGhIj12\nu2@example.com,ab0cdEfGhIj13\n',
  })
  expect(locked.json).toMatchObject({ blocked: { disabled: 1, 'unsupported-hash': 1 } })
})
