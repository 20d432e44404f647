import { describe, expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'
import { runBothWays, startBothWays } from '../../support/held-run.ts'

const dump = [
  'CREATE TABLE users (id int, email text, password_hash text, banned int);',
  ...[1, 2, 3].map((n) => `INSERT INTO users VALUES (${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}', 0);`),
  'UPDATE users SET banned = 1 WHERE id IN (SELECT user_id FROM bans);',
  'DELETE u FROM users u JOIN closed c ON c.user_id = u.id;',
  '',
].join('\n')

test('changes that only a database can evaluate hold back a run until they are ignored, and the reports say that they were', async () => {
  const run = await runBothWays(dump, ['--decide', 'unapplied-changes:all.sql=ignore'])
  expect([run.refused, run.sent]).toEqual([
    [2, 0],
    [0, 3],
  ])
  expect(run.reason).toContain(
    'all.sql changes or adds users by 2 statements (line 5, line 6) that only a database can evaluate',
  )
  expect(run.reason).toContain('--decide unapplied-changes:all.sql=ignore')
  for (const name of ['report.html', 'report.json'])
    expect([name, run.report(name).includes('2 statements (line 5, line 6)')]).toEqual([name, true])
})

test('inspect names them and the option, for people and for programs', async () => {
  const cwd = folderOf({ 'all.sql': dump })
  const { out } = await cli(['inspect', 'all.sql'], { cwd })
  expect(out).toContain('2 statements (line 5, line 6)')
  const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd })
  expect(json?.['files']).toMatchObject([
    {
      unappliedChanges: {
        text: '2 statements (line 5, line 6) that only a database can evaluate',
        next: 'Load the dump into a database and export the table again',
        option: '--decide unapplied-changes:all.sql=ignore',
      },
    },
  ])
})

test('a script that drops the table at its end is said to do so', async () => {
  const cwd = folderOf({
    'all.sql': `${dump.split('\n').slice(0, 4).join('\n')}\nDROP TABLE IF EXISTS users CASCADE;\n`,
  })
  const { out } = await cli(['inspect', 'all.sql'], { cwd })
  expect(out).toContain('1 statement (line 5: DROP TABLE)')
})

test('a table that a query over other tables of the dump fills is named, and holds nothing back', async () => {
  const rows = [1, 2].map((n) => `(${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}')`).join(', ')
  const roles =
    "INSERT INTO role (name) VALUES ('admin');\nINSERT INTO user_role (user_id, role_id)\nSELECT users.id, role.id FROM users CROSS JOIN role WHERE email LIKE 'ann%'\n\n"
  const files = { 'all.sql': `INSERT INTO users (id, email, password) VALUES ${rows};\n${roles}${roles}` }
  const { code, out } = await cli(['inspect', 'all.sql'], { cwd: folderOf(files) })
  expect(code).toBe(0)
  expect(out).toContain('user_role gets rows by a query (INSERT … SELECT), which only the database can answer')
  expect(out).toContain('Ready 2')
})

test('in the window too', async () => {
  const { held, file, users } = await startBothWays(dump, async (engine) => {
    must(await engine.ask('decisions:update', { choices: { unappliedChanges: { 'all.sql': 'ignore' } } }))
  })
  expect([held, file.unappliedChanges, users]).toEqual([
    'changes-undecided',
    {
      text: '2 statements (line 5, line 6) that only a database can evaluate',
      next: 'Load the dump into a database and export the table again',
      ignored: false,
    },
    3,
  ])
})

describe('changes by a key that the database counted up', () => {
  const rows = [1, 2, 3].map(
    (n) => `INSERT INTO users (email, password) VALUES ('ann${n}@acme.example', '${madeUpBcrypt(n)}');`,
  )
  const changes = [
    'ALTER TABLE users ADD first_name VARCHAR(60);',
    "UPDATE users SET first_name = 'Ann' WHERE id = 1;",
    "UPDATE users SET first_name = 'Bea' WHERE id =2 ;",
    'DELETE FROM users WHERE id = 3;',
  ]

  test('leave the rows as they are, and hold back a run until they are ignored', async () => {
    const run = await runBothWays([...rows, ...changes, ''].join('\n'), [
      '--decide',
      'unapplied-changes:all.sql=ignore',
    ])
    expect([run.refused, run.sent]).toEqual([
      [2, 0],
      [0, 3],
    ])
    expect(run.reason).toContain('by 3 statements (line 5, line 6, line 7) that only a database can evaluate')
  })

  test('are applied where rows have the key, or an earlier statement sets the column', async () => {
    const keyed = rows.map((row, at) => row.replace('(email', '(id, email').replace('VALUES (', `VALUES (${at + 1}, `))
    const files = { 'all.sql': [...keyed, ...changes, ''].join('\n') }
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderOf(files) })
    expect(json).toMatchObject({ users: 2, unreadable: 1, files: [{ unappliedChanges: null }] })
    const flagged = [
      ...rows,
      "UPDATE users SET gone = 1 WHERE email = 'ann2@acme.example';",
      'DELETE FROM users WHERE gone = 1;',
    ]
    const { json: later } = await cli(['inspect', 'all.sql', '--json'], {
      cwd: folderOf({ 'all.sql': `${flagged.join('\n')}\n` }),
    })
    expect(later).toMatchObject({ users: 2, unreadable: 1, files: [{ unappliedChanges: null }] })
  })

  test.each([
    ['that alters the table first', changes],
    ['below a comment', ['-- new names', ...changes.slice(1)]],
    ['of an update alone', [`UPDATE public."users" SET password = '${madeUpBcrypt(9)}', role = 'x' WHERE id = 2;`]],
    ['over several lines', ['/* moved away */', 'update users', "set email = 'new@acme.example'", 'where id = 2;']],
  ])('are told of a script beside the dump %s, with a way to apply them, and a run waits', async (_, lines) => {
    const cwd = folderOf({ 'a.sql': `${rows.join('\n')}\n`, 'b.sql': `${lines.join('\n')}\n` })
    const { out } = await cli(['inspect', 'a.sql', 'b.sql'], { cwd })
    expect(out).toContain('This script has no rows, only statements that change rows of')
    expect(out).toContain('(cat rows.sql changes.sql > all.sql)')
    const core = await startCore({ dialect: 'documented' })
    const { err, code } = await cli(['run', 'a.sql', 'b.sql', '--core', core.baseUrl, '--yes'], { cwd })
    expect([code, err]).toEqual([2, expect.stringContaining('b.sql')])
  })
})

describe('changes of rows within a WITH', () => {
  const rows = [1, 2, 3].map((n) => `INSERT INTO users VALUES (${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}', 0);`)
  const inspected = async (statement: string) => {
    const all = ['CREATE TABLE users (id int, email text, password_hash text, banned int);', ...rows, statement, '']
    const { json } = await cli(['inspect', 'all.sql', '--json'], { cwd: folderOf({ 'all.sql': all.join('\n') }) })
    const [file] = (json?.['files'] ?? []) as readonly { readonly unappliedChanges: unknown }[]
    return file?.unappliedChanges ?? null
  }

  test.each([
    'WITH gone AS (DELETE FROM users WHERE id > 2 RETURNING *) INSERT INTO archive SELECT * FROM gone;',
    'with a as (select 1), b as materialized (update only public.users set banned = 1 returning id)\nselect * from b;',
    'WITH x AS (UPDATE "users" SET banned = 1 WHERE id = 1 RETURNING id) INSERT INTO audit SELECT id FROM x;',
  ])('are told: %s', async (statement) => {
    expect(await inspected(statement)).not.toBeNull()
  })

  test.each([
    'WITH all_users AS (SELECT id FROM users) INSERT INTO audit SELECT id FROM all_users;',
    "WITH x AS (DELETE FROM user_logs WHERE note = 'delete from users' RETURNING id) INSERT INTO audit SELECT id FROM x;",
    'WITH x AS (UPDATE bans SET user_id = (SELECT max(id) FROM users) RETURNING id) SELECT * FROM x;',
  ])('of another table are none: %s', async (statement) => {
    expect(await inspected(statement)).toBeNull()
  })
})

describe('changes of entries in a file of a directory', () => {
  const dn = (name: string) => `dn: uid=${name},ou=people,dc=acme,dc=example\n`
  const entry = (name: string, at: number) =>
    `${dn(name)}changetype: add\nobjectClass: inetOrgPerson\nuid: ${name}\nmail: ${name}@acme.example\nuserPassword: {CRYPT}${madeUpBcrypt(at)}\n`
  const people = [entry('ann', 1), entry('bob', 2), entry('cyd', 3)]

  test.each([
    ['remove a person', `${dn('bob')}changetype: delete\n`],
    ['replace a password', `${dn('ann')}changetype: modify\nreplace: userPassword\nuserPassword: x\n-\n`],
    ['lock a person', `${dn('ann')}changetype: modify\nadd: nsAccountLock\nnsAccountLock: true\n-\n`],
    ['move a person', `${dn('ann')}changetype: modrdn\nnewrdn: uid=eve\ndeleteoldrdn: 1\n`],
  ])('hold a run back that %s', async (_, change) => {
    const cwd = folderOf({ 'all.ldif': [...people, change].join('\n') })
    const { json } = await cli(['inspect', 'all.ldif', '--json'], { cwd })
    expect(json).toMatchObject({ users: 3, unreadable: 1 })
    expect(json?.['files']).toMatchObject([
      {
        unappliedChanges: {
          text: '1 change (line 22) of entries that only the directory can apply',
          option: '--decide unapplied-changes:all.ldif=ignore',
        },
      },
    ])
  })

  test.each([
    ['the server', 'dn: olcDatabase={1}mdb,cn=config\nchangetype: modify\nreplace: olcSuffix\nolcSuffix: dc=acme\n-\n'],
    ['a unit', 'dn: ou=old,dc=acme,dc=example\nchangetype: delete\n'],
    ['members of a group', 'dn: cn=staff,ou=groups,dc=acme\nchangetype: modify\nadd: memberUid\nmemberUid: ann\n-\n'],
  ])('hold nothing back that are about %s', async (_, change) => {
    const cwd = folderOf({ 'all.ldif': [...people, change].join('\n') })
    const { json } = await cli(['inspect', 'all.ldif', '--json'], { cwd })
    expect(json).toMatchObject({ users: 3, files: [{ unappliedChanges: null }] })
  })
})
