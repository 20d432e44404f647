import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { linePath, minutesShown, niceMax, thinned } from '../../../renderer/steps/run/chart-path.ts'

const plane = { from: 0, to: 10_000, max: 20, width: 100, height: 50 }

describe('the line of the chart', () => {
  test('runs from left to right with the largest value at the top', () => {
    const points = [
      { at: 0, value: 0 },
      { at: 4000, value: 10 },
      { at: 8000, value: 20 },
    ]
    expect(linePath(points, plane)).toBe('M0 50L40 25L80 0')
  })

  test('is broken where nothing was measured', () => {
    const points = [0, 1000, 8000, 9000].map((at) => ({ at, value: 20 }))
    expect(linePath(points, plane)).toBe('M0 0L10 0M80 0L90 0')
  })

  test('stays inside its box whatever the values are', () => {
    const point = fc.record({ at: fc.integer({ min: -5000, max: 20_000 }), value: fc.double({ noNaN: true }) })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 40 }), (points) => {
        const inOrder = [...points].sort((a, b) => a.at - b.at)
        const numbers =
          linePath(inOrder, plane)
            .match(/-?[\d.]+/g)
            ?.map(Number) ?? []
        const inside = numbers.every((n, i) => n >= 0 && n <= (i % 2 === 0 ? plane.width : plane.height))
        expect(inside).toBe(true)
      }),
    )
  })

  test('has one point for a bunch of neighbours, with their average at the end of the bunch', () => {
    const points = [1, 3, 5, 7, 100].map((value, at) => ({ at, value }))
    expect([thinned(points, 5), thinned(points, 3)]).toEqual([
      points,
      [
        { at: 1, value: 2 },
        { at: 3, value: 6 },
        { at: 4, value: 100 },
      ],
    ])
  })
})

test('as few minutes are shown as hold what was measured', () => {
  const after = (seconds: number) => [{ at: 5000 }, { at: 5000 + seconds * 1000 }]
  expect([[], after(0), after(60), after(61), after(299), after(301), after(600)].map(minutesShown)).toEqual([
    1, 1, 1, 2, 5, 10, 10,
  ])
})

test('a scale ends at 1, 2 or 5 of a power of ten, at or above its largest value', () => {
  expect([0, Number.NaN, 0.3, 1, 13, 20, 21, 999, 1900, -4].map(niceMax)).toEqual([
    1, 1, 0.5, 1, 20, 20, 50, 1000, 2000, 1,
  ])
})
