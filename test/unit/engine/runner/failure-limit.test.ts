import { describe, expect, test } from 'vitest'
import { failureTally, isNoResponse, noTally } from '../../../../electron/engine/runner/circuit.ts'
import { plainSuccess } from '../../../../shared/core-api/outcome.ts'
import type { UserState } from '../../../../shared/planning/call.ts'
import type { StopRule } from '../../../../shared/ipc/run-limits.ts'
import { passing } from '../../../support/rounds.ts'

/** After how many users the rule pauses a run, and why; null: never. */
function pausedAfter(rule: StopRule, states: readonly UserState[]): readonly [number, string] | null {
  let tally = noTally
  for (const [index, state] of states.entries()) {
    tally = failureTally.add(tally, state)
    const why = failureTally.exceeds(rule, tally)
    if (why !== null) return [index + 1, why]
  }
  return null
}

const off: StopRule = { inARow: null, percent: null }
const many = (state: UserState, users: number): readonly UserState[] => Array.from({ length: users }, () => state)

describe('the stop rule', () => {
  test('pauses after so many failures in a row, whatever their causes, and not when one succeeds between', () => {
    const rule = { ...off, inARow: 5 }
    const broken = [...many('failed', 4), 'migrated', ...many('failed', 4), 'existing', ...many('failed', 4)] as const
    expect([
      pausedAfter(rule, many('failed', 9)),
      pausedAfter(rule, broken),
      pausedAfter(off, many('failed', 999)),
    ]).toEqual([[5, '5 users in a row failed.'], null, null])
  })

  test('pauses when more than a part failed, but not for the first few users', () => {
    const rule = { ...off, percent: 10 }
    const early = [...many('failed', 3), ...many('migrated', 46)]
    expect([
      pausedAfter(rule, [...early, 'migrated']),
      pausedAfter(rule, [...early, ...many('failed', 3)]),
      // A tenth exactly is not more than a tenth.
      pausedAfter(rule, [...many('failed', 5), ...many('migrated', 45)]),
      // The fiftieth user is the first that shows a part.
      pausedAfter(rule, [...many('migrated', 44), ...many('failed', 6)]),
    ]).toEqual([
      null,
      [52, '6 of 52 users failed, more than 10 %.'],
      null,
      [50, '6 of 50 users failed, more than 10 %.'],
    ])
  })

  test('does not count users who wait or are in doubt', () => {
    const rule = { inARow: 3, percent: 1 }
    expect(pausedAfter(rule, [...many('blocked', 100), ...many('in-doubt', 100), 'failed', 'failed'])).toBeNull()
  })
})

test.each([
  ['a broken connection', passing({ httpStatus: null, why: 'reset' }), true],
  ['a request that was cancelled', passing({ httpStatus: null, why: 'cancelled' }), false],
  ['a page', passing({ httpStatus: 404, why: 'html' }), true],
  ['a database that is away', passing({ httpStatus: 500, why: 'database' }), true],
  ['a failure of the core itself', passing({ httpStatus: 501 }), false],
  ['a gateway', passing({ httpStatus: 502 }), true],
  ['a gateway that waited', passing({ httpStatus: 504 }), true],
  ['a version that is not supported', passing({ httpStatus: 505 }), false],
  ['a status below those of a proxy', passing({ httpStatus: 519 }), false],
  ['the first status of a proxy', passing({ httpStatus: 520 }), true],
  ['the last status of a proxy', passing({ httpStatus: 530 }), true],
  ['a status above those of a proxy', passing({ httpStatus: 531 }), false],
  ['a success', plainSuccess, false],
  ['a refusal without a status', { kind: 'stop', why: 'forbidden', httpStatus: 403, message: 'no' }, false],
] as const)('%s is no response from the core: %j', (_, outcome, expected) => {
  expect(isNoResponse(outcome)).toBe(expected)
})
