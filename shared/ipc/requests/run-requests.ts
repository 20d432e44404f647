import * as z from 'zod'
import { executorSchema } from '../../core-api/executor-schema.ts'
import { scopeSchema } from '../scope.ts'
import { speedSchema } from '../speed-schema.ts'
import { giveUpMinutesSchema, stopRuleSchema } from '../stop-rule-schema.ts'
import { failureGroupSchema, progressSchema } from '../views/run-views.ts'
import { nothing } from './parts.ts'

/** Sending: begin, pause, go on, again, how far. */
export const runRequests = {
  /** `ticks`: the keys of the preview's ticks that the operator set. */
  'run:start': {
    by: 'engine',
    input: z.object({
      scope: scopeSchema,
      concurrency: speedSchema.shape.concurrency,
      maxRate: speedSchema.shape.maxRate.optional(),
      /** When failures pause the run; nothing: 50 in a row. */
      stopRule: stopRuleSchema.optional(),
      /** Minutes without an answer after which the run pauses; nothing: it waits without end. */
      giveUpAfterMinutes: giveUpMinutesSchema.optional(),
      /** How users are sent; nothing: by single calls. */
      executor: executorSchema.optional(),
      confirmations: z.array(z.string().max(60)).max(20),
    }),
    output: progressSchema,
  },
  /** Another speed from now on, or for the next run when none is under way. */
  'run:speed': { by: 'engine', input: speedSchema, output: progressSchema },
  /** Another limit for a core that does not answer, from now on. */
  'run:give-up-after': {
    by: 'engine',
    input: z.object({ minutes: giveUpMinutesSchema }),
    output: progressSchema,
  },
  'run:pause': { by: 'engine', input: nothing, output: progressSchema },
  'run:resume': { by: 'engine', input: nothing, output: progressSchema },
  'run:cancel': { by: 'engine', input: nothing, output: progressSchema },
  /** Sends failed users again from their first call that is not done. */
  'run:retry': {
    by: 'engine',
    input: z.object({ scope: scopeSchema, executor: executorSchema.optional() }),
    output: progressSchema,
  },
  /** A core that does not answer is tried at once, instead of after the wait. */
  'run:try-now': { by: 'engine', input: nothing, output: progressSchema },
  'run:progress': { by: 'engine', input: nothing, output: progressSchema },
  'run:failures': {
    by: 'queries',
    input: nothing,
    output: z.object({
      groups: z.array(failureGroupSchema),
      /** Users that the core had before, and who wait for one decision for all of them. */
      waiting: z.number().int().nonnegative(),
    }),
  },
} as const
