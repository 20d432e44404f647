import * as z from 'zod'
import { jsonObject } from '../../../../shared/json-text.ts'
import { stagedStatuses, type StagedRow } from './staged-users.ts'

const text = z.string()
const common = {
  tenantIds: z.array(text),
  isVerified: z.boolean(),
  isPrimary: z.boolean(),
  timeJoinedInMSSinceEpoch: z.number(),
  superTokensUserId: text,
}

const method = z.discriminatedUnion('recipeId', [
  z.object({
    ...common,
    recipeId: z.literal('emailpassword'),
    email: text,
    passwordHash: text.optional(),
    hashingAlgorithm: text.optional(),
    plainTextPassword: text.optional(),
  }),
  z.object({
    ...common,
    recipeId: z.literal('thirdparty'),
    email: text,
    thirdPartyId: text,
    thirdPartyUserId: text,
  }),
  z.object({
    ...common,
    recipeId: z.literal('passwordless'),
    email: text.optional(),
    phoneNumber: text.optional(),
  }),
])

/** A staged user, as the state file holds it. */
export const stagedRow: z.ZodType<StagedRow> = z.object({
  person: z.object({
    id: text,
    externalUserId: text.optional(),
    userMetadata: jsonObject.optional(),
    userRoles: z.array(z.object({ role: text, tenantIds: z.array(text) })).optional(),
    totpDevices: z
      .array(z.object({ secretKey: text, period: z.number(), skew: z.number(), deviceName: text.optional() }))
      .optional(),
    loginMethods: z.array(method),
  }),
  status: z.enum(stagedStatuses),
  errorMessage: text.nullable(),
  createdAt: z.number(),
  updatedAt: z.number(),
})
