import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { cutShort } from '../../../../electron/engine/runner/cut-short.ts'
import { systemClock } from '../../../../electron/engine/runner/clock.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { passing } from '../../../support/rounds.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'

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

test('a request still under way when another has been answered is cut short all the same', async () => {
  const clock = virtualClock()
  const { send, within } = cutShort(async (operation, _args, signal) => {
    const isSlow = operation === 'find-user'
    if (isSlow && signal !== undefined) await once(signal, 'abort')
    else await new Promise<void>((resolve) => clock.setTimer(10, resolve))
    return { outcome: isSlow ? passing({ why: 'cancelled' }) : plainSuccess, httpStatus: null, ms: 10 }
  }, clock)
  const [quick, slow] = [send('count-users', {}), send('find-user', { userId: 'u1' })]
  within(1500)
  const ended = await clock.runUntil(Promise.all([quick, slow]))
  expect(ended.map(({ outcome }) => ('why' in outcome ? outcome.why : outcome.kind))).toEqual(['success', 'timeout'])
})

test('no timer stays once all requests have been answered in time', async () => {
  const clock = virtualClock()
  const { send, within } = cutShort(async () => {
    await new Promise<void>((resolve) => clock.setTimer(10, resolve))
    return { outcome: plainSuccess, httpStatus: 200, ms: 10 }
  }, clock)
  const underWay = [send('count-users', {}), send('count-users', {})]
  within(1500)
  await clock.advance(10)
  await Promise.all(underWay)
  expect(clock.timers()).toBe(0)
})
