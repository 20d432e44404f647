import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpArgon2, madeUpBcrypt } from '../../support/made-up-csv.ts'

const row = (at: number, hash: string, more = '') => `${at},u${at}@acme.example,${hash}${more}`
const counts = { records: 3, users: 3, ready: 3, unreadable: 0 }

test('a hash of Argon2 without quotation marks is one cell, whatever commas are in it', async () => {
  const rows = [row(1, madeUpArgon2(1)), row(2, madeUpBcrypt(2)), row(3, madeUpArgon2(3))]
  const { json } = await inspect({ 'users.csv': `id,email,password\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ ...counts, hashes: { argon2: 2, bcrypt: 1, malformed: 0 } })
  const middle = rows.map((one) => `${one},Lund`)
  const beside = await inspect({ 'users.csv': `id,email,password,city\n${middle.join('\n')}\n` })
  expect(beside.json).toMatchObject({ ...counts, hashes: { argon2: 2, bcrypt: 1, malformed: 0 } })
})

test('any other row with more cells than the header stays unreadable', async () => {
  const rows = [row(1, madeUpArgon2(1), ',x'), row(2, 'a,b'), row(3, madeUpBcrypt(3))]
  const { json } = await inspect({ 'users.csv': `id,email,password\n${rows.join('\n')}\n` })
  expect(json).toMatchObject({ records: 3, users: 1, unreadable: 2 })
})
