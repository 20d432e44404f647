import { expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

const users = `id,email,password\n${[1, 2, 3].map((at) => `${at},user${at}@acme.example,${madeUpBcrypt(at)}`).join('\n')}\n`

const refusals = [
  ['an empty file', '', 'is empty'],
  ['an error reply', '{"error":"unauthorized","error_description":"The token has expired"}', ''],
  ['source code', 'import { login } from "./login.js"\nexport function main() {\n  return login()\n}\n', ''],
  ['a sealed file', '-----BEGIN PGP MESSAGE-----\n\nhQEMA5vJ\n=abcd\n-----END PGP MESSAGE-----\n', ''],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), ''],
] as const

test.each(refusals)('%s hides nothing of the files beside it', async (_, content, says) => {
  for (const files of [
    { 'users.csv': users, 'other.dat': content },
    { 'other.dat': content, 'users.csv': users },
  ]) {
    const { code, json, err } = await inspect(files)
    expect(code).toBe(2)
    expect(json).toMatchObject({ users: 3, ready: 3, problem: { code: expect.any(String) as unknown } })
    expect(err).toContain(`other.dat: `)
    expect(err).toContain(says)
    expect(json?.['files']).toContainEqual(
      expect.objectContaining({ path: 'users.csv', records: 3, problem: null }) as unknown,
    )
    expect(json?.['files']).toContainEqual(
      expect.objectContaining({
        path: 'other.dat',
        problem: expect.objectContaining({ message: expect.any(String) as unknown }) as unknown,
      }) as unknown,
    )
    const text = await cli(['inspect', ...Object.keys(files)], { cwd: folderOf(files) })
    expect([text.code, text.out]).toEqual([2, expect.stringContaining('other.dat: not read\n')])
    expect(text.out).toContain('3 records = 3 users')
  }
})

test('where no file can be read, the sentence of each is all that is said', async () => {
  const { code, json } = await inspect({ 'a.csv': '', 'b.csv': '' })
  expect(code).toBe(2)
  expect(Object.keys(json ?? {})).toEqual(['problem'])
})

const noTables = "INSERT INTO roles (id, name) VALUES (1, 'admin'), (2, 'author');\n"

test.each([
  ['a table without rows', 'groups.csv', 'user_id,group_id\n', 'If the old system has none of these either'],
  ['an empty list', 'groups.json', '[]', 'otherwise export it again.'],
  ['a dump of tables without logins', 'roles.sql', noTables, 'No table of this dump looks like users.'],
])('%s beside the users is left out, and they go on', async (_, name, text, told) => {
  for (const files of [
    { 'users.csv': users, [name]: text },
    { [name]: text, 'users.csv': users },
  ]) {
    const { code, json, err } = await inspect(files)
    expect([code, err]).toEqual([0, expect.stringContaining(`${name} is left out. `)])
    expect(err).toContain(told)
    expect(json).toMatchObject({ users: 3, ready: 3 })
  }
})

test.each([
  ['a table of users without rows', 'customers.csv', 'id,email\n'],
  ['a dump with a login', 'roles.sql', `${noTables}INSERT INTO notes (id, text) VALUES (1, 'ann@acme.example');\n`],
])('%s is not left out', async (_, name, text) => {
  expect((await inspect({ 'users.csv': users, [name]: text })).code).toBe(2)
})

test.each([
  ['products', 'id,name,status\n1,Chair,active\n2,Table,disabled\n', 2],
  ['log', 'id,login,level\n7,user1,info\n8,user2,info\n9,user1,error\n', 3],
  ['permissions', 'id,name,role\n1,read,admin\n2,write,admin\n', 2],
])('rows without a login, and without the state of a user, are left out: %s', async (name, text, records) => {
  const { code, json, err } = await inspect({ 'users.csv': users, [`${name}.csv`]: text })
  expect([code, err]).toEqual([
    0,
    `${name}.csv contains no users. ${records} records without a login. It is left out.\n`,
  ])
  expect(json).toMatchObject({ users: 3, ready: 3 })
})

test.each([
  ['phones', 'ref,phone\n7,12\n8,13\n'],
  ['list', 'id,label,status\n1,x,active\n2,y,blocked\n'],
  ['rights', 'id,login,banned\n7,user1,no\n8,user1,no\n9,user2,yes\n'],
])('rows with a value of a login or a state of users are not left out unasked: %s', async (name, text) => {
  const { code, json } = await inspect({ 'users.csv': users, [`${name}.csv`]: text })
  expect(code === 2 || json?.['ready'] !== 3).toBe(true)
})

test('nothing is sent of the others while a file of the set cannot be read', async () => {
  const cwd = folderOf({ 'users.csv': users, 'other.csv': '' })
  const args = ['run', 'users.csv', 'other.csv', '--core', 'http://127.0.0.1:1/', '--yes']
  const { code, err } = await cli(args, { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('other.csv: ')])
})

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
const made = (at: number) => `6b1f0000-1111-4222-8333-0123456789${at + 10}`
const members = (id: (at: number) => number | string) =>
  `id,email,password\n${ten.map((at) => `${id(at)},user${at}@acme.example,${madeUpBcrypt(at)}`).join('\n')}\n`

test.each([
  ['a list of bans in words that are known', 'bany', (at: number): object => ({ czlonekId: 100 + at, powod: 'spam' })],
  ['the same by a member in Czech', 'bany', (at: number): object => ({ clenId: 100 + at, duvod: 'spam' })],
])('%s keeps out whom it names', async (_, name, row) => {
  const { json } = await inspect({
    'users.csv': members((at) => 100 + at),
    [`${name}.json`]: JSON.stringify([2, 5].map(row)),
  })
  expect(json).toMatchObject({ users: 10, joined: 2, ready: 8, blocked: { disabled: 2 } })
})

test.each<[string, string, readonly object[], string]>([
  ['by a word for people', 'xyz', [2, 5].map((at) => ({ member: 100 + at, qwe: 'spam' })), 'member'],
  ['by a word for an ID', 'xyz', [2].map((at) => ({ qweId: 100 + at, asd: 'x y' })), 'qweId'],
  ['by numbers of users alone', 'xyz', [2, 5].map((at) => ({ id: at, qwe: 100 + at, asd: '2024-01-02' })), 'qwe'],
])(
  'rows that name users, each another one, and say nothing known stop the command: %s',
  async (_, name, rows, column) => {
    const { code, json, err } = await inspect({
      'users.csv': members((at) => 100 + at),
      [`${name}.json`]: JSON.stringify(rows),
    })
    expect([code, json?.['ready']]).toEqual([2, 10])
    expect(err).toContain(`Its column “${column}” has IDs of users (102`)
    expect(err).toContain('If they are kept out, give the file a name that says so')
  },
)

test('IDs that a program made name users in a column of any name', async () => {
  const rows = [2, 5, 7, 9].map((at) => ({ qwe: made(at), asd: `word ${at}` }))
  const { code, err } = await inspect({ 'users.csv': members(made), 'xyz.json': JSON.stringify(rows) })
  expect([code, err]).toEqual([2, expect.stringContaining(`IDs of users (such as ${made(2)}, `)])
})

test.each<[string, string, readonly object[]]>([
  ['several of a user', 'xyz', [2, 5, 5].map((at) => ({ memberId: 100 + at, qwe: 'a' }))],
  ['most users', 'xyz', ten.map((at) => ({ memberId: 100 + at, qwe: `a${at}` }))],
  ['orders', 'xyz', [2, 5].map((at) => ({ memberId: 100 + at, total: at }))],
  ['orders by the name of the file', 'bestellungen', [2, 5].map((at) => ({ memberId: 100 + at, qwe: at }))],
  ['settings', 'xyz', [2, 5].map((at) => ({ memberId: 100 + at, theme: 'dark' }))],
  ['things by their ID', 'favorites', [2, 5].map((at) => ({ memberId: 100 + at, productId: at }))],
  ['counted things', 'xyz', [2, 5].map((at) => ({ qwe: at, asd: `a${at}` }))],
  ['things with an ID of their own', 'xyz', [102, 105].map((id) => ({ id, name: `Chair ${id}` }))],
])('rows of things beside users who have the same numbers are left out: %s', async (what, name, rows) => {
  const { code, json } = await inspect({
    'users.csv': members((at) => (what === 'counted things' ? at : 100 + at)),
    [`${name}.json`]: JSON.stringify(rows),
  })
  expect([code, json?.['ready']]).toEqual([0, 10])
})
