import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { usersOf } from '../../support/read-users.ts'

/* Users of MongoDB and of Node.js, as their shells and programs write them. */

const some = [1, 2, 3, 4]
const id = (at: number) => `64b7f0c2a1b2c3d4e5f6071${at}`
const mail = (at: number) => `user${at}@acme.example`
const base64 = (text: string) => Buffer.from(text).toString('base64')
const usersIn = (write: (at: number) => string) => `[\n${some.map(write).join(',\n')}\n]\n`

describe('a hash that a program stored as bytes', () => {
  const forms: readonly (readonly [string, (hash: string) => unknown])[] = [
    ['a Buffer of Node.js', (hash) => ({ type: 'Buffer', data: [...Buffer.from(hash)] })],
    ['a Buffer in base64', (hash) => ({ type: 'Buffer', data: base64(hash) })],
    ['$binary', (hash) => ({ $binary: { base64: base64(hash), subType: '00' } })],
    ['$binary of old versions', (hash) => ({ $binary: base64(hash), $type: '00' })],
  ]
  const user = (at: number, password: unknown) => ({ _id: id(at), email: mail(at), password })

  test.each(forms)('is read as its text: %s', async (_, form) => {
    const text = JSON.stringify(some.map((at) => user(at, form(madeUpBcrypt(at)))))
    const { json, out } = await inspect({ 'users.json': text })
    expect(json, out).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
    expect((await usersOf({ 'users.json': text })).map(({ hash }) => hash?.hash)).toEqual(some.map(madeUpBcrypt))
  })

  test.each(forms)('is that of its user where others have theirs as a text: %s', async (_, form) => {
    const lines = some.map((at) => user(at, at % 2 === 0 ? madeUpBcrypt(at) : form(madeUpBcrypt(at))))
    for (const text of [
      lines.map((one) => JSON.stringify(one)).join('\n'),
      JSON.stringify({ users: lines }, null, 2),
    ]) {
      const { json, out } = await inspect({ 'users.json': text })
      expect(json, out).toMatchObject({ users: 4, ready: 4, blocked: {}, hashes: { bcrypt: 4, none: 0 } })
    }
  })

  test('stays bytes where these are no text, and a UUID stays an ID', async () => {
    const raw = (at: number) => ({ $binary: { base64: Buffer.alloc(24, at).toString('base64'), subType: '00' } })
    const { out } = await inspect({ 'users.json': JSON.stringify(some.map((at) => user(at, raw(at)))) })
    expect(out).toContain('password.$binary.base64')
    const uuid = (at: number) => ({ $binary: { base64: base64(`abcdefghijklmno${at}`), subType: '04' } })
    const ids = await inspect({
      'users.json': JSON.stringify(some.map((at) => ({ ...user(at, madeUpBcrypt(at)), _id: uuid(at) }))),
    })
    expect(ids.out).toContain('_id.$binary')
  })
})

describe('objects as programs and people write them', () => {
  test.each<[string, (at: number) => string]>([
    [
      'single quotation marks',
      (at) => `{'_id': '${id(at)}', 'email': '${mail(at)}', 'password': '${madeUpBcrypt(at)}'}`,
    ],
    ['names without any', (at) => `{_id: '${id(at)}', email: '${mail(at)}', password: '${madeUpBcrypt(at)}',}`],
    [
      'values of the shell of MongoDB',
      (at) =>
        `  {\n    _id: ObjectId('${id(at)}'),\n    email: '${mail(at)}',\n    name: 'O\\'Hara "${at}"',\n    password: "${madeUpBcrypt(at)}",\n    createdAt: ISODate('2024-01-0${at}T10:00:00.000Z'),\n    logins: Long('12'),\n  }`,
    ],
    [
      'bytes of the shell of MongoDB',
      (at) =>
        `{ _id: new ObjectId("${id(at)}"), email: '${mail(at)}', password: Binary.createFromBase64('${base64(madeUpBcrypt(at))}', 0) }`,
    ],
  ])('are read: %s', async (_, write) => {
    const { json, out } = await inspect({ 'users.json': usersIn(write) })
    expect(json, out).toMatchObject({ users: 4, ready: 4, hashes: { bcrypt: 4 } })
  })

  test.each(['[Object]', '[ 1, ... 3 more items ]', "'a long text'... 20 more characters"])(
    'are not read where something was left out: %s',
    async (rest) => {
      const text = usersIn((at) => `{ _id: '${id(at)}', email: '${mail(at)}', list: ${rest} }`)
      expect((await inspect({ 'users.json': text })).json).toMatchObject({ users: 0, unreadable: 4 })
    },
  )

  test('that a shell left out of a list are no silence', async () => {
    const text = usersIn((at) => `{ _id: '${id(at)}', email: '${mail(at)}' }`).replace(
      '\n]',
      ',\n  ... 80 more items\n]',
    )
    expect((await inspect({ 'users.json': text })).json?.['unreadable']).toBeGreaterThan(0)
  })
})

const object = (at: number) => `{ _id: ObjectId("${id(at)}"), email: "${mail(at)}", password: "${madeUpBcrypt(at)}" }`

test.each([
  [
    'behind a comment',
    `// Users\ndb = db.getSiblingDB(name);\ndb.users.insertMany([\n${some.map(object).join(',\n')}\n]);\n`,
  ],
  [
    'behind other statements',
    `db.users.drop();\ndb.createCollection("users");\nconst docs = read();\ndb.users.insertMany([\n${some.map(object).join(',\n')}\n]);\n`,
  ],
  [
    'that updates',
    some.map((at) => `db.users.updateOne({_id: ${at}}, {$set: ${object(at)}}, {upsert: true});\n`).join(''),
  ],
])('a script of the MongoDB shell is named as such: %s', async (_, text) => {
  const { err } = await cli(['inspect', 'users.js'], { cwd: folderOf({ 'users.js': text }) })
  expect(err).toContain('a script of the MongoDB shell')
})
