import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Choices } from '../../../shared/planning/choices.ts'
import { applyCorrection } from '../../../shared/planning/correction.ts'
import { claimKeys, withDuplicates } from '../../../shared/planning/other-users/duplicates.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { planUser } from '../../../shared/planning/plan-user.ts'
import { choices, context, correction, user } from './arbitraries.ts'
import { userWith } from '../../../shared/users/user.ts'
import { rounds } from '../../support/length.ts'

function always(law: (plan: Plan, choices: Choices, again: () => Plan) => void): void {
  fc.assert(
    fc.property(user, correction, choices, context, (user, correction, choices, context) => {
      const corrected = correction === null ? user : applyCorrection(user, correction)
      law(planUser(user, correction, choices, context), choices, () =>
        planUser(corrected, correction, choices, context),
      )
    }),
    { numRuns: rounds(300, 5000) },
  )
}

/** Everything of a call that the core stores, with its width. */
function values(plan: Plan): readonly (readonly [value: string, width: number])[] {
  return plan.calls.flatMap((call): readonly (readonly [string, number])[] => {
    switch (call.kind) {
      case 'import':
        return [
          [call.email, 256],
          [call.passwordHash, 256],
        ]
      case 'third-party':
        return [
          [call.email, 256],
          [call.thirdPartyId, 28],
          [call.thirdPartyUserId, 256],
        ]
      case 'update':
        return [
          [call.email, 256],
          [call.phoneNumber, 16],
        ]
      case 'change-contact':
      case 'verify-email':
      case 'map-id':
      case 'make-primary':
      case 'link':
      case 'metadata':
      case 'role':
      case 'totp':
        return []
      default:
        return [call.contact.kind === 'email' ? [call.contact.email, 256] : [call.contact.phoneNumber, 16]]
    }
  })
}

describe('every plan', () => {
  it('is blocked exactly when a finding blocks', () => {
    always((plan) => expect(plan.findings.some((finding) => finding.blocks)).toBe(plan.state === 'blocked'))
  })

  it('has calls when it is ready, and a reason but no call when it is excluded', () => {
    always((plan) => {
      if (plan.state === 'ready') expect(plan.calls).not.toEqual([])
      if (plan.state !== 'excluded') return
      expect(plan.calls).toEqual([])
      expect(plan.findings.some(({ code }) => code === 'deleted' || code === 'excluded')).toBe(true)
    })
  })

  it('sends only what the core can store', () => {
    always((plan) => {
      const unfit = values(plan).filter(
        ([value, width]) => value === '' || value.length > width || value.includes('\0'),
      )
      expect(unfit).toEqual([])
    })
  })

  it('claims every key once, and says every finding once', () => {
    always((plan) => {
      const keys = claimKeys(plan).map(({ key }) => key)
      const findings = plan.findings.map(({ code, group }) => `${code}:${group}`)
      expect([new Set(keys).size, new Set(findings).size]).toEqual([keys.length, findings.length])
    })
  })

  it('says that its user is kept out, whatever excludes that user', () => {
    const keptOut = fc.record(
      {
        standing: fc.constantFrom('disabled' as const, 'deleted' as const),
        mayBeOther: fc.constantFrom(true as const, 'event' as const, 'person' as const),
      },
      { requiredKeys: ['standing'] },
    )
    fc.assert(
      fc.property(user, keptOut, correction, choices, context, (one, out, correction, choices, context) => {
        const { findings } = planUser(userWith(one, out), correction, choices, context)
        expect(findings.map(({ code }) => code)).toContain(out.standing)
      }),
      { numRuns: rounds(300, 5000) },
    )
  })

  it('stays the same when the correction is laid over a corrected user again', () => {
    always((plan, _, again) => expect(again()).toEqual(plan))
  })

  it('keeps these laws when all its claims are taken', () => {
    always((plan, choices) => {
      const judged = withDuplicates(plan, () => ({ file: 'users.json', place: 'line 1' }), choices)
      expect(judged.findings.some((finding) => finding.blocks)).toBe(judged.state === 'blocked')
      expect(judged.state === 'ready').toBe(false)
    })
  })
})
