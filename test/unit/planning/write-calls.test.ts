import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { planUser } from '../../../shared/planning/plan-user.ts'
import { withFollowUps } from '../../../shared/planning/follow-ups.ts'
import { writeCalls } from '../../../shared/planning/call-key.ts'
import { choices, context, rival, user } from './arbitraries.ts'
import { rounds } from '../../support/length.ts'

it('writes the calls of any plan as JSON.stringify does', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(fc.oneof(user, rival), choices, context, (one, chosen, known) => {
      const { calls } = withFollowUps(planUser(one, null, chosen, known), one, false, chosen)
      if (calls.length === 1) for (const { kind } of calls) kinds.add(kind)
      expect(writeCalls(calls)).toBe(JSON.stringify(calls))
    }),
    { numRuns: rounds(300, 2000) },
  )
  expect([...kinds].toSorted()).toEqual(['import', 'passwordless', 'third-party'])
})
