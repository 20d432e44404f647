import * as z from 'zod'
import { maxAtOnce, maxGiveUpMinutes, maxInARow, maxPerSecond, type Speed, type StopRule } from './run-limits.ts'
import { executors } from '../core-api/choose-executor.ts'

export const stopRuleSchema = z.object({
  inARow: z.number().int().min(1).max(maxInARow).nullable(),
  percent: z.number().int().min(1).max(100).nullable(),
}) satisfies z.ZodType<StopRule>

/** Minutes without an answer after which a run pauses; null: it waits without end. */
export const giveUpMinutesSchema = z.number().int().min(1).max(maxGiveUpMinutes).nullable()

export const speedSchema = z.object({
  concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(maxAtOnce)]),
  maxRate: z.number().int().min(1).max(maxPerSecond).nullable(),
}) satisfies z.ZodType<Speed>

export const executorSchema = z.enum(executors)
