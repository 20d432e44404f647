import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { writeCalls } from '../../../shared/planning/call-key.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { followUps, withFollowUps } from '../../../shared/planning/follow-ups.ts'
import { planUser } from '../../../shared/planning/plan-user.ts'
import type { Plan } from '../../../shared/planning/plan.ts'
import { rounds } from '../../support/length.ts'
import { choices, context, rival, user } from './arbitraries.ts'

const imported: Call = { kind: 'import', email: 'ann@example.com', passwordHash: 'made-up', family: 'bcrypt' }
const google: Call = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: 'g1',
  email: 'ann@example.com',
  isVerified: true,
}

function plan(...calls: Call[]): Plan {
  return { state: 'ready', calls, findings: [], bucket: { kind: 'none' }, email: null, phone: null }
}

const both = { keepUserIds: true, verifyEmails: true }

function kinds(one: Plan): readonly string[] {
  return one.calls.map((call) => call.kind)
}

describe('a user of a real core', () => {
  test('keeps the old ID, and is marked verified under it', () => {
    const followedUp = withFollowUps(plan(imported, google), { sourceId: ' old-1 ', emailVerified: true }, false, both)
    expect(followedUp.calls).toEqual([
      imported,
      google,
      { kind: 'map-id', externalUserId: 'old-1' },
      { kind: 'verify-email', email: 'ann@example.com' },
    ])
  })

  test('of a provider whose old ID is kept is created unverified, and marked after that', () => {
    const social = withFollowUps(plan(google), { sourceId: 'old-1', emailVerified: null }, false, both)
    expect(social.calls).toEqual([
      { ...google, isVerified: false },
      { kind: 'map-id', externalUserId: 'old-1' },
      { kind: 'verify-email', email: 'ann@example.com' },
    ])
    const calls = social.calls.map((call) => ({ call }))
    expect(calls.map((_, index) => followUps.prerequisites(calls, index))).toEqual([[], [0], [0, 1]])
  })

  test('gets a password only after the new email that it is sent to, in the same tenant', () => {
    const change: Call = {
      kind: 'change-contact',
      force: false,
      login: { recipe: 'emailpassword', coreUserId: 'u1' },
      from: { email: 'old@example.com', phoneNumber: null },
      to: { email: 'ann@example.com', phoneNumber: null },
    }
    const before = (...calls: Call[]) =>
      followUps.prerequisites(
        calls.map((call) => ({ call })),
        calls.length - 1,
      )
    expect([
      before(change, imported),
      before({ ...change, tenant: 'north' }, imported),
      before({ ...change, login: { recipe: 'passwordless', coreUserId: 'u1' } }, imported),
      before(google, imported),
    ]).toEqual([[0], [], [], []])
  })

  test('is not marked verified when the export does not say so, or said so of another email', () => {
    expect([
      kinds(withFollowUps(plan(imported), { sourceId: null, emailVerified: null }, false, both)),
      kinds(withFollowUps(plan(imported), { sourceId: null, emailVerified: true }, true, both)),
      kinds(withFollowUps(plan(google), { sourceId: null, emailVerified: true }, false, both)),
    ]).toEqual([['import'], ['import'], ['third-party']])
  })

  test('gets a new ID, and a finding, when the old one is wider than the core keeps', () => {
    const wide = withFollowUps(plan(imported), { sourceId: 'x'.repeat(129), emailVerified: null }, false, both)
    expect({ calls: kinds(wide), findings: wide.findings.map(({ code }) => code) }).toEqual({
      calls: ['import'],
      findings: ['id-not-kept'],
    })
  })

  test('does not keep an ID that a spreadsheet rounded, which other users may have as well', () => {
    const rounded = { sourceId: '1.23456789012346E+17', emailVerified: null }
    expect(kinds(withFollowUps(plan(imported), rounded, false, both))).toEqual(['import'])
  })

  test('with several login methods keeps the old ID for the first one, and a finding says so', () => {
    const old = { sourceId: 'old-1', emailVerified: null }
    const [one, two] = [plan(imported), plan(imported, google)].map((each) => withFollowUps(each, old, false, both))
    expect([one?.findings, two?.findings.map(({ code, group, blocks }) => [code, group, blocks])]).toEqual([
      [],
      [['id-not-kept', 'several-methods', false]],
    ])
    expect(two?.findings[0]?.detail).toContain('only the first keeps the old ID. The other one gets a new ID.')
  })

  test('without a call of its own gets none of it', () => {
    expect(withFollowUps(plan(), { sourceId: 'old-1', emailVerified: true }, false, both)).toEqual(plan())
  })
})

test('what completes a user follows the call that makes it', () => {
  const calls = withFollowUps(plan(google, imported), { sourceId: 'old', emailVerified: true }, false, both).calls
  const claimed = calls.map((call) => ({ call }))
  expect(claimed.map((_, index) => followUps.creatingCallOf(claimed, index))).toEqual([null, null, 0, 1])
})

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
