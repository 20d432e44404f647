import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { claimsOf, importClaim } from '../../../electron/engine/import-pipeline/compute-claims.ts'
import type { DraftUser } from '../../../electron/engine/import-pipeline/draft-batch.ts'
import { planKinds } from '../../../electron/engine/import-pipeline/plan-kinds.ts'
import { noOtherHolder, planColumns, settlePlan } from '../../../electron/engine/import-pipeline/plan-columns.ts'
import type { Choices } from '../../../shared/planning/choices.ts'
import { claimKeys } from '../../../shared/planning/other-users/duplicates.ts'
import { earliestNow, type PlanContext } from '../../../shared/planning/judge-for-plan.ts'
import { kindOf } from '../../../shared/planning/user-kind.ts'
import { emptyUser, type User } from '../../../shared/users/user.ts'
import { rounds } from '../../support/length.ts'
import { choices, context as anyContext, user } from './arbitraries.ts'
import { bcrypt, identity, user as madeUser } from './made-users.ts'

const argon2 = '$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$9zYqOBlnN1tR3oBNBRYGEyCBYqrYMzxDVq1jfMnCzaE'
const argon2i = argon2.replace('id', 'i')
const hashes = [
  bcrypt,
  bcrypt.replace('10', '11'),
  bcrypt.replace('b', 'x'),
  argon2,
  argon2.replace('nzaE', 'nzaA'),
  argon2i,
  `{CRYPT}${bcrypt}`,
  `{bcrypt}${bcrypt.replace('10', '11')}`,
  `{ARGON2}${argon2}`,
  `"{CRYPT}${bcrypt}"`,
]
/** Values that a planner may look into, beside those that it repeats. */
const texts = ['1', '1E+20', '1,5E+10', 'ä', ' 1', '', 'a\0b', ...[128, 129, 257].map((length) => 'x'.repeat(length))]
const emails = [' cem@example.com', 'x@intranet', 'ann', '', `${'a'.repeat(60)}@example.com`, null]
const phones = ['+491711234567', '+14155552671', '+12', '0171 1234567', '+49 171 1234567', null]
const usual = {
  joined: '2024-01-31',
  id: '2',
  email: 'ann@example.com',
  hash: bcrypt,
  userId: 'x1',
  provider: 'google',
  own: null,
}

const context = fc
  .tuple(anyContext, fc.constantFrom(earliestNow, earliestNow + 1e10))
  .map(([facts, now]): PlanContext => ({ ...facts, now }))

const value = fc.record({
  id: fc.constantFrom('auth0|507f1f77', null, ...texts),
  email: fc.constantFrom('Bob@Example.com', ...emails),
  hash: fc.constantFrom(...hashes),
  source: fc.constantFrom('ldap', 'firebase', 'gitea', null),
  userId: fc.constantFrom(...texts, 'x2'),
  provider: fc.constantFrom('google', 'samlp', 'GOOGLE', 'constructor'),
  own: fc.constantFrom(null, 'own', 'other@example.com'),
  joined: fc.constantFrom(
    '2023-02-09T16:34:22Z',
    '20190209163422Z',
    '1969-01-01',
    '2026-05-01',
    '9999-01-01',
    'x',
    null,
  ),
  phone: fc.constantFrom('+447700900123', ...phones),
})
/** Two users with the same fields, each with a few values of its own. */
const twins = fc
  .record({
    like: user,
    values: fc.tuple(value, value, value),
    picked: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(7), fc.nat(3)),
  })
  .map(({ like, values: [both, ...values], picked: [one, other, has, ofPhone] }) => {
    const { emailVerified, phoneVerified, hasPassword, emailIsLogin, phoneIsLogin, standing } = like
    const simple = { ...emptyUser, emailVerified, hasPassword, emailIsLogin, phoneIsLogin, standing }
    const fields = has < 6 ? simple : like
    const shared = { ...usual, ...only(both, one & other) }
    return values.map((own, at): User => {
      const { joined, source, own: address, ...login } = { ...shared, ...only(own, at === 0 ? one : other) }
      const { id, email, hash, userId, provider } = login
      const phone = ofPhone === 0 ? own.phone : null
      const ownEmail = address === 'own' ? email : address
      return {
        ...fields,
        ...((has & 2) !== 0 && joined !== null && { profile: { joined } }),
        sourceId: id,
        email,
        phone,
        ...(has < 6 && phone !== null && { phoneVerified }),
        hash: has % 2 === 0 ? { hash, ...(source !== null && { provider: source }) } : fields.hash,
        identities: has % 3 === 0 ? [{ provider, userId, email: ownEmail, emailVerified: null }] : fields.identities,
      }
    })
  })

/** The values whose bits are set. */
function only<T extends object>(values: T, bits: number): Partial<T> {
  return Object.fromEntries(Object.entries(values).filter((_, at) => (bits & (1 << at)) !== 0)) as Partial<T>
}

function planned(one: User, decided: Choices, facts: PlanContext) {
  const { plan, drafted } = settlePlan(one, null, { choices: decided, context: facts }, noOtherHolder)
  const { email, phone, summary, ownFindings, calls, facet } = planColumns(one, plan, { passwordClaim: 0 }, false)
  const own = { phone, summary, ownFindings, calls, claims: claimKeys(drafted).map(({ key }) => key.split(':').length) }
  return { facet, own, hasOwn: calls !== '' || summary !== null || ownFindings.length > 0, hasEmail: email !== null }
}

test('users of one kind are planned alike, whatever is decided and whatever the core is', () => {
  const found = new Set<string>()
  fc.assert(
    fc.property(twins, choices, context, ([one, other], decided, facts) => {
      if (one === undefined || other === undefined || kindOf(one) === '' || kindOf(one) !== kindOf(other)) return
      const shown = planned(one, decided, facts)
      found.add(kindOf(one))
      if (!shown.hasOwn) expect(planned(other, decided, facts)).toEqual(shown)
    }),
    { numRuns: rounds(3000, 300_000) },
  )
  expect(found.size).toBeGreaterThan(20)
})

test('a user planned as one of its kind is planned as by itself', () => {
  let shared = 0
  fc.assert(
    fc.property(twins, choices, context, (users, decided, facts) => {
      let planned = 0
      const alone: DraftUser = (one) => {
        planned += 1
        const { drafted, plan } = settlePlan(one, null, { choices: decided, context: facts }, noOtherHolder)
        const userClaims = claimsOf(claimKeys(drafted), importClaim(plan.email))
        return { columns: planColumns(one, plan, userClaims, false), userClaims }
      }
      const byKind = planKinds(alone)
      const both = users.map((one) => byKind(one))
      shared += users.length - planned
      expect(both).toEqual(users.map((one) => alone(one)))
    }),
    { numRuns: rounds(3000, 300_000) },
  )
  expect(shared).toBeGreaterThan(100)
})

test('a user whose plan may hang on a value of its own has no kind', () => {
  const ann = { email: 'ann@example.com', sourceId: '1', hash: { hash: bcrypt } }
  const google = identity('google', '7')
  const alike: Partial<User>[] = [
    ann,
    { ...ann, hash: { hash: argon2 } },
    { email: null },
    { ...ann, identities: [google] },
    { ...ann, hash: { hash: `{CRYPT}${bcrypt}` } },
    { ...ann, profile: { joined: '2024-01-31' } },
  ]
  const others: Partial<User>[] = [
    { ...ann, phone: '+491711234567' },
    { ...ann, email: 'x@intranet' },
    { ...ann, sourceId: '1E+20' },
    { ...ann, sourceId: 'x'.repeat(129) },
    { ...ann, hash: { hash: bcrypt, salt: 'AAAA' } },
    { ...ann, hash: { hash: argon2i } },
    { ...ann, hash: { hash: 'secret' } },
    { ...ann, tenants: ['north'] },
    { ...ann, profile: { roles: ['admin'] } },
    { ...ann, profile: { joined: '2999-01-31' } },
    { ...ann, profile: { joined: '2024-01-31', metadata: {} } },
    { ...ann, hash: { hash: `"{CRYPT}${bcrypt}"` } },
    { ...ann, mayBeOther: true },
    { ...ann, mayBeOther: 'event' },
    { ...ann, sameIdElsewhere: 'standing' },
    { ...ann, computedId: true },
    { ...ann, identities: [google, identity('github', '8')] },
    { ...ann, identities: [identity('google', '')] },
    { ...ann, identities: [{ ...google, email: 'other@example.com' }] },
    // A placeholder with its ID may be too long.
    { ...ann, email: null, identities: [google] },
  ]
  expect(alike.map((fields) => kindOf(madeUser(fields)) !== '')).toEqual(alike.map(() => true))
  expect(new Set(alike.map((fields) => kindOf(madeUser(fields)))).size).toBe(alike.length)
  expect(others.map((fields) => kindOf(madeUser(fields)))).toEqual(others.map(() => ''))
})
