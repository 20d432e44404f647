import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noOtherHolder, planColumns, settlePlan } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import type { DependentPlans } from '../../../shared/planning/decisions/decision.ts'
import { emptyUser } from '../../../shared/users/user.ts'
import { rounds } from '../../support/length.ts'
import { isLong } from '../../support/test-config.ts'
import { choices, context, correction, user } from './arbitraries.ts'
import { bcrypt, pbkdf2, rawScrypt } from './made-users.ts'

const keys = Object.keys(decisionTable) as (keyof typeof decisionTable)[]

/** Ticks are left out of the choices that other laws are about. */
const decided = fc
  .tuple(choices, fc.record({ keepUserIds: fc.boolean(), verifyEmails: fc.boolean() }))
  .map(([some, ticks]) => ({ ...some, ...ticks }))
/** Two decisions and nothing else, beside which they show. */
const few = fc
  .tuple(decided, fc.nat(), fc.nat())
  .map(([all, ...picked]) =>
    picked.reduce((some, n) => withKey(some, all, keys[n % keys.length] ?? 'country'), noChoices),
  )
const chosen = fc.oneof(decided, few)

function withKey(some: Choices, from: Choices, key: keyof Choices): Choices {
  return { ...some, [key]: from[key] }
}

/** Users with a login or two that can be sent: rare among all users. */
const likely = fc
  .tuple(
    user,
    fc.record({
      email: fc.constantFrom(null, 'ann@example.com'),
      phone: fc.constantFrom(null, '+14155552671', '4155552671'),
      hash: fc.constantFrom(null, { hash: bcrypt }, { hash: pbkdf2 }, { hash: rawScrypt, salt: 'AAAA' }),
      standing: fc.constantFrom('active', 'active', 'disabled'),
      identities: fc.constantFrom([], [], [{ provider: 'google', userId: '1', email: null, emailVerified: null }]),
    }),
    fc.boolean(),
  )
  .map(([one, login, isAlone]) =>
    isAlone ? { ...emptyUser, emailVerified: one.emailVerified, ...login } : { ...one, ...login },
  )

test('a decision changes the plans that its dependents name, and no others', () => {
  const changedBy = new Set<string>()
  fc.assert(
    fc.property(
      fc.oneof(user, likely, likely),
      correction,
      context,
      chosen,
      chosen,
      (one, corrected, facts, before, after) => {
        const planned = (decided: typeof before) => {
          const { drafted, plan } = settlePlan(one, corrected, { choices: decided, context: facts }, noOtherHolder)
          return { drafted, plan, columns: planColumns(one, plan) }
        }
        const was = planned(before)
        const [state, bucket, , providers, , profile, tenants] = was.columns.facet
        const isDependent = (key: (typeof keys)[number]) => {
          const dependents: 'all' | DependentPlans = decisionTable[key].dependents
          if (dependents === 'all') return true
          const { findings = [], facet, hasPhone } = dependents
          return (
            was.plan.findings.some(({ code }) => findings.includes(code)) ||
            facet?.({ state, bucket, providers, tenants, profile }) === true ||
            (hasPhone === true && was.columns.phone !== null)
          )
        }
        const differing = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
        const stored = JSON.stringify(was)
        const changing = differing.filter((key) => JSON.stringify(planned({ ...before, [key]: after[key] })) !== stored)
        for (const key of changing) changedBy.add(key)
        expect(changing.filter((key) => !isDependent(key))).toEqual([])
        // Several decisions at once change nothing that none of them can.
        if (!differing.some(isDependent)) expect(planned(after)).toEqual(was)
      },
    ),
    { numRuns: rounds(1500, 50_000) },
  )
  // What a file leaves open, what follows from an earlier migration, from duplicates and from a core that is sent to is no part of these
  // plans. A short search may miss rare decisions.
  const ofFiles = ['unreadHashes', 'unappliedChanges']
  const unseen = [...ofFiles, 'duplicates', 'changed', 'excludedBefore', 'existing', 'besideExisting', 'takenIds']
  if (isLong) expect(keys.filter((key) => !changedBy.has(key))).toEqual(unseen)
})
