import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { closeDocument, createDocument } from '../../../electron/engine/document/open-document.ts'
import { cli } from '../../support/cli.ts'
import { must } from '../../support/documents.ts'
import { madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { numbersOf, runUsers, runAtCore } from '../../support/run-users.ts'
import { requestsOf, startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn, temporaryFolder } from '../../support/temporary-folder.ts'

describe('resume', () => {
  test('of a migration without users says so instead of being done', async () => {
    const core = await startCore()
    const folder = temporaryFolder()
    closeDocument(must(createDocument(join(folder, 'm.migration'))))
    const { code, err } = await cli(['resume', 'm.migration', '--core', core.baseUrl], { cwd: folder })
    expect([code, err, core.count()]).toEqual([
      2,
      'This export contains no users. Run inspect to see what it contains.\n',
      0,
    ])
  })

  test('of a migration that was killed right after it was made knows all that it was made with', async () => {
    const core = await startCore()
    const folder = temporaryFolder()
    const list = fileIn(folder, 'only.txt', 'c1\n')
    fileIn(folder, 'users.csv', madeUpCsv([1, 2].map((n) => ({ id: `c${n}`, phone: `0171 123456${n}` }))))
    const given = ['--country', 'DE', '--only', list, '--document', 'm.migration']
    const asKilled = new AbortController()
    asKilled.abort()
    const args = ['run', 'users.csv', '--core', core.baseUrl, '--yes', ...given]
    const killed = await cli(args, { cwd: folder, signal: asKilled.signal })
    const resumed = await cli(['resume', 'm.migration', '--json'], { cwd: folder })
    expect([killed.code, resumed.code, numbersOf(resumed), core.count()]).toEqual([
      4,
      0,
      { records: 2, users: 2, migrated: 1, ready: 1, calls: 1 },
      1,
    ])
  })

  test('of a finished migration sends nothing and ends with 0', async () => {
    const core = await startScriptedCore()
    const run = await runUsers(usersWithHashes(3), core.url)
    const again = await run.next(['resume', 'm.migration', '--json'])
    expect([again.code, numbersOf(again), requestsOf(core, 'import').length]).toEqual([
      0,
      { records: 3, users: 3, migrated: 3 },
      3,
    ])
  })

  test('leaves failed users to retry, and says with 3 that they are there', async () => {
    const core = await startScriptedCore(({ body }) =>
      body['email'] === 'user2@example.com' ? { status: 400, body: 'no' } : null,
    )
    const run = await runUsers(usersWithHashes(3), core.url)
    const again = await run.next(['resume', 'm.migration', '--json'])
    expect([again.code, numbersOf(again), requestsOf(core, 'import').length]).toEqual([
      3,
      { records: 3, users: 3, migrated: 2, failed: 1 },
      3,
    ])
  })

  test('with the address of another core is refused, with the same one written otherwise it goes on', async () => {
    const { core, run } = await runAtCore(usersWithHashes(3), {}, ['--limit', '1'])
    const other = await run.next(['resume', 'm.migration', '--core', 'http://127.0.0.1:9'])
    const same = await run.next(['resume', 'm.migration', '--core', `${core.baseUrl.replace('http', 'HTTP')}/`])
    expect([other.code, other.err, same.code, core.count()]).toEqual([2, expect.stringContaining('belongs to'), 0, 3])
  })

  test('with a refused key stops, and with the right one goes on', async () => {
    const core = await startCore({ dialect: 'supertokens', apiKey: 'made-up-key-made-up' })
    const env = { USER_MIGRATION_API_KEY: 'made-up-key-made-up' }
    const run = await runUsers(usersWithHashes(3), core.baseUrl, ['--limit', '1'], { env })
    const refused = await run.next(['resume', 'm.migration', '--json'], { env: { USER_MIGRATION_API_KEY: 'wrong' } })
    fileIn(run.folder, 'key.txt', 'made-up-key-made-up\n')
    const resumed = await run.next(['resume', 'm.migration', '--json', '--api-key-file', 'key.txt'], { env: {} })
    expect([refused.code, refused.json?.['stopped'], resumed.code, core.count()]).toEqual([4, 'api-key-rejected', 0, 3])
  })

  test('of a migration that was never connected on this machine sends nothing before its core was named', async () => {
    const { core, run } = await runAtCore(usersWithHashes(3), {}, ['--limit', '1'])
    const env = { USER_MIGRATION_API_KEY: 'made-up-key-made-up' }
    const surroundings = { env, machine: temporaryFolder() }
    const silent = await run.next(['resume', 'm.migration', '--json'], surroundings)
    const wrong = await run.next(['resume', 'm.migration'], { ...surroundings, answer: () => 'http://127.0.0.1:9' })
    const sentBefore = core.count()
    const prompts: string[] = []
    const answer = (question: string) => {
      prompts.push(question)
      return core.baseUrl
    }
    const right = await run.next(['resume', 'm.migration', '--json'], { ...surroundings, answer })
    const ours = await run.next(['resume', 'm.migration', '--json'], surroundings)
    expect([
      silent.code,
      silent.err.includes('--core'),
      wrong.code,
      sentBefore,
      prompts,
      right.code,
      ours.code,
    ]).toEqual([2, true, 2, 1, ['Address of the core: '], 0, 0])
  })

  test('keeps the mapping, the decisions and the users that the run was narrowed to', async () => {
    const core = await startCore()
    await core.stop()
    const list = fileIn(temporaryFolder(), 'only.txt', 'c1\n')
    const users = [1, 2].map((n) => ({ id: `c${n}`, phone: `0171 123456${n}` }))
    const run = await runUsers(users, core.baseUrl, ['--country', 'DE', '--only', list])
    const back = await startCore({ port: Number(new URL(core.baseUrl).port) })
    const resumed = await run.next(['resume', 'm.migration', '--json'])
    expect([run.code, resumed.code, numbersOf(resumed), back.count()]).toEqual([
      4,
      0,
      { records: 2, users: 2, migrated: 1, ready: 1, calls: 1 },
      1,
    ])
  })
})

test.each([
  ['no migration', ['resume']],
  ['two migrations', ['resume', 'a.migration', 'b.migration']],
  ['a migration that is not there', ['resume', 'missing.migration']],
  ['a file that is no migration', ['resume', 'text.txt']],
  ['an empty file', ['resume', 'empty.migration']],
  ['an unknown option', ['retry', 'm.migration', '--what']],
])('%s: ends with 2 and one sentence, and changes nothing', async (_, args) => {
  const folder = temporaryFolder()
  const text = fileIn(folder, 'text.txt', 'some text\n'.repeat(50))
  fileIn(folder, 'empty.migration', '')
  const { code, out, err } = await cli([...args, '--json'], { cwd: folder })
  expect([code, out, err.trim().split('\n').length, readFileSync(text, 'utf8')]).toEqual([
    2,
    '',
    1,
    'some text\n'.repeat(50),
  ])
})
