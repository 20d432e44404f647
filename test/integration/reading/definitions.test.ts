import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const properties = {
  id: { type: 'string' },
  email: { type: 'string', format: 'email', example: 'ann@acme.example' },
  password: { type: 'string', minLength: 8 },
}
const fields = [
  { name: 'id', type: 'Int', isId: true },
  { name: 'email', type: 'String', isUnique: true },
]
const rules = { listRule: 'id = @auth.id', deleteRule: 'id = @auth.id' }
const collection = { id: 'u1', name: 'users', type: 'auth', schema: [{ id: 'f1', name: 'avatar', type: 'file' }] }

test.each<[string, unknown]>([
  ['collections with their fields and rules', [{ ...collection, ...rules }]],
  ['a schema', { $schema: 'x', $id: 'y', title: 'User', type: 'object', properties, required: ['id', 'email'] }],
  [
    'the interface of an API',
    {
      openapi: '3.0.1',
      info: { contact: { email: 'api@acme.example' } },
      servers: [{ url: 'https://api.acme.example' }],
      components: { schemas: { User: { type: 'object', properties } } },
    },
  ],
  ['models', { datamodel: { models: [{ name: 'User', fields }] } }],
  ['a content type', { kind: 'collectionType', info: { name: 'user' }, attributes: properties }],
  [
    'types of a query language',
    {
      data: {
        __schema: { types: [{ kind: 'OBJECT', fields: [{ name: 'id', type: { kind: 'SCALAR', name: 'ID' } }] }] },
      },
    },
  ],
  [
    'rules for documents',
    {
      collMod: 'users',
      validator: { $jsonSchema: { properties: { email: { bsonType: 'string' }, password: { bsonType: 'string' } } } },
    },
  ],
  [
    'a record type',
    {
      type: 'record',
      name: 'User',
      fields: [
        { name: 'id', type: 'long' },
        { name: 'hash', type: ['null', 'string'] },
      ],
    },
  ],
  [
    'columns',
    [
      { table_name: 'users', column_name: 'email', data_type: 'text' },
      { table_name: 'users', column_name: 'hash', data_type: 'text' },
    ],
  ],
])('%s are no users, and refused with a sentence', async (_, content) => {
  const { out, err, code } = await cli(['inspect', 'app.json'], {
    cwd: folderOf({ 'app.json': JSON.stringify(content) }),
  })
  expect([out, code]).toEqual(['', 2])
  expect(err).toContain('This file defines data')
})

test.each<[string, unknown]>([
  [
    'texts of an app',
    {
      login: { email: 'Email address', password: 'Password', locked: 'Account locked' },
      help: 'Write to help@acme.example',
    },
  ],
  [
    'flat texts of an app',
    { email: 'Email address', password: 'Your password', verified: 'Verified', status: 'Status' },
  ],
])('%s are no user', async (_, content) => {
  const { json } = await inspect({ 'app.json': JSON.stringify(content) })
  expect(json).toMatchObject({ users: 0, unreadable: 1 })
})

test('users whose fields have types, and one user alone, are read', async () => {
  const user = (at: number) => ({
    email: `user${at}@acme.example`,
    password: madeUpBcrypt(at),
    custom: [
      { name: 'age', type: 'number' },
      { name: 'note', type: 'string' },
    ],
  })
  expect((await inspect({ 'users.json': JSON.stringify([user(1), user(2)]) })).json).toMatchObject({
    users: 2,
    ready: 2,
  })
  expect((await inspect({ 'user.json': JSON.stringify(user(1)) })).json).toMatchObject({ users: 1, ready: 1 })
  const typed = (at: number) => ({
    name: `user${at}`,
    attributes: [{ name: 'email', type: 'string', value: `user${at}@acme.example` }],
  })
  expect((await inspect({ 'users.json': JSON.stringify([typed(1), typed(2)]) })).json).toMatchObject({ users: 2 })
})

describe('models of an ORM in YAML define data', () => {
  const doctrine = `User:
  tableName: user
  columns:
    id: { type: integer(4), primary: true }
    email: { type: string(255), notnull: true }
    password: string(128)
Group:
  columns:
    id: { type: integer, primary: true }
    name: string(50)
`
  const entity = `App\\Entity\\User:
  type: entity
  fields:
    email: { type: string, length: 180 }
    password: string
`
  test.each([
    ['with types alone', doctrine],
    ['of one entity', entity],
  ])('%s', async (_, text) => {
    const { err, code } = await cli(['inspect', 'schema.yml'], { cwd: folderOf({ 'schema.yml': text }) })
    expect(code).toBe(2)
    expect(err).toContain('This file defines data')
  })

  test('and fixtures for them are users', async () => {
    const text = `User:
  ann: { email: ann@acme.example, password: '${madeUpBcrypt(1)}', type: text, note: ~ }
  ben: { email: ben@acme.example, password: '${madeUpBcrypt(2)}', type: text, note: ~ }
`
    expect((await inspect({ 'users.yml': text })).json).toMatchObject({ users: 2, ready: 2 })
  })
})
