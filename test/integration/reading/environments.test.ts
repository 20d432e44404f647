import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Files and tables of another environment, whose IDs are of other people. */

const numbers = [1, 2, 3, 4, 5, 6]
const users = `id,email\n${numbers.map((n) => `${n},ann${n}@acme.example\n`).join('')}`
const hashes = `user_id,password_hash\n${numbers.map((n) => `${n},${madeUpBcrypt(n)}\n`).join('')}`
const tableOf = (schema: string, name: string, columns: string, row: (n: number) => string) =>
  `INSERT INTO ${schema}.${name} (${columns}) VALUES ${numbers.map((n) => `(${row(n)})`).join(', ')};\n`

test('passwords of another environment are asked about, and joined by decision', async () => {
  const files = { 'users.csv': users, 'staging_hashes.csv': hashes }
  const { json } = await inspect(files)
  expect(json).toMatchObject({ joined: 0, blocked: { 'same-id-in-files': 12 } })
  const decided = await inspect(files, ['--decide', 'same-id-in-files=join'])
  expect(decided.json).toMatchObject({ joined: 6, ready: 6 })
})

test('so are passwords of another region, and those of one region are joined to its users', async () => {
  const apart = await inspect({ 'users_eu.csv': users, 'hashes_us.csv': hashes })
  expect(apart.json).toMatchObject({ joined: 0, ready: 0, blocked: { 'may-be-no-user': 6, 'same-id-in-files': 6 } })
  const others = users.replaceAll('ann', 'bob')
  const { json } = await inspect({ 'users_eu.csv': users, 'users_us.csv': others, 'hashes_us.csv': hashes })
  expect(json).toMatchObject({ joined: 6, hashes: { bcrypt: 6 } })
})

test.each([
  [{ 'users_de.csv': users, 'hashes.csv': hashes }],
  [{ 'staging_users.csv': users, 'hashes-staging.csv': hashes }],
  [{ 'users_prod.csv': users, 'hashes.csv': hashes }],
  [{ 'users.csv': users, 'latest.csv': hashes }],
])('those of the same one are joined: %o', async (files) => {
  const { json } = await inspect(files)
  expect(json).toMatchObject({ users: 6, joined: 6 })
})

test('in a dump, passwords of another environment are those of nobody, and hold the run', async () => {
  const people = tableOf('prod', 'users', 'id, email', (n) => `${n}, 'ann${n}@acme.example'`)
  const of = (schema: string) =>
    tableOf(schema, 'user_passwords', 'user_id, password_hash', (n) => `${n}, '${madeUpBcrypt(n)}'`)
  const apart = await inspect({ 'all.sql': people + of('staging') })
  expect(apart.json).toMatchObject({
    joined: 0,
    files: [{ unreadTables: [{ table: 'staging.user_passwords' }] }],
  })
  const both = await inspect({ 'all.sql': people + of('prod') })
  expect(both.json).toMatchObject({ joined: 6 })
})
