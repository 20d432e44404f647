import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  firstPace,
  largestLimit,
  nextPace,
  type Pace,
  type PaceWindow,
} from '../../../../electron/engine/running/pace.ts'

const window = (change: Partial<PaceWindow> = {}): PaceWindow => ({
  finished: 100,
  ms: 500,
  p50: 10,
  pushedBack: false,
  saturated: true,
  ...change,
})

/** A core that serves `fastest` users per second however many are asked for at once. */
function limitsAgainst(fastest: number, perRequestMs: number, windows: number): readonly number[] {
  let pace = firstPace
  return Array.from({ length: windows }, () => {
    const rate = Math.min(fastest, (pace.limit * 1000) / perRequestMs)
    pace = nextPace(pace, window({ finished: rate / 2, p50: (pace.limit * 1000) / rate }))
    return pace.limit
  })
}

const anyWindow = fc.record({
  finished: fc.nat(10_000),
  ms: fc.constant(500),
  p50: fc.integer({ min: 0, max: 5000 }),
  pushedBack: fc.boolean(),
  saturated: fc.boolean(),
})

describe('the pace', () => {
  test('grows while more at once bring more', () => {
    expect(limitsAgainst(1_000_000, 20, 12).at(-1)).toBe(largestLimit)
  })

  test('settles near the least concurrency that brings the most', () => {
    const limits = limitsAgainst(1000, 10, 60).slice(20)
    expect([Math.min(...limits) >= 8, Math.max(...limits) <= 24]).toEqual([true, true])
  })

  test('halves when the core pushes back, and stays there for some windows', () => {
    const pace: Pace = { limit: 40, best: 900, steadyLimit: 40, calm: 10, patience: 0 }
    const after = nextPace(pace, window({ pushedBack: true }))
    const later = nextPace(nextPace(after, window()), window())
    expect([after.limit, later.limit]).toEqual([20, 20])
  })

  test('gives way when replies become slow', () => {
    const pace: Pace = { limit: 40, best: 900, steadyLimit: 40, calm: 20, patience: 3 }
    expect(nextPace(pace, window({ p50: 400 })).limit).toBe(28)
  })

  test('does not judge windows in which the limit was not what held it back', () => {
    expect(nextPace(firstPace, window({ saturated: false }))).toEqual(firstPace)
  })

  test('stays between one and the largest limit, and never grows when pushed back', () => {
    fc.assert(
      fc.property(fc.array(anyWindow, { maxLength: 60 }), (windows) => {
        let pace = firstPace
        for (const one of windows) {
          const next = nextPace(pace, one)
          expect(Number.isInteger(next.limit) && next.limit >= 1 && next.limit <= largestLimit).toBe(true)
          if (one.pushedBack) expect(next.limit).toBe(Math.max(1, Math.floor(pace.limit / 2)))
          pace = next
        }
      }),
    )
  })
})
