import * as z from 'zod'

/** The totals that `inspect --json` prints: what became of each record, and of each user. */
export const totalsSchema = z.object({
  records: z.number(),
  users: z.number(),
  joined: z.number(),
  unmatched: z.number(),
  unreadable: z.number(),
  other: z.record(z.string(), z.number()),
  ready: z.number(),
  blocked: z.record(z.string(), z.number()),
  excluded: z.number(),
})

/** The sum of counts by name. */
export const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((all, n) => all + n, 0)
