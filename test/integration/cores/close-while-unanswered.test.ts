import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { fileIn } from '../../support/temporary-folder.ts'

// Less than the deadline of one request.
test('a migration whose rehearsal core leaves requests unanswered closes without waiting for their deadline', async () => {
  const engine = await startEngine()
  const rows = Array.from({ length: 100 }, (_, n) => `${n},user${n}@example.com,g${n}`)
  fileIn(engine.folder, 'users.csv', `id,email,google_id\n${rows.join('\n')}\n`)
  await engine.add('users.csv')
  must(await engine.ask('rehearsal:start', { dialect: 'documented', afresh: true }))
  must(await engine.ask('rehearsal:faults', { fault: 'timeout' }))
  // The screen shows which fault is on when it is opened again.
  expect(must(await engine.ask('rehearsal:faults', {}))).toEqual({ fault: 'timeout' })
  must(await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 4, confirmations: [] }))
  const counts = async () => must(await engine.ask('run:progress', {})).counts
  const stepLater = () => wait(100).then(counts)
  // Until nothing comes in any more: every connection waits.
  let before = await counts()
  for (let now = await stepLater(); now.sending === 0 || now.migrated > before.migrated; now = await stepLater())
    before = now
  must(await engine.internal('internal:close', {}))
  must(await engine.internal('internal:open', { path: engine.path }))
  const { ready, sending, migrated, failed } = await counts()
  expect([ready + sending > 0, ready + sending + migrated, failed]).toEqual([true, 100, 0])
}, 25_000)
