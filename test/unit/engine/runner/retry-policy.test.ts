import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRetry, noTries, spansSuspend } from '../../../../electron/engine/runner/retry-policy.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import { passing, type RetryOutcome } from '../../../support/rounds.ts'

type Decision = ReturnType<typeof decideRetry>

/** Decides about one outcome after the other until the policy gives up or none is left. */
function decisions(outcomes: readonly RetryOutcome[], random = 0.5): readonly Decision[] {
  const made: Decision[] = []
  let tries = noTries
  for (const one of outcomes) {
    const decision = decideRetry(one, tries, random)
    made.push(decision)
    if (decision.kind === 'give-up') break
    ;({ tries } = decision)
  }
  return made
}

test.each([
  ['in twice the sum of its deadlines', passing({ httpStatus: null }), 110_000, false],
  ['after that', passing({ httpStatus: null }), 110_001, true],
  ['after that, with an answer', passing({ httpStatus: 503 }), 110_001, false],
  ['after that, in success', plainSuccess, 110_001, false],
] as const)('a request that ends %s shows that the machine slept or not: %j', (_, ended, ms, expected) => {
  expect(spansSuspend(ended, ms)).toBe(expected)
})

const whys = ['rate-limited', 'server-error', 'html', 'unexpected-reply', 'connect', 'reset', 'timeout'] as const
const anyOutcome = fc.record({
  why: fc.constantFrom(...whys),
  httpStatus: fc.constantFrom(null, 408, 429, 500, 502, 503),
  message: fc.constantFrom('a', 'b', 'c'),
  retryAfterMs: fc.option(fc.nat(20 * 60_000), { nil: null }),
})

describe('the retry policy', () => {
  test.each(whys)('gives up after six tries of %s', (why) => {
    const kinds = decisions(Array.from({ length: 9 }, () => passing({ why }))).map(({ kind }) => kind)
    expect(kinds).toEqual([...Array.from({ length: 5 }, () => 'again'), 'give-up'])
  })

  test('gives up after twelve tries while the database of the core is busy', () => {
    const busy = Array.from({ length: 20 }, () => passing({ why: 'database', httpStatus: 500 }))
    expect([decisions(busy).length, decisions(busy).at(-1)?.kind]).toEqual([12, 'give-up'])
  })

  test('takes the same text in four 500s in a row for permanent', () => {
    const same = passing({ httpStatus: 500, message: 'value too long' })
    const other = passing({ httpStatus: 500, message: 'out of memory' })
    expect([
      decisions([same, same, same, same, same]).length,
      decisions([same, same, other, same, same, same]).map(({ kind }) => kind),
      decisions([same, same, same, passing(), same, same]).length,
    ]).toEqual([4, ['again', 'again', 'again', 'again', 'again', 'give-up'], 6])
  })

  test('waits a random part of a growing time, bounded by 20 seconds', () => {
    const longest = decisions(
      Array.from({ length: 6 }, () => passing()),
      0.999_999,
    ).map((decision) => (decision.kind === 'again' ? decision.waitMs : null))
    expect(longest).toEqual([400, 800, 1600, 3200, 6400, null])
  })

  test('never waits less than the core asks for, never more often than six times, and never for negative time', () => {
    fc.assert(
      fc.property(
        fc.array(anyOutcome, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (given, random) => {
          const made = decisions(given.map(passing), random)
          expect(made.length).toBeLessThanOrEqual(6)
          made.forEach((decision, index) => {
            if (decision.kind === 'give-up') return
            const retryAfterMs = given[index]?.retryAfterMs ?? null
            expect(decision).toMatchObject(
              retryAfterMs === null ? { wholeRun: false } : { wholeRun: true, waitMs: retryAfterMs },
            )
            expect(decision.waitMs).toBeGreaterThanOrEqual(0)
            expect(retryAfterMs ?? decision.waitMs).toBeLessThanOrEqual(20 * 60_000)
          })
        },
      ),
    )
  })
})
