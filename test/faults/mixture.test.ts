import { describe, expect, test } from 'vitest'
import { rounds } from '../support/length.ts'
import { startCore } from '../support/rehearsal.ts'
import { mixture, type Plan } from './fault.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, seed, undisturbed } from './migration.ts'

const each = 8
const mixtures = Array.from({ length: Number(process.env['FAULTS_MIXTURES'] ?? rounds(1, 12)) }, (_, n) => seed + n)

/** Bulk import takes few requests. A core that gets one of them to stage twice keeps the copies in its list: `one-fault`. */
const ways = [
  { dialect: 'documented', more: [], plan: mixture, share: 0.35, least: 10 },
  { dialect: 'supertokens', more: [], plan: mixture, share: 0.35, least: 10 },
  { dialect: 'supertokens', more: ['--executor', 'bulk'], plan: withoutCopies, share: 0.7, least: 1 },
] as const

describe.each(ways)('a $dialect core where everything goes wrong at once $more', (way) => {
  const { dialect, more, plan, share, least } = way
  test.each(mixtures)('is left as if nothing had (FAULTS_SEED=%d)', async (seed) => {
    const core = await startCore({ dialect, bulk: { intervalMs: 50, parallelism: 2 } })
    const proxy = await startFaultProxy(core.baseUrl, { plan: plan(seed, share), perConnection: 100, announced: false })
    const migration = migrationOf(everyKind(each))
    // Requests that come twice look like users who were there before.
    const run = await migration.run(proxy.url, ['--on-existing', 'overwrite', ...more])
    const resumed = await migration.resume()
    const wanted = await undisturbed(dialect, each)
    expect([outcomeOf(migration, run, core), proxy.sentAgain, resumed.code, core.staged()]).toEqual([wanted, [], 0, []])
    expect([proxy.faults() > least, core.requests()['bulk-count'] > 0]).toEqual([true, more.length > 0])
  })
})

function withoutCopies(seed: number, share: number): Plan {
  const plan = mixture(seed, share)
  return (request) => {
    const fault = plan(request)
    return request.operation === 'bulk-stage' && fault?.kind === 'twice' ? null : fault
  }
}
