import { describe, expect, test } from 'vitest'
import { createMeter } from '../../../../electron/engine/running/meter.ts'
import { noon, virtualClock } from '../../../support/virtual-clock.ts'

describe('the meter', () => {
  test('knows nothing before the first reply', () => {
    expect(createMeter(virtualClock().now).read()).toEqual({ perSecond: 0, p50: null, p99: null, history: [] })
  })

  test('counts whole seconds only, and the rate over the last five', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    for (let second = 0; second < 8; second++) {
      meter.finished(10 * (second + 1))
      meter.reply(second + 1)
      await clock.advance(1000)
    }
    meter.finished(1000)
    const { perSecond, history } = meter.read()
    expect([perSecond, history.length, history.at(-1)]).toEqual([
      (30 + 40 + 50 + 60 + 70 + 80) / 5,
      8,
      { at: noon + 7000, users: 80, p99: 8 },
    ])
  })

  test('keeps ten minutes', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    for (let second = 0; second < 700; second++) {
      meter.finished(1)
      await Promise.resolve()
      await clock.advance(1000)
    }
    expect(meter.read().history.length).toBe(600)
  })
})
