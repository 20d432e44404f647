import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { fileIn } from '../../support/temporary-folder.ts'

test('a rehearsal that simulates a refused key says so, and goes on once that is turned off', async () => {
  const engine = await startEngine()
  const rows = Array.from({ length: 30 }, (_, n) => `${n},user${n}@example.com,g${n}`)
  fileIn(engine.folder, 'users.csv', `id,email,google_id\n${rows.join('\n')}\n`)
  await engine.add('users.csv')
  must(await engine.ask('rehearsal:start', { dialect: 'documented', afresh: true }))
  must(await engine.ask('rehearsal:faults', { fault: 'refuse-key' }))
  must(await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: [] }))
  const progress = async () => must(await engine.ask('run:progress', {}))
  await expect
    .poll(progress)
    .toMatchObject({ stopped: 'api-key-rejected', note: expect.stringContaining('This failure is simulated') })
  must(await engine.ask('rehearsal:faults', { fault: null }))
  must(await engine.ask('run:resume', {}))
  await expect.poll(progress).toMatchObject({ state: 'finished', counts: { migrated: 30, failed: 0 } })
})
