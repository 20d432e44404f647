import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sqliteDriver } from '../../../electron/engine/sqlite-driver.ts'
import { bsonOf } from '../../support/data/bson-of.ts'
import { cli } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { workbookOf } from '../../support/data/workbook-of.ts'

const mail = (form: string) => `ann@${form}.example`
const hash = madeUpBcrypt(1)

const files: Readonly<Record<string, string | Buffer>> = {
  'people.ldif': `version: 1\n\ndn: uid=ann,dc=acme\nobjectClass: inetOrgPerson\nuid: ann\nmail: ${mail('ldif')}\nuserPassword: {CRYPT}${hash}\n`,
  'users.yml': `users:\n  ann:\n    email: ${mail('yaml')}\n    password: '${hash}'\n`,
  'people.xml': `<people><person><email>${mail('xml')}</email><password>${hash}</password></person></people>`,
  'people.xlsx': workbookOf([
    {
      name: 'People',
      rows: [
        ['Email', 'Password hash'],
        [mail('xlsx'), hash],
      ],
    },
  ]),
  'users.bson': bsonOf({ _id: { oid: '65a5f1e2c3d4e5f6a7b8c9d0' }, email: mail('bson'), password: hash }),
}

test('users of every form of file are sent to a core', async () => {
  const cwd = folderOf(files)
  const database = sqliteDriver().open(join(cwd, 'app.db'), false, 'unguarded')
  database.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, password_hash TEXT);
    INSERT INTO users VALUES (1, '${mail('sqlite')}', '${hash}');`)
  database.close()
  const core = await startCore({ dialect: 'documented' })
  const names = [...Object.keys(files), 'app.db']
  const { code, json } = await cli(
    ['run', ...names, '--core', core.baseUrl, '--yes', '--json', '--document', 'm.migration'],
    {
      cwd,
    },
  )
  expect([code, json?.['migrated']]).toEqual([0, 6])
  const forms = ['bson', 'ldif', 'sqlite', 'xlsx', 'xml', 'yaml']
  expect(usersIn(core)).toEqual(forms.map((form) => expect.stringContaining(mail(form))))
})

async function inspected(name: string, content: string) {
  const { json } = await cli(['inspect', name, '--json'], { cwd: folderOf({ [name]: content }) })
  return json
}

test('a list that SQL*Plus printed is read below its prompt, page by page', async () => {
  const rule = `---------- ------------------------- ${'-'.repeat(60)}`
  const header = `        ID EMAIL                     ${'PW'.padEnd(60)}`
  const row = (at: number) => `${String(at).padStart(10)} ${`user${at}@acme.example`.padEnd(25)} ${madeUpBcrypt(at)}`
  const page = (...rows: readonly number[]) => ['', header, rule, ...rows.map(row)].join('\n')
  const content = `SQL> select id, email, pw\n  2  from users;\n${page(1, 2)}\n${page(3, 4)}\n\n4 rows selected.\n\nSQL> spool off\n`
  expect(await inspected('users.lst', content)).toMatchObject({ users: 4, unreadable: 0, hashes: { bcrypt: 4 } })
})

test('people of several tenants are read by their passwords, whatever their list is called', async () => {
  const person = (at: number) => ({ ref: at, login: { mail: `user${at}@acme.example`, bcrypt: madeUpBcrypt(at) } })
  const tenants = [
    { name: 'north', accounts: [person(1), person(2)] },
    { name: 'south', accounts: [person(3)] },
  ]
  const read = { users: 3, hashes: { bcrypt: 3 } }
  expect(await inspected('export.json', JSON.stringify({ export: { version: 2, tenants } }))).toMatchObject(read)
  expect(await inspected('tenants.json', JSON.stringify(tenants))).toMatchObject(read)
})

test('the logins of one user in a list of its own make one user', async () => {
  const account = (at: number) => ({ provider: 'local', email: `user${at}@acme.example`, password: madeUpBcrypt(at) })
  const users = [1, 2].map((at) => ({ id: at, name: `User ${at}`, accounts: [account(at)] }))
  expect(await inspected('users.json', JSON.stringify(users))).toMatchObject({ records: 2, users: 2 })
})

test.each([
  ['/* 1 */\n{ "_id" : ObjectId("65a5f1e2c3d4e5f6a7b8c9d0"), "email" : "a@acme.example" }\n/* 2 */\n{ "_id" : 2 }', 2],
  ['/* users */ [{ "n": NumberLong(1), "email": "a@acme.example" }]', 1],
  ['/*1*/{ "email": "a@acme.example" }', 1],
])('JSON with comments between its documents is read: %s', async (content, users) => {
  expect(await inspected('users.json', content)).toMatchObject({ users })
})

test.each([
  ['"id;""email"";""hash"""', (at: number) => `"${at};""u${at}@acme.example"";""x"""`],
  ['"id,""email"",""name"""', (at: number) => `"${at},""u${at}@acme.example"",""Ann"""`],
  ['"""id"";""email"""', (at: number) => `"""${at}"";""u${at}@acme.example"""`],
])('a table of which each line is quoted as a whole is refused with a way out: %s', async (header, row) => {
  const content = `${header}\n${[1, 2, 3].map(row).join('\n')}\n`
  const { err } = await cli(['inspect', 'a.csv'], { cwd: folderOf({ 'a.csv': content }) })
  expect(err).toContain('outer quotes')
})

test('a table of one column of objects is not taken for one', async () => {
  const content = `"data"\n${[1, 2].map((at) => `"{""email"":""u${at}@acme.example"",""id"":${at}}"`).join('\n')}\n`
  expect(await inspected('a.csv', content)).toMatchObject({ users: 2 })
})
