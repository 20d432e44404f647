import * as z from 'zod'
import { userStates } from '../../planning/call.ts'

/* Cores as the screen may see them: the target, what a check found, how one is reached. Never a key. */

const text = z.string().max(20_000)
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

/** The outcome of a connection check. */
export const coreCheckSchema = z.object({
  /** `confirm-live`: a live core was found, and becomes the target once the operator has confirmed its address. */
  kind: z.enum(['ready', 'confirm-live', 'key-refused', 'unreachable', 'ask', 'needs-confirmation', 'refused']),
  /** Findings and advice, in sentences. */
  message: text,
  dialect: dialect.nullable(),
  latencyMs: z.number().nullable(),
  /** Facts about the core, one a line; `good` null: neither good nor bad. */
  facts: z.array(z.object({ label: text, value: text, good: z.boolean().nullable() })).max(20),
  /** Next steps, one each; empty when nothing is wrong. */
  steps: z.array(text).max(10),
})
export type CheckView = z.infer<typeof coreCheckSchema>

/** How a core is reached from this machine, and what is kept for it. */
export const coreConnectionSchema = z.object({
  /** The proxy on the way as `host:port`; null: none. */
  proxy: text.nullable(),
  /** About the proxy, in words; empty where there is none. */
  proxyText: text,
  /** A private authority that is trusted at this address, with the file its certificates came from. */
  authority: z.object({ file: text, names: z.array(text).readonly() }).nullable(),
  /** A key is kept for it; nothing of it is shown. */
  hasKey: z.boolean(),
  /** The secret store of this machine; null: keys are held in memory until the app ends. */
  keeper: text.nullable(),
})
export type CoreConnectionView = z.infer<typeof coreConnectionSchema>

export const rehearsalUserSchema = z.object({
  id: text,
  emails: z.array(text),
  phoneNumbers: z.array(text),
  methods: z.array(z.string()),
  createdAt: z.number(),
})

/* Counts, as the screen may see them. */

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
