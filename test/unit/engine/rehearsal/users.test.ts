import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeOf, lineOf } from '../../../../electron/engine/rehearsal/store/state-entry.ts'
import { manyByKey } from '../../../../electron/engine/rehearsal/store/links.ts'
import { onlyPublic, recipes, type StoredUser } from '../../../../electron/engine/rehearsal/store/stored-user.ts'
import { createUsers, thirdPartyKey } from '../../../../electron/engine/rehearsal/store/users.ts'

const maybe = fc.option(fc.string({ unit: 'grapheme' }))
const anyUser: fc.Arbitrary<StoredUser> = fc.record({
  id: fc.uuid(),
  recipe: fc.constantFrom(...recipes),
  timeJoined: fc.nat(),
  email: maybe,
  phoneNumber: maybe,
  provider: maybe,
  providerUserId: maybe,
  passwordHash: maybe,
  verifiedEmail: maybe,
  tenantIds: fc.oneof(fc.constant(onlyPublic), fc.array(fc.constantFrom('public', 'acme', 'branch'))),
})

describe('the state as lines', () => {
  test('reads every user back as it was written, on one line', () => {
    fc.assert(
      fc.property(anyUser, (user) => {
        const line = lineOf({ kind: 'user', user })
        expect(line).not.toContain('\n')
        expect(changeOf(line)).toEqual({ kind: 'user', user })
      }),
    )
  })

  test.each(['', '{}', '["user","x"]', '["renamed","x"]', '["removed"', '["removed",1]'])(
    '%j is no line of it',
    (line) => {
      expect(changeOf(line)).toBeNull()
    },
  )
})

/** A few emails only, so that users meet. */
const fewEmails = fc.constantFrom('a@x', 'b@x', 'c@x')
const step = fc.oneof(
  fc.record({ kind: fc.constant('put'), id: fc.constantFrom('1', '2', '3', '4'), email: fewEmails }),
  fc.record({ kind: fc.constant('remove'), id: fc.constantFrom('1', '2', '3', '4'), email: fewEmails }),
)

function idsOf(found: readonly StoredUser[]): readonly string[] {
  return found.map((user) => user.id).toSorted()
}

describe('the indexes', () => {
  test('say after any changes what walking through all users would say', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const users = createUsers()
        for (const { kind, id, email } of steps) {
          const user = users.byId.get(id)
          if (kind === 'remove') {
            if (user !== undefined) users.remove(user)
          } else {
            users.put({
              id,
              recipe: 'thirdparty',
              timeJoined: 0,
              email,
              phoneNumber: null,
              provider: 'google',
              providerUserId: id,
              passwordHash: null,
              verifiedEmail: null,
              tenantIds: onlyPublic,
            })
          }
        }
        const all = users.list.filter((user) => user !== null)
        for (const email of ['a@x', 'b@x', 'c@x']) {
          const walked = all.filter((user) => user.email === email)
          expect(idsOf(manyByKey.all(users.thirdPartyByEmail, email))).toEqual(idsOf(walked))
        }
        expect(idsOf([...users.byId.values()])).toEqual(idsOf(all))
        expect([...users.thirdPartyByKey.keys()].toSorted()).toEqual(
          all.map((user) => thirdPartyKey('google', user.id)).toSorted(),
        )
      }),
    )
  })
})
