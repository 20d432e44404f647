import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatcher, createRateLimiter } from '../../../../electron/engine/runner/dispatcher.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { maxInASecond } from '../../../support/max-in-a-second.ts'
import { noon, virtualClock, type VirtualClock } from '../../../support/virtual-clock.ts'

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

/** A request: its delay after the one before, its time to the core, and the time of its reply. */
type Wish = { readonly after: number; readonly way: number; readonly answer: number }

/** Sends them through a gate with a ceiling; when they arrived. */
async function arrivals(perSecond: number, wishes: readonly Wish[], clock: VirtualClock): Promise<readonly number[]> {
  const gate = createDispatcher(clock, { rateLimiter: createRateLimiter(perSecond, clock.ticks()) })
  const arrived: number[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(ms, resolve))
  const send = async ({ way, answer }: Wish) => {
    if (!(await gate.acquire())) return
    await pause(way)
    arrived.push(clock.ticks())
    await pause(answer)
    gate.release({ outcome: plainSuccess, requester: {}, suspect: false })
  }
  const all = (async () => {
    const sending: Promise<void>[] = []
    for (const wish of wishes) {
      if (wish.after > 0) await pause(wish.after)
      sending.push(send(wish))
    }
    await Promise.all(sending)
  })()
  await clock.runUntil(all)
  return arrived.toSorted((a, b) => a - b)
}

describe('a ceiling of requests per second', () => {
  const bunches = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 1500 }),
  )
  const taking = fc.oneof(fc.constant(0), fc.nat(400))
  const wish = fc.record({ after: bunches, way: taking, answer: taking })
  const ceilings = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))

  test('is never exceeded in any second, whenever requests are wanted and however long they are on their way', async () => {
    await fc.assert(
      fc.asyncProperty(ceilings, fc.array(wish, { maxLength: 120 }), async (ceiling, wishes) => {
        const arrived = await arrivals(ceiling, wishes, virtualClock())
        expect([arrived.length, maxInASecond(arrived) <= ceiling]).toEqual([wishes.length, true])
      }),
      { numRuns: 60 },
    )
  })

  test('is nearly reached by a quick core', async () => {
    const wishes = Array.from({ length: 200 }, (): Wish => ({ after: 0, way: 1, answer: 1 }))
    const arrived = await arrivals(20, wishes, virtualClock())
    const seconds = ((arrived.at(-1) ?? 0) - (arrived[0] ?? 0)) / 1000
    expect(199 / seconds).toBeGreaterThan(19)
  })

  test('spreads requests over the second instead of sending them in one go', async () => {
    const wishes = Array.from({ length: 40 }, (): Wish => ({ after: 0, way: 0, answer: 0 }))
    const arrived = await arrivals(20, wishes, virtualClock())
    expect(Math.min(...arrived.slice(1).map((at, index) => at - (arrived[index] ?? 0)))).toBeGreaterThanOrEqual(40)
  })

  test('lets a second pass before the first request, which others may have used up', async () => {
    const [first] = await arrivals(50, [{ after: 0, way: 0, answer: 0 }], virtualClock())
    expect(first).toBeGreaterThanOrEqual(1000)
  })

  test('gives back the place of a request that did not leave after all', () => {
    const ceiling = createRateLimiter(1, -2000)
    ceiling.leave(0)
    const taken = ceiling.wait(5000)
    ceiling.end(5000, false)
    expect([taken, ceiling.wait(5000)]).toEqual([Infinity, 0])
  })

  test('that comes in the middle of a run counts what left before it', () => {
    const ceiling = createRateLimiter(null, 0)
    for (let n = 0; n < 30; n++) {
      ceiling.leave(0)
      ceiling.end(10, true)
    }
    ceiling.set(5)
    expect([ceiling.wait(500) > 500, ceiling.wait(1100)]).toEqual([true, 0])
  })

  test('holds nobody when there is none', () => {
    const ceiling = createRateLimiter(null, 0)
    for (let n = 0; n < 1000; n++) ceiling.leave(0)
    expect(ceiling.wait(0)).toBe(0)
  })
})
