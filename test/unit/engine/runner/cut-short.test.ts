import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cutShort } from '../../../../electron/engine/runner/cut-short.ts'
import { systemClock } from '../../../../electron/engine/runner/clock.ts'

test('many requests under way at once are all cut short, without a warning of the runtime', async () => {
  const warnings: string[] = []
  const hear = (warning: Error) => void warnings.push(warning.message)
  process.on('warning', hear)
  onTestFinished(() => void process.off('warning', hear))
  const { send, within } = cutShort(async (_operation, _args, signal) => {
    if (signal !== undefined) await once(signal, 'abort')
    const nothing = { httpStatus: null, retryAfterMs: null, reached: false, message: '' }
    return { outcome: { kind: 'retry', why: 'cancelled', ...nothing }, httpStatus: null, ms: 0 }
  }, systemClock)
  const underWay = Array.from({ length: 64 }, () => send('count-users', {}))
  await setImmediate()
  within(1)
  const whys = (await Promise.all(underWay)).map(({ outcome }) => 'why' in outcome && outcome.why)
  expect([new Set(whys), warnings]).toEqual([new Set(['timeout']), []])
})
