import { describe, expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { engineOf, engineWith, startEngine, type TestEngine } from '../../support/engine.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore, usersIn } from '../../support/rehearsal.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn } from '../../support/temporary-folder.ts'
import { join } from 'node:path'

const users = [...usersWithHashes(4), { email: 'nobodys-id@example.com', password_hash: madeUpBcrypt(9) }]
const refused = ['user2@example.com', 'nobodys-id@example.com']

/** A migration in which two users failed, with its failed.csv beside the export. */
async function failedBefore(): Promise<TestEngine> {
  const core = await startScriptedCore(({ path, body }) =>
    path.endsWith('/import') && refused.includes(String(body['email'])) ? { status: 400, body: 'no' } : null,
  )
  const engine = await engineWith(users, core.url)
  await engine.run()
  must(
    await engine.internal('internal:report', {
      format: 'failed',
      masked: true,
      path: join(engine.folder, 'failed.csv'),
    }),
  )
  return engine
}

describe('a failed.csv that is given with the export', () => {
  test('narrows the migration to its users, and the preview says so', async () => {
    const { folder } = await failedBefore()
    const core = await startCore()
    const engine = await startEngine()
    fileIn(engine.folder, 'users.csv', madeUpCsv(users))
    must(
      await engine.internal('internal:add', {
        paths: [join(engine.folder, 'users.csv'), join(folder, 'failed.csv')],
        names: ['users.csv', 'failed.csv'],
      }),
    )
    const state = await engine.settled()
    await engine.connect(core.baseUrl)
    const preview = engine.query('preview:get', {})
    await engine.run()
    expect([
      state.files.map(({ name }) => name),
      state.filtered,
      preview.filtered,
      preview.sentence.startsWith('2 users named in failed.csv will be created in 127.0.0.1'),
      usersIn(core),
    ]).toEqual([
      ['users.csv'],
      true,
      { from: ['failed.csv'], named: 2, found: 2, ready: 2 },
      true,
      ['emailpassword nobodys-id@example.com', 'emailpassword user2@example.com'],
    ])
  })

  test('can be taken off, and everybody is sent', async () => {
    const { folder } = await failedBefore()
    const core = await startCore()
    const engine = await engineWith(users)
    must(await engine.internal('internal:add', { paths: [join(folder, 'failed.csv')], names: ['failed.csv'] }))
    await engine.settled()
    await engine.connect(core.baseUrl)
    const widened = must(await engine.ask('export:clear-user-filter', {}))
    await engine.run()
    expect([widened.filtered, engine.query('preview:get', {}).filtered, usersIn(core).length]).toEqual([false, null, 5])
  })

  test('leaves nobody to be sent when it is of another export, and says how many it found', async () => {
    const { folder } = await failedBefore()
    const engine = await engineOf({ 'others.csv': madeUpCsv([{ id: 'x1', email: 'x1@example.com' }]) })
    must(await engine.internal('internal:add', { paths: [join(folder, 'failed.csv')], names: ['failed.csv'] }))
    await engine.settled()
    expect(engine.query('preview:get', {}).filtered).toEqual({ from: ['failed.csv'], named: 2, found: 0, ready: 0 })
  })
})
