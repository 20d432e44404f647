import * as z from 'zod'
import { count, text } from '../parts.ts'
import { userStates } from '../../planning/call.ts'

/* Cores as the screen may see them: the target, what a check found, how one is reached. Never a key. */

const dialect = z.enum(['documented', 'supertokens'])

export const targetSchema = z.object({
  kind: z.enum(['rehearsal', 'live']),
  /** The normalised address. */
  baseUrl: text,
  /** Host (and path) for people, e.g. `core.example.com`. */
  name: text,
  dialect,
  cdiVersion: z.string().nullable(),
  /** The result of the connection check, in plain words. */
  checkMessage: text,
  /** False after the document was reopened: the key has to be given again, or the rehearsal core started. */
  connected: z.boolean(),
  /** This address was confirmed for this migration on this machine; else it is only what the document says. */
  confirmed: z.boolean(),
})
export type TargetView = z.infer<typeof targetSchema>

/* Counts, as the screen may see them. */

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
