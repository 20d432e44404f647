import * as z from 'zod'
import { maxGiveUpMinutes, maxInARow, type StopRule } from './stop-rule.ts'

export const stopRuleSchema = z.object({
  inARow: z.number().int().min(1).max(maxInARow).nullable(),
  percent: z.number().int().min(1).max(100).nullable(),
}) satisfies z.ZodType<StopRule>

/** Minutes without an answer after which a run pauses; null: it waits without end. */
export const giveUpMinutesSchema = z.number().int().min(1).max(maxGiveUpMinutes).nullable()
