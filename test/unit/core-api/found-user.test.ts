import { expect, test } from 'vitest'
import { hasLogin } from '../../../shared/core-api/found-user.ts'

const ann = {
  id: 'u-1',
  loginMethods: [
    { recipeId: 'emailpassword', email: 'ann@example.com' },
    { recipeId: 'passwordless', phoneNumber: '+14155550100' },
    { recipeId: 'thirdparty', email: 'ann@example.org', thirdParty: { id: 'google', userId: 'g-1' } },
  ],
}

test('a user has a login method only where recipe and key both fit', () => {
  expect([
    hasLogin(ann, { recipe: 'emailpassword', email: ' Ann@Example.com ' }),
    hasLogin(ann, { recipe: 'passwordless', phoneNumber: '+14155550100' }),
    hasLogin(ann, { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'g-1' }),
    hasLogin(ann, { recipe: 'passwordless', email: 'ann@example.com' }),
    hasLogin(ann, { recipe: 'emailpassword', email: 'ann@example.org' }),
    hasLogin(ann, { recipe: 'thirdparty', thirdPartyId: 'google', thirdPartyUserId: 'G-1' }),
    hasLogin(ann, { recipe: 'thirdparty', thirdPartyId: 'github', thirdPartyUserId: 'g-1' }),
    hasLogin({ id: 'u-2', loginMethods: [] }, { recipe: 'emailpassword', email: 'ann@example.com' }),
  ]).toEqual([true, true, true, false, false, false, false, false])
})
