import * as z from 'zod'

/* Recent migrations for the start page: the summary of each when it was last open. */

const count = z.number().int().nonnegative()
const text = z.string().max(1000)

/** How a migration stood when it was open last. Nothing of its users but numbers. */
export const migrationSummarySchema = z.object({
  /** Where its users come from, e.g. `Auth0`. */
  sources: z.array(text).max(40),
  /** The first file, where no provider was recognized in it. */
  file: text.nullable().optional(),
  core: z.object({ kind: z.enum(['rehearsal', 'live']), name: text }).nullable(),
  users: count,
  migrated: count,
  failed: count,
  blocked: count,
  excluded: count,
  /** Users who can still be sent. */
  ready: count,
  /** A run was started for its core. */
  started: z.boolean(),
})
export type MigrationSummary = z.infer<typeof migrationSummarySchema>

export const recentSchema = z.object({
  id: z.string(),
  name: z.string(),
  location: z.string(),
  /** When it was open last; Unix epoch, milliseconds. */
  at: z.number(),
  /** Null: it was never open on this machine. */
  summary: migrationSummarySchema.nullable(),
})
export type RecentMigration = z.infer<typeof recentSchema>
