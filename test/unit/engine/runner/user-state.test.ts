import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stateOfUser } from '../../../../electron/engine/runner/claim-users.ts'

const standing = fc.record({
  state: fc.constantFrom('todo', 'sending', 'done', 'failed', 'in-doubt'),
  skippedExisting: fc.boolean(),
  waits: fc.boolean(),
})
const calls = fc.array(standing, { minLength: 1, maxLength: 5 })

describe('the state of a user', () => {
  test.each([
    [['done', 'done'], 'migrated'],
    [['done', 'failed'], 'failed'],
    [['failed', 'in-doubt'], 'in-doubt'],
    [['failed', 'todo'], 'failed'],
    [['done', 'todo'], 'ready'],
    [['in-doubt', 'sending'], 'sending'],
  ] as const)('of calls that are %j is %s', (states, expected) => {
    expect(stateOfUser(states.map((state) => ({ state, skippedExisting: false })))).toBe(expected)
  })

  test('is present only when every call was left alone', () => {
    const [left, made] = [
      { state: 'done', skippedExisting: true },
      { state: 'done', skippedExisting: false },
    ] as const
    expect([stateOfUser([left, left]), stateOfUser([left, made])]).toEqual(['existing', 'migrated'])
  })

  test('is blocked while a call waits for the operator, unless something else went wrong', () => {
    const waiting = { state: 'todo', skippedExisting: false, waits: true } as const
    const of = (state: 'done' | 'failed' | 'in-doubt' | 'todo') =>
      stateOfUser([waiting, { state, skippedExisting: false }])
    expect([of('done'), of('todo'), of('failed'), of('in-doubt')]).toEqual(['blocked', 'blocked', 'failed', 'in-doubt'])
  })

  test('is final exactly when nothing is left to send or to wait for', () => {
    fc.assert(
      fc.property(calls, (given) => {
        const isDone = given.every(({ state, waits }) => state === 'done' && !waits)
        expect(['migrated', 'existing'].includes(stateOfUser(given))).toBe(isDone)
      }),
    )
  })

  test('does not depend on the order of the calls', () => {
    fc.assert(
      fc.property(calls, (given) => {
        expect(stateOfUser(given.toReversed())).toBe(stateOfUser(given))
      }),
    )
  })
})
