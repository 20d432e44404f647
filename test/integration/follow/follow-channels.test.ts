import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { startCore } from '../../support/rehearsal.ts'
import { fileIn } from '../../support/temporary-folder.ts'

test('a folder that was followed is what is offered again, also for the cut-over', async () => {
  const core = await startCore({ dialect: 'supertokens' })
  const engine = await startEngine()
  fileIn(engine.folder, 'users.csv', madeUpCsv(usersWithHashes(3)))
  await engine.connect(core.baseUrl)
  await engine.add('users.csv')
  await engine.run()
  const start = { everyMinutes: 10, signIn: 'can', secrets: {}, address: null, cutOver: false } as const
  must(await engine.ask('follow:start', { ...start, source: 'folder' }))
  const paused = must(await engine.ask('follow:pause', {}))
  expect([dirname(engine.path), paused.source?.key]).toEqual([engine.folder, 'folder'])
})
