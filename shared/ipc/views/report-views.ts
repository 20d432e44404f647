import * as z from 'zod'
import { sampleSchema } from '../../chart/sample-schema.ts'
import { familyPasswordCheckSchema } from './password-check-views.ts'
import { targetSchema } from './core-views.ts'
import { userStates } from '../../planning/call.ts'
import { stateCountsSchema, totalsSchema } from './count-views.ts'
import { userFilterSchema } from './user-views.ts'

/* The report as the screen may see it. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)

const signOffSchema = z.object({
  project: text,
  operator: text,
  note: text,
  signedAt: z.number().nullable(),
  /** The sign-off, when the report has changed since. */
  changedSince: z.boolean(),
})

/** A rehearsal and the live runs after it: how many users ended alike, and who did not. */
export const comparisonSchema = z.object({
  counts: stateCountsSchema,
  same: count,
  different: count,
  /** The first of those who differ. */
  users: z.array(
    z.object({ id: z.number().int(), label: text, rehearsal: z.enum(userStates), live: z.enum(userStates) }),
  ),
})
export type Comparison = z.infer<typeof comparisonSchema>

/** Why users are not migrated: one cause with the number of its users, and which of them are meant. */
export const openCauseSchema = z.object({
  state: z.enum(['blocked', 'failed', 'in-doubt', 'excluded']),
  title: text,
  /** What to do, in one sentence; empty: nothing, it was decided so. */
  next: text,
  users: count,
  /** The one thing to do about them. */
  action: z.enum(['decide', 'retry', 'correct', 'without-old-id', 'change', 'show']),
  filter: userFilterSchema,
  /** A few texts of the core, for those who ask. */
  replies: z.array(text).max(20),
})
export type OpenCause = z.infer<typeof openCauseSchema>

export const reportViewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  target: targetSchema.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  sentence: text,
  /** Users removed by a complete undo, if no user was sent since; null: none. */
  undone: count.nullable(),
  /** `records` equals the sum below it. */
  addsUp: z.boolean(),
  /** Why users are not migrated, by state, the largest first. */
  causes: z.array(openCauseSchema),
  /** Findings about users that were migrated, e.g. a part that could not be attached. */
  notes: z.array(z.object({ title: text, users: count })),
  /** Who started the first run, by the name on that machine; null where it was not noted. */
  startedBy: text.nullable(),
  /** Users without a usable password in the core, for the mail about a new one. */
  withoutPassword: count,
  /** What the runs did over time. */
  history: z.array(sampleSchema),
  /** Every family whose hashes are imported, and whether a known password was tried on it. */
  passwordChecks: z.array(familyPasswordCheckSchema),
  /** Runs that sent something, and how long that took in milliseconds. */
  runs: count,
  sendingMs: z.number().nonnegative(),
  /** What is printed on the report; `signedAt`: null while it is not signed off. */
  signOff: signOffSchema,
  /** SHA-256 over the files, the core, the runs and every number of the report. */
  digest: z.string().max(64),
  /** The rehearsal of the same users, beside a live run; null where there was none. */
  rehearsal: comparisonSchema.nullable(),
})
export type ReportView = z.infer<typeof reportViewSchema>
