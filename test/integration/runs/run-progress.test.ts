import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine, engineAtCore } from '../../support/engine.ts'
import { usersOfProvider, usersWithHashes } from '../../support/made-up-csv.ts'
import { someOf } from '../../support/rounds.ts'
import { startScriptedCore, type CoreRequest } from '../../support/scripted-core.ts'

const busy = ['running', 'pausing', 'waiting']

/** Looks at a run until it stands still; `meanwhile` is called with every look. */
async function watch(engine: TestEngine, meanwhile: (view: ProgressView) => Promise<unknown> | null = () => null) {
  const views: ProgressView[] = []
  for (;;) {
    const view = must(await engine.ask('run:progress', {}))
    views.push(view)
    if (!busy.includes(view.state)) return views
    await meanwhile(view)
    await wait(1)
  }
}

async function ready(script?: (request: CoreRequest) => Promise<null>): Promise<TestEngine> {
  const core = await startScriptedCore(script ?? (() => wait(1, null)))
  const engine = await engineWith([...usersWithHashes(80), ...usersOfProvider(70)], core.url)
  return engine
}

const order = { scope: { kind: 'all' }, concurrency: 4, confirmations: ['live', 'overwrite'] } as const

function wrongSums(views: readonly ProgressView[]): readonly ProgressView[] {
  return views.filter(({ counts }) => Object.values(counts).reduce((sum, n) => sum + n, 0) !== 150)
}

function goesBack(views: readonly ProgressView[]): boolean {
  return views.some(({ finished, counts }, index) => {
    const before = views[index - 1]
    return before !== undefined && (finished < before.finished || counts.migrated < before.counts.migrated)
  })
}

describe('what a run shows of itself', () => {
  test('adds up at every moment, and only ever goes on', async () => {
    const engine = await ready()
    must(await engine.ask('run:start', { ...order, confirmations: [...order.confirmations] }))
    const views = await watch(engine)
    const last = views.at(-1)
    expect([views.length > 5, wrongSums(views), goesBack(views), last?.finished, last?.target, last?.calls]).toEqual([
      true,
      [],
      false,
      150,
      150,
      150,
    ])
  })

  test('stays true over a pause and its end', async () => {
    const engine = await ready()
    must(await engine.ask('run:start', { ...order, confirmations: [...order.confirmations] }))
    const first = await watch(engine, (view) => (view.finished > 20 ? engine.ask('run:pause', {}) : null))
    const paused = first.at(-1)
    const between = must(await engine.ask('document:state', {}))
    must(await engine.ask('run:resume', {}))
    const second = await watch(engine)
    const last = second.at(-1)
    expect([
      wrongSums([...first, ...second]),
      goesBack([...first, ...second]),
      paused?.state,
      paused?.target,
      between === null ? null : someOf(between.counts),
      last?.state,
      last?.finished,
      last?.target,
      last?.calls,
    ]).toEqual([[], false, 'paused', 150, someOf(paused?.counts ?? last?.counts ?? never()), 'finished', 150, 150, 150])
  })

  test('pauses by the rule of the operator, says why, and goes on from there by the same rule', async () => {
    const core = await startScriptedCore(({ body }) =>
      typeof body['email'] === 'string' && Number(/\d+/.exec(body['email'])) >= 20
        ? { status: 400, body: `no ${body['email']}` }
        : null,
    )
    const engine = await engineWith(usersWithHashes(60), core.url)
    const rule = { inARow: 7, percent: null }
    const withRule = { ...order, concurrency: 1, confirmations: [...order.confirmations], stopRule: rule }
    must(await engine.ask('run:start', withRule))
    const first = (await watch(engine)).at(-1)
    must(await engine.ask('run:resume', {}))
    const second = (await watch(engine)).at(-1)
    expect([first?.state, first?.stopped, first?.note, first?.counts.failed, first?.counts.ready]).toEqual([
      'stopped',
      'too-many-failures',
      'The run paused by its stop rule. See the causes, correct or retry, then resume. 7 users in a row failed.',
      7,
      60 - (first?.counts.migrated ?? 0) - 7,
    ])
    expect([second?.stopped, second?.counts.failed, second?.stopRule]).toEqual(['too-many-failures', 14, rule])
  })

  test('says that a ceiling holds it, and takes another speed in the middle', async () => {
    const engine = await ready()
    must(await engine.ask('run:start', { ...order, confirmations: [...order.confirmations], maxRate: 5 }))
    const held = await watch(engine, (view) =>
      view.note.startsWith('Limited') ? engine.ask('run:speed', { concurrency: 3, maxRate: 2000 }) : null,
    )
    const notes = new Set(held.map(({ note }) => note).filter((note) => note.startsWith('Limited')))
    const last = held.at(-1)
    expect([[...notes][0], last?.state, last?.finished, last?.speed]).toEqual([
      'Limited to 5 requests per second, as you set.',
      'finished',
      150,
      { concurrency: 3, maxRate: 2000 },
    ])
  })

  test('says why it stopped, and what to do', async () => {
    const core = await startScriptedCore(({ body }) =>
      body['email'] === 'user9@example.com' ? { status: 403, body: 'not from here' } : null,
    )
    const engine = await engineWith(usersWithHashes(20), core.url)
    const { state, stopped, note } = await engine.run()
    expect([state, stopped, note]).toEqual(['stopped', 'forbidden', expect.stringContaining('not from here')])
  })
})

function never(): never {
  throw new Error('no progress was shown')
}

test('each login method goes from nobody to everybody, and stands so when the run is over', async () => {
  const engine = await ready()
  must(await engine.ask('run:start', { ...order, confirmations: [...order.confirmations] }))
  const views = await watch(engine)
  const done = (view: ProgressView | undefined) =>
    view?.methods.map(({ method, total, done: made }) => [method, total, made])
  const sums = views.map(({ methods }) => methods.reduce((sum, one) => sum + one.done, 0))
  expect([done(views[0])?.map(([method, total]) => [method, total]), done(views.at(-1)), sums]).toEqual([
    [
      ['password', 80],
      ['third-party', 70],
    ],
    [
      ['password', 80, 80],
      ['third-party', 70, 70],
    ],
    sums.toSorted((a, b) => a - b),
  ])
})

test('users who are staged count as a change of the document, so that a list of them is read again', async () => {
  const { core, engine } = await engineAtCore(usersWithHashes(3), {
    dialect: 'supertokens',
    bulk: { intervalMs: null, parallelism: 1 },
  })
  const versionOf = async () => must(await engine.ask('document:state', {}))?.version ?? 0
  must(await engine.ask('run:start', { ...order, executor: 'bulk', confirmations: [...order.confirmations] }))
  const begun = await versionOf()
  await expect.poll(async () => must(await engine.ask('run:progress', {})).bulk?.staged).toBe(3)
  await expect.poll(versionOf).toBeGreaterThan(begun)
  expect(engine.users().map(({ state }) => state)).toEqual(['sending', 'sending', 'sending'])
  await core.runBulkCron()
  expect((await engine.runEnded()).counts.migrated).toBe(3)
})
