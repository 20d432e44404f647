import { describe, expect, test } from 'vitest'
import { createFaultPlan, type FaultsInput, parseFaults } from '../../../../electron/engine/rehearsal/faults/faults.ts'
import type { Operation } from '../../../../electron/engine/rehearsal/operation-names.ts'

function planOf(input: FaultsInput) {
  const faults = parseFaults(input)
  if (!faults.ok) throw new Error(faults.error.message)
  const plan = createFaultPlan(faults.value)
  return (operation: Operation = 'import', subject = 'ann@example.com', now = 0) =>
    plan.next({ operation, subject: () => subject, now })
}

/** Which of `count` requests were hit, counted from 1. */
function hits(next: ReturnType<typeof planOf>, count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1).filter(() => next().fault !== null)
}

function latencies(next: ReturnType<typeof planOf>, count: number): number[] {
  return Array.from({ length: count }, () => next().latencyMs)
}

describe('a rule of faults', () => {
  test.each([
    ['every request', {}, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['every third', { every: 3 }, [3, 6]],
    ['all after the fifth', { after: 5 }, [6, 7, 8]],
    ['two at most', { times: 2 }, [1, 2]],
    ['every second after the third, once', { every: 2, after: 3, times: 1 }, [5]],
    ['none', { probability: 0 }, []],
  ])('hits %s', (_, conditions, expected) => {
    expect(hits(planOf({ rules: [{ kind: '500', ...conditions }] }), 8)).toEqual(expected)
  })

  test('counts only the operation and the contact that it is for', () => {
    const next = planOf({ rules: [{ kind: '500', on: ['import'], for: 'BOB', every: 2 }] })
    const fates = [next(), next('code', 'bob@x'), next('import', 'bob@x'), next('import', 'bobby@x')]
    expect(fates.map((fate) => fate.fault?.kind)).toEqual([undefined, undefined, undefined, '500'])
  })

  test('of probability hits its share, the same requests for the same seed', () => {
    const input = { seed: 7, rules: [{ kind: '500' as const, probability: 0.2 }] }
    const first = hits(planOf(input), 5000)
    expect(first.length).toBeGreaterThan(900)
    expect(first.length).toBeLessThan(1100)
    expect(hits(planOf(input), 5000)).toEqual(first)
    expect(hits(planOf({ ...input, seed: 8 }), 5000)).not.toEqual(first)
  })

  test('of a rate limit hits what goes beyond it', () => {
    const next = planOf({ rules: [{ kind: '429', perSecond: 2 }] })
    const at = [0, 0, 0, 400, 500, 500, 9000, 9000, 9000]
    expect(at.map((now) => next('import', '', now).fault !== null)).toEqual([
      false,
      false,
      true,
      true,
      false,
      true,
      false,
      false,
      true,
    ])
  })

  test('comes before the rules after it', () => {
    const next = planOf({ rules: [{ kind: '429', every: 2 }, { kind: '500' }] })
    expect([next(), next(), next()].map((fate) => fate.fault?.kind)).toEqual(['500', '429', '500'])
  })
})

describe('latency', () => {
  test('is a number, or drawn from a range', () => {
    expect(planOf({ latencyMs: 20 })().latencyMs).toBe(20)
    const drawn = latencies(planOf({ latencyMs: [10, 30] }), 200)
    expect(Math.min(...drawn)).toBeGreaterThanOrEqual(10)
    expect(Math.max(...drawn)).toBeLessThanOrEqual(30)
    expect(new Set(drawn).size).toBeGreaterThan(100)
  })
})

describe('faults from outside', () => {
  test.each([
    [{ rules: [{ kind: '418' }] }, 'rules.0.kind'],
    [{ rules: [{ kind: '429', everyy: 2 }] }, 'rules.0'],
    [{ rules: [{ kind: '429', every: 0 }] }, 'rules.0.every'],
    [{ latency: 3 }, 'cannot be read'],
  ])('%j is refused with its place', (value, place) => {
    expect(parseFaults(value)).toEqual({
      ok: false,
      error: { code: 'faults-invalid', message: expect.stringContaining(place) },
    })
  })
})

test('with so many at once, the other requests wait in line', () => {
  const plan = createFaultPlan({ latencyMs: 5, atOnce: 2 })
  const at = (now: number) => plan.next({ operation: 'other', subject: () => '', now }).latencyMs
  expect([at(0), at(0), at(0), at(1), at(100)]).toEqual([5, 5, 10, 9, 5])
})
