import * as z from 'zod'
import { userStates } from '../../planning/call.ts'

/* How many, as the screen may see it. */

const count = z.number().int().nonnegative()

/** How many users are in each state for the current target; the parts add up to `users`. */
export const stateCountsSchema = z.object(
  Object.fromEntries(userStates.map((s) => [s, count])) as Record<(typeof userStates)[number], typeof count>,
)
export type StateCounts = z.infer<typeof stateCountsSchema>

/** `records = users + joined + unmatched + unreadable + other`, always. `other`: entries that are no users. */
export const totalsSchema = z.object({
  records: count,
  users: count,
  joined: count,
  unmatched: count,
  unreadable: count,
  other: count,
  /** Of the users, those that a later export has as the earlier migration sent them; absent: there is none, or they are not planned yet. */
  unchanged: count.exactOptional(),
})
export type Totals = z.infer<typeof totalsSchema>
