import * as z from 'zod'
import { maxAtOnce, maxInARow, maxPerSecond, type Speed, type StopRule } from './run-limits.ts'
import { executors } from '../core-api/choose-executor.ts'

export const stopRuleSchema = z.object({
  inARow: z.number().int().min(1).max(maxInARow).nullable(),
  percent: z.number().int().min(1).max(100).nullable(),
}) satisfies z.ZodType<StopRule>

export const speedSchema = z.object({
  concurrency: z.union([z.literal('auto'), z.number().int().min(1).max(maxAtOnce)]),
  maxRate: z.number().int().min(1).max(maxPerSecond).nullable(),
}) satisfies z.ZodType<Speed>

export const executorSchema = z.enum(executors)
