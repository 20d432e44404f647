import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawRunChart, type RunChart } from '../../../shared/chart/run-chart.ts'
import { type ChartRole, niceMax, replyText } from '../../../shared/chart/chart-shapes.ts'
import { isPausedBetween, thinSamples } from '../../../shared/chart/sample.ts'
import type { Sample } from '../../../shared/chart/sample-schema.ts'

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

const clock = (at: number, seconds: boolean) => new Date(at).toISOString().slice(11, seconds ? 19 : 16)
const draw = (list: readonly Sample[], width: number, until: number | null = null) =>
  drawRunChart(list, width, 300, { clock, until, minMs: 0 })
const texts = (chart: RunChart | null, role: ChartRole) =>
  chart?.shapes.flatMap((shape) => (shape.kind === 'text' && shape.role === role ? [shape.text] : []))

describe('the chart of a run', () => {
  test('has one line for users, two for reply times and one for parallel users, along the clock', () => {
    const chart = draw(
      Array.from({ length: 12 }, (_, n) => second(n)),
      600,
    )
    expect([
      texts(chart, 'title'),
      texts(chart, 'label')?.filter((text) => /:|p\d/.test(text)),
      chart?.points.length,
    ]).toEqual([
      ['Users per second', 'Reply time', 'Parallel users'],
      ['p99', 'p50', '00:00:00', '00:00:02', '00:00:04', '00:00:06', '00:00:08', '00:00:10', '00:00:12'],
      12,
    ])
    expect(chart?.words).toBe(
      '120 users sent, those who were retried each time, 10 per second on average and at most 10. The slowest replies (p99) took at most 90 ms. At most 8 users were sent in parallel.',
    )
  })

  test('names a night between two runs, shortens it and goes on with the clock', () => {
    const day = [0, 1, 2, 3].map((n) => second(n))
    const next = [40_000, 40_001, 40_002, 40_003].map((n) => ({ ...second(n), begins: n === 40_000 }))
    const chart = draw([...day, ...next], 656)
    const pauses = chart?.shapes.filter(({ role }) => role === 'pause')
    // One in each of three panels.
    expect([
      (pauses?.length ?? 0) / 3,
      texts(chart, 'band'),
      texts(chart, 'label')?.filter((text) => text.startsWith('Run')),
    ]).toEqual([1, ['No run for 11 h'], ['Run 1', 'Run 2']])
    expect(texts(chart, 'label')).toContain('11:06:40')
  })

  test('names a pilot, and a core that does not answer now however short that is', () => {
    const list = [0, 1, 2, 3, 4, 20, 21, 22, 23, 24].map((n) => ({ ...second(n), begins: n === 0 || n === 20 }))
    const piloted = list.map((sample, n) => (n === 0 ? { ...sample, pilot: true } : sample))
    const named = (chart: RunChart | null) => texts(chart, 'label')?.filter((text) => /Run|Pilot/.test(text))
    expect([named(draw(list, 656)), named(draw(piloted, 656)), texts(draw(piloted, 656, 27_000), 'band')]).toEqual([
      ['Run 1', 'Run 2'],
      ['Pilot', 'Run 2'],
      ['No run for 15 s', 'Unreachable'],
    ])
  })

  test('draws no zeros and no reply times where no answer came, only a band', () => {
    const list = Array.from({ length: 10 }, (_, n) => second(n))
    const chart = draw(list, 640, 60_000)
    const lines = chart?.shapes.flatMap((shape) => (shape.kind === 'path' && shape.role === 'p50' ? [shape.d] : []))
    const band = chart?.shapes.find((shape) => shape.kind === 'rect' && shape.role === 'silence')
    const rightmost = Math.max(...[...(lines?.[0]?.matchAll(/[ML](-?[\d.]+)/g) ?? [])].map(([, x]) => Number(x)))
    expect([texts(chart, 'band')?.length, band?.kind === 'rect' && band.x >= rightmost]).toEqual([1, true])
  })

  test('is nothing with a few points, and half a user stands on no axis', () => {
    const few = [0, 1, 2, 3].map((n) => second(n))
    expect(draw(few, 600)).toBe(null)
    const five = Array.from({ length: 9 }, (_, n) => ({ ...second(n, 5), atOnce: 5 }))
    expect(texts(draw(five, 600), 'label')).not.toContain('2.5')
  })

  test('is nothing for a run under half a minute', () => {
    const list = Array.from({ length: 30 }, (_, n) => second(n))
    const drawn = [29, 30].map((length) => drawRunChart(list.slice(0, length), 600, 300, { clock }) !== null)
    expect(drawn).toEqual([false, true])
  })

  test('shows users set aside below the speed, where a table needs the room', () => {
    const list = Array.from({ length: 30 }, (_, n) => ({ ...second(n), ...(n > 20 ? { setAside: n } : {}) }))
    const titles = [list, list.slice(0, 20)].map((some) =>
      texts(drawRunChart(some, 600, 150, { clock, compact: true, minMs: 0 }), 'title'),
    )
    expect(titles).toEqual([
      ['Users per second', 'Set aside'],
      ['Users per second', 'Reply time'],
    ])
    expect(thinSamples(list, 5).at(-1)?.setAside).toBe(29)
  })

  test('lets neither bands nor their edges run through a title', () => {
    const list = [0, 1, 2, 3, 4, 20, 21, 22, 23, 24].map((n) => ({ ...second(n), begins: n === 0 || n === 20 }))
    const chart = draw(list, 640)
    const titles = chart?.shapes.flatMap((shape) => (shape.kind === 'text' && shape.role === 'title' ? [shape.y] : []))
    const covered = chart?.shapes.filter(
      (shape) => shape.kind === 'rect' && titles?.some((y) => y > shape.y && y - 10 < shape.y + shape.height),
    )
    expect([titles?.length, covered]).toEqual([3, []])
  })

  test('is not ruled by a moment: a tenth of a second counts as a second', () => {
    const list = [...Array.from({ length: 9 }, (_, n) => second(n)), { ...second(9), ms: 20 }]
    expect(draw(list, 600)?.words).toContain('at most 10.')
  })

  test('stays inside its box, whatever was measured', () => {
    fc.assert(
      fc.property(samples, (list) => {
        const chart = drawRunChart(list, 640, 320, { clock, minMs: 0, compact: list.length % 2 === 0 })
        const outside = (chart?.shapes ?? []).filter((shape) => {
          if (shape.kind === 'rect')
            return shape.x < 0 || shape.y < 0 || shape.x + shape.width > 641 || shape.y + shape.height > 320
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

test('a reply time is written in its unit', () => {
  expect([replyText(480), replyText(1234)]).toEqual(['480 ms', '1.23 s'])
})
