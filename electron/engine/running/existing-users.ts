import type { FoundUser } from '../../../shared/core-api/reply-bodies.ts'
import type { Call } from '../../../shared/planning/call.ts'
import type { OperationArgs } from '../../../shared/core-api/operations.ts'

/** What to ask the core before a call that would change a user who is already there; null: nothing to protect. */
export function lookUpFor(call: Call): OperationArgs['look-up'] | null {
  switch (call.kind) {
    case 'import':
      return { email: call.email }
    case 'third-party':
      return { thirdPartyId: call.thirdPartyId, thirdPartyUserId: call.thirdPartyUserId }
    case 'passwordless':
    case 'update':
      return null
  }
}

/** The user who already has the login method that this call would create. */
export function whoHasIt(call: Call, users: readonly FoundUser[]): FoundUser | undefined {
  const recipe = call.kind === 'import' ? 'emailpassword' : call.kind === 'third-party' ? 'thirdparty' : 'passwordless'
  return users.find((user) => user.loginMethods.some((method) => method.recipeId === recipe))
}
