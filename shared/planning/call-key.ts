import { unreachable } from '../result.ts'
import type { Call } from './call.ts'

/**
 * Identifies a call of a user across plans: the same key is the same operation for the same login method, so a call
 * that is done stays done when the user is planned again.
 */
export function callKey(call: Call): string {
  switch (call.kind) {
    case 'import':
      return `import:${call.email}`
    case 'third-party':
      return `third-party:${call.thirdPartyId}:${call.thirdPartyUserId}`
    case 'passwordless':
      return call.contact.kind === 'email'
        ? `passwordless:email:${call.contact.email}`
        : `passwordless:phone:${call.contact.phoneNumber}`
    case 'update':
      return `update:${call.email}:${call.phoneNumber}`
    case 'verify-email':
      return `verify-email:${call.email}`
    case 'map-id':
      return `map-id:${call.externalUserId}`
    default:
      return unreachable(call)
  }
}
