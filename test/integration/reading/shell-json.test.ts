import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3]
const mail = (at: number) => `user${at}@acme.example`
const all = { records: 3, users: 3, ready: 3, unreadable: 0, loginMethods: { emailPassword: 3 } }

const printed = (at: number) => `{
    "_id" : ObjectId("507f1f77bcf86cd79943901${at}"),
    "email" : "${mail(at)}",
    "password" : "${madeUpBcrypt(at)}",
    "createdAt" : ISODate("2020-01-02T03:04:05.000Z"),
    "visits" : NumberLong("500000000${at}"),
    "age" : NumberInt(3${at}),
    "site" : "https://acme.example/* no comment */",
    "session" : BinData(3,"AAECAwQFBgcICQoLDA0ODw=="),
    "team" : DBRef("teams", ObjectId("507f1f77bcf86cd79943902${at}")),
    "left" : undefined
}`

test('documents that a tool of MongoDB shows with their numbers in comments are users', async () => {
  for (const sign of ['\n\n', ',\n\n']) {
    const text = some.map((at) => `/* ${at} createdAt:1/2/2020, 3:04:05 AM*/\n${printed(at)}`).join(sign)
    expect((await inspect({ 'users.json': text })).json).toMatchObject(all)
  }
})

test('comments stand anywhere in JSON but in its texts', async () => {
  const user = (at: number) => `  {"id": "u//${at}", /* one */ "email": "${mail(at)}", "hash": "${madeUpBcrypt(at)}"}`
  const text = `// users\n[ // all of them\n${some.map(user).join(', // more\n')}\n/* the end */ ]\n`
  const { json } = await inspect({ 'users.json': text })
  expect(json).toMatchObject(all)
  expect(JSON.stringify(json)).toContain('"becomes":"source-id"')
})

test('a login in a comment is named as one', async () => {
  const text = `[\n${some.map((at) => `{"email": "${mail(at)}", "hash": "${madeUpBcrypt(at)}"}`).join(',\n')}\n// ${mail(9)} ${madeUpBcrypt(9)}\n]`
  const { json } = await inspect({ 'users.json': text })
  expect(json).toMatchObject({ records: 3, users: 3 })
  expect(JSON.stringify(json)).toMatch(/"comment"/)
})

test('SQL that begins with a comment which a server carries out is no JSON', async () => {
  const rows = some.map((at) => `(${at}, '${mail(at)}', '${madeUpBcrypt(at)}')`).join(',')
  const text = `/*!50000 INSERT INTO users (id, email, password) VALUES ${rows} */;\n`
  expect((await inspect({ 'users.sql': text })).json).toMatchObject({ users: 3, ready: 3 })
})
