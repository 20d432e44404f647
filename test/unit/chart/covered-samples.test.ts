import { expect, test } from 'vitest'
import { withMeasured } from '../../../shared/chart/sample.ts'
import type { Sample } from '../../../shared/chart/sample-schema.ts'
import { drawRunChart } from '../../../shared/chart/run-chart.ts'
import { timeAxis } from '../../../shared/chart/time-axis.ts'

const base = Date.UTC(2026, 5, 1, 9)
const second = (at: number, users: number, more: Partial<Sample> = {}): Sample => ({
  at: base + at,
  ms: 1000,
  users,
  p50: 20,
  p99: 40,
  atOnce: 8,
  ...more,
})
const spans = (samples: readonly Sample[]) => samples.map(({ at, ms, users }) => [at - base, ms, users])

test('users of a bulk import are spread over the stretch in which they came in, and their sum stays', () => {
  const quiet = [second(0, 0, { begins: true })]
  const looked = withMeasured(quiet, { ...second(9000, 0), since: base + 1000 })
  const jumped = withMeasured(looked, { ...second(19_000, 1900), since: base + 1000 })
  expect(spans(jumped)).toEqual([
    [0, 1000, 0],
    [1000, 9000, 900],
    [10_000, 10_000, 1000],
  ])
})

test('no users are spread into a run before, and a pause between two runs stays one', () => {
  const before = [second(0, 10, { begins: true })]
  const next = withMeasured(before, { ...second(70_000, 30, { begins: true }), since: base + 60_000 })
  const later = withMeasured(next, { ...second(75_000, 45), since: base })
  expect(spans(later)).toEqual([
    [0, 1000, 10],
    [60_000, 11_000, 30 + (45 * 11) / 16],
    [71_000, 5000, (45 * 5) / 16],
  ])
  expect(timeAxis(later).map(({ kind }) => kind)).toEqual(['run', 'pause', 'run'])
})

test('a second without a stretch is added as it is', () => {
  const before = [second(0, 10, { begins: true })]
  expect(withMeasured(before, second(8000, 5))).toEqual([...before, second(8000, 5)])
})

test('looks at the core that lie half a minute apart are one run, without a band of an unreachable core', () => {
  let samples: readonly Sample[] = [second(0, 0, { begins: true })]
  for (let look = 1; look <= 10; look++)
    samples = withMeasured(samples, { ...second(look * 30_000, 300), since: base + (look - 1) * 30_000 + 1000 })
  expect(timeAxis(samples).map(({ kind }) => kind)).toEqual(['run'])
  const chart = drawRunChart(samples, 640, 150, { clock: () => '09:00' })
  expect(chart?.words).toContain('9.97 per second on average and at most 10.')
  expect(samples.reduce((sum, { users }) => sum + users, 0)).toBeCloseTo(3000)
})
