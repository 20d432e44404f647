import { setTimeout as wait } from 'node:timers/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startRehearsalCore, type RehearsalCore } from '../../electron/engine/rehearsal/rehearsal-core.ts'
import type { ProgressView } from '../../shared/ipc/views.ts'
import { must } from '../support/documents.ts'
import { engineWith, type TestEngine } from '../support/engine.ts'
import { startCore, usersIn } from '../support/rehearsal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, undisturbed } from './migration.ts'

const each = 12

describe.each(['documented', 'supertokens'] as const)('a %s core that goes away in the middle of a run', (dialect) => {
  test('is waited for, and the run goes on by itself when it is back', async () => {
    const core = await startCore({ dialect })
    const proxy = await startFaultProxy(core.baseUrl)
    let isSaid = false
    // Every request breaks off, until the output says that the run waits.
    proxy.plan(({ count }) => (count < 30 || isSaid ? null : { kind: 'reset', moment: 'arrival' }))
    const hear = (text: string) => {
      isSaid ||= text.includes('Waiting for the core')
    }
    const migration = migrationOf(everyKind(each), { hear })
    const run = await migration.run(proxy.url)
    const told = run.err.match(/Waiting for the core. |The core answers again\./g)
    expect([outcomeOf(migration, run, core), proxy.sentAgain, told]).toEqual([
      await undisturbed(dialect, each),
      [],
      ['Waiting for the core. ', 'The core answers again.'],
    ])
  })

  test('and is started again with what it had kept, loses nobody and none of its users', async () => {
    const file = join(temporaryFolder(), 'state.json')
    const start = async (port = 0): Promise<RehearsalCore> =>
      must(await startRehearsalCore({ dialect, apiKey: null, signerKey: null, file, port }))
    let core = await start()
    const address = core.baseUrl
    onTestFinished(() => core.stop())
    const restart = async () => {
      await core.stop()
      core = await start(Number(new URL(address).port))
    }
    const proxy = await startFaultProxy(address)
    const restarts: Promise<void>[] = []
    proxy.plan(({ count }) => {
      if (count === 25 || count === 60) restarts.push(restart())
      return null
    })
    const migration = migrationOf(everyKind(each))
    const run = await migration.run(proxy.url)
    await Promise.all(restarts)
    expect([restarts.length, outcomeOf(migration, run, core), proxy.sentAgain]).toEqual([
      2,
      await undisturbed(dialect, each),
      [],
    ])
  })

  test('is said on the screen to be waited for, with nobody listening at its address', async () => {
    const core = await startCore({ dialect })
    const proxy = await startFaultProxy(core.baseUrl)
    const gone: Promise<void>[] = []
    proxy.plan(({ count }) => {
      if (count === 20) gone.push(proxy.leave())
      return null
    })
    const engine = await engineWith(everyKind(each), proxy.url)
    const ticks = ['live', 'overwrite'] as const
    must(await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 6, confirmations: [...ticks] }))
    const waiting = await until(engine, (view) => view.outage !== null && view.outage.retryMs > 0)
    // A kill from now on leaves a chart that shows since when no answer came.
    const silent = await until(engine, ({ history }) => (history.at(-1)?.silentMs ?? 0) > 0)
    const tried = must(await engine.ask('run:try-now', {}))
    await Promise.all(gone)
    await proxy.comeBack()
    const { state, counts } = await engine.runEnded()
    const tells = [tried.outage?.retryMs, silent.state, waiting.note, state]
    expect([...tells, counts.migrated, usersIn(core), proxy.sentAgain]).toEqual([
      // It is on its way already.
      0,
      'waiting',
      expect.stringMatching(/^Waiting for the core\. Next try (now|in \d+ s)\. /),
      'finished',
      5 * each,
      (await undisturbed(dialect, each)).core,
      [],
    ])
  })
})

/** Bulk import takes few requests, so that every moment of it is met in turn: looking up, staging, following. */
describe.each([1, 2, 3, 5])('a core that imports users by bulk and goes away at request %d', (gone) => {
  test('is waited for, and takes everybody in once after its start', async () => {
    const file = join(temporaryFolder(), 'state.json')
    const start = async (port = 0): Promise<RehearsalCore> =>
      must(
        await startRehearsalCore({
          dialect: 'supertokens',
          apiKey: null,
          signerKey: null,
          file,
          port,
          bulk: { intervalMs: 50, parallelism: 2 },
        }),
      )
    let core = await start()
    onTestFinished(() => core.stop())
    const proxy = await startFaultProxy(core.baseUrl)
    const restarts: Promise<void>[] = []
    let isSaid = false
    proxy.plan(({ count }) => {
      if (count === gone) restarts.push(core.stop())
      return count < gone || isSaid ? null : { kind: 'reset', moment: 'arrival' }
    })
    const hear = (text: string) => {
      if (isSaid || !text.includes('Waiting for the core')) return
      restarts.push(start(Number(new URL(core.baseUrl).port)).then((next) => void ([core, isSaid] = [next, true])))
    }
    const migration = migrationOf(everyKind(each), { hear })
    const run = await migration.run(proxy.url, ['--executor', 'bulk'])
    await Promise.all(restarts)
    expect([restarts.length, outcomeOf(migration, run, core), proxy.sentAgain, core.staged()]).toEqual([
      2,
      await undisturbed('supertokens', each),
      [],
      [],
    ])
  })
})

async function until(engine: TestEngine, wanted: (view: ProgressView) => boolean): Promise<ProgressView> {
  for (;;) {
    const view = must(await engine.ask('run:progress', {}))
    if (wanted(view)) return view
    await wait(2)
  }
}
