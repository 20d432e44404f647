import * as z from 'zod'
import { secret } from './requests/parts.ts'

/** What the operator corrects for one user; a field left out stays as it is. */
export const correctionInputSchema = z.object({
  email: z.string().max(1000).nullable().optional(),
  phone: z.string().max(200).nullable().optional(),
  /** A provider name of the core for the user's third-party identity. */
  provider: z.string().max(100).nullable().optional(),
  /** A new hash as text, or null to give the hash up. Goes one way. */
  hash: secret.nullable().optional(),
})
