import * as z from 'zod'
import { maxAtOnce, maxPerSecond, type Speed } from './speed.ts'

export const speedSchema = z.object({
  concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(maxAtOnce)]),
  maxRate: z.number().int().min(1).max(maxPerSecond).nullable(),
}) satisfies z.ZodType<Speed>
