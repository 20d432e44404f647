import * as z from 'zod'

/** What came of trying one known password. Nothing here tells anything about the password itself but whether it fits. */
export const passwordCheckOutcomeSchema = z.object({
  /** `cannot`: the password was not tried, and the message says why. */
  outcome: z.enum(['match', 'mismatch', 'not-checked']),
  message: z.string().max(2000),
  /** What may be wrong and what to do, one sentence or two each. */
  advice: z.array(z.string().max(2000)).max(20),
})
export type PasswordCheckOutcome = z.infer<typeof passwordCheckOutcomeSchema>

/** A proof that still holds for the value that would be sent now. */
export const passwordCheckSchema = z.object({
  family: z.enum(['bcrypt', 'argon2', 'firebase-scrypt']),
  /** For people, e.g. `2b` or `argon2id, version 19`. */
  variant: z.string().max(60),
  /** Unix epoch, milliseconds. */
  at: z.number(),
  matched: z.boolean(),
})
export type PasswordCheckView = z.infer<typeof passwordCheckSchema>

/** Limit of a document; far more than an operator types. */
export const maxPasswordChecks = 200

/** How many known accounts of one family matched, and how many did not. */
export const passwordCheckCountsSchema = z.object({
  matched: z.number().int().nonnegative(),
  mismatched: z.number().int().nonnegative(),
})

/** A family whose hashes are imported, with what is known about it. */
export const familyPasswordCheckSchema = passwordCheckCountsSchema.extend({
  family: passwordCheckSchema.shape.family,
  label: z.string().max(60),
  /** Users with a hash of this family. */
  users: z.number().int().nonnegative(),
})
export type FamilyPasswordCheck = z.infer<typeof familyPasswordCheckSchema>
