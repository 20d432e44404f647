import { describe, expect, test } from 'vitest'
import { cli, inspect } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { engineOf } from '../../support/engine.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { folderOf } from '../../support/temporary-folder.ts'

/* Statements about the users of another file, in a dump that has rows of other tables. */

const numbers = [1, 2, 3, 4, 5, 6]
const email = (n: number) => `ann${n}@acme.example`
const csv = `id,email\n${numbers.map((n) => `${n},${email(n)}\n`).join('')}`
const sqlOf = (table: string) =>
  numbers.map((n) => `INSERT INTO ${table} (id, email) VALUES (${n}, '${email(n)}');\n`).join('')
const passwords = `CREATE TABLE user_passwords (user_id int, password_hash text);
INSERT INTO user_passwords VALUES ${numbers.map((n) => `(${n}, '${madeUpBcrypt(n)}')`).join(', ')};
`

/** The files as inspect tells of them. */
async function changesOf(files: Readonly<Record<string, string>>) {
  const { json } = await inspect(files)
  const all = (json?.['files'] ?? []) as readonly { readonly unappliedChanges: { readonly text: string } | null }[]
  return all.flatMap(({ unappliedChanges }) => unappliedChanges?.text ?? [])
}

test('hold back a run until they are ignored, and their table and the way out are named', async () => {
  const cwd = folderOf({
    'users.csv': csv,
    'logins.sql': `${passwords}UPDATE users SET banned = 1 WHERE id = 5;\nDELETE FROM users WHERE id = 6;\n`,
  })
  const core = await startCore({ dialect: 'documented' })
  const command = ['run', 'users.csv', 'logins.sql', '--core', core.baseUrl, '--yes', '--document', 'm.migration']
  const refused = await cli(command, { cwd })
  expect([refused.code, usersIn(core).length]).toEqual([2, 0])
  expect(refused.err).toContain(
    'logins.sql changes or adds users by 2 statements (line 3: UPDATE users, line 4: DELETE users) about rows of another file',
  )
  expect(refused.err).toContain(
    'Apply them in the database that both files are from, and export the users again from there',
  )
  expect(refused.err).toContain('--decide unapplied-changes:logins.sql=ignore')
  const sent = await cli([...command, '--decide', 'unapplied-changes:logins.sql=ignore'], { cwd })
  expect([sent.code, usersIn(core).length]).toEqual([0, 6])
})

test('tell how to put two dumps together, and are applied once they are', async () => {
  const changes = 'UPDATE users SET banned = 1 WHERE id = 5;\nDELETE FROM users WHERE id = 6;\n'
  const { out } = await cli(['inspect', 'users.sql', 'logins.sql'], {
    cwd: folderOf({ 'users.sql': sqlOf('users'), 'logins.sql': `${passwords}${changes}` }),
  })
  expect(out).toContain('Put both into one file, the rows first (cat rows.sql changes.sql > all.sql)')
  const { json } = await inspect({ 'all.sql': `${sqlOf('users')}${passwords}${changes}` })
  expect(json).toMatchObject({ users: 5, ready: 4, blocked: { disabled: 1 }, files: [{ unappliedChanges: null }] })
})

test('hold back a run in the window, too', async () => {
  const engine = await engineOf({
    'users.csv': csv,
    'logins.sql': `${passwords}UPDATE users SET banned = 1 WHERE id = 5;\n`,
  })
  const core = await startCore({ dialect: 'documented' })
  await engine.connect(core.baseUrl)
  const start = () =>
    engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] })
  const held = await start()
  expect(held.ok ? 'begun' : held.error.code).toBe('changes-undecided')
  must(await engine.ask('decisions:update', { choices: { unappliedChanges: { 'logins.sql': 'ignore' } } }))
  must(await start())
  await engine.runEnded()
  expect(usersIn(core)).toHaveLength(6)
})

describe.each([
  ['a table of a dump', { 'users.sql': sqlOf('users') }],
  ['a schema', { 'users.sql': sqlOf('public.users') }],
  ['a file without a name for its table', { 'export.csv': csv }],
])('are found beside %s', (_, users) => {
  test.each([
    ['UPDATE', 'UPDATE users SET banned = 1 WHERE id = 5;'],
    ['UPDATE', 'UPDATE "public"."users" SET banned = true WHERE id IN (SELECT user_id FROM bans);'],
    ['UPDATE', "update u set u.status = 'banned' from users u join bans b on b.user_id = u.id;"],
    ['UPDATE', 'UPDATE users u JOIN bans b ON b.user_id = u.id SET u.banned = 1;'],
    ['DELETE', 'DELETE FROM users WHERE id = 6;'],
    ['DELETE', 'DELETE u FROM users AS u JOIN closed c ON c.user_id = u.id;'],
    ['TRUNCATE', 'TRUNCATE TABLE users;'],
    ['DROP TABLE', 'DROP TABLE IF EXISTS users CASCADE;'],
    ['ALTER TABLE', 'ALTER TABLE users ADD COLUMN is_banned boolean NOT NULL DEFAULT true;'],
  ])('%s: %s', async (verb, statement) => {
    const [text = ''] = await changesOf({ ...users, 'logins.sql': `${passwords}${statement}\n` })
    expect(text).toMatch(
      new RegExp(`^1 statement \\(line 3: ${verb} (?:public\\.)?users\\) about rows of another file$`),
    )
  })
})

test('are found about a table of any name that another file has', async () => {
  const change = `${passwords}DELETE FROM tbl_k WHERE id = 6;\n`
  expect(await changesOf({ 'all.sql': sqlOf('tbl_k'), 'logins.sql': change })).toHaveLength(1)
  expect(await changesOf({ 'tbl_k.csv': csv, 'logins.sql': change })).toHaveLength(1)
})

test.each([
  ['of tables that nobody has', 'UPDATE settings SET value = 1;\nDELETE FROM user_sessions;\n'],
  ['before the rows of the same file', `DELETE FROM user_passwords;\n${passwords}`],
  [
    'of keys and indexes',
    'ALTER TABLE users ADD PRIMARY KEY (id);\nALTER TABLE users ADD INDEX (email);\nDROP INDEX users;\n',
  ],
  ['of a column that keeps nobody out', "ALTER TABLE users ADD COLUMN locale text DEFAULT 'en';\n"],
  ['of a table that is made anew', 'DROP TABLE IF EXISTS users;\nCREATE TABLE users (id int, email text);\n'],
  ['of reading', 'SELECT * FROM users;\nCREATE VIEW v AS SELECT * FROM users;\n'],
])('nothing is asked about statements %s', async (_, statements) => {
  expect(await changesOf({ 'users.csv': csv, 'logins.sql': `${passwords}${statements}` })).toEqual([])
})

test('nothing is asked about a table that neither file has, where the other one names its tables, nor of a dump alone', async () => {
  const change = 'UPDATE customers SET vip = 1;\n'
  expect(await changesOf({ 'users.sql': sqlOf('users'), 'logins.sql': `${passwords}${change}` })).toEqual([])
  expect(await changesOf({ 'all.sql': `TRUNCATE users;\n${sqlOf('users')}${passwords}${change}` })).toEqual([])
})

test('a dump without users that changes those of another file is not to be left out', async () => {
  const names = "INSERT INTO roles (id, name) VALUES (1, 'admin'), (2, 'guest');\n"
  const cwd = folderOf({ 'users.csv': csv, 'roles.sql': `${names}UPDATE users SET banned = 1 WHERE id = 5;\n` })
  const { code, err } = await cli(['inspect', 'users.csv', 'roles.sql'], { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('(line 2: UPDATE users)')])
  expect(err).toContain('put both into one file, the rows first')
  expect(err).not.toContain('leave this file out')
})

test('a column that a statement adds with a value is in the rows before it', async () => {
  const added =
    'ALTER TABLE users ADD COLUMN banned int NOT NULL DEFAULT 1;\nUPDATE users SET banned = 0 WHERE id IN (1, 2);\n'
  const { json } = await inspect({ 'all.sql': `${sqlOf('users')}${added}` })
  expect(json).toMatchObject({ users: 6, ready: 2, blocked: { disabled: 4 } })
})
