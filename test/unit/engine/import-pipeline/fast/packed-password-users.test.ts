import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  packPasswordUser,
  noPackedPasswordUsers,
  unpackPasswordUser,
} from '../../../../../electron/engine/import-pipeline/fast/packed-password-users.ts'
import { nobodyElse, settlePlan } from '../../../../../electron/engine/import-pipeline/settle-plan.ts'
import { writeStoredUser } from '../../../../../electron/engine/import-pipeline/stored-user.ts'
import { noChoices } from '../../../../../shared/planning/choices.ts'
import { writeCalls } from '../../../../../shared/planning/write-calls.ts'
import type { User } from '../../../../../shared/users/user.ts'
import { choices, rival, user } from '../../../planning/arbitraries.ts'
import { bcrypt, user as madeUser } from '../../../planning/made-users.ts'

/** What crosses of one user, and what is made of it; null: it is none of those. */
function across(one: User, chosen = noChoices) {
  const planning = { choices: chosen, context: { scrypt: null, dialect: 'documented' } } as const
  const { plan } = settlePlan(one, null, planning, nobodyElse)
  const users = noPackedPasswordUsers()
  if (!packPasswordUser(users, 0, one, plan)) return { plan, made: null }
  return { plan, made: unpackPasswordUser(structuredClone(users), 0, one.sourceId, plan.email ?? '') }
}

describe('a user with an email and a password', () => {
  it('is kept as any other user is, whatever else the export says', () => {
    const passwordUser = fc
      .record({
        sourceId: fc.option(fc.string(), { nil: null }),
        email: fc.constantFrom('ann@example.com', ' Ann@Example.com', 'no mail'),
        emailVerified: fc.constantFrom(true, false, null),
        emailIsLogin: fc.boolean(),
        hasPassword: fc.constantFrom(true, false, null),
        hash: fc.constantFrom({ hash: bcrypt }, { hash: `bcrypt$${bcrypt}` }, { hash: bcrypt, declared: 'bcrypt' }),
      })
      .map(madeUser)
    fc.assert(
      fc.property(fc.oneof(user, rival, passwordUser), choices, (one, chosen) => {
        const { plan, made } = across(one, chosen)
        if (made !== null) expect(made).toEqual({ source: writeStoredUser(one), calls: writeCalls(plan.calls) })
      }),
    )
  })

  it('crosses as few values, unless there is more to it', () => {
    const ann = madeUser({ sourceId: '1', email: 'Ann@example.com', emailVerified: true, hash: { hash: bcrypt } })
    expect(across(ann).made).not.toBeNull()
    const others: readonly Partial<User>[] = [
      { phone: '+14155552671' },
      { standing: 'deleted' },
      { hash: { hash: bcrypt, salt: 'AAAA' } },
      { identities: [{ provider: 'google', userId: '1', email: null, emailVerified: null }] },
    ]
    expect(others.map((other) => across({ ...ann, ...other }).made)).toEqual(others.map(() => null))
  })
})
