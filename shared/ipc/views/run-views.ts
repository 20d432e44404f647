import * as z from 'zod'
import { count, text } from '../parts.ts'
import { sampleSchema } from '../../chart/sample-schema.ts'
import { speedSchema, stopRuleSchema, executorSchema } from '../run-limits-schema.ts'
import { stateCountsSchema } from './core-views.ts'

/* A run as the screen may see it. */

/** Counts of one login method; a user with two methods counts in both. */
const methodCountsSchema = z.object({
  method: z.enum(['password', 'third-party', 'passwordless']),
  /** Of the users who are sent. */
  total: count,
  done: count,
  failed: count,
})
export type MethodCounts = z.infer<typeof methodCountsSchema>

export const bulkPhases = ['looking-up', 'staging', 'checking', 'waiting', 'late', 'importing', 'settling'] as const

/** A bulk import while it is under way. */
const bulkSchema = z.object({
  phase: z.enum(bulkPhases),
  /** Users who were looked up, and those who were staged since. */
  lookedUp: count,
  staged: count,
  /** Users who are in the core's import list, and how many of them its job has begun. */
  waiting: count,
  processing: count,
  /** How long the core's job is waited for, in milliseconds. */
  waitingMs: z.number().nonnegative(),
  /** The latest moment at which the core's job runs: Unix epoch, milliseconds; null: nothing is waited for. */
  nextRoundAt: z.number().nullable(),
  /** Its current work or wait, in a sentence. */
  message: text,
})
export type BulkView = z.infer<typeof bulkSchema>

const runStates = ['idle', 'running', 'pausing', 'paused', 'waiting', 'stopped', 'finished'] as const

/** Factors that limit a run. */
const slowedBy = ['rate-limit', 'replacing', 'backpressure', 'errors', 'latency'] as const

/** A snapshot of the run; the latest one wins. */
export const progressSchema = z.object({
  state: z.enum(runStates),
  /** When this snapshot was taken: Unix epoch, milliseconds. */
  at: z.number(),
  /** Of the document that the counts are of: a view of a higher version is newer. */
  version: count,
  counts: stateCountsSchema,
  /** Login methods that are made, the same for every run at this core. */
  methods: z.array(methodCountsSchema).max(3),
  /** Users this run set out to send. */
  target: count,
  /** Of these, how many are migrated, failed, present or unknown. */
  finished: count,
  perSecond: z.number(),
  /** A text such as `about 6 minutes`; empty while unknown, unchanged while the run is paused or waits. */
  remaining: text,
  /** The same in milliseconds, as far as it was last known; null: it was never known. */
  leftMs: z.number().nonnegative().nullable(),
  /** The time that runs at this core spent sending, in outages, and between one another, in milliseconds. */
  elapsedMs: z.number().nonnegative(),
  waitedMs: z.number().nonnegative(),
  pausedMs: z.number().nonnegative(),
  /** Reply times of the run under way, else of the last one. */
  p50: z.number().nullable(),
  p99: z.number().nullable(),
  concurrency: count,
  /** The speed that the operator set; absent before the first run. */
  speed: speedSchema.optional(),
  stopRule: stopRuleSchema,
  /** How users were to be sent; absent before the first run. */
  executor: executorSchema.optional(),
  /** The choice of `auto`, and the reason; empty: there is none, or none yet. */
  executorChoice: text,
  /** The progress of a bulk import; null: users are sent by single calls. */
  bulk: bulkSchema.nullable(),
  /** Minutes without an answer after which the run pauses; null: it waits without end. */
  giveUpAfterMinutes: z.number().nonnegative().nullable().optional(),
  /** Of all runs at this core. */
  retries: count,
  calls: count,
  /** Users whose requests fail while others succeed: they are tried again after the others. */
  setAside: count,
  /** The same users by cause, the largest first; absent: none are set aside. */
  asideCauses: z
    .array(z.object({ title: text, users: count }))
    .max(20)
    .exactOptional(),
  /** Why the run is slow or stopped, in a sentence; empty: no reason to give. */
  note: text,
  /** The limiting factor, where the note is about one; `rate-limit`: the limit that the operator set. */
  slowed: z.enum(slowedBy).exactOptional(),
  /** Null, or one of api-key-rejected, forbidden, licence-required, wrong-address, core-unreachable, repeated-failure, too-many-failures, existing-users, disk-full, cancelled. */
  stopped: z.string().nullable(),
  /** A core that does not answer: since when (Unix epoch, milliseconds), and how long until it is tried again, 0 while it is. */
  outage: z.object({ since: z.number(), retryMs: z.number().nonnegative(), tries: count, message: text }).nullable(),
  /** The order of the last run at this core, and whether it ended before all of its users were sent. */
  lastOrder: z.object({ kind: z.enum(['all', 'some', 'retry']), interrupted: z.boolean() }).nullable(),
  startedAt: z.number().nullable(),
  /** Samples of the runs at this core, oldest first, thinned for the screen. */
  history: z.array(sampleSchema),
})
export type ProgressView = z.infer<typeof progressSchema>
