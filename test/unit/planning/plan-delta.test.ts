import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Call } from '../../../shared/planning/call.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { heldChanges, planDelta, type BaselineUser } from '../../../shared/planning/plan-delta.ts'

const email = fc.constantFrom('ann@example.com', 'new@example.com')
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    email,
    passwordHash: fc.constantFrom('one', 'two'),
    family: fc.constant('bcrypt' as const),
  }),
  fc.record({
    kind: fc.constant('third-party' as const),
    thirdPartyId: fc.constant('google'),
    thirdPartyUserId: fc.constantFrom('1', '2'),
    email,
    isVerified: fc.constant(true),
  }),
  email.map((address): Call => ({ kind: 'passwordless', contact: { kind: 'email', email: address } })),
)
const calls = fc.uniqueArray(call, { selector: callKey, minLength: 1, maxLength: 3 })

function planOf(planned: readonly Call[], state: Plan['state'] = 'ready'): Plan {
  return { state, calls: planned, findings: [], bucket: { kind: 'none' }, email: null, phone: null }
}

/** What a migration that sent these calls knows today. */
function after(sent: readonly Call[], today: readonly Call[], same = false): BaselineUser {
  const now = new Set(today.map((one) => JSON.stringify(one)))
  return {
    same,
    calls: sent.map((one) => ({ key: callKey(one), kind: one.kind, same: now.has(JSON.stringify(one)) })),
  }
}

const undecided = { changed: {} }
const nobody = () => false

describe('a plan after an earlier migration', () => {
  test('sends no call that is done, and no import for an email that has one, without the word of the operator', () => {
    fc.assert(
      fc.property(calls, calls, (sent, today) => {
        const { plan, isThere } = planDelta(planOf(today), after(sent, today), nobody, undecided)
        const keys = new Set(sent.map(callKey))
        const repeated = plan.state === 'ready' ? plan.calls.filter((one) => keys.has(callKey(one))) : []
        expect([repeated, isThere]).toEqual([[], true])
      }),
    )
  })

  test('with the word of the operator sends all that is not done as it is, and nothing else', () => {
    const word = { changed: Object.fromEntries([...heldChanges].map((change) => [change, 'send' as const])) }
    fc.assert(
      fc.property(calls, calls, (sent, today) => {
        const { plan } = planDelta(planOf(today), after(sent, today), nobody, word)
        const done = new Set(sent.map((one) => JSON.stringify(one)))
        expect(plan.calls).toEqual(today.filter((one) => !done.has(JSON.stringify(one))))
      }),
    )
  })

  test('sends nothing of a user who is as it was, whatever was decided', () => {
    fc.assert(
      fc.property(calls, calls, fc.constantFrom('ready', 'blocked', 'excluded'), (sent, today, state) => {
        const { plan } = planDelta(planOf(today, state), after(sent, today, true), nobody, undecided)
        expect([plan.state, plan.calls, plan.findings.map(({ code }) => code)]).toEqual([
          'excluded',
          [],
          ['unchanged-since'],
        ])
      }),
    )
  })

  test('stays as it is for a user whom the earlier migration does not know', () => {
    fc.assert(
      fc.property(calls, (today) => {
        const plan = planOf(today)
        expect(planDelta(plan, null, nobody, undecided)).toEqual({ plan, isThere: false })
      }),
    )
  })
})

const hash = { kind: 'import', email: 'ann@example.com', passwordHash: 'one', family: 'bcrypt' } as const
const google = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: '1',
  email: 'ann@example.com',
  isVerified: true,
} as const
const code = { kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } } as const
const phone = { kind: 'update', email: 'ann@example.com', phoneNumber: '+491711234567' } as const

describe('how a user changed', () => {
  test.each<readonly [string, readonly Call[], readonly Call[], string, readonly Call[]]>([
    [
      'another password',
      [hash],
      [{ ...hash, passwordHash: 'two' }],
      'blocked password',
      [{ ...hash, passwordHash: 'two' }],
    ],
    [
      'another email',
      [hash],
      [{ ...hash, email: 'b@example.com' }],
      'blocked moved',
      [{ ...hash, email: 'b@example.com' }],
    ],
    ['a provider more', [hash], [hash, google], 'ready added', [google]],
    ['a password more', [google], [google, hash], 'ready added', [hash]],
    [
      'another email at the provider',
      [google],
      [{ ...google, email: 'b@example.com' }],
      'blocked contact',
      [{ ...google, email: 'b@example.com' }],
    ],
    ['a phone more', [code], [code, phone], 'blocked contact', [code, phone]],
    [
      'a verified email',
      [hash],
      [hash, { kind: 'verify-email', email: hash.email }],
      'blocked password',
      [hash, { kind: 'verify-email', email: hash.email }],
    ],
    ['a provider less', [hash, google], [hash], 'excluded unchanged-since', []],
  ])('%s', (_, sent, today, expected, left) => {
    const { plan } = planDelta(planOf(today), after(sent, today), nobody, undecided)
    const [finding] = plan.findings
    const group = finding?.group === '' ? finding.code : finding?.group
    expect([`${plan.state} ${group}`, plan.calls]).toEqual([expected, left])
  })

  test('an email that another user of the earlier migration has is held', () => {
    const { plan } = planDelta(planOf([hash]), null, (key) => key === callKey(hash), undecided)
    expect([plan.state, plan.findings[0]?.group]).toEqual(['blocked', 'other-id'])
  })
})
