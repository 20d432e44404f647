import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawRunChart } from '../../../shared/chart/run-chart.ts'
import { isPausedBetween, thinSamples, type Sample } from '../../../shared/chart/sample.ts'
import { markText, niceMax, replyText, timeMarks } from '../../../shared/chart/scale.ts'

const second = (n: number, users = 10): Sample => ({ at: n * 1000, ms: 1000, users, p50: 20, p99: 90, atOnce: 8 })

const sample = fc.record({
  gap: fc.nat({ max: 20_000 }),
  ms: fc.integer({ min: 1, max: 1000 }),
  users: fc.nat({ max: 100_000 }),
  p50: fc.option(fc.double({ min: 0, max: 60_000, noNaN: true })),
  p99: fc.option(fc.double({ min: 0, max: 60_000, noNaN: true })),
  atOnce: fc.nat({ max: 256 }),
})
const samples = fc.array(sample, { maxLength: 80 }).map((list): readonly Sample[] => {
  let at = 1_000_000
  return list.map(({ gap, ...rest }) => {
    at += gap
    const one = { at, ...rest }
    at += rest.ms
    return one
  })
})

describe('the chart of a run', () => {
  test('has one line for users, two for reply times and one for how many at once', () => {
    const chart = drawRunChart(
      [0, 1, 2].map((n) => second(n)),
      600,
      300,
    )
    const names = chart?.shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.role === 'title' ? [shape.text] : [],
    )
    expect([names, chart?.words]).toEqual([
      ['users per second', 'reply time, p50', 'p99', 'users at once'],
      '30 users sent, those who were retried each time, 10 per second on average and at most 10. The slowest replies (p99) took at most 90 ms. At most 8 users were sent at once.',
    ])
  })

  test('cuts a night out between two days and marks it', () => {
    const night = [...[0, 1].map((n) => second(n)), ...[40_000, 40_001].map((n) => second(n))]
    const chart = drawRunChart(night, 456, 300)
    const pauses = chart?.shapes.filter(({ role }) => role === 'pause')
    const marks = chart?.shapes.flatMap((shape) =>
      shape.kind === 'text' && shape.text.endsWith(' s') ? [shape.text] : [],
    )
    // Four seconds over 400 pixels, the pause in their middle.
    expect([pauses?.length, pauses?.[0]?.kind === 'path' ? pauses[0].d.split(' ')[0] : '', marks]).toEqual([
      1,
      'M256',
      ['0 s', '2 s', '4 s'],
    ])
  })

  test('is nothing without a sample', () => {
    expect(drawRunChart([], 600, 300)).toBe(null)
  })

  test('stays inside its box, whatever was measured', () => {
    fc.assert(
      fc.property(samples, (list) => {
        const chart = drawRunChart(list, 640, 320)
        const outside = (chart?.shapes ?? []).filter((shape) => {
          if (shape.kind === 'text') return shape.x < 0 || shape.x > 640 || shape.y < 0 || shape.y > 320
          const points = [...shape.d.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
          return points.some(([x = -1, y = -1]) => x < 0 || x > 640 || y < 0 || y > 320 || Number.isNaN(x + y))
        })
        expect(outside).toEqual([])
      }),
    )
  })
})

describe('samples put together', () => {
  test('are no more than wanted, in order, and no user is lost', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 20 }), (list, most) => {
        const thin = thinSamples(list, most)
        const sum = (all: readonly Sample[]) => all.reduce((users, one) => users + one.users, 0)
        const top = (all: readonly Sample[]) => Math.max(0, ...all.map(({ p99 }) => p99 ?? 0))
        expect([thin.length <= most, sum(thin), top(thin)]).toEqual([true, sum(list), top(list)])
        expect(thin.map(({ at }) => at)).toEqual(thin.map(({ at }) => at).toSorted((a, b) => a - b))
      }),
    )
  })

  test('keep a pause apart as long as there is room', () => {
    const list = [0, 1, 2, 100, 101, 102].map((n) => second(n))
    const thin = thinSamples(list, 4)
    expect(thin.map(({ at, ms, users }) => [at, ms, users])).toEqual([
      [0, 2000, 20],
      [2000, 1000, 10],
      [100_000, 2000, 20],
      [102_000, 1000, 10],
    ])
    expect(thin.filter((one, n) => n > 0 && isPausedBetween(thin[n - 1] ?? one, one)).length).toBe(1)
  })
})

test('a scale ends at 1, 2 or 5 of a power of ten, at or above its largest value', () => {
  expect([0, Number.NaN, 0.3, 1, 13, 20, 21, 999, 1900, -4].map(niceMax)).toEqual([
    1, 1, 0.5, 1, 20, 20, 50, 1000, 2000, 1,
  ])
})

test('time is marked at whole seconds, minutes and hours, each in its words', () => {
  const words = (length: number, most: number) => timeMarks(length, most).map(markText)
  expect([
    words(4000, 4),
    words(95_000, 4),
    words(16 * 60_000, 4),
    words(9 * 3_600_000, 5),
    words(900 * 3_600_000, 5).length,
  ]).toEqual([
    ['0 s', '1 s', '2 s', '3 s', '4 s'],
    ['0 s', '30 s', '1 min', '90 s'],
    ['0 s', '5 min', '10 min', '15 min'],
    ['0 s', '2 h', '4 h', '6 h', '8 h'],
    6,
  ])
  expect([replyText(480), replyText(1234)]).toEqual(['480 ms', '1.23 s'])
})
