import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  initialState,
  type LimiterState,
  maxLimit,
  probeFailed,
  typicalOf,
  updateLimit,
} from '../../../../electron/engine/runner/update-limit.ts'
import { simulatePacing, type CoreNow, type SimulatedSecond } from './simulated-core.ts'

type LimiterWindow = Parameters<typeof updateLimit>[1]

const window = (change: Partial<LimiterWindow> = {}): LimiterWindow => ({
  replies: 100,
  ms: 500,
  typical: 10,
  backpressure: false,
  errors: false,
  saturated: true,
  ...change,
})

const settled: LimiterState = {
  ...initialState,
  limit: 40,
  provenLimit: 40,
  bestThroughput: 200,
  baselineLatency: 10,
  probeInterval: 3,
}

const anyWindow = fc.record({
  replies: fc.nat(10_000),
  ms: fc.integer({ min: 1, max: 5000 }),
  typical: fc.integer({ min: 0, max: 5000 }),
  backpressure: fc.boolean(),
  errors: fc.boolean(),
  saturated: fc.boolean(),
})

const provenLimit =
  (knee: number, serviceMs = 20) =>
  (): CoreNow => ({ knee, serviceMs })

function answered(seconds: readonly SimulatedSecond[]): number {
  return seconds.reduce((sum, second) => sum + second.answered, 0) / seconds.length
}

function limits(seconds: readonly SimulatedSecond[]): readonly number[] {
  return seconds.map(({ limit }) => limit)
}

function slowest(seconds: readonly SimulatedSecond[]): number {
  return Math.max(...seconds.map(({ p99 }) => p99))
}

describe('a lower limit that is tried in vain', () => {
  const tried: LimiterState = { ...settled, limit: 30, latency: 18, baselineLatency: 12 }

  test('is taken back, and tells the delay in the queue by how much quicker replies were', () => {
    const next = updateLimit(tried, window({ replies: 10, typical: 13 }))
    expect([next.limit, next.baselineLatency, next.queueDelay]).toEqual([40, 12, 5])
  })

  test('tells no delay where replies were not quicker', () => {
    const next = updateLimit(tried, window({ replies: 10, typical: 20 }))
    expect([next.limit, next.baselineLatency, next.queueDelay]).toEqual([40, 12, 0])
  })
})

test('a lower limit that brings as much becomes the proven one, and a still lower one is next', () => {
  const tried: LimiterState = { ...settled, limit: 30, latency: 200, baselineLatency: 150 }
  const next = updateLimit(tried, window({ replies: 100, typical: 150 }))
  expect([next.limit, next.provenLimit, next.latency, next.next]).toEqual([30, 30, 150, 'fewer'])
})

test('a lower limit of a core that has become slow is judged by its whole window, never by the first replies', () => {
  const tried: LimiterState = { ...settled, limit: 20, latency: 200, baselineLatency: 150 }
  expect([probeFailed(tried, 200), probeFailed({ ...tried, raisedLatency: 200 }, 200)]).toEqual([true, false])
})

test('the first window tells the throughput and the reply time, later ones move them by a third', () => {
  const first = updateLimit(
    { ...settled, bestThroughput: 0, latency: 0 },
    window({ replies: 100, ms: 500, typical: 10 }),
  )
  expect([first.bestThroughput, first.latency]).toEqual([200, 10])
  const second = updateLimit(first, window({ replies: 150, ms: 500, typical: 11 }))
  expect([Math.round(second.bestThroughput), second.latency.toFixed(1)]).toEqual([230, '10.3'])
})

describe('the pace', () => {
  test.each([4, 16, 64])('finds a knee at %i within ten seconds and stays there', (knee) => {
    const found = simulatePacing(60, provenLimit(knee)).slice(10)
    const bestThroughput = simulatePacing(60, provenLimit(knee), knee).slice(10)
    expect([
      answered(found) >= 0.95 * answered(bestThroughput),
      slowest(found) <= 1.5 * slowest(bestThroughput),
      Math.min(...limits(found)) >= 0.7 * knee,
      Math.max(...limits(found)) <= 1.3 * knee,
    ]).toEqual([true, true, true, true])
  })

  test.each([4, 16, 64])(
    'makes nearly nobody wait in line at a knee of %i, where all who wait do so for long',
    (knee) => {
      const alike = () => ({ knee, serviceMs: 20, spread: 0 })
      const found = simulatePacing(60, alike).slice(10)
      const bestThroughput = simulatePacing(60, alike, knee).slice(10)
      const late = found.reduce((sum, { over }) => sum + over(1.5 * slowest(bestThroughput)), 0)
      expect([
        late / (answered(found) * found.length) < 0.01,
        answered(found) >= 0.95 * answered(bestThroughput),
      ]).toEqual([true, true])
    },
  )

  test.each([
    { turnaroundMs: 2, spread: 0 },
    { turnaroundMs: 2, spread: 0.2 },
    { turnaroundMs: 2, spread: 0.8 },
    { turnaroundMs: 1, spread: 0 },
    { turnaroundMs: 5, spread: 0 },
  ])(
    'keeps a core of four busy while requests are $turnaroundMs ms on their way (spread $spread), and nobody in line for long',
    (way) => {
      const core = () => ({ knee: 4, serviceMs: 20, ...way })
      const found = simulatePacing(60, core).slice(10)
      const fixed = (atOnce: number) => simulatePacing(60, core, atOnce).slice(10)
      const [four, five] = [fixed(4), fixed(5)]
      const late = found.reduce((sum, { over }) => sum + over(1.5 * slowest(four)), 0)
      expect([
        answered(found) >= 0.95 * Math.max(answered(four), answered(five)),
        late / (answered(found) * found.length) < 0.01,
      ]).toEqual([true, true])
    },
  )

  test.each([1, 5, 100, 1000])('finds the knee whether a reply takes %i ms or another time', (serviceMs) => {
    const found = simulatePacing(60, provenLimit(8, serviceMs)).slice(40)
    expect(answered(found) / answered(simulatePacing(60, provenLimit(8, serviceMs), 8).slice(40))).toBeGreaterThan(0.9)
  })

  test('goes to the largest limit while more at once bring more', () => {
    expect(limits(simulatePacing(20, provenLimit(1000))).at(-1)).toBe(maxLimit)
  })

  test('follows a knee that moves down, and up again', () => {
    const seconds = simulatePacing(90, (ms) => ({ knee: ms >= 30_000 && ms < 60_000 ? 8 : 32, serviceMs: 20 }))
    const [before, between, after] = [seconds.slice(10, 30), seconds.slice(35, 60), seconds.slice(75)]
    expect([
      answered(before) > 1500,
      Math.max(...limits(between)) <= 12,
      answered(between) > 380,
      answered(after) > 1500,
    ]).toEqual([true, true, true, true])
  })

  test('gives way at once when replies take much longer, and comes back when they do not', () => {
    const seconds = simulatePacing(90, (ms) => ({ knee: 16, serviceMs: ms >= 30_000 && ms < 60_000 ? 200 : 20 }))
    expect([
      (limits(seconds)[29] ?? 0) >= 14,
      Math.min(...limits(seconds.slice(30, 38))) <= 4,
      // It was not our doing: what is slow now is served as well as it can be.
      answered(seconds.slice(55, 60)) > 70,
      answered(seconds.slice(75)) > 760,
    ]).toEqual([true, true, true, true])
  })

  test('stays below what is answered with 429, and recovers when the episode is over', () => {
    const refusing = (ms: number) => ms >= 20_000 && ms < 40_000
    const seconds = simulatePacing(70, (ms) => ({ knee: 32, serviceMs: 20, ...(refusing(ms) ? { most: 10 } : {}) }))
    expect([
      answered(seconds.slice(10, 20)) > 1500,
      answered(seconds.slice(22, 40)) > 350,
      Math.max(...limits(seconds.slice(22, 40))) <= 16,
      answered(seconds.slice(60)) > 1500,
    ]).toEqual([true, true, true, true])
  })

  test('halves when the core pushes back, and stays there for some windows', () => {
    const after = updateLimit(settled, window({ backpressure: true }))
    const later = updateLimit(updateLimit(after, window()), window())
    expect([after.limit, later.limit]).toEqual([20, 20])
  })

  test('goes back to what was good when the core pushes a try for more back', () => {
    expect(updateLimit({ ...settled, limit: 48 }, window({ backpressure: true })).limit).toBe(40)
  })

  test('says why it sends fewer at once, until a try for more shows that more would bring nothing', () => {
    const refused = updateLimit(settled, window({ backpressure: true }))
    const tried = updateLimit({ ...refused, bestThroughput: 200, limit: 24 }, window())
    expect([settled.lowered, refused.lowered, tried.lowered]).toEqual([null, 'backpressure', null])
  })

  test('stays where it is when more at once brought nothing, although nobody stood in line', () => {
    expect(updateLimit({ ...settled, limit: 48 }, window()).limit).toBe(40)
  })

  test('does not judge windows in which the limit was not what held it back', () => {
    expect(updateLimit(initialState, window({ saturated: false }))).toEqual(initialState)
  })

  test('stays between one and the largest limit, and never grows when pushed back', () => {
    fc.assert(
      fc.property(fc.array(anyWindow, { maxLength: 80 }), (windows) => {
        let pace = initialState
        for (const one of windows) {
          const next = updateLimit(pace, one)
          expect(Number.isInteger(next.limit) && next.limit >= 1 && next.limit <= maxLimit).toBe(true)
          if (one.backpressure || one.errors) expect(next.limit < pace.limit || next.limit === 1).toBe(true)
          pace = next
        }
      }),
    )
  })
})

describe('the usual reply time', () => {
  test('is the mean, in which a reply that waited for a timeout counts as three usual ones', () => {
    expect([typicalOf([]), typicalOf([7]), typicalOf([10, 20]), typicalOf([30_000, 10, 14, 12])]).toEqual([
      0,
      7,
      15,
      (14 * 3 + 10 + 14 + 12) / 4,
    ])
  })
})

describe('a lower limit of a core that has become slow', () => {
  const tried: LimiterState = {
    ...settled,
    limit: 20,
    latency: 200,
    baselineLatency: 100,
    raisedLatency: 200,
    queueDelay: 40,
    nextProbeInterval: 20,
  }

  test('is kept where replies are quicker by a sixth and as many come, and the next try is one for fewer', () => {
    const next = updateLimit(tried, window({ replies: 100, typical: 169 }))
    expect(next).toEqual({
      ...tried,
      provenLimit: 20,
      bestThroughput: 200,
      latency: 169,
      baselineLatency: 100,
      queueDelay: 0,
      probeInterval: 6,
      nextProbeInterval: 12,
      next: 'fewer',
    })
  })

  test.each([
    ['they are hardly quicker', { replies: 100, typical: 171 }, 171],
    ['fewer come', { replies: 60, typical: 150 }, 100],
  ])('is taken back where %s, and what is slow now is usual', (_, change, baselineLatency) => {
    const next = updateLimit(tried, window(change))
    expect(next).toEqual({
      ...tried,
      limit: 40,
      baselineLatency,
      raisedLatency: 0,
      probeInterval: 6,
      next: 'more',
    })
  })
})

describe('at its proven limit', () => {
  const calm: LimiterState = { ...settled, latency: 10, probeInterval: 0 }

  test.each([
    [{ ...calm, next: 'more' }, 48, 'fewer'],
    [{ ...calm, next: 'fewer' }, 33, 'more'],
    [{ ...calm, limit: 1, provenLimit: 1, next: 'fewer' }, 2, 'fewer'],
    [{ ...calm, limit: 120, provenLimit: 120, next: 'more' }, 128, 'fewer'],
    [{ ...calm, limit: 2, provenLimit: 2, next: 'fewer' }, 1, 'more'],
  ] as const)('it tries another limit once it has stayed long enough: %j goes to %i', (pace, limit, then) => {
    const next = updateLimit(pace, window())
    expect([next.limit, next.provenLimit, next.next]).toEqual([limit, pace.provenLimit, then])
  })

  test('it counts the windows down in which it stays', () => {
    expect(updateLimit({ ...calm, probeInterval: 3, raisedLatency: 9 }, window())).toMatchObject({
      limit: 40,
      probeInterval: 2,
      raisedLatency: 0,
    })
  })

  test('its first window is followed by a try for half as many more', () => {
    expect(updateLimit(initialState, window()).limit).toBe(6)
  })

  test('replies that take a third longer are looked at twice before a lower limit is tried', () => {
    const slow = window({ replies: 50, typical: 14 })
    const first = updateLimit({ ...calm, probeInterval: 3 }, slow)
    expect(first).toMatchObject({ limit: 40, bestThroughput: 100, latency: 14, raisedLatency: 14, probeInterval: 3 })
    const second = updateLimit(first, slow)
    expect([second.limit, second.provenLimit, second.raisedLatency]).toEqual([39, 40, 14])
  })

  test.each([
    ['by less than a third', 13],
    ['by less than three milliseconds', 12.9],
  ])('replies that take longer %s are no sign of a queue', (_, typical) => {
    expect(updateLimit({ ...calm, probeInterval: 3 }, window({ typical })).raisedLatency).toBe(0)
  })

  test.each([
    [{ backpressure: true, errors: true }, 20, 'backpressure'],
    [{ errors: true }, 20, 'errors'],
    [{ typical: 120 }, 28, 'latency'],
  ] as const)('%j cuts the limit to %i, of which nothing is known yet, because of %s', (change, limit, lowered) => {
    const next = updateLimit({ ...calm, queueDelay: 5, nextProbeInterval: 20 }, window(change))
    expect(next).toMatchObject({
      limit,
      provenLimit: limit,
      bestThroughput: 0,
      latency: 0,
      queueDelay: 0,
      probeInterval: 6,
      nextProbeInterval: 12,
      next: 'more',
      lowered,
    })
  })
})

test('after a try without a gain the next one comes later, up to twenty windows', () => {
  const intervals: number[] = []
  let pace: LimiterState = { ...settled, limit: 48, nextProbeInterval: 6 }
  for (let n = 0; n < 4; n++) {
    pace = { ...updateLimit(pace, window()), limit: 48 }
    intervals.push(pace.probeInterval)
  }
  expect(intervals).toEqual([6, 12, 20, 20])
})

test('a try for more that the core has room for is kept and goes on, faster while nobody waits in line', () => {
  const tried: LimiterState = { ...settled, limit: 48, latency: 10, queueDelay: 3 }
  const gained = (typical: number) => updateLimit(tried, window({ replies: 125, typical }))
  expect(gained(10)).toMatchObject({ limit: 72, provenLimit: 48, bestThroughput: 250, latency: 10, queueDelay: 0 })
  expect(gained(11.5)).toMatchObject({ limit: 58, provenLimit: 48, next: 'more', nextProbeInterval: 6 })
  const most = updateLimit({ ...tried, limit: 128, provenLimit: 110 }, window({ replies: 120 }))
  expect(most).toMatchObject({ limit: 128, provenLimit: 128, probeInterval: 6, next: 'more' })
})

test('the first replies show that a probe failed by how long they take at its throughput', () => {
  const more: LimiterState = { ...settled, limit: 48, latency: 200 }
  const fewer: LimiterState = { ...settled, limit: 30, latency: 200 }
  expect([
    probeFailed(more, 232),
    probeFailed(more, 234),
    probeFailed(fewer, 165),
    probeFailed(fewer, 167),
    probeFailed({ ...more, limit: 40 }, 900),
    probeFailed({ ...more, latency: 0 }, 900),
  ]).toEqual([false, true, false, true, false, false])
})

describe('replies that hurt others who use the core', () => {
  const slow: LimiterState = { ...settled, baselineLatency: 10, raisedLatency: 100 }
  const after = (pace: LimiterState, typical: number) => {
    const { limit, baselineLatency, raisedLatency } = updateLimit(pace, window({ typical }))
    return { limit, baselineLatency: Math.round(baselineLatency), raisedLatency }
  }

  test('become usual, step by step, where fewer at once made them no quicker', () => {
    expect(after(slow, 150)).toEqual({ limit: 28, baselineLatency: 20, raisedLatency: 150 })
    expect(after({ ...slow, raisedLatency: 200 }, 150).baselineLatency).toBe(10)
    // Before a lower limit was tried, slow replies may be a passing trouble.
    expect(after({ ...slow, raisedLatency: 0 }, 150).baselineLatency).toBe(10)
  })
})

test('the least limit is one, however slow the core is', () => {
  const slow = window({ typical: 20 })
  const at = (limit: number) => updateLimit({ ...settled, limit, provenLimit: limit, raisedLatency: 20 }, slow).limit
  expect([at(2), at(1)]).toEqual([1, 1])
})
