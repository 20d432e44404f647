import { expect, test } from 'vitest'
import { newUser, type User, userWith } from '../../../shared/users/user.ts'

/** Every field of a user: the compiler refuses one that is left out here. */
const whole: Required<User> = {
  sourceId: 'u-1',
  email: 'ada@example.com',
  emailVerified: true,
  phone: '+14155550100',
  phoneVerified: false,
  phoneIsLogin: true,
  emailIsLogin: true,
  hasPassword: true,
  hash: { hash: 'made-up' },
  identities: [{ provider: 'google', userId: 'G1', email: null, emailVerified: null }],
  standing: 'disabled',
  tenants: ['north'],
  profile: { roles: ['editor'] },
  unmapped: [{ kind: 'status', field: 'state', value: 'on hold', asks: true }],
  roundedTimes: ['created'],
  mayBeOther: true,
  computedId: true,
  computedContacts: ['phone'],
  lacksCells: true,
  phoneInEmail: true,
  mayBeCut: true,
  sameIdElsewhere: 'login',
}

test('a user that is made or changed keeps every field', () => {
  expect(newUser(whole)).toEqual(whole)
  expect(userWith(whole, {})).toEqual(whole)
  expect(userWith(newUser({}), whole)).toEqual(whole)
})
