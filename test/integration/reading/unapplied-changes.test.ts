import { expect, test } from 'vitest'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { madeUpBcrypt } from '../../support/made-up-csv.ts'
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
    'all.sql changes users after their rows by 2 statements (line 5, line 6) that only a database can evaluate',
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
        text: '2 statements (line 5, line 6)',
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
    { text: '2 statements (line 5, line 6)', ignored: false },
    3,
  ])
})
