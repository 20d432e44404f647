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
  [`!${'0a'.repeat(16)}`],
])('an exclamation mark alone or before a hash or a word for it is no password: %s', async (mark) => {
  const { json } = await read([madeUpBcrypt(1), mark, madeUpBcrypt(2)])
  expect(json).not.toMatchObject({ blocked: { 'unsupported-hash': 1 } })
  expect(json).toMatchObject({ users: 3, hashes: { bcrypt: 2 } })
})
