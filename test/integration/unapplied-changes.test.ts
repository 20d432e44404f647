import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli } from '../support/cli.ts'
import { must } from '../support/documents.ts'
import { startEngine } from '../support/engine.ts'
import { madeUpBcrypt } from '../support/made-up-csv.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { fileIn, temporaryFolder } from '../support/temporary-folder.ts'

const dump = [
  'CREATE TABLE users (id int, email text, password_hash text, banned int);',
  ...[1, 2, 3].map((n) => `INSERT INTO users VALUES (${n}, 'ann${n}@acme.example', '${madeUpBcrypt(n)}', 0);`),
  'UPDATE users SET banned = 1 WHERE id IN (SELECT user_id FROM bans);',
  'DELETE u FROM users u JOIN closed c ON c.user_id = u.id;',
  '',
].join('\n')

test('changes that only a database can work out hold back a run until they are ignored, and the reports say that they were', async () => {
  const cwd = temporaryFolder()
  fileIn(cwd, 'all.sql', dump)
  const core = await startCore({ dialect: 'documented' })
  const command = ['run', 'all.sql', '--core', core.baseUrl, '--yes', '--document', 'm.migration', '--json']
  const refused = await cli(command, { cwd })
  expect([refused.code, usersIn(core)]).toEqual([2, []])
  expect(refused.err).toContain(
    'all.sql changes users behind their rows by 2 statements (line 5, line 6) that only a database can work out',
  )
  expect(refused.err).toContain('--decide unapplied-changes:all.sql=ignore')
  const sent = await cli([...command, '--decide', 'unapplied-changes:all.sql=ignore', '--report', 'report'], { cwd })
  expect([sent.code, usersIn(core).length]).toEqual([0, 3])
  const report = (name: string) => readFileSync(join(cwd, 'report', name), 'utf8')
  for (const name of ['report.html', 'report.json'])
    expect([name, report(name).includes('2 statements (line 5, line 6)')]).toEqual([name, true])
})

test('inspect names them and the option, for people and for programs', async () => {
  const cwd = temporaryFolder()
  fileIn(cwd, 'all.sql', dump)
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

test('in the window too', async () => {
  const core = await startCore({ dialect: 'documented' })
  const engine = await startEngine()
  fileIn(engine.folder, 'all.sql', dump)
  const view = await engine.add('all.sql')
  await engine.connect(core.baseUrl)
  const start = () =>
    engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] })
  const held = await start()
  expect([held.ok ? 'begun' : held.error.code, view.files[0]?.unappliedChanges]).toEqual([
    'changes-undecided',
    { text: '2 statements (line 5, line 6)', ignored: false },
  ])
  must(await engine.ask('decisions:update', { choices: { unappliedChanges: { 'all.sql': 'ignore' } } }))
  must(await start())
  await engine.runEnded()
  expect(usersIn(core)).toHaveLength(3)
})
