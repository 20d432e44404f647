import { describe, expect, test } from 'vitest'
import { inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'

const some = [1, 2, 3, 4, 5, 6, 7, 8]
const mail = (at: number) => `user${'x'.repeat(at)}@acme.example`
const lines = (row: (at: number) => string) => some.map(row).join('\n')

/** Reads files, and tells the columns of the first by their target and by the questions about them. */
async function read(files: Readonly<Record<string, string>>) {
  const { json, out } = await inspect(files)
  const [file] = (json?.['files'] ?? []) as readonly {
    readonly mapping: {
      readonly columns: readonly { readonly column: string; readonly becomes: string }[]
      readonly possibleFlags: readonly { readonly column: string }[]
    }
  }[]
  const columns = file?.mapping.columns ?? []
  const findings = (json?.['findings'] ?? []) as readonly { readonly code: string; readonly group: string }[]
  return {
    json,
    out,
    of: (becomes: string) => columns.filter((one) => one.becomes === becomes).map(({ column }) => column),
    flags: file?.mapping.possibleFlags.map(({ column }) => column),
    asked: (code: string) => findings.filter((one) => one.code === code).map(({ group }) => group),
  }
}

describe('the declared primary key of a table', () => {
  const row = `(7,'ann@acme.example','${madeUpBcrypt(1)}')`
  test.each([
    `CREATE TABLE \`people\` (\`entry\` int, \`mail\` text, \`pw\` text, PRIMARY KEY (\`entry\`));\nINSERT INTO \`people\` VALUES ${row};\n`,
    `CREATE TABLE people (entry int PRIMARY KEY, mail text, pw text);\nINSERT INTO people VALUES ${row};\n`,
    `CREATE TABLE [dbo].[people]([entry] [int], [mail] [text], [pw] [text], CONSTRAINT [PK_p] PRIMARY KEY CLUSTERED ([entry] ASC))\nGO\nINSERT [dbo].[people] ([entry],[mail],[pw]) VALUES ${row}\nGO\n`,
    `CREATE TABLE people (entry int, mail text, pw text);\nINSERT INTO people VALUES ${row};\nALTER TABLE ONLY people ADD CONSTRAINT people_pkey PRIMARY KEY (entry);\n`,
  ])('is the ID of its users, however few there are: %#', async (dump) => {
    expect((await read({ 'dump.sql': dump })).of('source-id')).toEqual(['entry'])
  })
})

describe('the declared primary key beside another column that is called an ID', () => {
  const name = (at: number) => ['ann', 'bob', 'cleo', 'dora', 'emil', 'fritz', 'greta', 'hugo'][at - 1] ?? ''
  const dump = (key: string, other: string, value: (at: number) => string | number) =>
    `CREATE TABLE member (${key} int PRIMARY KEY, ${other} char(30), email text, passwd text);\n` +
    `INSERT INTO member (${key}, ${other}, email, passwd) VALUES\n${some
      .map((at) => `(${100 + at}, '${value(at)}', '${mail(at)}', '${madeUpBcrypt(at)}')`)
      .join(',\n')};\n`

  test.each([
    ['no', 'userid'],
    ['seq', 'user_id'],
    ['idx', 'login_id'],
    ['id', 'userid'],
    ['mno', 'uid'],
  ])('is the ID of its users where that has names to sign in with: %s beside %s', async (key, other) => {
    const { of, asked, out } = await read({ 'dump.sql': dump(key, other, name) })
    expect([of('source-id'), asked('may-be-source-id')]).toEqual([[key], []])
    expect(out).toContain('it looks like user names')
  })

  test.each([
    ['numbers', 'user_id', (at: number) => 900 - at * 7],
    ['UUIDs', 'user_id', (at: number) => `0b5e0d1c-4a4f-4c1d-9a55-0000000000${10 + at}`],
  ])('is none where that has the %s of users', async (_, other, value) => {
    expect((await read({ 'dump.sql': dump('no', other, value) })).of('source-id')).toEqual([other])
  })

  test('is none where nothing declares it', async () => {
    const plain = dump('no', 'userid', name).replace(' PRIMARY KEY', '')
    expect((await read({ 'dump.sql': plain })).of('source-id')).toEqual(['userid'])
  })
})

describe('the declared primary key beside an ID that comes again', () => {
  const name = (at: number) => ['admin', 'doctor', 'nurse', 'porter', 'cook', 'clerk', 'guard', 'tutor'][at - 1] ?? ''
  const number = (at: number) => `${100 + at}`
  const dump = (columns: string, key: string, row: (at: number) => string) =>
    `CREATE TABLE user (${columns
      .split(', ')
      .map((column) => `${column} varchar(60)`)
      .join(', ')}, PRIMARY KEY (${key}));\n` +
    `INSERT INTO user (${columns}) VALUES\n${lines((at) => `(${row(at)})`).replaceAll(')\n', '),\n')};\n`
  const person = (at: number) => `'${at % 3}'`

  test.each([
    ['user_id', name],
    ['account', name],
    ['user_id', number],
  ])('is the ID of its users where it is called an account: %s', async (key, value) => {
    const row = (at: number) => `'${value(at)}', '${madeUpBcrypt(at)}', ${person(at)}`
    expect((await read({ 'dump.sql': dump(`${key}, pwd, person_id`, key, row) })).of('source-id')).toEqual([key])
  })

  test.each(['person_id', 'customer_id'])(
    'is the ID of its users where they have user names: beside %s',
    async (other) => {
      const row = (at: number) => `'${at + 10}', '${name(at)}', '${madeUpBcrypt(at)}', ${person(at)}`
      const { of } = await read({ 'dump.sql': dump(`id, username, pwd, ${other}`, 'id', row) })
      expect(of('source-id')).toEqual(['id'])
    },
  )

  test('is the ID of users with addresses', async () => {
    const row = (at: number) => `'${number(at)}', '${mail(at)}', '${madeUpBcrypt(at)}', ${person(at)}`
    const { of } = await read({ 'dump.sql': dump('nr, email, pwd, user_id', 'nr', row) })
    expect(of('source-id')).toEqual(['nr'])
  })

  test('is not where the rows are passwords or phone numbers of users in another file', async () => {
    const passwords = (at: number) => `'${at + 10}', '${madeUpBcrypt(at)}', ${person(at)}`
    const phones = (at: number) => `'${at + 10}', '+4930123456${at}', ${person(at)}`
    const ofPasswords = await read({ 'dump.sql': dump('id, pwd, user_id', 'id', passwords) })
    const ofPhones = await read({ 'dump.sql': dump('id, phone, user_id', 'id', phones) })
    expect([ofPasswords.of('source-id'), ofPhones.of('source-id')]).toEqual([['user_id'], ['user_id']])
  })
})

describe('numbers of the rows of a list', () => {
  const list = (header: string, row: (at: number) => string) => ({
    'list.csv': `${header};Name;E-Mail;Passwort\n${lines((at) => `${row(at)};N${at};${mail(at)};${madeUpBcrypt(at)}`)}\n`,
  })

  test('are no ID beside a better key, nor a question', async () => {
    const { of, asked } = await read(list('Nr;Ausweiscode', (at) => `${at};A-${100 + at * 7}`))
    expect([of('source-id'), asked('may-be-source-id')]).toEqual([['Ausweiscode'], []])
    const staff = await read(list('No.;Employee Code', (at) => `${at};EMP-${100 + at}`))
    expect([staff.of('source-id'), staff.asked('may-be-source-id')]).toEqual([['Employee Code'], []])
    expect((await read(list('#', (at) => `${at}`))).asked('may-be-source-id')).toEqual([])
  })

  test('are asked about where they may be an ID, and are one where they have gaps', async () => {
    const alone = await read(list('Nr', (at) => `${at}`))
    expect([alone.of('source-id'), alone.out]).toEqual([[], expect.stringContaining('it numbers the rows')])
    expect((await read(list('Nr', (at) => `${at * 3}`))).of('source-id')).toEqual(['Nr'])
  })
})

test('cells between apostrophes are read without them', async () => {
  const { json, of } = await read({
    'list.csv': `'id','mail','name','pw'\n${lines((at) => `'${at}','${mail(at)}','O''Neil, Ann','${madeUpBcrypt(at)}'`)}\n`,
  })
  expect([of('source-id'), of('email'), json?.['ready'], json?.['findings']]).toEqual([
    ['id'],
    ['mail'],
    8,
    [expect.objectContaining({ code: 'new-id' })],
  ])
})

test('roles of Laravel that belong to any model keep out the users of a banned one', async () => {
  const users = lines((at) => `INSERT INTO users VALUES (${at},'${mail(at)}','${madeUpBcrypt(at)}');`)
  const { json } = await read({
    'dump.sql': `CREATE TABLE users (id int, email text, password text);
CREATE TABLE roles (id int, name text, guard_name text);
CREATE TABLE model_has_roles (role_id int, model_type text, model_id int);
${users}
INSERT INTO roles VALUES (1,'member','web'),(2,'banned','web');
INSERT INTO model_has_roles VALUES (1,'App\\\\Models\\\\User',1),(2,'App\\\\Models\\\\User',3),(2,'App\\\\Models\\\\Team',4);
`,
  })
  expect(json).toMatchObject({ users: 8, ready: 7, blocked: { disabled: 1 } })
})

test('robots of a forum that are switched off add to no user', async () => {
  const users = lines((at) => `INSERT INTO f_users VALUES (${at},'${mail(at)}','${madeUpBcrypt(at)}');`)
  const { json } = await read({
    'dump.sql': `CREATE TABLE f_users (user_id int, email text, password text);
CREATE TABLE f_bots (bot_id int, bot_active int, bot_name text, user_id int);
${users}
INSERT INTO f_bots VALUES (1,0,'Crawler',101),(2,0,'Spider',102);
`,
  })
  expect(json).toMatchObject({ users: 8, ready: 8, unmatched: 0 })
})

describe('a time of expiry beside a token', () => {
  const table = (token: (at: number) => string, expiry: (at: number) => string) => ({
    'users.csv': `id,email,pw,token,expires_at\n${lines((at) => `${at},${mail(at)},${madeUpBcrypt(at)},${token(at)},${expiry(at)}`)}\n`,
  })
  const digest = (at: number) => `${at}`.repeat(40)

  test('is that of the account where no token is there', async () => {
    const { json } = await read(
      table(
        () => '',
        (at) => (at === 3 ? '2020-01-01 00:00:00' : ''),
      ),
    )
    expect(json).toMatchObject({ ready: 7, blocked: { disabled: 1 } })
  })

  test('is that of the token where the same records have both', async () => {
    const { json, flags } = await read(
      table(
        (at) => (at % 2 === 0 ? digest(at) : ''),
        (at) => (at % 2 === 0 ? '2020-01-01 00:00:00' : ''),
      ),
    )
    expect([json?.['ready'], flags]).toEqual([8, []])
  })
})

test('a status below a letter that all columns begin with is asked about by its values', async () => {
  const rows = lines((at) => `${at},N${at},${mail(at)},${madeUpBcrypt(at)},${at === 3 ? 2 : 1}`)
  const { json } = await read({ 'users.csv': `mid,mname,memail,mpass,mstate\n${rows}\n` })
  expect(json).toMatchObject({ ready: 0, blocked: { 'unmapped-status': 8 } })
})

describe('records of fixed width without a header', () => {
  test('are read by the places of their cells, also where these touch', async () => {
    const row = (at: number) =>
      `${`${at}`.padStart(7, '0')}${`N${'X'.repeat(at)}`.padEnd(15)}${mail(at).padEnd(40)}${madeUpBcrypt(at)}${at === 3 ? 'X' : 'A'}20190115`
    const { json } = await read({ 'users.txt': `${lines(row)}\n` })
    expect(json).toMatchObject({ users: 8, hashes: { bcrypt: 8, malformed: 0 }, blocked: { 'unmapped-status': 8 } })
  })

  test('are read where blanks are between all of them', async () => {
    const row = (at: number) =>
      `${`${1000 + at}`.padEnd(8)}${`N ${'X'.repeat(at)}`.padEnd(20)}${mail(at).padEnd(40)}${at === 3 ? 'X' : 'A'} 20190115`
    expect((await read({ 'users.txt': `${lines(row)}\n` })).json).toMatchObject({ records: 8, users: 8 })
  })
})

test('a list without column names shows where its addresses are, though the first hundred rows have none', async () => {
  const row = (at: number) => `${1000 + at},Lead ${at},${at > 100 ? `lead${at}@acme.example` : ''},2024-05-01 10:00:00`
  const list = Array.from({ length: 140 }, (_, at) => row(at)).join('\n')
  const { json, of } = await read({ 'leads.csv': `${list}\n` })
  expect(of('email')).toEqual(['3'])
  expect(json).toMatchObject({ records: 140, users: 39, unreadable: 101 })
})

test.each([
  ['user_id', 'status', 'active'],
  ['konto_id', 'status', 'aktiv'],
])('a file whose rows find their users by %s beside an ID of its own asks about neither', async (owner, column, on) => {
  const ids = [1, 2, 3, 4]
  const users = ['id,email,password', ...ids.map((id) => `${id + 50},u${id}@acme.example,${madeUpBcrypt(id)}`)]
  const rows = [`id,${owner},${column}`, ...ids.map((id) => `${id},${id + 50},${on}`)]
  const { json } = await inspect({ 'users.csv': users.join('\n'), 'students.csv': rows.join('\n') })
  expect(json).toMatchObject({ users: 4, joined: 4 })
  expect(JSON.stringify(json)).not.toContain('may-be-source-id')
})
