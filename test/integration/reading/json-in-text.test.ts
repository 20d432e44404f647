import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* JSON below lines that a tool printed, and scripts that assign or insert plain data. */

const mail = (at: number) => `user${at}@acme.example`
const some = [1, 2]
const all = { records: 2, users: 2, ready: 2, unreadable: 0 }
const json = some.map((at) => `{"id":${at},"email":"${mail(at)}","hash":"${madeUpBcrypt(at)}"}`)
const literals = some.map((at) => `{ id: ${at}, email: '${mail(at)}', hash: "${madeUpBcrypt(at)}", }`)

describe('lines above JSON are left out', () => {
  test.each([
    ['Exporting 2 users...\n', `[${json.join(',')}]`],
    ['> shop@1.0.0 export\n> node export.js\n\n', `[\n${json.join(',\n')}\n]`],
    ['2024-01-02T10:00:00Z INFO, started\n', json.join('\n')],
  ])('%j', async (above, text) => {
    expect((await inspect({ 'users.json': above + text })).json).toMatchObject(all)
  })

  test('and logins in them are named', async () => {
    const { json: found } = await inspect({ 'users.json': `Exported for ${mail(9)}\n[${json.join(',')}]` })
    expect(found).toMatchObject(all)
    expect(JSON.stringify(found)).toContain('{"kind":"heading","name":null,"emails":1')
  })
})

describe('a script of plain data is read', () => {
  test.each([
    ['module.exports = ', ''],
    ["'use strict'\n\n/** Users. */\nmodule.exports = ", '\n'],
    ['const users: readonly User[] = ', '\n'],
    ['db.users.drop();\ndb.createCollection("users");\ndb.users.insertMany(', ');\n'],
    ['// seed\nexport const users: User[] = ', ' as const;'],
    ["import type { User } from './types'\n\nconst users = ", ';\n\nmodule.exports = users\n'],
    ['use shop\ndb.users.insertMany(', ', { ordered: false });\ndb.users.createIndex({ email: 1 })\n'],
    ['db = db.getSiblingDB("shop");\ndb.getCollection("users").insertMany(', ')'],
  ])('%j', async (before, behind) => {
    const { json: found } = await inspect({ 'seed.js': `${before}[\n${literals.join(',\n')},\n]${behind}` })
    expect(found).toMatchObject(all)
  })

  test('whose users are inserted one by one, beside another collection', async () => {
    const inserts = literals.map((one) => `db.users.insertOne(${one});\n`).join('')
    const { json: found } = await inspect({ 'seed.js': `${inserts}db.orders.insertMany([{ id: 7, total: 1 }]);\n` })
    expect(found).toMatchObject({ users: 2, ready: 2, other: { 'table orders': 1 } })
    expect((await inspect({ 'seed.js': `use shop\n${inserts}` })).json).toMatchObject(all)
  })

  test('with the wrappers of MongoDB and texts in any quotation marks', async () => {
    const rows = some.map(
      (at) =>
        `{ _id: ObjectId("507f1f77bcf86cd79943901${at}"), email: \`${mail(at)}\`, name: "O'Neil {x}", at: ISODate("2020-01-02T03:04:05Z") }`,
    )
    expect((await inspect({ 'seed.js': `db.users.insertMany([${rows.join(', ')}])\n` })).json).toMatchObject(all)
  })
})

test.each([
  [
    "const bcrypt = require('bcrypt')\n",
    "module.exports = [{ id: 1, email: 'a@acme.example', hash: bcrypt.hashSync('a', 10) }]",
  ],
  ['', `const users = [${literals.join()}]\nusers.forEach((one) => change(one))\nmodule.exports = users\n`],
  [
    'use shop\n',
    `db.users.insertMany([${literals.join()}])\ndb.users.updateOne({ id: 1 }, { $set: { banned: true } })\n`,
  ],
])('a script that changes or computes its data is refused: %j', async (before, text) => {
  const { code, err } = await inspect({ 'seed.js': before + text })
  expect(code).toBe(2)
  expect(err).toContain('Run it, and')
})
