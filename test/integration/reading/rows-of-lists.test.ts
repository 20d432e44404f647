import { expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4]
const mail = (at: number) => `user${at}@acme.example`
const columns = ['id', 'email', 'password_hash']
const row = (at: number) => [at, mail(at), madeUpBcrypt(at)]
const rows = some.map(row)
const all = { records: 4, users: 4, ready: 4, loginMethods: { emailPassword: 4 } }

const inYaml = (name: string, titles: readonly string[], values: readonly (readonly (string | number)[])[]) =>
  [
    `${name}:`,
    '  columns:',
    ...titles.map((title) => `  - ${title}`),
    '  records:',
    ...values.map((cells) => cells.map((cell, at) => `  ${at === 0 ? '- - ' : '  - '}${cell}`).join('\n')),
    '',
  ].join('\n')

test.each(['columns records', 'fields rows', 'header data', 'names values'])(
  'a list of names beside a list of rows is a table in YAML and in JSON: %s',
  async (names) => {
    const [heads = '', body = ''] = names.split(' ')
    const table = { [heads]: columns, [body]: rows }
    const text = JSON.stringify(table, null, 1)
    const ofYaml = `${heads}: [${columns.join(', ')}]\n${body}:\n${rows.map((cells) => `- [${cells.join(', ')}]`).join('\n')}\n`
    for (const files of [{ 'users.json': text }, { 'users.json': JSON.stringify([table]) }, { 'users.yml': ofYaml }])
      expect((await inspect(files)).json).toMatchObject({ ...all })
  },
)

test('each table of a database that was written as YAML is one of its own', async () => {
  const text = ['roles users', 'users roles'].map((names) =>
    names
      .split(' ')
      .map(
        (name) => `---\n${name === 'users' ? inYaml(name, columns, rows) : inYaml(name, ['id', 'name'], [[1, 'x']])}`,
      )
      .join('\n'),
  )
  for (const yaml of text)
    expect((await inspect({ 'data.yml': yaml })).json).toMatchObject({ users: 4, ready: 4, unreadable: 0 })
})

test('the names may stand behind the rows, within other objects, or be objects with a name', async () => {
  for (const table of [
    { rows, columns },
    { data: { rows, columns: columns.map((name) => ({ name, type: 'text' })) }, took: 3 },
    { results: [{ columns, values: rows }] },
    { meta: columns.map((name) => ({ name, type: 'String' })), data: rows, rows: 4 },
    { schema: { fields: ['x'] }, users: { header: columns, rows } },
  ])
    expect((await inspect({ 'users.json': JSON.stringify(table) })).json).toMatchObject(all)
})

test('the first of many lists may have the names', async () => {
  for (const table of [[columns, ...rows], { range: 'Users!A1:C5', values: [columns, ...rows] }])
    expect((await inspect({ 'users.json': JSON.stringify(table) })).json).toMatchObject(all)
})

test('a row with fewer values than its table is named and passed over', async () => {
  const { json } = await inspect({ 'users.json': JSON.stringify({ columns, rows: [...rows, [5, mail(5), 'x', 'y']] }) })
  expect(json).toMatchObject({ records: 5, users: 4, unreadable: 1 })
})

test('values of many lists without names are never those of one user', async () => {
  for (const text of [
    JSON.stringify({ users: rows }),
    JSON.stringify({ headers: columns, users: Object.fromEntries(rows.map((cells, at) => [at, cells])) }),
    JSON.stringify({ org: 'acme', people: [{ list: rows }] }),
    `users:\n${rows.map((cells) => `- [${cells.join(', ')}]`).join('\n')}\n`,
    `team:\n  list:\n${rows.map((cells) => `  - [${cells.join(', ')}]`).join('\n')}\n  name: x\n`,
  ]) {
    const { json } = await inspect({ 'users.txt': text })
    expect(json?.['users'] ?? 0).toBe(0)
    expect(JSON.stringify(json)).not.toContain('=import')
  }
})

test('a user who has lists within lists is a user', async () => {
  const user = (at: number) => ({
    id: at,
    email: mail(at),
    password: madeUpBcrypt(at),
    roles: ['a', 'b'],
    points: [[1, 2]],
  })
  expect((await inspect({ 'users.json': JSON.stringify(some.map(user)) })).json).toMatchObject(all)
  expect((await inspect({ 'users.json': JSON.stringify({ ...user(1), fields: ['a', 'b'] }) })).json).toMatchObject({
    users: 1,
    ready: 1,
  })
})

test('accounts in a list within an object of YAML are users, at any level', async () => {
  const text = `all:\n  vars:\n    app_people:\n${some.map((at) => `      - name: u${at}\n        email: ${mail(at)}\n        password: "${madeUpBcrypt(at)}"\n`).join('')}`
  expect((await inspect({ 'vars.yml': text })).json).toMatchObject(all)
})

test('accounts in a list within a record are never one user', async () => {
  const instance = (at: number) => ({ schema: 0, attributes: { email: mail(at), password_hash: madeUpBcrypt(at) } })
  const resources = [
    { kind: 'people', instances: some.map(instance) },
    { kind: 'teams', instances: [{ attributes: { name: 'a' } }] },
  ]
  const { json, err } = await inspect({ 'state.json': JSON.stringify({ version: 4, resources }) })
  expect(json?.['ready'] ?? 0).toBe(0)
  expect(`${JSON.stringify(json)} ${err}`).toContain('list of accounts')
})

test('lists of users of other tenants beside the list of users are named', async () => {
  const person = (at: number) => ({ id: `${at}`, username: `u${at}`, email: mail(at) })
  const read = async (others: unknown) =>
    (await inspect({ 'export.json': JSON.stringify({ realm: 'a', users: [person(1)], others }) })).json
  const listed = await read([{ realm: 'b', users: [person(2)] }])
  expect(listed).toMatchObject({ users: 1, unreadable: 1 })
  expect(JSON.stringify(listed)).toContain('A second list of users begins here')
  expect(await read({ realm: 'b', users: [person(2)] })).toMatchObject({
    users: 1,
    other: { 'table others.users': 1 },
    files: [{ unreadTables: [{ table: 'others.users' }] }],
  })
})
