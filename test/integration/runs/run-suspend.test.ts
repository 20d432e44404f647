import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { must } from '../../support/documents.ts'
import { startEngine } from '../../support/engine.ts'
import { startScriptedCore } from '../../support/scripted-core.ts'
import { fileIn } from '../../support/temporary-folder.ts'

const users = 40

/** A run whose first requests are answered and whose next ones break off when the lid is closed, as sleeping does. */
async function underWay() {
  let close = (): void => undefined
  const closed = new Promise<void>((resolve) => (close = resolve))
  const core = await startScriptedCore(async ({ path, nth }) => {
    if (!path.endsWith('/signinup') || nth < 4 || nth >= 8) return null
    await closed
    return { breakOff: true }
  })
  const engine = await startEngine()
  const rows = Array.from({ length: users }, (_, n) => `${n},user${n}@example.com,g${n}`)
  fileIn(engine.folder, 'users.csv', `id,email,google_id\n${rows.join('\n')}\n`)
  await engine.add('users.csv')
  await engine.connect(core.url)
  await engine.start()
  const sent = () => core.requests.filter(({ path }) => path.endsWith('/signinup')).length
  while (sent() < 8) await wait(1)
  return { engine, close, sent }
}

test('a run pauses while the machine sleeps and goes on by itself when it wakes; nobody failed by it', async () => {
  const { engine, close, sent } = await underWay()
  must(await engine.internal('internal:sleep', {}))
  close()
  const asleep = await engine.runEnded()
  const before = sent()
  const { failed, ready, sending } = asleep.counts
  expect([asleep.state, failed, ready + sending]).toEqual(['paused', 0, users - 4])
  await wait(20)
  expect(sent()).toBe(before)
  must(await engine.internal('internal:wake', {}))
  const { state, counts } = await engine.runEnded()
  expect([state, counts.migrated, counts.failed, counts['in-doubt']]).toEqual(['finished', users, 0, 0])
})

test('the operator has the last word: what was paused or cancelled by hand stays so after waking', async () => {
  const { engine, close } = await underWay()
  must(await engine.internal('internal:sleep', {}))
  must(await engine.ask('run:cancel', {}))
  close()
  must(await engine.internal('internal:wake', {}))
  expect(await engine.runEnded()).toMatchObject({ state: expect.stringMatching(/paused|stopped/) })
  must(await engine.internal('internal:wake', {}))
  expect((await engine.runEnded()).counts.migrated).toBeLessThan(users)
})

test('sleeping without a run begins none', async () => {
  const engine = await startEngine()
  must(await engine.internal('internal:sleep', {}))
  must(await engine.internal('internal:wake', {}))
  expect(must(await engine.ask('run:progress', {})).state).toBe('idle')
})
