import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { folderOf } from '../../support/temporary-folder.ts'

async function refusalOf(text: string): Promise<string> {
  const { out, err, code } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': text }) })
  expect(code).toBe(2)
  expect(out + err).not.toContain('$2')
  return err
}

const tenants = "INSERT INTO tenants (id, name) VALUES (1, 'Acme');\n"

test('a dump that is refused names the statements that may add users, and counts the logins in it', async () => {
  const seed = `INSERT INTO users (tenant_id, username, password_hash)\nSELECT t.id, 'ann', '${madeUpBcrypt(1)}' FROM tenants t WHERE t.owner = 'ann@acme.example';\n`
  const refusal = await refusalOf(tenants + seed)
  expect(refusal).toContain('Users may be in 1 statement that only a database can evaluate (line 2).')
  expect(refusal).toContain('1 email address in this file: 1 in records that cannot be read.')
  expect(refusal).toContain('1 password hash in this file: 1 in records that cannot be read.')
  const change = `UPDATE users SET password_hash = '${madeUpBcrypt(1)}' WHERE id = 1;\n`
  expect(await refusalOf(tenants + change)).toContain(
    '1 password hash in this file: 1 in statements that are not read (UPDATE; line 2).',
  )
  const roles = 'INSERT INTO tenant_roles (tenant_id, role) SELECT id, 3 FROM tenants;\n'
  expect(await refusalOf(tenants + roles)).not.toContain('statement')
})

test('a table that is called after users and has no login is said to have none', async () => {
  const users = "INSERT INTO public.users (id, wallet, nickname) VALUES (1, '7dLo', 'ann'), (2, '9xQe', 'ben');\n"
  const told =
    'looks like users. public.users has no email address, phone number, password or ID at a third party to sign in with.'
  for (const dump of [users, tenants + users]) {
    const refusal = await refusalOf(dump)
    expect(refusal).toContain(`${told} Export the users with an email address or a phone number for each`)
    expect(refusal).not.toContain('--table')
  }
})

describe('a table of users without a login, whose addresses are in another one', () => {
  const users = "INSERT INTO user_login (login_id, party) VALUES ('ann', 'P1'), ('ben', 'P2');\n"
  const row = (at: number) => `('C${at}', 'EMAIL', 'user${at}@acme.example')`
  const others = (table: string) => `INSERT INTO ${table} (code, kind, info) VALUES ${row(1)}, ${row(2)}, ${row(3)};\n`

  test.each(['contact_mech', 'addresses', 'party_email'])('is to be joined with it: %s', async (table) => {
    const refusal = await refusalOf(users + others(table))
    expect(refusal).toContain(`such as by a query that joins user_login with the table that holds them: ${table}.`)
    expect(refusal).not.toContain('--table')
  })

  test('may be beside the users under a name that says nothing', async () => {
    const refusal = await refusalOf(users + others('t17'))
    expect(refusal).toContain('If the users themselves are in t17, choose it (--table on the command line).')
  })
})

describe('a dump whose tables have nothing to sign in with', () => {
  const posts = "INSERT INTO posts (id, title, author) VALUES (1, 'Dune', 'Ann Bell'), (2, 'Emma', 'Ben Cole');\n"
  const leaveOut =
    'has an email address, phone number, password or ID at a third party to sign in with: leave this file out'

  test('is to be left out, and names no table to choose', async () => {
    const refusal = await refusalOf(tenants + posts)
    expect(refusal).toContain(`None of its tables (tenants, posts) ${leaveOut}`)
    expect(refusal).not.toContain('--table')
  })

  test('is named in a set of files', async () => {
    const users = `INSERT INTO users (id, email, password) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');\n`
    const cwd = folderOf({ 'users.sql': users, 'posts.sql': posts })
    const { err, code } = await cli(['inspect', 'users.sql', 'posts.sql'], { cwd })
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('posts.sql is left out. No table of this dump looks like users.'),
    ])
    expect(err).toContain(leaveOut)
  })

  test.each([
    ['an address', "INSERT INTO shops (id, name, contact) VALUES (1, 'Acme', 'ann@acme.example');\n"],
    ['a phone number', "INSERT INTO shops (id, name, tel) VALUES (1, 'Acme', '+493012345678');\n"],
    ['a password', "INSERT INTO shops (id, name, parola) VALUES (1, 'Acme', 'kumquat7');\n"],
    ['a statement that may add users', 'INSERT INTO users (id, email) SELECT id, email FROM customers;\n'],
  ])('is not said to be one where it has %s', async (_, more) => {
    const refusal = await refusalOf(tenants + posts + more)
    expect(refusal).not.toContain('leave this file out')
  })

  test('is not said to be one where a later row has a login', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => `(${at}, ${at === 390 ? `'${madeUpBcrypt(1)}'` : "'none'"})`)
    const refusal = await refusalOf(`INSERT INTO shops (id, note) VALUES ${rows.join(', ')};\n`)
    expect(refusal).not.toContain('leave this file out')
  })
})

test.each([
  [
    "create user 'ann'@'%' IDENTIFIED BY 'made-up';\ngrant select on shop.* to 'ann'@'%';",
    /accounts of the database server/,
  ],
  [`CREATE ROLE ann;\nALTER ROLE ann WITH LOGIN PASSWORD '${madeUpBcrypt(1)}';`, /accounts of the database server/],
  ['CREATE TABLE users (id int);\nCREATE USER ann;', /no rows, only tables/],
  [
    'CREATE PROCEDURE AddLog AS\nBEGIN\n  CREATE TABLE #t (c INT);\n  INSERT INTO Log (m) VALUES (1);\nEND\nGO',
    /no rows, only procedures/,
  ],
  ['CREATE OR ALTER PROC AddLog AS\nBEGIN\n  INSERT INTO Log (m) VALUES (1);\nEND\nGO', /no rows, only procedures/],
  ['CREATE PROC ListUsers AS\n  CREATE TABLE [#t] (id int)\n  SELECT * FROM #t\nGO', /no rows, only procedures/],
  ['USE shop;\nGRANT SELECT ON shop.users TO ann;\nDROP TABLE users;', /This dump has no rows\. Export/],
])('a script without rows is told by its statements: %s', async (text, told) => {
  expect(await refusalOf(`USE shop;\n${text}\n`)).toMatch(told)
})

test('statements that a workbook composed in one column are told as such', async () => {
  const lines = ['ann', 'ben'].map(
    (name, at) => `"INSERT INTO users (id, name, email) VALUES ('${at}', '${name}', '${name}@acme.example');"`,
  )
  const { out, err } = await cli(['inspect', 'all.csv'], {
    cwd: folderOf({ 'all.csv': `insert_statement\n${lines.join('\n')}\n` }),
  })
  expect(out + err).toContain('This line is an SQL statement as the one value of a table.')
  expect(out + err).not.toContain('such as the name of an account')
})

test.each([':username, :password', '?, ?', '%s, %s', '$1, $2', '@name, @password'])(
  'a statement with placeholders (%s) adds no user',
  async (placeholders) => {
    const statement = `insert into users(username, password) values(${placeholders})`
    expect(await refusalOf(`${statement};\n`)).toContain('have no values, such as statements with placeholders')
    const { err, code } = await cli(['inspect', 'queries.yaml'], {
      cwd: folderOf({ 'queries.yaml': `add_user: |\n  ${statement}\n` }),
    })
    expect([code, err]).toEqual([2, expect.stringContaining('looks like users')])
  },
)

test.each(['DELETE FROM dbo.Users', 'TRUNCATE TABLE dbo.Users'])(
  'users whose rows a later statement removes (%s) are not said to lack logins, but to be removed there',
  async (removal) => {
    const rows = [1, 2].map((n) => `(${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}')`).join(', ')
    const users = `INSERT INTO dbo.Users (Id, Email, PasswordHash) VALUES ${rows};\n`
    const letters = "INSERT INTO dbo.Letters (Id, Email) VALUES (1, 'zoe@acme.example');\n"
    const cwd = folderOf({ 'all.sql': `${users}${letters}${removal};\n`, 'more.sql': `${users}${removal};\n${users}` })
    for (const choice of [[], ['--table', 'dbo.Users']]) {
      const { out } = await cli(['inspect', 'all.sql', ...choice], { cwd })
      expect(out).toContain('A statement on line 3 of the dump removes this row. (and 1 more like it)')
      expect(out).toContain('PasswordHash -> Password hash (exact')
    }
    expect((await cli(['inspect', 'more.sql', '--json'], { cwd })).json).toMatchObject({ users: 2, unreadable: 2 })
  },
)

test('a table whose rows are removed is not read in the place of one with users', async () => {
  const row = (n: number) => `(${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}')`
  const text = `INSERT INTO users (id, email, password_hash) VALUES ${row(1)};\nDELETE FROM users;\nINSERT INTO accounts (id, email, password_hash) VALUES ${row(2)};\n`
  const cwd = folderOf({ 'all.sql': text })
  const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd })
  expect(json).toMatchObject({ users: 1, ready: 1 })
  expect((await cli(['inspect', 'all.sql'], { cwd })).out).toContain('not used: users (none of its rows can be read)')
})

test('elements that are named after users are asked for as a list, and none of them is to be chosen', async () => {
  const user = (name: string) => `<${name}><password_sha256_hex>${'a1'.repeat(32)}</password_sha256_hex></${name}>`
  const text = `<?xml version="1.0"?>\n<config><users>${user('ann')}${user('ben')}</users></config>\n`
  const { err, code } = await cli(['inspect', 'users.xml'], { cwd: folderOf({ 'users.xml': text }) })
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('(ann, ben): if they are named after users, write the users'),
  ])
  expect(err).not.toContain('--table')
})

test('a table of people that may have passwords is refused with their column, and one without any as such', async () => {
  const digests = ['21232f297a57a5a743894a0e4a801fc3', '9c5fa085ce256c7c598f6710584ab25d']
  const row = (value: string, at: number) => `(${at}, 'name${at}', '${value}')`
  const insert = (column: string, values: readonly string[]) =>
    `INSERT INTO sys_user (id, nmuser, ${column}) VALUES ${values.map(row).join(', ')};\n`
  const refusal = await refusalOf(insert('passuser', digests))
  expect(refusal).toContain('sys_user may have something to sign in with in passuser.')
  expect(refusal).not.toContain('has no')
  expect(refusal).not.toContain(digests[0])
  expect(await refusalOf(insert('color', ['red', 'blue']))).toContain('sys_user has no email address')
})

test.each([
  ['Pass Type', [4, 2], false],
  ['pass_no', [17, 18], false],
  ['pass_color', ["'red'", "'red'"], false],
  ['user_pass_portal', ["'kumquat7'", "'lighthouse'"], true],
] as const)('a column “%s” of clients is judged by its values, too', async (column, [first, second], mayBe) => {
  const refusal = await refusalOf(
    `INSERT INTO clients (id, "${column}") VALUES (1, ${first}), (2, ${second}), (3, ${second});\n`,
  )
  expect(refusal).toContain(mayBe ? `clients may have something to sign in with in ${column}.` : 'clients has no email')
})

describe('a table of users that a dump defines without rows', () => {
  const defined = `CREATE TABLE users (id int PRIMARY KEY, email varchar(255), password varchar(255));\nCREATE TABLE jobs (id int, body text);\n`
  const migrations = `INSERT INTO migrations (id, migration) VALUES (1, 'create_users_table'), (2, 'create_jobs_table');\n`

  test('is named where no other table looks like users', async () => {
    const refusal = await refusalOf(defined + migrations)
    expect(refusal).toContain('The table users has no rows.')
    expect(refusal).not.toContain('Choose the one that holds them')
    expect(refusal).not.toContain('jobs')
  })

  test('is named beside another table that is read', async () => {
    const people = `INSERT INTO customers (id, email, last_login) VALUES (1, 'ann@acme.example', '2024-01-01'), (2, 'ben@acme.example', '2024-01-02');\n`
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderOf({ 'all.sql': defined + people }) })
    expect(out).toContain('2 users')
    expect(out).toContain('; without rows: users')
  })

  test('is passed over where rows follow, in the dump or by another name of its schema', async () => {
    const rows = `INSERT INTO public.users VALUES (1, 'ann@acme.example', 'x');\n`
    const { json } = await inspect({ 'all.sql': defined + migrations + rows })
    expect(json).toMatchObject({ users: 1 })
    expect(JSON.stringify(json)).not.toContain('without rows')
  })
})

test('a table of administrators with nothing but a name and a password is said to have clear passwords', async () => {
  const admin = "INSERT INTO admin (pseudo, passwd) VALUES ('ann', 'kumquat7'), ('ben', 'papaya99');\n"
  const refusal = await refusalOf(tenants + admin)
  expect(refusal).toContain('Values that look like logins: admin has probably clear passwords in passwd (2 rows).')
  expect(refusal).toContain('Choose the one that holds them (--table on the command line): tenants, admin.')
  expect(refusal).not.toMatch(/kumquat7|papaya99/)
  expect(await refusalOf(tenants)).not.toContain('Values that look like logins')
})

describe('attributes of users with their values, as FreeRADIUS keeps them', () => {
  const rows = (attribute: string, columns = 'id, username, attribute, op, value') =>
    `INSERT INTO radcheck (${columns}) VALUES (1, 'ann', '${attribute}', ':=', 'kumquat7'), (2, 'ben', '${attribute}', ':=', 'papaya99'), (3, 'ben', 'Simultaneous-Use', ':=', '1');\n`

  test.each(['Cleartext-Password', 'User-Password', 'Password'])('are users with clear passwords: %s', async (name) => {
    const { json, out } = await inspect({ 'dump.sql': rows(name) })
    expect(json).toMatchObject({ users: 2, hashes: { unsupported: { plaintext: 2 } } })
    expect(out).not.toMatch(/kumquat7|papaya99/)
  })

  test.each([
    ['another attribute', rows('Framed-IP-Address')],
    ['a count of passwords', rows('Password-Retry')],
    ['no user', rows('Password', 'id, product, attribute, op, value')],
  ])('are none of %s', async (_, dump) => expect(await refusalOf(dump)).not.toContain('Values that look like logins'))
})

test('what is refused is a problem in JSON as well, without secrets', async () => {
  const admin = "INSERT INTO admin (pseudo, passwd) VALUES ('ann', 'kumquat7');\n"
  const { json, code, out } = await cli(['inspect', 'all.sql', '--json'], {
    cwd: folderOf({ 'all.sql': tenants + admin }),
  })
  expect(code).toBe(2)
  expect(json).toMatchObject({
    problem: { code: 'no-users-in-dump', message: expect.stringContaining('No table of this dump looks like users.') },
  })
  expect(out).not.toContain('kumquat7')
})

test('all files without users are named at once', async () => {
  const users = `id,email,password\n1,ann@acme.example,${madeUpBcrypt(1)}\n`
  const products = (n: number) => `INSERT INTO products_${n} (id, sku) VALUES (1,'A'),(2,'B');`
  const files = {
    'users.csv': users,
    'a.sql': products(1),
    'cities.csv': 'city,zip\nUlm,1\n',
    'b.sql': products(2),
    'goods.csv': 'sku,price\nA,1\n',
  }
  const cwd = folderOf(files)
  const refusal = async (...names: readonly string[]) => {
    const { code, err } = await cli(['inspect', ...names], { cwd })
    return [code, Object.keys(files).filter((name) => name !== 'users.csv' && err.includes(name))]
  }
  expect(await refusal(...Object.keys(files))).toEqual([0, ['a.sql', 'cities.csv', 'b.sql', 'goods.csv']])
  expect(await refusal('cities.csv', 'goods.csv')).toEqual([2, ['cities.csv', 'goods.csv']])
})
