import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { noOtherHolder, planColumns, settlePlan } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import { noChoices, type Choices } from '../../../shared/planning/choices.ts'
import { decisionTable } from '../../../shared/planning/decisions/decision-table.ts'
import type { DependentPlans } from '../../../shared/planning/decisions/dependents.ts'
import {
  changedFacts,
  dependentsOfFact,
  type PlanContext,
  scryptParameters,
  severalTenants,
} from '../../../shared/planning/judge-for-plan.ts'
import type { Correction } from '../../../shared/planning/correction.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'
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
      hash: fc.constantFrom(null, { hash: bcrypt }, { hash: pbkdf2 }, { hash: rawScrypt, salt: 'AAAAAAAAAAAAAA==' }),
      standing: fc.constantFrom('active', 'active', 'disabled'),
      identities: fc.constantFrom([], [], [{ provider: 'google', userId: '1', email: null, emailVerified: null }]),
    }),
    fc.boolean(),
    fc.constantFrom({}, {}, {}, { mayBeOther: true } as const, { sameIdElsewhere: 'login' } as const),
  )
  .map(([one, login, isAlone, doubt]) =>
    isAlone ? { ...emptyUser, emailVerified: one.emailVerified, ...login, ...doubt } : { ...one, ...login, ...doubt },
  )

/** Only one of the two interfaces takes it. */
const argon2i = '$argon2i$v=19$m=64,t=2,p=1$c29tZXNhbHQ$9zYqOBlnN1tR3oBNBRYGEyCBYqrYMzxDVq1jfMnCzaE'
/** Users with two hashes, of which the plan shows the imported one, and with what else hangs on the mapped one. */
const twoHashes = fc
  .record({
    hash: fc.constantFrom(
      { hash: bcrypt },
      { hash: pbkdf2 },
      { hash: rawScrypt, salt: 'AAAAAAAAAAAAAA==' },
      { hash: argon2i },
    ),
    kind: fc.constantFrom('password-hash', 'second-hash'),
    value: fc.constantFrom(bcrypt, pbkdf2, 'secret'),
    asks: fc.boolean(),
  })
  .map(({ hash, kind, value, asks }): User => {
    const provider = { kind: 'provider', field: 'Anbieter', value: 'google', asks } as const
    return { ...emptyUser, hash, unmapped: [{ kind, field: 'Passwort', value, asks }, provider] }
  })
const someone = fc.oneof(user, likely, likely, twoHashes)
const importedHash: Choices['unmapped'] = { 'unmapped-hash:Passwort': 'import', 'second-hash:Passwort': 'import' }
const withImport = chosen.map((some) => ({ ...some, unmapped: { ...some.unmapped, ...importedHash } }))

/** The plan of a user, and which dependents it is one of. */
function planned(one: User, corrected: Correction | null, decided: Choices, facts: PlanContext) {
  const { drafted, plan } = settlePlan(one, corrected, { choices: decided, context: facts }, noOtherHolder)
  const columns = planColumns(one, plan, { passwordClaim: 0 }, false)
  const [state, bucket, methods, providers, , profile, tenants] = columns.facet
  const isOf = ({ findings = [], facet, hasPhone }: DependentPlans) =>
    plan.findings.some(({ code }) => findings.includes(code)) ||
    facet?.({ state, bucket, methods, providers, tenants, profile }) === true ||
    (hasPhone === true && columns.phone !== null)
  return { plans: { drafted, plan, columns }, isOf }
}

test('a decision changes the plans that its dependents name, and no others', () => {
  const changedBy = new Set<string>()
  fc.assert(
    fc.property(
      someone,
      correction,
      context,
      fc.oneof(chosen, chosen, withImport),
      chosen,
      (one, corrected, facts, before, after) => {
        const was = planned(one, corrected, before, facts)
        const next = (decided: Choices) => planned(one, corrected, decided, facts).plans
        const isDependent = (key: (typeof keys)[number]) => {
          const dependents: 'all' | DependentPlans = decisionTable[key].dependents
          return dependents === 'all' || was.isOf(dependents)
        }
        const differing = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
        const stored = JSON.stringify(was.plans)
        const changing = differing.filter((key) => JSON.stringify(next({ ...before, [key]: after[key] })) !== stored)
        for (const key of changing) changedBy.add(key)
        expect(changing.filter((key) => !isDependent(key))).toEqual([])
        // Several decisions at once change nothing that none of them can.
        if (!differing.some(isDependent)) expect(next(after)).toEqual(was.plans)
      },
    ),
    { numRuns: rounds(500, 50_000) },
  )
  // Questions of a file, and consequences of an earlier migration, of duplicates and of a connected core are no part of
  // these plans. A short search may miss rare decisions.
  const ofFiles = ['unreadHashes', 'unappliedChanges', 'lostLogins']
  const unseen = [
    ...ofFiles,
    'emailsKeptOut',
    'duplicates',
    'changed',
    'excludedBefore',
    'existing',
    'besideExisting',
    'takenIds',
  ]
  if (isLong) expect(keys.filter((key) => !changedBy.has(key))).toEqual(unseen)
})

test('a fact about a core or the source changes the plans that its dependents name, and no others', () => {
  const changedBy = new Set<string>()
  const of = fc.tuple(context, fc.boolean()).map(([one, isOnlyTenant]) => ({ ...one, isOnlyTenant }))
  fc.assert(
    fc.property(someone, correction, of, of, fc.oneof(chosen, withImport), (one, corrected, before, other, decided) => {
      const { core = null, isOnlyTenant, dialect, scrypt } = other
      const was = planned(one, corrected, decided, before)
      const is = planned(one, corrected, decided, { ...before, core, isOnlyTenant, dialect, scrypt })
      const names = [
        ...changedFacts(before, { dialect, core }),
        ...(JSON.stringify(before.scrypt) === JSON.stringify(scrypt) ? [] : [scryptParameters]),
        ...(before.isOnlyTenant === isOnlyTenant ? [] : [severalTenants]),
      ]
      if (JSON.stringify(was.plans) === JSON.stringify(is.plans)) return
      const named = names.filter((name) => was.isOf(dependentsOfFact(name) ?? {}))
      expect(named).not.toEqual([])
      for (const name of named) changedBy.add(name)
    }),
    { numRuns: rounds(1000, 100_000) },
  )
  if (isLong)
    expect([...changedBy].toSorted()).toEqual([
      'core.accountLinking',
      'core.interface',
      'core.ownTenant',
      'core.roles',
      'core.tenants',
      'core.totp',
      'scrypt-parameters',
      'several-tenants',
    ])
})

test('a core of another interface is another fact, and one that says nothing is as one that was not asked', () => {
  const silent = { accountLinking: null, totp: null, roles: null, tenants: null, ownTenant: null }
  expect(changedFacts({ dialect: 'documented' }, { dialect: 'supertokens' })).toEqual(['core.interface'])
  expect(changedFacts({ dialect: 'supertokens' }, { dialect: 'supertokens', core: silent })).toEqual([])
  expect(
    changedFacts({ dialect: 'supertokens', core: silent }, { dialect: 'supertokens', core: { ...silent, roles: [] } }),
  ).toEqual(['core.roles'])
})
