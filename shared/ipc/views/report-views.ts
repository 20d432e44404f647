import * as z from 'zod'
import { sampleSchema } from '../../chart/sample-schema.ts'
import { familyPasswordCheckSchema } from './password-check-views.ts'
import { targetSchema } from './core-views.ts'
import { stateCountsSchema, totalsSchema } from './count-views.ts'
import { failureGroupSchema } from './run-views.ts'

/* The report as the screen may see it. */

const count = z.number().int().nonnegative()
const text = z.string().max(20_000)

export const reportViewSchema = z.object({
  totals: totalsSchema,
  counts: stateCountsSchema,
  target: targetSchema.nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  sentence: text,
  /** `records` equals the sum below it. */
  addsUp: z.boolean(),
  failures: z.array(failureGroupSchema),
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
})
export type ReportView = z.infer<typeof reportViewSchema>
