import { expect, test } from 'vitest'
import { hasLogin } from '../../../shared/core-api/found-user.ts'
import type { Call } from '../../../shared/planning/call.ts'
import { callKey, keyOfLogin, loginOfKey } from '../../../shared/planning/call-key.ts'

const google = {
  kind: 'third-party',
  thirdPartyId: 'google',
  thirdPartyUserId: 'a:b:c\nd',
  email: 'ann@example.com',
  isVerified: true,
} as const

test.each<readonly [Call, object | null]>([
  [
    { kind: 'import', email: 'a:b@example.com', passwordHash: '$2a$10$x', family: 'bcrypt' },
    { recipe: 'emailpassword', email: 'a:b@example.com' },
  ],
  [google, { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'a:b:c\nd' }],
  [
    { kind: 'passwordless', contact: { kind: 'email', email: 'ann@example.com' } },
    { recipe: 'passwordless', email: 'ann@example.com' },
  ],
  [
    { kind: 'passwordless', contact: { kind: 'phone', phoneNumber: '+49301234567' } },
    { recipe: 'passwordless', phoneNumber: '+49301234567' },
  ],
  [{ kind: 'map-id', externalUserId: 'import:ann@example.com' }, null],
  [{ kind: 'verify-email', email: 'ann@example.com' }, null],
  [{ kind: 'update', email: 'ann@example.com', phoneNumber: '+49301234567' }, null],
])('the key of a call tells the login method that it makes: %o', (call, login) => {
  const found = loginOfKey(callKey(call))
  expect(found).toEqual(login)
  expect(found === null ? null : keyOfLogin(found)).toBe(login === null ? null : callKey(call))
})

test('the same contact in another login method is another login', () => {
  const user = { id: 'u', loginMethods: [{ recipeId: 'emailpassword', email: 'ann@example.com' }] }
  const key = loginOfKey('passwordless:email:ann@example.com')
  expect(key === null || hasLogin(user, key)).toBe(false)
})
