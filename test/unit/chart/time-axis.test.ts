import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisMarks, positionOf, timeAxis } from '../../../shared/chart/time-axis.ts'
import type { Sample } from '../../../shared/chart/sample-schema.ts'

const minute = 60_000
const noon = Date.UTC(2026, 10, 22, 12)

/** One sample a second, from a minute after noon on. */
function run(fromMinute: number, seconds: number): readonly Sample[] {
  return Array.from({ length: seconds }, (_, n) => ({
    at: noon + fromMinute * minute + n * 1000,
    ms: 1000,
    users: 10,
    p50: 20,
    p99: 90,
    atOnce: 8,
    ...(n === 0 ? { begins: true } : {}),
  }))
}

describe('the time axis of a run', () => {
  test('is the clock while nothing stands still', () => {
    const parts = timeAxis(run(0, 600))
    expect([
      parts.length,
      positionOf(parts, noon),
      positionOf(parts, noon + 5 * minute),
      positionOf(parts, noon + 10 * minute),
    ]).toEqual([1, 0, 0.5, 1])
  })

  test('shows a pause between two runs as long as it was, up to a third', () => {
    const parts = timeAxis([...run(0, 540), ...run(15, 240)])
    expect(parts.map(({ kind, shortened }) => [kind, shortened])).toEqual([
      ['run', false],
      ['pause', false],
      ['run', false],
    ])
    expect(positionOf(parts, noon + 9.5 * minute)).toBeCloseTo(9.5 / 19)
  })

  test('shortens a night, and its ends keep their clock', () => {
    const parts = timeAxis([...run(0, 600), ...run(14 * 60, 600)])
    const [, night] = parts
    const { marks } = axisMarks(parts, 0.15)
    expect([night?.shortened, (night?.end ?? 1) - (night?.start ?? 0) < 1 / 3]).toEqual([true, true])
    expect(marks).toContain(noon + 14 * 60 * minute)
    // Nothing is marked inside of it.
    expect(marks.filter((at) => at > noon + 10 * minute && at < noon + 14 * 60 * minute)).toEqual([])
  })

  test('gives many pauses no more than a third together', () => {
    const parts = timeAxis([0, 2, 4, 6, 8, 10].flatMap((from) => run(from, 30)))
    const paused = parts.filter(({ kind }) => kind === 'pause').reduce((sum, { start, end }) => sum + end - start, 0)
    expect([parts.length, paused <= 1 / 3 + 1e-6]).toEqual([11, true])
  })

  test('leaves room beside the first mark, which is written from the edge on', () => {
    const places = Array.from({ length: 120 }, (_, n) => {
      const parts = timeAxis(run(n / 600, 60))
      const [, next = noon] = axisMarks(parts, 0.15).marks
      return positionOf(parts, next)
    })
    expect(places.filter((place) => place < 0.15)).toEqual([])
  })

  test('tells a pause between runs from a run that gets no answers', () => {
    const quiet = [...run(0, 60), ...run(3, 60).map((sample) => ({ ...sample, begins: false }))]
    expect([
      timeAxis(quiet).map(({ kind }) => kind),
      timeAxis(run(0, 60), noon + 3 * minute).map(({ kind }) => kind),
    ]).toEqual([
      ['run', 'silence', 'run'],
      ['run', 'silence'],
    ])
  })

  test('keeps an outage at the end of a run, and the pause after it begins when the run ended', () => {
    const cut = run(0, 60).map((sample, n) => (n === 59 ? { ...sample, silentMs: 2 * minute } : sample))
    const spans = (parts: ReturnType<typeof timeAxis>) =>
      parts.map(({ kind, from, to }) => [kind, (from - noon) / minute, (to - noon) / minute])
    expect([spans(timeAxis(cut)), spans(timeAxis([...cut, ...run(5, 60)]))]).toEqual([
      [
        ['run', 0, 1],
        ['silence', 1, 3],
      ],
      [
        ['run', 0, 1],
        ['silence', 1, 3],
        ['pause', 3, 5],
        ['run', 5, 6],
      ],
    ])
  })

  test('goes from 0 to 1 without a jump and in order, whatever the pauses', () => {
    const gaps = fc.array(
      fc.record({ gap: fc.nat(10_000_000), seconds: fc.integer({ min: 1, max: 30 }), begins: fc.boolean() }),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    fc.assert(
      fc.property(gaps, (list) => {
        let at = noon
        const samples = list.flatMap(({ gap, seconds, begins }) => {
          at += gap
          const these = run(0, seconds).map((sample, n) => ({
            ...sample,
            at: at + n * 1000,
            begins: begins && n === 0,
          }))
          at += seconds * 1000
          return these
        })
        const parts = timeAxis(samples)
        expect([parts[0]?.start, parts.at(-1)?.end]).toEqual([0, 1])
        expect(parts.every(({ start, end }, n) => start <= end && (n === 0 || parts[n - 1]?.end === start))).toBe(true)
        const places = samples.map((sample) => positionOf(parts, sample.at))
        expect(places).toEqual(places.toSorted((a, b) => a - b))
      }),
    )
  })
})
