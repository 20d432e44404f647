import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readBaseline } from '../../../electron/engine/document/plans/baseline-users.ts'
import { closeDocument, openForReading } from '../../../electron/engine/document/open-document.ts'
import { codeOf, emptyDocument, must } from '../../support/documents.ts'
import { madeUpCsv, usersWithHashes } from '../../support/made-up-csv.ts'
import { runAtCore } from '../../support/run-users.ts'
import { engineOf } from '../../support/engine.ts'

test('how far an earlier migration was read is told, and nothing is sent meanwhile', async () => {
  const { core, run: baseline } = await runAtCore(usersWithHashes(1500), {}, ['--limit', '3'])
  const engine = await engineOf({ 'later.csv': madeUpCsv(usersWithHashes(2)) }, core.baseUrl)

  let ended = false
  const following = engine
    .internal('internal:set-baseline', { path: baseline.document, name: 'm.migration' })
    .finally(() => (ended = true))
  const seen = new Set<string>()
  const refusals = new Set<string>()
  while (!ended) {
    const state = must(await engine.ask('document:state', {}))
    if (state?.work.kind === 'comparing') {
      seen.add(`${state.baselinePending}: ${state.work.done} of ${state.work.total}`)
      const run = await engine.ask('run:start', { scope: { kind: 'all' }, concurrency: 1, confirmations: [] })
      refusals.add(run.ok ? 'sent' : run.error.code)
    }
    await setImmediate()
  }
  expect(must(await following).baselinePending).toBeNull()
  const possible = ['m.migration: 0 of 0', 'm.migration: 1000 of 1500', 'm.migration: 1500 of 1500']
  // How many of them are met depends on who of the two gets his turn first.
  expect([[...seen].filter((one) => !possible.includes(one)), seen.size > 0, [...refusals]]).toEqual([
    [],
    true,
    ['busy'],
  ])
  expect(await engine.settled()).toMatchObject({ counts: { ready: 0, excluded: 2 } })
})

test('every stretch of the earlier migration is told, and none is begun once nobody wants it any more', async () => {
  const { run } = await runAtCore(usersWithHashes(1500), {}, ['--limit', '3'])
  const baseline = must(openForReading(run.document))
  onTestFinished(() => closeDocument(baseline))
  const { database } = emptyDocument()
  const told: string[] = []
  const stopping = new AbortController()
  const follow = () =>
    readBaseline(database, baseline.database, 'm.migration', {
      signal: stopping.signal,
      onProgress: (done, total) => void told.push(`${done} of ${total}`),
    })
  must(await follow())
  stopping.abort()
  expect([codeOf(await follow()), told]).toEqual(['comparing-stopped', ['1000 of 1500', '1500 of 1500']])
})
