import * as z from 'zod'
import { unreachable } from '../../../shared/result.ts'
import type { Call } from '../../../shared/planning/call.ts'

const callSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passwordless'),
    contact: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('email'), email: z.string() }),
      z.object({ kind: z.literal('phone'), phoneNumber: z.string() }),
    ]),
  }),
  z.object({ kind: z.literal('update'), email: z.string(), phoneNumber: z.string() }),
  z.object({
    kind: z.literal('third-party'),
    thirdPartyId: z.string(),
    thirdPartyUserId: z.string(),
    email: z.string(),
    isVerified: z.boolean(),
  }),
  z.object({ kind: z.literal('verify-email'), email: z.string() }),
  z.object({ kind: z.literal('map-id'), externalUserId: z.string() }),
  z.object({
    kind: z.literal('import'),
    email: z.string(),
    passwordHash: z.string(),
    family: z.enum(['bcrypt', 'argon2', 'partner-scrypt']),
  }),
])

const callsSchema = z.array(callSchema)

/** Reads the calls of a plan as the document keeps them. */
export function readStoredCalls(text: string): readonly Call[] {
  return callsSchema.parse(JSON.parse(text))
}

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
