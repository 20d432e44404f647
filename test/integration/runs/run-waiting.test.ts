import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ProgressView } from '../../../shared/ipc/views.ts'
import { must } from '../../support/documents.ts'
import { engineWith, type TestEngine } from '../../support/engine.ts'
import { usersOfProvider } from '../../support/made-up-csv.ts'
import { runUsers } from '../../support/run-users.ts'
import { startScriptedCore, type CoreRequest, type Reply } from '../../support/scripted-core.ts'

/** Asks the third user to come back later, once; in seconds or by a date of its own clock. */
function busyOnce(retryAfter: () => string) {
  let isAsked = false
  return ({ body }: CoreRequest): Reply | null => {
    if (body['thirdPartyUserId'] !== 'g-3' || isAsked) return null
    isAsked = true
    return { status: 429, body: 'busy', headers: { 'retry-after': retryAfter() } }
  }
}

/** The run as it is seen while the core wants it to wait. */
async function waiting(engine: TestEngine): Promise<ProgressView> {
  for (;;) {
    const view = must(await engine.ask('run:progress', {}))
    if (view.state === 'waiting') return view
    if (view.state !== 'running') throw new Error(`the run is ${view.state}`)
    await wait(2)
  }
}

const forms = [
  ['in seconds', () => '40'],
  ['as a date', () => new Date(Date.now() + 40_500).toUTCString()],
] as const

describe.each(forms)('a core that asks to wait 40 seconds, %s', (_, retryAfter) => {
  test('is waited for in these words, and a pause ends the wait at once', async () => {
    const core = await startScriptedCore(busyOnce(retryAfter))
    const engine = await engineWith(usersOfProvider(12), core.url)
    await engine.start(2)
    const first = await waiting(engine)
    must(await engine.ask('run:pause', {}))
    const paused = await engine.runEnded()
    const before = core.requests.length
    must(await engine.ask('run:resume', {}))
    const again = await waiting(engine)
    must(await engine.ask('run:pause', {}))
    const ended = await engine.runEnded()
    expect([first.note, paused.state, paused.counts.failed, again.note, ended.state, core.requests.length]).toEqual([
      expect.stringMatching(/^Waiting (39|40|41) s, as the core asked\.$/),
      'paused',
      0,
      // A resumed run waits for the rest of the time.
      expect.stringMatching(/^Waiting 3\d s, as the core asked\.$|^Waiting 4[01] s/),
      'paused',
      before,
    ])
  })

  test('is named once to those who read lines', async () => {
    const core = await startScriptedCore(busyOnce(retryAfter))
    const stopping = new AbortController()
    const hear = (text: string) => {
      if (text.startsWith('Waiting')) stopping.abort()
    }
    const run = await runUsers(usersOfProvider(12), core.url, [], { hear, signal: stopping.signal })
    const waits = run.err.match(/Waiting .*/g)
    expect([run.code, run.json?.['stopped'], run.json?.['failed'], waits]).toEqual([
      4,
      'cancelled',
      0,
      [expect.stringMatching(/^Waiting (39|40|41) s, as the core asked\.$/)],
    ])
  })
})
