import * as z from 'zod'
import type { HashInput } from '../hashes/verdict.ts'
import type { User } from '../users/user.ts'
import { providerName } from './decisions/provider-decisions.ts'

const hashInputSchema = z.object({
  hash: z.string().max(4096),
  salt: z.string().max(1000).exactOptional(),
  declared: z.string().max(200).exactOptional(),
  provider: z.string().max(100).exactOptional(),
  factor: z.number().int().exactOptional(),
}) satisfies z.ZodType<HashInput>

/** A provider name of the core. */
const providerNameSchema = z.string().regex(providerName)

/**
 * The operator's correction of one user: an overlay kept in the document; the source file is never changed. A field
 * left out stays as the export has it; null takes the value away.
 */
export const correctionSchema = z.object({
  email: z.string().max(1000).nullable().optional(),
  phone: z.string().max(200).nullable().optional(),
  identities: z
    .array(
      z.object({
        /** The provider as the source spells it. */
        provider: z.string().max(200),
        /** The user's id there, as the source has it; left out: every identity of that provider. */
        userId: z.string().max(4096).optional(),
        /** The core's name for the provider; beats every choice. */
        name: providerNameSchema.optional(),
        /** The id to send instead. */
        providerUserId: z.string().min(1).max(256).optional(),
      }),
    )
    .max(100)
    .optional(),
  /** A new hash, or null to give the hash up. */
  hash: hashInputSchema.nullable().optional(),
  /** The operator excludes this very user. */
  excluded: z.literal(true).optional(),
})

export type Correction = z.infer<typeof correctionSchema>

/**
 * Lays email, phone and hash over what the export says. The verified mark of an email or phone in the export does not
 * hold for a new one. Identities stay as they are: `correctedIdentity` is asked for each.
 */
export function applyCorrection(user: User, correction: Correction): User {
  const { email, phone, hash } = correction
  return {
    ...user,
    ...(email !== undefined && email !== user.email ? { email, emailVerified: null } : null),
    ...(phone !== undefined && phone !== user.phone ? { phone, phoneVerified: null } : null),
    ...(hash !== undefined ? { hash } : null),
  }
}
