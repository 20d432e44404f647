import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpBcrypt, madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { fileIn } from '../../support/temporary-folder.ts'

test('a folder that was followed is what is offered again, also for the cut-over, and the first run counts users who were sent', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const engine = await startEngine()
  fileIn(
    engine.folder,
    'users.csv',
    madeUpCsv([...usersWithHashes(3), { id: 'waits', email: 'waits@', password_hash: madeUpBcrypt(9) }]),
  )
  await engine.connect(core.baseUrl)
  await engine.add('users.csv')
  await engine.run()
  const start = { everyMinutes: 10, signIn: 'can', secrets: {}, address: null, cutOver: false } as const
  must(await engine.ask('follow:start', { ...start, source: 'folder' }))
  const paused = must(await engine.ask('follow:pause', {}))
  const { firstRun, sums } = engine.query('follow:get', {})
  expect([dirname(engine.path), paused.source?.key, firstRun?.users, sums.first]).toEqual([
    engine.folder,
    'folder',
    3,
    4,
  ])
})
