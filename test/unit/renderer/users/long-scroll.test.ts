import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  atTop,
  drawnHeight,
  maxHeight,
  placeFor,
  rowHeights,
  scrolled,
  stretchRows,
} from '../../../../renderer/components/users/use-long-scroll.ts'

type Extent = Parameters<typeof scrolled>[2]

type LongScroll = Parameters<typeof scrolled>[0]

const rowHeight = rowHeights.comfortable
const extent = fc.record({
  rows: fc.integer({ min: 60, max: 3_000_000 }),
  rowHeight: fc.constantFrom(...Object.values(rowHeights)),
  seen: fc.integer({ min: 200, max: 1100 }),
})

/** Scrolls the element as Chromium does: never beyond its ends. */
function to(before: LongScroll, top: number, size: Extent): LongScroll {
  const last = Math.max(drawnHeight(size) - size.seen, 0)
  return scrolled(before, Math.min(Math.max(top, 0), last), size)
}

const offsetOf = ({ top, shift }: LongScroll) => top + shift

/** Goes to a row as the hook does: to its place first, then the element is scrolled. */
function shown(row: number, from: LongScroll, size: Extent): LongScroll {
  const place = placeFor(row, from, size)
  return place === null ? from : to(place, place.top, size)
}

function isInSight(row: number, at: LongScroll, size: Extent): boolean {
  const offset = offsetOf(at)
  return row * size.rowHeight >= offset - 1 && (row + 1) * size.rowHeight <= offset + size.seen + 1
}

describe('a table longer than an element may be', () => {
  test('is never drawn higher than Chromium can', () => {
    expect([drawnHeight({ rows: 1_000_000, rowHeight }), drawnHeight({ rows: 10, rowHeight })]).toEqual([
      maxHeight,
      10 * rowHeight,
    ])
  })

  test('begins where the bar begins and ends where it ends, from wherever one comes', () => {
    fc.assert(
      fc.property(extent, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (size, drags) => {
        const height = drawnHeight(size)
        const somewhere = drags.reduce((at, part) => to(at, Math.round(part * height), size), atTop)
        expect([offsetOf(to(somewhere, 0, size)), offsetOf(to(somewhere, height, size))]).toEqual([
          0,
          Math.max(size.rows * size.rowHeight - size.seen, 0),
        ])
      }),
    )
  })

  test('moves pixel by pixel by hand, and further down the further the bar is dragged', () => {
    const size = { rows: 1_000_000, rowHeight, seen: 700 }
    const middle = to(atTop, maxHeight / 2, size)
    const nudged = to(middle, middle.top + 40, size)
    const places = [0.1, 0.3, 0.5, 0.7, 0.9].map((part) => offsetOf(to(atTop, maxHeight * part, size)))
    expect([offsetOf(nudged) - offsetOf(middle), places.toSorted((a, b) => a - b)]).toEqual([40, places])
  })

  test('has what is in sight among the rows that are measured', () => {
    fc.assert(
      fc.property(extent, fc.array(fc.integer({ min: -2000, max: 2_000_000 }), { maxLength: 12 }), (size, steps) => {
        let at = atTop
        for (const step of steps) {
          at = to(at, at.top + step, size)
          const first = Math.floor(offsetOf(at) / size.rowHeight)
          const last = Math.min(Math.floor((offsetOf(at) + size.seen) / size.rowHeight), size.rows - 1)
          expect(at.firstRow <= first && last < at.firstRow + stretchRows).toBe(true)
        }
      }),
    )
  })

  test('shows any row that is gone to, and stays when it is in sight', () => {
    fc.assert(
      fc.property(extent, fc.nat(), fc.nat(), (size, start, goal) => {
        const from = to(atTop, start % drawnHeight(size), size)
        const row = goal % size.rows
        expect(isInSight(row, shown(row, from, size), size)).toBe(true)
      }),
    )
  })

  test('shows a row a few screens away, where the bar goes a fraction of the way', () => {
    const size = { rows: 1_000_000, rowHeight, seen: 200 }
    const from = to(atTop, maxHeight / 2, size)
    const first = Math.floor(offsetOf(from) / rowHeight)
    const away = Array.from({ length: 80 }, (_, n) => first + n - 40)
    expect(away.filter((row) => !isInSight(row, shown(row, from, size), size))).toEqual([])
  })
})
