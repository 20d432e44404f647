import * as z from 'zod'
import { sampleSchema } from '../../chart/sample-schema.ts'
import { userStates } from '../../planning/call.ts'
import { stateCountsSchema, targetSchema, totalsSchema } from './core-views.ts'
import { familyPasswordCheckSchema, userFilterSchema } from './user-views.ts'

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
const comparisonSchema = z.object({
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
const openCauseSchema = z.object({
  state: z.enum(['blocked', 'failed', 'in-doubt', 'excluded']),
  title: text,
  /** The next step, in one sentence; empty: none, it was decided so. */
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
  /** When that ended. */
  undoneAt: z.number().nullable(),
  /** `records` equals the sum below it. */
  addsUp: z.boolean(),
  /** Why users are not migrated, by state, the largest first. */
  causes: z.array(openCauseSchema),
  /** Findings about users that were migrated, e.g. a part that could not be attached. */
  notes: z.array(z.object({ title: text, users: count })),
  /** The operator who started the first run, by the name on that machine; null where it was not noted. */
  startedBy: text.nullable(),
  /** Users without a usable password in the core, for the mail about a new one. */
  withoutPassword: count,
  /** Changes of a followed source that are held or failed. */
  held: count,
  /** Samples of the runs over time. */
  history: z.array(sampleSchema),
  /** Every family whose hashes are imported, and whether a known password was tried on it. */
  passwordChecks: z.array(familyPasswordCheckSchema),
  /** Runs that sent something, and how long that took in milliseconds. */
  runs: count,
  sendingMs: z.number().nonnegative(),
  /** The sign-off on the report; `signedAt`: null while it is not signed off. */
  signOff: signOffSchema,
  /** SHA-256 over the files, the core, the runs and every number of the report. */
  digest: z.string().max(64),
  /** The rehearsal of the same users, beside a live run; null where there was none. */
  rehearsal: comparisonSchema.nullable(),
})
export type ReportView = z.infer<typeof reportViewSchema>

const shortText = z.string().max(2000)

/** The work after a run: users are looked up, or removed again. */
export const postRunStateSchema = z.object({
  running: z.object({ kind: z.enum(['verify', 'undo']), done: count, total: count, stopping: z.boolean() }).nullable(),
  /** Why the last one broke off inside the app; null: it did not. */
  failure: shortText.nullable(),
  /** Users that were looked up just now and have no record on this machine: removed when the operator confirms them. */
  unconfirmed: count,
})
export type PostRunState = z.infer<typeof postRunStateSchema>

/** One user of the core that was not as it should be. */
const attentionSchema = z.object({
  userId: z.number().int(),
  /** Email, phone, id or line: what people know the user by. */
  label: shortText,
  coreUserId: shortText.nullable(),
  outcome: z.string().max(40),
  message: shortText,
})

/** Facts about the users that this migration created at its core, and the actions they allow. */
export const postRunSchema = z.object({
  /** The core can be asked about its users and can remove them. */
  possible: z.boolean(),
  /** Users of the core that a call of this migration made or met. */
  made: count,
  /** Of these, the ones that a machine signed as created; an undo checks that it was this one. */
  removable: count,
  /** Users that the document alone calls created: another machine created them, or the document is false. */
  unconfirmed: count,
  verification: z
    .object({
      at: z.number(),
      looked: count,
      found: count,
      missing: count,
      unanswered: count,
      signIn: z.enum(['works', 'refused', 'unanswered']).nullable(),
      stopped: z.string().nullable(),
    })
    .nullable(),
  undone: z
    .object({
      at: z.number(),
      removed: count,
      /** Were not in the core any more. */
      gone: count,
      /** Not removed: this machine has no record that it created them. */
      unconfirmed: count,
      /** Not removed: other accounts were linked to them since. */
      linked: count,
      /** Not removed: the core has another login method under their id. */
      mismatched: count,
      left: count,
      failed: count,
      tookMs: z.number().nonnegative().exactOptional(),
      stopped: z.string().nullable(),
      /** Additions of this migration to users that stayed, in words, with their number. */
      stays: z.record(z.string(), count).exactOptional(),
    })
    .nullable(),
  /** How many users the core had before the first run and has after the undo; null: it does not say. */
  coreUsers: z.object({ before: count, now: count }).nullable(),
  /** The runs at the core, in their order, with the users who came to an end in each. */
  runs: z.array(z.object({ startedAt: z.number(), pilot: z.boolean(), users: count, sendingMs: count })),
  /** The first of those that are missing, without an answer, left or not removed. */
  needsAttention: z.object({ verify: z.array(attentionSchema), undo: z.array(attentionSchema) }),
  /** Migrated accounts whose password the operator proved: they can be let sign in. */
  accounts: z.array(z.object({ userId: z.number().int(), email: shortText })),
})
export type PostRunView = z.infer<typeof postRunSchema>

/** Users that are migrated, by name, with what is known of them in the core. */
export const migratedUsersSchema = z.object({
  users: z.array(
    z.object({
      id: z.number().int(),
      label: shortText,
      email: shortText.nullable(),
      methods: z.array(z.string()),
      providers: z.array(z.string()),
      coreUserId: shortText.nullable(),
      /** The result of the last look-up; null: this user was not looked up. */
      found: z.enum(['found', 'missing', 'unanswered']).nullable(),
    }),
  ),
  total: count,
})
export type MigratedUsers = z.infer<typeof migratedUsersSchema>
