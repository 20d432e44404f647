import { expect, test } from 'vitest'
import { withMeasured } from '../../../shared/chart/sample.ts'
import type { Sample } from '../../../shared/chart/sample-schema.ts'
import { timeAxis } from '../../../shared/chart/time-axis.ts'
import type { Send } from '../../../electron/engine/runner/step.ts'
import { beginBulk, peopleAtCore } from './bulk-rounds.ts'

test('the chart of a bulk import is one run without a band, however long the core is waited for between two looks', async () => {
  const {
    core,
    send: client,
    document,
    target,
  } = await peopleAtCore(40, { bulk: { intervalMs: null, parallelism: 1 } })
  // The core's job comes once, when the waits between two looks have become long.
  let looks = 0
  const send: Send = async (operation, args) => {
    if (operation === 'bulk-count' && ++looks === 20) await core.runBulkCron()
    return client(operation, args)
  }
  const round = beginBulk({ document, target, send, pace: { pollMs: 40_000 } })
  expect((await round.ended).kind).toBe('finished')
  round.meter.end()
  const { history } = round.meter.read()
  const samples = history.reduce<readonly Sample[]>(withMeasured, [])
  // The looks lie further apart than answers of a core that is silent.
  expect(timeAxis(history).map(({ kind }) => kind)).toContain('silence')
  expect(timeAxis(samples).map(({ kind }) => kind)).toEqual(['run'])
  expect(Math.round(samples.reduce((sum, { users }) => sum + users, 0))).toBe(40)
  expect(samples.filter(({ users }) => users > 0).length).toBeGreaterThan(1)
})
