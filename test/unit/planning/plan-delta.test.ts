import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { creatingKinds, type Call, type Contacts } from '../../../shared/planning/call.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { heldChanges } from '../../../shared/planning/delta-groups.ts'
import { planDelta, type BaselineUser } from '../../../shared/planning/plan-delta.ts'

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

/** The record of a migration that sent these calls. */
function after(sent: readonly Call[], same = false): BaselineUser {
  const calls = sent.map((one) => ({
    key: callKey(one),
    kind: one.kind,
    coreUserId: `core id of ${one.kind}`,
    email: emailOf(one),
    is: (other: Call) => JSON.stringify(other) === JSON.stringify(one),
  }))
  return { same, calls }
}

function emailOf(one: Call): string | null {
  if (one.kind === 'passwordless') return one.contact.kind === 'email' ? one.contact.email : null
  return 'email' in one ? one.email : null
}

const undecided = { changed: {} }
const nobody = () => null

describe('a plan after an earlier migration', () => {
  test('sends no call that is done, and no import for an email that has one, without the word of the operator', () => {
    fc.assert(
      fc.property(calls, calls, (sent, today) => {
        const { plan, isThere } = planDelta(planOf(today), after(sent), nobody, undecided, 'supertokens')
        const keys = new Set(sent.map(callKey))
        const repeated = plan.state === 'ready' ? plan.calls.filter((one) => keys.has(callKey(one))) : []
        expect([repeated, isThere]).toEqual([[], true])
      }),
    )
  })

  test.each(['documented', 'supertokens'] as const)(
    'never creates a second login in place of one that is there at a %s core, whatever was decided',
    (dialect) => {
      const word = { changed: Object.fromEntries([...heldChanges].map((change) => [change, 'send' as const])) }
      fc.assert(
        fc.property(calls, calls, (sent, today) => {
          const { plan } = planDelta(planOf(today), after(sent), nobody, word, dialect)
          if (plan.state !== 'ready') return
          const known = new Set(sent.map(callKey))
          for (const kind of creatingKinds) {
            const isOfKind = (one: Call) => one.kind === kind
            const added = plan.calls.filter((one) => isOfKind(one) && !known.has(callKey(one)))
            const hasChange = plan.calls.some(({ kind: other }) => other === 'change-contact')
            const allowed = today.filter(isOfKind).length - sent.filter(isOfKind).length
            // A password whose email changes with it is imported under the new email, behind the change.
            expect(added.length).toBeLessThanOrEqual(Math.max(0, allowed) + (kind === 'import' && hasChange ? 1 : 0))
          }
        }),
      )
    },
  )

  test('sends nothing of a user who is as it was, whatever was decided', () => {
    fc.assert(
      fc.property(calls, calls, fc.constantFrom('ready', 'blocked', 'excluded'), (sent, today, state) => {
        const { plan } = planDelta(planOf(today, state), after(sent, true), nobody, undecided, 'supertokens')
        expect([plan.state, plan.calls, plan.findings.map(({ code }) => code)]).toEqual([
          'excluded',
          [],
          ['unchanged-since'],
        ])
      }),
    )
  })

  test('puts a user into one group at most, so that the groups of a later export add up', () => {
    const groups = new Set(['changed-since', 'unchanged-since', 'open-since'])
    fc.assert(
      fc.property(calls, fc.option(fc.array(call)), fc.boolean(), fc.boolean(), (today, sent, same, taken) => {
        const baseline = sent && after(sent, same)
        const { plan } = planDelta(planOf(today), baseline, () => (taken ? 'gone' : null), undecided, 'supertokens')
        const found = new Set(plan.findings.map(({ code }) => code).filter((code) => groups.has(code)))
        expect(found.size).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('stays as it is for a user whom the earlier migration does not know', () => {
    fc.assert(
      fc.property(calls, (today) => {
        const plan = planOf(today)
        expect(planDelta(plan, null, nobody, undecided, 'supertokens')).toEqual({ plan, isThere: false })
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

function change(kind: 'import' | 'passwordless', from: Partial<Contacts>, to: Partial<Contacts>): Call {
  const none = { email: null, phoneNumber: null }
  const recipe = kind === 'import' ? 'emailpassword' : 'passwordless'
  const login = { recipe, coreUserId: `core id of ${kind}` } as const
  return { kind: 'change-contact', login, from: { ...none, ...from }, to: { ...none, ...to }, force: false }
}

test.each([
  ['undecided', undefined, 'blocked', true],
  ['to be sent', 'send', 'ready', false],
  ['to be skipped', 'skip', 'excluded', false],
] as const)(
  'a changed password that is %s blocks its user only as long as it is undecided',
  (_, choice, state, blocks) => {
    const changed = choice === undefined ? {} : { password: choice }
    const another = planOf([{ ...hash, passwordHash: 'two' }])
    const { plan } = planDelta(another, after([hash]), nobody, { changed }, 'supertokens')
    expect([plan.state, plan.findings]).toMatchObject([state, [{ code: 'changed-since', group: 'password', blocks }]])
    const same = planDelta(planOf([hash]), after([hash], true), nobody, { changed }, 'supertokens').plan
    expect(same.findings).toMatchObject([{ code: 'unchanged-since', blocks: false }])
  },
)

test('an ID that is new since is given to no user that is there, nor to another login of it, but with its user', () => {
  const oldId = { kind: 'map-id', externalUserId: 'old-1' } as const
  const rest = (today: readonly Call[], sent: readonly Call[]) => {
    const { plan } = planDelta(planOf(today), after(sent), nobody, { changed: { password: 'send' } }, 'supertokens')
    return [plan.state, plan.calls.map(({ kind }) => kind), plan.findings.map(({ group }) => group)]
  }
  const another = { ...hash, passwordHash: 'two' }
  expect([
    rest([hash, oldId], [hash]),
    rest([hash, google, oldId], [hash]),
    rest([another, oldId], [hash]),
    rest([another, oldId], [hash, oldId]),
  ]).toEqual([
    ['excluded', [], ['profile']],
    ['ready', ['third-party'], ['added']],
    ['ready', ['import', 'map-id'], ['password']],
    ['ready', ['import'], ['password']],
  ])
})

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
      'ready contact',
      [change('import', { email: 'ann@example.com' }, { email: 'b@example.com' })],
    ],
    [
      'another email and password',
      [hash],
      [{ ...hash, email: 'b@example.com', passwordHash: 'two' }],
      'blocked contact',
      [
        change('import', { email: 'ann@example.com' }, { email: 'b@example.com' }),
        { ...hash, email: 'b@example.com', passwordHash: 'two' },
      ],
    ],
    ['a provider more', [hash], [hash, google], 'ready added', [google]],
    ['a password more', [google], [google, hash], 'ready added', [hash]],
    [
      'another email at the provider',
      [google],
      [{ ...google, email: 'b@example.com' }],
      'ready contact',
      [
        {
          kind: 'change-contact',
          force: false,
          login: { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: '1', isVerified: true },
          from: { email: 'ann@example.com', phoneNumber: null },
          to: { email: 'b@example.com', phoneNumber: null },
        },
      ],
    ],
    [
      'another account at the provider',
      [google],
      [{ ...google, thirdPartyUserId: '2', email: 'b@example.com' }],
      'blocked moved',
      [{ ...google, thirdPartyUserId: '2', email: 'b@example.com' }],
    ],
    [
      'a phone more',
      [code],
      [code, phone],
      'ready contact',
      [
        change(
          'passwordless',
          { email: 'ann@example.com' },
          { email: 'ann@example.com', phoneNumber: '+491711234567' },
        ),
      ],
    ],
    [
      'another phone',
      [code, phone],
      [code, { ...phone, phoneNumber: '+491711234568' }],
      'ready contact',
      [
        change(
          'passwordless',
          { email: 'ann@example.com', phoneNumber: '+491711234567' },
          { email: 'ann@example.com', phoneNumber: '+491711234568' },
        ),
      ],
    ],
    ['a verified email', [hash], [hash, { kind: 'verify-email', email: hash.email }], 'excluded profile', []],
    ['a provider less', [hash, google], [hash], 'excluded unchanged-since', []],
  ])('%s', (_, sent, today, expected, left) => {
    const { plan } = planDelta(planOf(today), after(sent), nobody, undecided, 'supertokens')
    const [finding] = plan.findings
    const group = finding?.group === '' ? finding.code : finding?.group
    expect([`${plan.state} ${group}`, plan.calls]).toEqual([expected, left])
  })

  test('an email that another user of the earlier migration has is held', () => {
    const { plan } = planDelta(
      planOf([hash]),
      null,
      (key) => (key === callKey(hash) ? 'gone' : null),
      undecided,
      'supertokens',
    )
    expect([plan.state, plan.findings[0]?.group]).toEqual(['blocked', 'other-id'])
  })
})

test.each([
  ['excluded', 'gone'],
  ['blocked', 'waits'],
] as const)('a changed user whose plan is %s today is in the core, and nothing is sent of it', (state, group) => {
  const sent: Call = { kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } }
  const { plan, isThere } = planDelta(planOf([sent], state), after([sent]), nobody, undecided, 'supertokens')
  expect([isThere, plan.state, plan.findings.map((finding) => finding.group)]).toEqual([true, state, [group]])
})
