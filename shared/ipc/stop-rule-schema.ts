import * as z from 'zod'
import { maxInARow, type StopRule } from './stop-rule.ts'

export const stopRuleSchema = z.object({
  inARow: z.number().int().min(1).max(maxInARow).nullable(),
  percent: z.number().int().min(1).max(100).nullable(),
}) satisfies z.ZodType<StopRule>
