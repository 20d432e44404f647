import { describe, expect, test } from 'vitest'
import { createMeter, chainMeters } from '../../../../electron/engine/runner/meter.ts'
import { noon, virtualClock } from '../../../support/virtual-clock.ts'

describe('the meter', () => {
  test('goes on in the round that follows: what the first measured last is not lost, and no second run begins', async () => {
    const clock = virtualClock()
    const first = createMeter(clock.now)
    first.finished(500)
    first.end()
    await clock.advance(1000)
    const second = createMeter(clock.now, () => 1, { setAside: () => 3 })
    second.finished(2)
    await clock.advance(1000)
    const { history } = chainMeters(first, second).read()
    expect(history.map(({ users, begins, setAside }) => [users, begins, setAside])).toEqual([
      [500, true, undefined],
      [2, undefined, 3],
    ])
  })

  test('knows nothing before the first reply', () => {
    expect(createMeter(virtualClock().now).read()).toEqual({ perSecond: 0, p50: null, p99: null, history: [] })
  })

  test('names the time that half of the last thousand replies took, and all but a hundredth of them', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    for (let ms = 200; ms > 0; ms--) meter.reply(ms)
    await clock.advance(1000)
    const { p50, p99, history } = meter.read()
    expect([p50, p99, history.map((second) => [second.p50, second.p99])]).toEqual([101, 199, [[101, 199]]])
    for (let n = 0; n < 1024; n++) meter.reply(5)
    expect(meter.read()).toMatchObject({ p50: 5, p99: 5 })
  })

  test('takes five hundred reply times of one second for its figures', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    for (let n = 0; n < 500; n++) meter.reply(5)
    for (let n = 0; n < 600; n++) meter.reply(9)
    await clock.advance(1000)
    expect(meter.read().history[0]).toMatchObject({ p50: 5, p99: 5 })
  })

  test('divides by the seconds that have passed, and forgets those before the last five', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    meter.finished(30)
    await clock.advance(1000)
    const first = meter.read().perSecond
    await clock.advance(2000)
    const third = meter.read().perSecond
    await clock.advance(4000)
    expect([first, third, meter.read().perSecond]).toEqual([30, 10, 0])
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
      { at: noon + 7000, ms: 1000, users: 80, p50: 8, p99: 8, atOnce: 0 },
    ])
  })

  test('has as long a first and last second as the run was within them, and notes how many were sent at once', async () => {
    const clock = virtualClock()
    await clock.advance(700)
    let atOnce = 4
    const meter = createMeter(clock.now, () => atOnce)
    meter.finished(3)
    await clock.advance(500)
    atOnce = 8
    meter.finished(2)
    await clock.advance(100)
    meter.end()
    const nothing = { p50: null, p99: null }
    expect(meter.read().history).toEqual([
      { at: noon + 700, ms: 300, users: 3, ...nothing, atOnce: 8, begins: true },
      { at: noon + 1000, ms: 300, users: 2, ...nothing, atOnce: 8 },
    ])
  })

  test('says since when users of a look at the core came in, and counts those of the last seconds by their share', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now, () => 4, { covers: true })
    await clock.advance(10_000)
    meter.finished(0)
    await clock.advance(20_000)
    // Met at a look that began after one 24 seconds ago.
    meter.finished(2400, 24_000)
    await clock.advance(1000)
    const { perSecond, history } = meter.read()
    expect(history.map(({ at, ms, since, users }) => [at - noon, ms, (since ?? at) - noon, users])).toEqual([
      [10_000, 1000, 0, 0],
      [30_000, 1000, 6000, 2400],
    ])
    // The last six seconds have 6 of 25 parts.
    expect(Math.round(perSecond)).toBe(Math.round((2400 * 6) / 25 / 5))
  })

  test('lets no users have come in before the round began', async () => {
    const clock = virtualClock()
    const meter = createMeter(clock.now)
    await clock.advance(3000)
    meter.finished(10, 60_000)
    await clock.advance(1000)
    expect(meter.read().history.map(({ at, since }) => [at - noon, since])).toEqual([[3000, noon]])
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
