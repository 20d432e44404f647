import * as z from 'zod'
import { jsonObject } from '../../../shared/json-object.ts'
import { isTenantName } from '../../../shared/users/tenant.ts'
import type { Call } from '../../../shared/planning/call.ts'

export { callKey } from '../../../shared/planning/call-key.ts'

const tenant = z.string().refine(isTenantName).exactOptional()

const contacts = z.object({ email: z.string().nullable(), phoneNumber: z.string().nullable() })

const callSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passwordless'),
    contact: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('email'), email: z.string() }),
      z.object({ kind: z.literal('phone'), phoneNumber: z.string() }),
    ]),
    tenant,
  }),
  z.object({ kind: z.literal('update'), email: z.string(), phoneNumber: z.string(), tenant }),
  z.object({
    kind: z.literal('third-party'),
    thirdPartyId: z.string(),
    thirdPartyUserId: z.string(),
    email: z.string(),
    isVerified: z.boolean(),
    tenant,
  }),
  z.object({
    kind: z.literal('change-contact'),
    force: z.boolean(),
    login: z.union([
      z.object({ recipe: z.enum(['emailpassword', 'passwordless']), coreUserId: z.string() }),
      z.object({
        recipe: z.literal('thirdparty'),
        thirdPartyId: z.string(),
        thirdPartyUserId: z.string(),
        isVerified: z.boolean(),
      }),
    ]),
    from: contacts,
    to: contacts,
    tenant,
  }),
  z.object({ kind: z.literal('verify-email'), email: z.string(), tenant }),
  z.object({ kind: z.literal('map-id'), externalUserId: z.string() }),
  z.object({ kind: z.literal('make-primary') }),
  z.object({ kind: z.literal('link'), method: z.string() }),
  z.object({ kind: z.literal('metadata'), metadata: jsonObject }),
  z.object({ kind: z.literal('role'), role: z.string(), create: z.boolean(), tenant }),
  z.object({
    kind: z.literal('totp'),
    secretKey: z.string(),
    deviceName: z.string(),
    period: z.number().exactOptional(),
  }),
  z.object({
    kind: z.literal('import'),
    email: z.string(),
    passwordHash: z.string(),
    family: z.enum(['bcrypt', 'argon2', 'firebase-scrypt']),
    tenant,
  }),
])

/** What became of a call, as its row in the document says it. */
export const callResultRow = z.object({
  key: z.string(),
  http_status: z.number().nullable(),
  status: z.string().nullable(),
  message: z.string(),
  tries: z.number(),
  core_user_id: z.string().nullable(),
  existed: z.number().nullable(),
  created: z.number().nullable(),
})

const callsSchema = z.array(z.unknown())

/** Reads the calls of a plan as the document keeps them. */
export function readStoredCalls(text: string): readonly Call[] {
  const stored: unknown = JSON.parse(text)
  const values: readonly unknown[] = Array.isArray(stored) ? stored : callsSchema.parse(stored)
  return values.map((value) => readUsualCall(value) ?? callSchema.parse(value))
}

/**
 * Fast path without the schema, a third of the time, for the calls that nearly all users have; null: use the schema.
 */
function readUsualCall(value: unknown): Call | null {
  if (typeof value !== 'object' || value === null || !('kind' in value) || 'tenant' in value) return null
  const { kind } = value
  if (kind === 'map-id') {
    if (!('externalUserId' in value) || typeof value.externalUserId !== 'string') return null
    return { kind, externalUserId: value.externalUserId }
  }
  if (!('email' in value) || typeof value.email !== 'string') return null
  const { email } = value
  if (kind === 'verify-email') return { kind, email }
  if (kind !== 'import' || !('passwordHash' in value) || !('family' in value)) return null
  const { passwordHash, family } = value
  const isFamily = family === 'bcrypt' || family === 'argon2' || family === 'firebase-scrypt'
  return isFamily && typeof passwordHash === 'string' ? { kind, email, passwordHash, family } : null
}
