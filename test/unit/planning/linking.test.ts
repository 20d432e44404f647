import { assert, boolean, property } from 'fast-check'
import { unknownFacts } from '../../../shared/core-api/check-result.ts'
import { describe, expect, test } from 'vitest'
import { settlePlan, noOtherHolder } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import { callKey } from '../../../shared/planning/call-key.ts'
import { createsUser, type Call } from '../../../shared/planning/call.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { describeFinding } from '../../../shared/planning/findings.ts'
import { followUps } from '../../../shared/planning/follow-ups.ts'
import type { PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { planDelta } from '../../../shared/planning/plan-delta.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'
import * as any from './arbitraries.ts'
import { outline } from './made-users.ts'

const bcrypt = '$2b$10$abcdefghijklmnopqrstuu000001ABCDEFGHIJKLMNOPQRSTUVWXe'
const ann: User = {
  ...emptyUser,
  sourceId: 'old-ann',
  email: 'ann@example.com',
  emailVerified: true,
  hash: { hash: bcrypt },
  identities: [
    { provider: 'google', userId: 'g1', email: null, emailVerified: null },
    { provider: 'apple', userId: 'a1', email: 'ann@icloud.example', emailVerified: true },
  ],
}

function core(accountLinking: boolean | null): PlanContext {
  return { scrypt: null, dialect: 'supertokens', core: { ...unknownFacts, accountLinking } }
}

function planned(context: PlanContext, choices: Partial<Choices> = {}) {
  return settlePlan(ann, null, { choices: { ...noChoices, ...choices }, context }, noOtherHolder).plan
}

const kinds = (calls: readonly Call[]) => calls.map(({ kind }) => kind)

describe('a person with several login methods', () => {
  test('becomes one user where the core can link: the first is the primary one and keeps the old ID', () => {
    expect(outline(planned(core(true), { keepUserIds: true, verifyEmails: true }))).toEqual({
      state: 'ready',
      calls: [
        'import ann@example.com bcrypt',
        'google g1 ann@example.com verified',
        'apple a1 ann@icloud.example verified',
        'primary',
        'link third-party:google:g1',
        'link third-party:apple:a1',
        'keep old-ann',
        'verify ann@example.com',
      ],
      findings: ['several-methods:can-link'],
    })
  })

  test.each([
    ['the license forbids it', core(false), {}, 'unlicensed', 'does not cover account linking, so they become 3 users'],
    ['nobody knows', core(null), {}, '', 'a core without account linking makes 3 users'],
    ['the interface has no such call', { ...core(true), dialect: 'documented' }, {}, '', 'without account linking'],
    ['the operator wants separate users', core(true), { severalMethods: 'separate' }, 'can-link', 'by your decision'],
  ] as const)('becomes several users where %s, and the finding says so', (_, context, choices, group, sentence) => {
    const { calls, findings } = planned(context, choices)
    const finding = findings.find(({ code }) => code === 'several-methods')
    expect([kinds(calls), finding?.group]).toEqual([['import', 'third-party', 'third-party'], group])
    expect(finding?.detail).toContain(sentence)
  })

  test('is offered what the core can do', () => {
    const offered = (group: string) => describeFinding('several-methods', group).choices.map(({ label }) => label)
    expect([offered('can-link'), offered('unlicensed'), offered('')]).toEqual([
      ['Link into one user (recommended)', 'Separate users', 'Only the first'],
      ['Separate users', 'Only the first'],
      ['Separate users', 'Only the first'],
    ])
  })

  test('of whom only the first is wanted is not linked to anybody', () => {
    expect(kinds(planned(core(true), { severalMethods: 'first' }).calls)).toEqual(['import'])
  })
})

test('calls come after everything that they need, each once, and every link names a login method of its user', () => {
  assert(
    property(any.user, any.choices, any.context, boolean(), (user, choices, context, keep) => {
      const planning = { choices: { ...choices, keepUserIds: keep, verifyEmails: keep }, context }
      const { calls } = settlePlan(user, null, planning, noOtherHolder).plan
      const wrapped = calls.map((call) => ({ call }))
      for (const [index, call] of calls.entries()) {
        for (const before of followUps.prerequisites(wrapped, index))
          expect([before >= 0, before < index]).toEqual([true, true])
        if (!createsUser(call)) expect(followUps.creatingCallOf(wrapped, index)).not.toBeNull()
      }
      expect(new Set(calls.map(callKey)).size).toBe(calls.length)
      const [first, ...others] = calls.filter(createsUser)
      const linked = calls.flatMap((call) => (call.kind === 'link' ? [call.method] : []))
      expect(linked).toEqual(linked.length === 0 ? [] : others.map(callKey))
      expect(calls.some(({ kind }) => kind === 'make-primary')).toBe(linked.length > 0 && first !== undefined)
    }),
  )
})

describe('since an earlier migration', () => {
  const plan = planned(core(true))
  const done = (calls: readonly Call[]) =>
    calls.map((call) => ({
      key: callKey(call),
      kind: call.kind,
      coreUserId: null,
      email: null,
      is: (one: Call) => one === call,
    }))

  test('a login method that was added is sent alone: nothing of the user that is in the core is sent again', () => {
    const before = { same: false, calls: done(plan.calls.slice(0, 1)) }
    const { plan: since } = planDelta(plan, before, () => null, noChoices, 'supertokens')
    expect([since.state, kinds(since.calls), since.findings.at(-1)?.detail]).toEqual([
      'ready',
      ['third-party', 'third-party'],
      expect.stringContaining('not linked'),
    ])
  })

  test('linking that was not done then sends no password again', () => {
    const before = { same: false, calls: done(plan.calls.slice(0, 3)) }
    const { plan: since } = planDelta(plan, before, () => null, noChoices, 'supertokens')
    expect([since.state, since.findings.at(-1)?.group]).toEqual(['excluded', 'profile'])
  })
})
