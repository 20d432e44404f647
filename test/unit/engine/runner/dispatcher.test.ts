import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatcher } from '../../../../electron/engine/runner/dispatcher.ts'
import { noon, virtualClock } from '../../../support/virtual-clock.ts'

describe('the gate', () => {
  test('lets requests through at once while nothing holds them', async () => {
    const gate = createDispatcher(virtualClock())
    expect([await gate.acquire(), gate.pausedMs()]).toEqual([true, 0])
  })

  test('keeps everybody until the longest hold is over, also one that came later', async () => {
    const clock = virtualClock()
    const gate = createDispatcher(clock)
    const passed: number[] = []
    gate.pauseFor(1000)
    for (let n = 0; n < 3; n++) void Promise.resolve(gate.acquire()).then(() => passed.push(clock.now() - noon))
    await clock.advance(500)
    gate.pauseFor(5000)
    gate.pauseFor(10)
    await clock.advance(4999)
    const before = [...passed]
    await clock.advance(1)
    expect([before, passed]).toEqual([[], [5500, 5500, 5500]])
  })

  test('wakes everybody with a no when it closes, and leaves no timer behind', async () => {
    const clock = virtualClock()
    const gate = createDispatcher(clock)
    gate.pauseFor(60_000)
    const waiting = [Promise.resolve(gate.acquire()), gate.wait(30_000)]
    gate.close()
    expect([await Promise.all(waiting), await gate.acquire(), await gate.wait(5), clock.timers()]).toEqual([
      [false, false],
      false,
      false,
      0,
    ])
  })

  test('keeps requests apart that would leave together, and nobody who comes late enough', async () => {
    const clock = virtualClock()
    let apart = 10
    const gate = createDispatcher(clock, { pacingIntervalMs: () => apart })
    const passed: number[] = []
    const ask = () => void Promise.resolve(gate.acquire()).then(() => passed.push(clock.now() - noon))
    for (let n = 0; n < 3; n++) ask()
    await clock.advance(35)
    ask()
    await clock.advance(1)
    apart = 0
    ask()
    await clock.advance(1)
    expect(passed).toEqual([0, 10, 20, 35, 36])
  })

  test('lets nobody through before every hold that was asked for until then is over', async () => {
    const step = fc.record({ advance: fc.nat(2000), hold: fc.option(fc.nat(3000), { nil: null }) })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const clock = virtualClock()
        const gate = createDispatcher(clock)
        let until = 0
        let tooEarly = 0
        for (const { advance, hold } of steps) {
          if (hold !== null) {
            gate.pauseFor(hold)
            until = Math.max(until, clock.now() + hold)
          }
          void Promise.resolve(gate.acquire()).then(() => {
            if (clock.now() < until) tooEarly += 1
            return null
          })
          await clock.advance(advance)
        }
        await clock.advance(10_000)
        expect(tooEarly).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})
