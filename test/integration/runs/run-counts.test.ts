import { describe, expect, test } from 'vitest'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { deferred } from '../../../electron/engine/runner/clock.ts'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine } from '../../support/engine.ts'
import { type MadeUpUser, usersWithHashes } from '../../support/made-up-csv.ts'
import { someOf } from '../../support/rounds.ts'
import { startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'

const unsupported: readonly MadeUpUser[] = [
  { id: 'old1', email: 'old1@example.com', password_hash: '5f4dcc3b5aa765d61d8327deb882cf99', email_verified: 'true' },
  { id: 'old2', email: 'old2@example.com', password_hash: '7c6a180b36896a0a8c02787eeafb0e4c', email_verified: 'true' },
]

async function ready(
  script: (request: CoreRequest) => { status: number; body: string } | null = () => null,
): Promise<TestEngine> {
  const core = await startScriptedCore(script)
  const engine = await engineWith([...usersWithHashes(5), ...unsupported], core.url)
  return engine
}

const refuseUser2 = ({ body }: CoreRequest) =>
  body['email'] === 'user2@example.com' ? { status: 400, body: 'not this one' } : null

/** The counts of the run screen and of the document, zeros left out. */
async function both(engine: TestEngine) {
  const document = must(await engine.ask('document:state', {}))
  const told = engine.told()
  return [told && someOf(told.counts), document && someOf(document.counts), told?.version === document?.version]
}

describe('what the run screen counts', () => {
  test('is what the document counts after a decision', async () => {
    const engine = await ready()
    await engine.run()
    expect(await both(engine)).toEqual([{ migrated: 5, blocked: 2 }, { migrated: 5, blocked: 2 }, true])
    must(await engine.ask('decisions:update', { choices: { hashes: { md5: 'passwordless' } } }))
    await engine.settled()
    expect(await both(engine)).toEqual([{ migrated: 5, ready: 2 }, { migrated: 5, ready: 2 }, true])
  })

  test('is what the document counts after a correction', async () => {
    const engine = await ready(refuseUser2)
    await engine.run()
    must(await engine.correct('u2', { email: 'other@example.com' }))
    expect(await both(engine)).toEqual([
      { migrated: 4, ready: 1, blocked: 2 },
      { migrated: 4, ready: 1, blocked: 2 },
      true,
    ])
  })

  test('counts a user who was corrected while others are sent', async () => {
    const views: ProgressView[] = []
    const held = deferred<null>()
    const core = await startScriptedCore(async ({ body }) =>
      body['email'] === 'user1@example.com' ? held.promise : null,
    )
    const engine = await engineWith([...usersWithHashes(3), ...unsupported], core.url)
    await engine.start()
    must(await engine.correct('old1', { hash: null }))
    views.push(must(await engine.ask('run:progress', {})))
    held.resolve(null)
    views.push(await engine.runEnded())
    const sums = views.map(({ counts }) => Object.values(counts).reduce((sum, n) => sum + n, 0))
    expect([sums, views.map(({ counts, target }) => [counts.blocked, target]), views.at(-1)?.finished]).toEqual([
      [5, 5],
      [
        [1, 4],
        [1, 4],
      ],
      4,
    ])
  })
})

test('users whom a table shows as being sent are as many as the run screen says', async () => {
  const held = deferred<null>()
  const core = await startScriptedCore(async ({ body }) => (body['email'] === undefined ? null : held.promise))
  const engine = await engineWith(usersWithHashes(40), core.url)
  await engine.start()
  const { counts } = must(await engine.ask('run:progress', {}))
  const sort = { by: 'place', descending: false } as const
  const inTable = engine.query('users:page', { filter: { states: ['sending'] }, sort, from: 0, limit: 50 }).rows.length
  expect([counts.sending > 0, counts.sending + counts.ready]).toEqual([true, 40])
  expect(counts.sending).toBe(inTable)
  held.resolve(null)
  await engine.runEnded()
})

describe('retries and reply times', () => {
  const busyOnce = () => {
    let requests = 0
    return () => (requests++ === 1 ? { status: 503, body: 'busy' } : null)
  }
  const measures = (view: ProgressView | null) =>
    view && [view.calls, view.retries, view.p50 !== null && view.p50 > 0, view.p99 !== null && view.p99 > 0]

  test('stay on the run screen when users are decided about and the document is opened again', async () => {
    const engine = await ready(busyOnce())
    const ran = measures(await engine.run())
    must(await engine.ask('decisions:update', { choices: { hashes: { md5: 'exclude' } } }))
    await engine.settled()
    const decided = measures(engine.told())
    must(await engine.internal('internal:close', {}))
    must(await engine.internal('internal:open', { path: engine.path }))
    const opened = measures(must(await engine.ask('run:progress', {})))
    expect([ran, decided, opened]).toEqual(Array.from({ length: 3 }, () => [5, 1, true, true]))
  })

  test('count all runs at the core', async () => {
    const engine = await ready(refuseUser2)
    await engine.run()
    const again = await engine.retry({ kind: 'failed' })
    expect(measures(again)).toEqual([6, 0, true, true])
  })
})
