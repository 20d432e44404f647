import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { rounds } from '../../support/length.ts'
import { startCore } from '../../support/rehearsal.ts'
import { seedOfRun } from '../../support/seed.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { runBothWays, startBothWays } from '../../support/held-run.ts'

const users = "INSERT INTO users (id, email) VALUES (1, 'ann@acme.example'), (2, 'ben@acme.example');"
const secrets = [1, 2].map((id) => `(${id}, '${madeUpBcrypt(id)}', 'note')`).join(', ')
const dump = `${users}
INSERT INTO user_secrets (issued_by, digest, remark) VALUES ${secrets};
COPY public.orders (id, contact, total) FROM stdin;
1\tcarl@acme.example\t7
2\t\\N\t8
3\tbroken
\\.
INSERT INTO settings VALUES ('theme', 'dark');
`

const folderWith = (content: string | Uint8Array) => folderOf({ 'all.sql': content })

describe('tables of a dump that are not read', () => {
  test('are counted by their rows, and the sum adds up', async () => {
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(dump) })
    expect(json).toMatchObject({
      records: 8,
      users: 2,
      unreadable: 0,
      other: { 'table user_secrets': 2, 'table public.orders': 3, 'table settings': 1 },
    })
    expect(json?.['files']).toMatchObject([
      {
        unreadTables: [
          { table: 'user_secrets', columns: [{ column: 'digest', kind: 'password-hash', rows: 2 }] },
          { table: 'public.orders', columns: [{ column: 'contact', kind: 'email', rows: 1 }] },
        ],
      },
    ])
  })

  test('say how many of their addresses users have as well', async () => {
    const text = `INSERT INTO users (id, email, password) VALUES (1, 'u1@acme.example', '${madeUpBcrypt(1)}'), (2, 'u2@acme.example', '${madeUpBcrypt(2)}');
INSERT INTO contacts (id, email, phone) VALUES (1, 'u1@acme.example', '+493012345601'), (2, 'u2@acme.example', '+493012345602'), (3, 'other@acme.example', '+493012345603');`
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderWith(text) })
    expect(out).toContain('table contacts: emails in email (1 row, 2 more with addresses of users)')
  })

  test('of files have names with a digest, which are no passwords', async () => {
    const rows = ['ann_at_work_995906fcff', 'team_5f3ac0ffee', '9c81bd02ab77'].map((name, n) => `(${n}, '${name}')`)
    const text = `${users}\nINSERT INTO upload_file (id, hash) VALUES ${rows.join(', ')};`
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(text) })
    expect(json?.['files']).toMatchObject([{ unreadTables: [] }])
  })

  test('of connections have encrypted secrets in objects, which are no passwords of users', async () => {
    const unreadWith = async (table: string, columns: string, secret: string) => {
      const row = (n: number) => `(${n}, 'x', '{"password":"${secret}"}')`
      const text = `${users}\nINSERT INTO ${table} (id, ${columns}, secure_json) VALUES ${row(1)}, ${row(2)};`
      const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(text) })
      return json?.['files']
    }
    const secret = Buffer.from('made up and encrypted, with some more').toString('base64')
    expect(await unreadWith('data_source', 'url', secret)).toMatchObject([{ unreadTables: [] }])
    const found = (table: string) => [{ unreadTables: [{ table, columns: [{ kind: 'password-hash', rows: 2 }] }] }]
    expect(await unreadWith('data_source', 'url', madeUpBcrypt(1))).toMatchObject(found('data_source'))
    expect(await unreadWith('user_data', 'url', secret)).toMatchObject(found('user_data'))
    expect(await unreadWith('store', 'note', secret)).toMatchObject(found('store'))
  })

  test('of a ledger have digests of their rows, which are no passwords', async () => {
    const digest = (n: number) => `${n}`.padStart(64, 'a1')
    const rows = [1, 2, 3].map((n) => `(${n}, '${digest(n)}', '${digest(n - 1)}')`).join(', ')
    const text = `${users}\nINSERT INTO journal (id, current_hash, previous_hash) VALUES ${rows};`
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(text) })
    expect(json?.['files']).toMatchObject([{ unreadTables: [] }])
  })

  test('hold nothing back for the tokens of users with passwords, nor for addresses that users have from another table', async () => {
    const unread = async (text: string) => {
      const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(text) })
      const files = json?.['files'] as readonly { unreadTables: unknown }[] | undefined
      return files?.[0]?.unreadTables
    }
    const tokens = `INSERT INTO password_resets (email, token) VALUES ('ann@acme.example', '${madeUpBcrypt(9)}');`
    const withPasswords = `INSERT INTO users (id, email, password) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');`
    expect(await unread(`${withPasswords}\n${tokens}`)).toEqual([])
    // Without any password beside it, it may be the password.
    expect(await unread(`${users}\n${tokens}`)).toEqual([
      { table: 'password_resets', columns: [{ column: 'token', kind: 'password-hash', rows: 1 }] },
    ])
    const nextcloud = `INSERT INTO oc_users (uid, displayname, password, uid_lower) VALUES ('ann', 'Ann', '1|${madeUpBcrypt(1)}', 'ann');
INSERT INTO oc_preferences (userid, appid, configkey, configvalue) VALUES ('ann', 'settings', 'email', 'ann@acme.example');
INSERT INTO oc_accounts_data (id, uid, name, value) VALUES (1, 'ann', 'email', 'ann@acme.example'), (2, 'ann', 'additional_mail', 'anna@acme.example');`
    expect(await unread(nextcloud)).toEqual([
      { table: 'oc_accounts_data', columns: [{ column: 'value', kind: 'email', rows: 1, own: 1 }] },
    ])
  })

  test('that hold the accounts of the database server are named as such, and neither ask nor keep anyone out', async () => {
    const privileges = ['Select_priv', 'Insert_priv', 'account_locked']
      .map((name) => `${name} enum('N','Y')`)
      .join(', ')
    const server = `CREATE DATABASE mysql;\nUSE mysql;
CREATE TABLE user (Host char(60), User char(32), ${privileges}, authentication_string text);
INSERT INTO user VALUES ('localhost', '1', 'Y', 'Y', 'Y', '${madeUpBcrypt(7)}'), ('localhost', 'mysql.sys', 'N', 'N', 'Y', '*${'AB12'.repeat(10)}');
USE shop;\n${users}\n`
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(server) })
    expect(json).toMatchObject({
      users: 2,
      unmatched: 0,
      ready: 2,
      other: { 'account of the database server': 2 },
      files: [{ unreadTables: [], controlTotals: { unreadHashes: null } }],
    })
  })

  test('are named where digests with their salt stand among other values', async () => {
    const digest = 'd131dd02c5e6eec4d131dd02c5e6eec4'
    const values = `(1, 5, 'Ann'), (1, 12, '${digest}:aB'), (2, 12, '${digest}${digest}:aBcDeFgH:1'), (2, 9, '${digest}')`
    const { json } = await cli(['inspect', 'all.sql', '--json'], {
      cwd: folderWith(`${users}\nINSERT INTO users_varchar (entity_id, attribute_id, value) VALUES ${values};\n`),
    })
    expect(json?.['files']).toMatchObject([
      { unreadTables: [{ table: 'users_varchar', columns: [{ column: 'value', kind: 'password-hash', rows: 2 }] }] },
    ])
  })

  test('are named with their clear passwords, also numbers, short ones, and those in a column that is called after its table', async () => {
    const withHash = `INSERT INTO users (id, email, password) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');`
    const unread = async (rows: string) => {
      const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(`${withHash}\n${rows}`) })
      return (json?.['files'] as readonly { unreadTables: unknown }[] | undefined)?.[0]?.unreadTables
    }
    const clear = (table: string, column: string, count: number) => [
      { table, columns: [{ column, kind: 'clear-password', rows: count }] },
    ]
    expect([
      await unread(
        "INSERT INTO admin VALUES ('boss', 'root'); INSERT INTO admin (adminName, adminPassword) VALUES ('boss', 'secretword');",
      ),
      await unread(
        "INSERT INTO tbl_staff (code, passwd) VALUES ('s1', '123456'), ('s2', '7417'), ('s3', 'abc'), ('s4', NULL), ('s5', 'kumquats');",
      ),
      await unread("INSERT INTO teachers (nom, mot_de_passe) VALUES ('Ann', 'kumquats');"),
      await unread("INSERT INTO crew (cid, cname, cpwd, crank) VALUES (1, 'Ann', 'kumquats', 'x');"),
      await unread("INSERT INTO carreras (id_carrera, nombre_carrera, clave) VALUES (1, 'Derecho', 'DERE-2010');"),
      await unread("INSERT INTO door_logs (id, password_attempts) VALUES (1, '12345');"),
    ]).toEqual([
      clear('admin', 'adminPassword', 1),
      clear('tbl_staff', 'passwd', 4),
      clear('teachers', 'mot_de_passe', 1),
      clear('crew', 'cpwd', 1),
      [],
      [],
    ])
    const { out } = await cli(['inspect', 'all.sql'], {
      cwd: folderWith(`${withHash}\nINSERT INTO teachers (nom, mot_de_passe) VALUES ('Ann', 'kumquats');`),
    })
    expect(out).toContain('table teachers: probably clear passwords in mot_de_passe (1 row)')
  })

  test('have no password in a digest under a plain name where nothing in the table is about people', async () => {
    const md5 = 'e10adc3949ba59abbe56e057f20f883e'
    const withHash = `INSERT INTO users (id, email, password) VALUES (1, 'ann@acme.example', '${madeUpBcrypt(1)}');`
    const rows = [
      `INSERT INTO layered_block (hash, data) VALUES ('${md5}', 'a:1');`,
      `INSERT INTO pages (id, digest, content) VALUES (1, '${md5}', 'x');`,
      `INSERT INTO url_index (hash, url) VALUES ('${md5}', '/a');`,
      `INSERT INTO logins (name, hash) VALUES ('ann', '${md5}');`,
      `INSERT INTO secrets (user_id, hash) VALUES (1, '${md5}');`,
      `INSERT INTO keys (name, hash, value) VALUES ('ann', '${md5}', 'x');`,
    ]
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith([withHash, ...rows].join('\n')) })
    const [file] = (json?.['files'] ?? []) as readonly { unreadTables: readonly { table: string }[] }[]
    expect(file?.unreadTables.map(({ table }) => table)).toEqual(['logins', 'secrets', 'keys'])
  })

  test('are named by inspect with what in them looks like a login', async () => {
    const { out } = await cli(['inspect', 'all.sql'], { cwd: folderWith(dump) })
    expect(out).toContain('8 records = 2 users + 0 joined + 0 unmatched + 0 unreadable + 6 other')
    expect(out).toContain('table user_secrets: password hashes in digest (2 rows)')
    expect(out).toContain('table not used: settings (does not look like users, 1 row)')
  })

  test('hold back everybody until they are excluded, and the reports say that they were', async () => {
    const run = await runBothWays(dump, ['--exclude-tables'])
    expect([run.refused, run.sent]).toEqual([
      [2, 0],
      [0, 2],
    ])
    expect(run.reason).toMatch(/table user_secrets: password hashes in digest \(2 rows\).*--exclude-tables/)
    for (const name of ['report.html', 'report.csv', 'report.json']) {
      const report = run.report(name)
      expect([name, report.includes('user_secrets'), report.includes('$2b$')]).toEqual([name, true, false])
    }
  })

  test('hold back a run in the window, until the operator excludes them, which can be undone', async () => {
    const { held, file, users } = await startBothWays(dump, async (engine, { id }) => {
      const answers = []
      for (const excluded of [true, false, true]) {
        const { files } = must(await engine.ask('export:exclude-tables', { fileId: id, excluded }))
        answers.push(files.map(({ unreadTables }) => unreadTables?.excluded))
      }
      expect(answers).toEqual([[true], [false], [true]])
    })
    expect([held, file.unreadTables, users]).toEqual([
      'tables-undecided',
      {
        tables: [{ table: 'user_secrets', logins: 'password hashes in digest (2 rows)' }],
        excluded: false,
      },
      2,
    ])
  })

  test('ask nothing where nothing in them looks like a login', async () => {
    const cwd = folderWith(`${users}\nINSERT INTO settings VALUES ('theme', 'd41d8cd98f00b204e9800998ecf8427e', 42);`)
    const core = await startCore({ dialect: 'documented' })
    const run = await cli(['run', 'all.sql', '--core', core.baseUrl, '--yes', '--json'], { cwd })
    expect([run.code, run.json]).toEqual([0, expect.objectContaining({ records: 3, migrated: 2 })])
  })
})

/** A cell, and what a table that nothing reads is to say about it. */
type Cell = { readonly text: string; readonly kind: string | null }
const cells: fc.Arbitrary<Cell> = fc.oneof(
  fc.constantFrom('', 'dark', '42', '2024-01-15 10:00:00', "it''s", 'two words').map((text) => ({ text, kind: null })),
  fc.nat(999).map((n) => ({ text: madeUpBcrypt(n), kind: 'password-hash' })),
  fc.nat(999).map((n) => ({ text: `user${n}@acme.example`, kind: 'email' })),
  fc.integer({ min: 100_000_000, max: 999_999_999 }).map((n) => ({ text: `+4930${n}`, kind: 'phone' })),
  fc.bigInt({ min: 10n ** 19n, max: 10n ** 20n - 1n }).map((n) => ({ text: `1${n}`, kind: 'provider-user-id' })),
)
const texts = { email: 'user0@acme.example', 'password-hash': madeUpBcrypt(0) }
const cell = (kind: keyof typeof texts | null): Cell => ({ text: kind === null ? '' : texts[kind], kind })
const tables = fc.array(
  fc.record({
    form: fc.constantFrom('insert', 'copy'),
    rows: fc.array(fc.tuple(cells, cells, cells), { minLength: 1, maxLength: 4 }),
  }),
  { minLength: 1, maxLength: 4 },
)

test('every row of every table of any dump counts, and every value like a login is in a user or in its table', async () => {
  await fc.assert(
    fc.asyncProperty(tables, fc.nat(4), async (made, place) => {
      const statements = made.map(({ form, rows }, at) =>
        form === 'copy'
          ? `COPY other_${at} (a, b, c) FROM stdin;\n${rows.map((row) => row.map(({ text }) => text.replace("''", "'")).join('\t')).join('\n')}\n\\.\n`
          : `INSERT INTO other_${at} (a, b, c) VALUES ${rows.map((row) => `(${row.map(({ text }) => `'${text}'`).join(', ')})`).join(', ')};`,
      )
      statements.splice(Math.min(place, statements.length), 0, users.replace('INTO users', 'INTO app_users'))
      const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(statements.join('\n')) })
      const wanted = made.map(({ rows }, at) => {
        const columns = ['a', 'b', 'c'].flatMap((column, index) => {
          const kinds = rows.flatMap((row) => row[index]?.kind ?? [])
          return [...new Set(kinds)].map((kind) => `${column} ${kind} ${kinds.filter((one) => one === kind).length}`)
        })
        return [`other_${at}`, columns.toSorted()] as const
      })
      const files = json?.['files'] as readonly {
        unreadTables: { table: string; columns: { column: string; kind: string; rows: number }[] }[]
      }[]
      const found = new Map(
        files[0]?.unreadTables.map(({ table, columns }) => [
          table,
          columns.map(({ column, kind, rows }) => `${column} ${kind} ${rows}`).toSorted(),
        ]),
      )
      expect({
        json: [json?.['users'], json?.['records'], json?.['other']],
        found: wanted.map(([table]) => [table, found.get(table) ?? []]),
      }).toEqual({
        json: [
          2,
          2 + made.reduce((sum, { rows }) => sum + rows.length, 0),
          Object.fromEntries(made.map(({ rows }, at) => [`table other_${at}`, rows.length])),
        ],
        found: wanted.map(([table, columns]) => [table, columns]),
      })
    }),
    {
      seed: seedOfRun('UNREAD_TABLES_SEED'),
      numRuns: rounds(12, 200),
      // A row with an email and a hash, in a table whose names say nothing.
      examples: [[[{ form: 'insert', rows: [[cell('email'), cell('password-hash'), cell(null)]] }], 1]],
    },
  )
}, 120_000)

test.each([
  ['hashes', (at: number) => madeUpBcrypt(at)],
  ['clear passwords', (at: number) => `Wqx!7${at}test`],
])('accounts within the entries of another list hold the run back: %s', async (_, password) => {
  const account = (name: string, at: number, indent: string) =>
    `email: ${name}@acme.example\n${indent}password: ${password(at)}\n`
  const lists = `administrators:
  - ${account('root', 1, '    ')}organisations:
  - account_details:
      ${account('firm', 2, '      ')}    details:
      type: law_firm
    individuals:
      - account_details:
          ${account('ann', 3, '          ')}        details:
          forename: Ann
`
  const { json, out } = await cli(['inspect', 'all.yml', '--json'], { cwd: folderOf({ 'all.yml': lists }) })
  const columns = ['account_details', 'individuals[].account_details'].map((at) => ({ column: `${at}.password` }))
  expect(json?.['files']).toMatchObject([
    {
      unreadTables: [
        { table: 'organisations', columns: expect.arrayContaining(columns.map((one) => expect.objectContaining(one))) },
      ],
    },
  ])
  expect(out).not.toContain('Wqx!7')
})

test.each([
  ['members[].login.hash', (hash: string) => `members:\n      - login: { name: ann, hash: '${hash}' }`],
  ['hashes[]', (hash: string) => `hashes:\n      - '${hash}'`],
])('so does a hash there, whatever stands beside it: %s', async (column, within) => {
  const lists = `users:
  - email: ann@acme.example
    password: ${madeUpBcrypt(1)}
firms:
  - name: Acme
    ${within(madeUpBcrypt(2))}
`
  const { json } = await cli(['inspect', 'all.yml', '--json'], { cwd: folderOf({ 'all.yml': lists }) })
  expect(json?.['files']).toMatchObject([
    { unreadTables: [{ table: 'firms', columns: [{ column, kind: 'password-hash', rows: 1 }] }] },
  ])
})

test('settings of a server for mail within another list are no accounts', async () => {
  const lists = `users:
  - email: ann@acme.example
    password: ${madeUpBcrypt(1)}
sites:
  - name: Acme
    mail:
      host: mail.acme.example
      user: bot@acme.example
      password: Wqx!71test
`
  const { json } = await cli(['inspect', 'all.yml', '--json'], { cwd: folderOf({ 'all.yml': lists }) })
  expect(json?.['files']).toMatchObject([{ unreadTables: [] }])
})

describe('hashes of tokens in a table beside users without passwords', () => {
  const beside = (column: string) =>
    `${users}\nINSERT INTO sessions (id, user_id, ${column}) VALUES (1, 1, '${madeUpBcrypt(1)}'), (2, 2, '${madeUpBcrypt(2)}');\n`

  test.each(['refresh_token_hash', 'session_token', 'reset_token_digest'])('are no passwords: %s', async (column) => {
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(beside(column)) })
    expect(json?.['files']).toMatchObject([{ unreadTables: [] }])
  })

  test.each(['digest', 'secret', 'token_password'])('are named by another name: %s', async (column) => {
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderWith(beside(column)) })
    expect(json?.['files']).toMatchObject([{ unreadTables: [{ table: 'sessions' }] }])
  })
})

describe('phone numbers in a table beside users', () => {
  const beside = (table: string, columns: string) =>
    `${users}\nINSERT INTO ${table} (${columns}) VALUES (1, 'x', '+493012345671'), (2, 'y', '+493012345672');\n`

  test.each(['restaurant', 'tbl_hospitals', 'branches'])(
    'are no logins where they are of places: %s',
    async (table) => {
      const cwd = folderWith(beside(table, 'id, title, contact_number'))
      const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd })
      expect(json?.['files']).toMatchObject([{ unreadTables: [] }])
    },
  )

  test.each([
    ['numbers', 'id, title, contact_number'],
    ['shop_members', 'id, title, phone'],
    ['branches', 'user_id, title, phone'],
  ])('are named otherwise: %s', async (table, columns) => {
    const cwd = folderWith(beside(table, columns))
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd })
    expect(json?.['files']).toMatchObject([{ unreadTables: [{ table }] }])
  })
})
