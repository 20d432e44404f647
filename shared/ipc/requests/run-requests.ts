import * as z from 'zod'
import { failureActions } from '../cause-action.ts'
import { executorSchema, speedSchema, stopRuleSchema } from '../run-limits-schema.ts'
import { progressSchema } from '../views/run-views.ts'
import { count, id, nothing, text } from '../parts.ts'
import { maxGiveUpMinutes, maxNamed } from '../run-limits.ts'
import { userFilterSchema } from '../views/user-views.ts'

/** Users of one cause that are named while they are set aside. */
export const maxAsideNamed = 100

/** Tries of a user set aside so far, and when the last one failed (Unix epoch, milliseconds). */
const asideTry = { tries: count, lastAt: z.number() }
const asideTrySchema = z.object(asideTry)
export type AsideTry = Readonly<z.infer<typeof asideTrySchema>>

/** Users set aside for one cause. */
const asideCauseSchema = z.object({
  title: text,
  users: count,
  named: z
    .array(
      z.object({
        id: z.number().int(),
        label: text,
        methods: z.array(z.string()),
        providers: z.array(z.string()),
        ...asideTry,
      }),
    )
    .max(maxAsideNamed),
})
export type AsideCause = z.infer<typeof asideCauseSchema>

/** Users who failed for one cause, in plain words. */
const failureGroupSchema = z.object({
  key: text,
  title: text,
  advice: text,
  users: count,
  action: z.enum(failureActions),
  /** A few texts of the core, shown on request. */
  replies: z.array(text).max(20),
})
export type FailureGroup = z.infer<typeof failureGroupSchema>

/** Minutes without an answer after which a run pauses; null: it waits without end. */
const giveUpMinutesSchema = z.number().int().min(1).max(maxGiveUpMinutes).nullable()

const usersScope = z.object({ kind: z.literal('users'), ids: z.array(id).min(1).max(maxNamed) })
/** All users that pass a filter at this moment, except for a few. */
const filterScope = z.object({
  kind: z.literal('filter'),
  filter: userFilterSchema,
  except: z.array(id).max(maxNamed),
})

/** Users selected in a table. */
export const selectedScopeSchema = z.discriminatedUnion('kind', [usersScope, filterScope])

/** Which users a run or a retry concerns. */
const scopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('first'), users: z.number().int().min(1) }),
  usersScope,
  filterScope,
  /** Users who were corrected and are ready again. */
  z.object({ kind: z.literal('corrected') }),
  z.object({ kind: z.literal('failed') }),
  /** Failed users, except where only a correction or another decision helps. */
  z.object({ kind: z.literal('retryable') }),
  z.object({ kind: z.literal('failure'), key: z.string().max(700) }),
])
export type Scope = z.infer<typeof scopeSchema>

/** Sending: start, pause, continue, retry, and how far it is. */
export const runRequests = {
  /** `confirmations`: the keys of the preview's ticks that the operator set. */
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
  /** Users whose requests fail while others succeed, by cause, the largest first; the first of each by name. */
  'run:set-aside': {
    by: 'engine',
    input: z.object({ search: z.string().max(200) }),
    output: z.object({ causes: z.array(asideCauseSchema).max(20) }),
  },
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
