import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDispatcher, createRateLimiter } from '../../../../electron/engine/runner/dispatcher.ts'
import { plainSuccess, type ReplyOutcome } from '../../../../shared/core-api/outcome.ts'
import { maxInASecond } from '../../../support/max-in-a-second.ts'
import { noAnswer, passing } from '../../../support/rounds.ts'
import { noon, virtualClock, type VirtualClock } from '../../../support/virtual-clock.ts'

describe('the dispatcher', () => {
  test('lets requests through at once while nothing holds them', async () => {
    const dispatcher = createDispatcher(virtualClock())
    expect([await dispatcher.acquire(), dispatcher.pausedMs(), dispatcher.outageMs(1000)]).toEqual([true, 0, 0])
  })

  test('keeps everybody until the longest hold is over, also one that came later', async () => {
    const clock = virtualClock()
    const dispatcher = createDispatcher(clock)
    const passed: number[] = []
    dispatcher.pauseFor(1000)
    for (let n = 0; n < 3; n++) void Promise.resolve(dispatcher.acquire()).then(() => passed.push(clock.now() - noon))
    await clock.advance(500)
    dispatcher.pauseFor(5000)
    dispatcher.pauseFor(10)
    await clock.advance(4999)
    const before = [...passed]
    await clock.advance(1)
    expect([before, passed]).toEqual([[], [5500, 5500, 5500]])
  })

  test('wakes everybody with a no when it closes, and leaves no timer behind', async () => {
    const clock = virtualClock()
    const dispatcher = createDispatcher(clock)
    dispatcher.pauseFor(60_000)
    const waiting = [Promise.resolve(dispatcher.acquire()), dispatcher.wait(30_000)]
    dispatcher.close()
    expect([await Promise.all(waiting), await dispatcher.acquire(), await dispatcher.wait(5), clock.timers()]).toEqual([
      [false, false],
      false,
      false,
      0,
    ])
  })

  test('keeps requests apart that would leave together, and nobody who comes late enough', async () => {
    const clock = virtualClock()
    let apart = 10
    const dispatcher = createDispatcher(clock, { pacingIntervalMs: () => apart })
    const passed: number[] = []
    const ask = () => void Promise.resolve(dispatcher.acquire()).then(() => passed.push(clock.now() - noon))
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
        const dispatcher = createDispatcher(clock)
        let until = 0
        let tooEarly = 0
        for (const { advance, hold } of steps) {
          if (hold !== null) {
            dispatcher.pauseFor(hold)
            until = Math.max(until, clock.now() + hold)
          }
          void Promise.resolve(dispatcher.acquire()).then(() => {
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

describe('a user without an answer', () => {
  /** Sends requests of these users one after the other, none of which is answered. */
  function unanswered(requesters: readonly object[], suspect = false) {
    const dispatcher = createDispatcher(virtualClock())
    const wanted = requesters.map((requester) => {
      void dispatcher.acquire(requester)
      dispatcher.release({ outcome: noAnswer, requester, suspect })
      return dispatcher.wantsExtraSample()
    })
    return { dispatcher, wanted }
  }
  const [one, other] = [{}, {}]

  test('has another one sent from its third failure on, which shows whether the core is away', () => {
    const { dispatcher, wanted } = unanswered([one, one, one, one])
    expect([wanted, dispatcher.outage()]).toEqual([[false, false, true, true], null])
    void dispatcher.acquire(other)
    dispatcher.release({ outcome: noAnswer, requester: other, suspect: false })
    expect([dispatcher.outage()?.tries, dispatcher.wantsExtraSample()]).toEqual([0, true])
  })

  test('tells nothing about the core once others were answered', () => {
    const { dispatcher, wanted } = unanswered([one, one, one, one], true)
    expect([wanted.includes(true), dispatcher.outage(), dispatcher.answers()]).toEqual([false, null, 0])
  })

  test('is forgotten with the next answer, which counts for its operation', () => {
    const { dispatcher } = unanswered([one, one, one])
    void dispatcher.acquire(other)
    dispatcher.release({ outcome: plainSuccess, requester: other, suspect: false, operation: 'import-hash' })
    expect([dispatcher.wantsExtraSample(), dispatcher.answers(), dispatcher.tallyOf('import-hash').successes]).toEqual([
      false,
      1,
      1,
    ])
    expect(dispatcher.tallyOf('third-party').successes).toBe(0)
  })
})

describe('an operation', () => {
  function fates(fails: readonly (readonly [requester: object, outcome: ReplyOutcome, isAside?: boolean])[]) {
    const dispatcher = createDispatcher(virtualClock())
    for (const [requester, outcome, isAside = false] of fails) {
      void dispatcher.acquire(requester)
      dispatcher.release({ outcome, requester, suspect: false, operation: 'third-party', isAside })
    }
    const { successes, failing } = dispatcher.tallyOf('third-party')
    return [successes, failing.size, dispatcher.isTroubled()]
  }
  const [a, b, c] = [{}, {}, {}]

  test('is troubled when three different users fail, and none succeeds', () => {
    expect([
      fates([
        [a, passing()],
        [a, passing()],
        [b, passing()],
      ]),
      fates([
        [a, passing()],
        [b, passing()],
        [c, passing()],
      ]),
      fates([
        [a, passing()],
        [b, passing()],
        [c, passing(), true],
      ]),
      fates([
        [a, passing()],
        [b, passing()],
        [a, plainSuccess],
        [c, passing()],
      ]),
    ]).toEqual([
      [0, 2, false],
      [0, 3, true],
      [0, 2, false],
      [1, 1, false],
    ])
  })

  test('has taken a request also where it refused the user, and not where it asked for fewer requests or stopped', () => {
    expect([
      fates([[a, { kind: 'status', status: 'X', message: '' }]]),
      fates([[a, { kind: 'failed', httpStatus: 400, message: '' }]]),
      fates([[a, passing({ why: 'rate-limited', httpStatus: 429 })]]),
      fates([[a, { kind: 'stop', why: 'forbidden', httpStatus: 403, message: '' }]]),
    ]).toEqual([
      [1, 0, false],
      [1, 0, false],
      [0, 0, false],
      [0, 0, false],
    ])
  })
})

test('the time without a core is added up over outages, up to any moment', async () => {
  const clock = virtualClock()
  const dispatcher = createDispatcher(clock)
  const unreachable = passing({ why: 'connect', httpStatus: null, reached: false })
  const ended = (outcome: ReplyOutcome) => {
    void dispatcher.acquire()
    dispatcher.release({ outcome, requester: {}, suspect: false })
  }
  const goAway = () => {
    for (let n = 0; n < 3; n++) ended(unreachable)
  }
  await clock.advance(1000)
  goAway()
  await clock.advance(500)
  expect([dispatcher.outageMs(1500), dispatcher.outageMs(1200), dispatcher.outageMs(900), dispatcher.outage()]).toEqual(
    [500, 200, 0, { retryMs: 500, sinceMs: 500, tries: 0, message: 'busy' }],
  )
  await clock.advance(500)
  const probe = {}
  void dispatcher.acquire(probe)
  expect(dispatcher.outage()?.retryMs).toBe(0)
  dispatcher.release({ outcome: plainSuccess, requester: probe, suspect: false })
  await clock.advance(1000)
  expect([dispatcher.outage(), dispatcher.outageMs(3000), dispatcher.outageMs(1600)]).toEqual([null, 1000, 600])
  goAway()
  await clock.advance(300)
  expect([dispatcher.outageMs(3300), dispatcher.outageMs(3100)]).toEqual([1300, 1100])
})

test('a request waits for the ceiling alone where nothing else holds it', async () => {
  const clock = virtualClock()
  let limit = 9
  const dispatcher = createDispatcher(clock, { limit: () => limit, rateLimiter: createRateLimiter(1, -2000) })
  const idle = dispatcher.isRateLimited()
  void dispatcher.acquire()
  void Promise.resolve(dispatcher.acquire())
  const waiting = dispatcher.isRateLimited()
  limit = 1
  const full = dispatcher.isRateLimited()
  limit = 9
  dispatcher.pauseFor(10)
  expect([idle, waiting, full, dispatcher.isRateLimited()]).toEqual([false, true, false, false])
  dispatcher.close()
  await clock.advance(1)
})

/** A request: its delay after the one before, its time to the core, and the time of its reply. */
type Wish = { readonly after: number; readonly way: number; readonly answer: number }

/** Sends them through a dispatcher with a ceiling; when they arrived. */
async function arrivals(perSecond: number, wishes: readonly Wish[], clock: VirtualClock): Promise<readonly number[]> {
  const dispatcher = createDispatcher(clock, { rateLimiter: createRateLimiter(perSecond, clock.ticks()) })
  const arrived: number[] = []
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(ms, resolve))
  const send = async ({ way, answer }: Wish) => {
    if (!(await dispatcher.acquire())) return
    await pause(way)
    arrived.push(clock.ticks())
    await pause(answer)
    dispatcher.release({ outcome: plainSuccess, requester: {}, suspect: false })
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
