import type { FoundUser } from './reply-bodies.ts'

/** A login method that a call would create, named by what the core keys it by. */
export type LoginKey =
  | { readonly recipe: 'emailpassword'; readonly email: string }
  | { readonly recipe: 'passwordless'; readonly email: string }
  | { readonly recipe: 'passwordless'; readonly phoneNumber: string }
  | { readonly recipe: 'thirdparty'; readonly thirdPartyId: string; readonly thirdPartyUserId: string }

/** The login method of a user that a key names, if it has it. */
export function loginWith(user: FoundUser, key: LoginKey): FoundUser['loginMethods'][number] | undefined {
  return user.loginMethods.find((method) => {
    if (method.recipeId !== key.recipe) return false
    if ('thirdPartyId' in key) {
      return method.thirdParty?.id === key.thirdPartyId && method.thirdParty.userId === key.thirdPartyUserId
    }
    if ('phoneNumber' in key) return method.phoneNumber === key.phoneNumber
    return method.email === key.email.trim().toLowerCase()
  })
}

/** Whether a user of the core has this very login method; the same email in another method is another user's. */
export function hasLogin(user: FoundUser, key: LoginKey): boolean {
  return loginWith(user, key) !== undefined
}
