import { describe, expect, test } from 'vitest'
import { startCore } from '../support/rehearsal.ts'
import { mixture } from './fault.ts'
import { startFaultProxy } from './fault-proxy.ts'
import { everyKind, migrationOf, outcomeOf, seed, undisturbed } from './migration.ts'

const each = 8
const mixtures = Array.from({ length: Number(process.env['FAULTS_MIXTURES'] ?? 1) }, (_, n) => seed + n)

describe.each(['documented', 'supertokens'] as const)('a %s core where everything goes wrong at once', (dialect) => {
  test.each(mixtures)('is left as if nothing had (FAULTS_SEED=%d)', async (seed) => {
    const core = await startCore({ dialect })
    const proxy = await startFaultProxy(core.baseUrl, {
      plan: mixture(seed, 0.35),
      perConnection: 100,
      announced: false,
    })
    const migration = migrationOf(everyKind(each))
    // Requests that come twice look like users who were there before.
    const run = await migration.run(proxy.url, ['--on-existing', 'overwrite'])
    const resumed = await migration.resume()
    const wanted = await undisturbed(dialect, each)
    expect([outcomeOf(migration, run, core), proxy.faults() > 10, proxy.sentAgain, resumed.code]).toEqual([
      wanted,
      true,
      [],
      0,
    ])
  })
})
