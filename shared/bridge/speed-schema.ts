import * as z from 'zod'
import { mostAtOnce, mostPerSecond, type Speed } from './speed.ts'

export const speedSchema = z.object({
  concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(mostAtOnce)]),
  maxRate: z.number().int().min(1).max(mostPerSecond).nullable(),
}) satisfies z.ZodType<Speed>
