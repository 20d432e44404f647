import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

/* Rows that leave out a column have the default of their table, and the list of columns says so. */

const table = (column: string) => `CREATE TABLE users (id int, email varchar(80), password varchar(80), ${column});\n`
const login = (at: number) => `${at}, 'u${at}@acme.example', '${madeUpBcrypt(at)}'`
const three = [1, 2, 3]

const forms: readonly (readonly [form: string, rows: (column: string) => string])[] = [
  [
    'a list of columns without it',
    () => `INSERT INTO users (id, email, password) VALUES ${three.map((at) => `(${login(at)})`).join(', ')};\n`,
  ],
  ['the word DEFAULT', () => `INSERT INTO users VALUES ${three.map((at) => `(${login(at)}, DEFAULT)`).join(', ')};\n`],
  [
    'SELECT of constants',
    () => three.map((at) => `INSERT INTO users (id, email, password) SELECT ${login(at)};\n`).join(''),
  ],
  [
    'INSERT SET without it',
    () =>
      three
        .map(
          (at) =>
            `INSERT INTO users SET id = ${at}, email = 'u${at}@acme.example', password = '${madeUpBcrypt(at)}';\n`,
        )
        .join(''),
  ],
  [
    'INSERT SET with DEFAULT',
    (column) =>
      three
        .map(
          (at) =>
            `INSERT INTO users SET id = ${at}, email = 'u${at}@acme.example', password = '${madeUpBcrypt(at)}', ${column} = DEFAULT;\n`,
        )
        .join(''),
  ],
]

describe.each(forms)('%s', (_, rows) => {
  test.each([
    ['status', "varchar(9) DEFAULT 'active'", 'active', { ready: 3, blocked: {} }],
    ['status', "varchar(9) DEFAULT 'banned'", 'banned', { ready: 0, blocked: { disabled: 3 } }],
    ['is_active', 'boolean DEFAULT false', 'false', { ready: 0, blocked: { disabled: 3 } }],
    ['disabled', 'tinyint NOT NULL DEFAULT 0', '0', { ready: 3, blocked: {} }],
  ])('%s %s', async (column, type, shown, outcome) => {
    const { json, out } = await inspect({ 'dump.sql': `${table(`${column} ${type}`)}${rows(column)}` })
    expect(json).toMatchObject({ users: 3, ...outcome })
    expect(out).toContain(`rows that leave it out have its default “${shown}”`)
  })

  test('a status of 1 is the one of new users, and is asked about where others are beside it', async () => {
    const dump = `${table('status int DEFAULT 1')}${rows('status')}`
    expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ ready: 3, blocked: {} })
    const other = `INSERT INTO users VALUES (${login(9)}, 2);\n`
    expect((await inspect({ 'dump.sql': `${dump}${other}` })).json).toMatchObject({ blocked: { 'unmapped-status': 4 } })
  })
})

test('a password that is a default is that of the users without one, and is neither shown nor a hash that is not read', async () => {
  const created = `CREATE TABLE users (id int, email varchar(80), password varchar(80) DEFAULT '${madeUpBcrypt(77)}');\n`
  const dump = `${created}INSERT INTO users (id, email) VALUES (1, 'a@acme.example'), (2, 'b@acme.example');\n`
  const { json, out } = await inspect({ 'dump.sql': dump })
  expect(json).toMatchObject({ users: 2, ready: 2, hashes: { bcrypt: 2 }, blocked: {} })
  expect(out).toContain('rows that leave it out have its default “$2b$10$••••”')
  expect(out).not.toContain(madeUpBcrypt(77))
  expect(out).not.toContain('in statements that are not read')
})

test('nothing is said of a default that no row has', async () => {
  const rows = `INSERT INTO users VALUES ${three.map((at) => `(${login(at)}, 'active')`).join(', ')};\n`
  const { out } = await inspect({ 'dump.sql': `${table("status varchar(9) DEFAULT 'banned'")}${rows}` })
  expect(out).not.toContain('default')
})

test('a hash elsewhere in the definition of a table is still told', async () => {
  const check = `note text CHECK (note <> '${madeUpBcrypt(5)}')`
  const rows = `INSERT INTO users VALUES ${three.map((at) => `(${login(at)}, 'x')`).join(', ')};\n`
  expect((await inspect({ 'dump.sql': `${table(check)}${rows}` })).out).toContain('in statements that are not read')
})

test('rows of COPY that leave out a column have its default', async () => {
  const rows = three.map((at) => `${at}\tu${at}@acme.example\t${madeUpBcrypt(at)}\n`).join('')
  const dump = `${table('is_active boolean DEFAULT false')}COPY users (id, email, password) FROM stdin;\n${rows}\\.\n`
  const { json, out } = await inspect({ 'dump.sql': dump })
  expect(json).toMatchObject({ users: 3, ready: 0, blocked: { disabled: 3 } })
  expect(out).toContain('rows that leave it out have its default “false”')
})

test.each([
  ["bit(1) DEFAULT b'1'", { ready: 3, blocked: {} }],
  ["bit(1) NOT NULL DEFAULT B'0'", { ready: 0, blocked: { disabled: 3 } }],
  ['bit NOT NULL CONSTRAINT df DEFAULT ((0))', { ready: 0, blocked: { disabled: 3 } }],
])('a bit is read as a number: %s', async (type, outcome) => {
  const rows = `INSERT INTO users (id, email, password) VALUES ${three.map((at) => `(${login(at)})`).join(', ')};\n`
  expect((await inspect({ 'dump.sql': `${table(`is_active ${type}`)}${rows}` })).json).toMatchObject(outcome)
})

test('the default of SQL Server is a constraint, which may come later', async () => {
  const insert = (at: number) =>
    `INSERT [dbo].[users] ([id], [email], [password]) VALUES (${at}, N'u${at}@acme.example', N'${madeUpBcrypt(at)}')\n`
  const created =
    'CREATE TABLE [dbo].[users] ([id] [int], [email] [nvarchar](80), [password] [nvarchar](80), [is_active] [bit])\nGO\n'
  for (const added of ['ADD CONSTRAINT [df_a] DEFAULT ((0)) FOR [is_active]', 'ADD DEFAULT (0) FOR is_active']) {
    const dump = `${created}ALTER TABLE [dbo].[users] ${added}\nGO\n${three.map(insert).join('')}`
    expect((await inspect({ 'dump.sql': dump })).json).toMatchObject({ users: 3, ready: 0, blocked: { disabled: 3 } })
  }
})

describe('a status that all users have', () => {
  const some = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
  const read = async (column: string, values: readonly string[]) => {
    const rows = values.map((value, at) => `(${login(at)}, ${value})`).join(', ')
    return inspect({ 'dump.sql': `${table(column)}INSERT INTO users VALUES ${rows};\n` })
  }
  const all = (value: string, count = 3) => some(count).map(() => value)

  test.each([
    ["status int NOT NULL DEFAULT '1'", all("'1'")],
    ['user_status tinyint(1) DEFAULT 1', all('1')],
    ["status char(1) DEFAULT 'A'", all("'A'")],
    ["state varchar(9) DEFAULT 'regular'", all("'regular'")],
    ['status int DEFAULT 0', all('0', 12)],
  ])('keeps none of them out where it is that of new users: %s', async (column, values) => {
    const { json, out } = await read(column, values)
    expect(json).toMatchObject({ ready: values.length, blocked: {} })
    if (!column.includes('regular')) expect(out).toContain('which new users get')
  })

  test.each([
    ['of no default', 'status int', all('1')],
    ['of another default', 'status int DEFAULT 0', all('1')],
    ['of a few users, that is a no', 'status int DEFAULT 0', all('0')],
    ['that one lacks', 'status int DEFAULT 1', ['1', 'NULL', '1']],
    ['of which a comment says pending', "status int DEFAULT 1 COMMENT '1=pending, 2=active'", all('1')],
    ['of those who wait', "status varchar(9) DEFAULT 'waiting'", all("'waiting'")],
  ])('is asked about where it is one %s', async (_, column, values) => {
    expect((await read(column, values)).json?.['ready']).toBeLessThan(values.length)
  })

  test('is asked about where users confirm their sign-up, which none may have done', async () => {
    const created =
      'CREATE TABLE users (id int, email varchar(80), password varchar(80), activation_key varchar(40), status int DEFAULT 0);\n'
    const rows = some(12).map((at) => `(${login(at)}, 'k3y${at}aB', 0)`)
    const { json } = await inspect({ 'dump.sql': `${created}INSERT INTO users VALUES ${rows.join(', ')};\n` })
    expect(json).toMatchObject({ ready: 0 })
  })

  test('leaves another one that only later rows have to be asked about', async () => {
    const { json } = await read('status int DEFAULT 1', [...all('1', 120), '3', '3'])
    expect(json).toMatchObject({ ready: 120, blocked: { 'unmapped-status': 2 } })
  })

  test('disables them where its word does', async () => {
    const { json } = await read("status varchar(9) DEFAULT 'inactive'", all("'inactive'"))
    expect(json).toMatchObject({ ready: 0, blocked: { disabled: 3 } })
  })
})
